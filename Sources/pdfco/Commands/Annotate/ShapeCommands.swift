import ArgumentParser
import PDFModel

/// `--rect`, for annotations that stand in one.
struct RectangleOption: ParsableArguments {
    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("Where it stands: two opposite corners, in points.", valueName: "x0,y0,x1,y1"))
    var rect: String

    func annotation(_ subtype: String, _ change: AnnotationChange) throws(CommandFailure) -> Annotation {
        let rect = try OptionValue<Rectangle>.rectangle(rect, for: "--rect") as Rectangle
        return Annotation(subtype, page: 1, rect: rect).applying(change)
    }
}

/// `--interior-color`, for forms that can be filled.
struct InteriorColorOption: ParsableArguments {
    @Option(
        name: .customLong("interior-color"),
        help: ArgumentHelp("Colour within: a CSS name or #rrggbb.", valueName: "colour"))
    var interiorColor: String?
}

struct SquareCommand: AddAnnotationCommand {
    static let configuration = adding(
        "square", "Draw a rectangle.", example: "report.pdf --rect 72,600,200,680 --color red --border-width 2 --save")

    @Argument(help: "The PDF document.", completion: .pdf) var file: String
    @OptionGroup(title: "Place") var place: RectangleOption
    @OptionGroup(title: "Form") var border: BorderOptions
    @OptionGroup(title: "Form") var interior: InteriorColorOption
    @OptionGroup(title: "Properties") var options: AddOptions
    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func form() throws(CommandFailure) -> Annotation {
        try place.annotation("Square", AnnotationChange(border, interior))
    }
}

struct CircleCommand: AddAnnotationCommand {
    static let configuration = adding(
        "circle", "Draw an ellipse.", example: "report.pdf --rect 72,600,200,680 --interior-color ivory --save")

    @Argument(help: "The PDF document.", completion: .pdf) var file: String
    @OptionGroup(title: "Place") var place: RectangleOption
    @OptionGroup(title: "Form") var border: BorderOptions
    @OptionGroup(title: "Form") var interior: InteriorColorOption
    @OptionGroup(title: "Properties") var options: AddOptions
    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func form() throws(CommandFailure) -> Annotation {
        try place.annotation("Circle", AnnotationChange(border, interior))
    }
}

struct LineCommand: AddAnnotationCommand {
    static let configuration = adding(
        "line", "Draw a straight line, with arrows or other endings.",
        example: "report.pdf --line 72,600,200,680 --line-endings None,OpenArrow --save")

    @Argument(help: "The PDF document.", completion: .pdf) var file: String
    @OptionGroup(title: "Place") var place: LineOption
    @OptionGroup(title: "Form") var endings: LineEndingsOption
    @OptionGroup(title: "Form") var border: BorderOptions
    @OptionGroup(title: "Form") var interior: InteriorColorOption
    @OptionGroup(title: "Properties") var options: AddOptions
    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func form() throws(CommandFailure) -> Annotation {
        var change = try AnnotationChange(border, interior)
        change.lineEndings = try OptionValue<LineEndings>.lineEndings(endings.lineEndings, for: "--line-endings")
        let line = try OptionValue<Annotation.Geometry>.line(place.line, for: "--line") as Annotation.Geometry
        return Annotation("Line", page: 1, geometry: line).applying(change)
    }
}

struct LineOption: ParsableArguments {
    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("Where it begins and ends, in points.", valueName: "x0,y0,x1,y1"))
    var line: String
}

/// `--line-endings`, for what has two ends.
struct LineEndingsOption: ParsableArguments {
    @Option(
        name: .customLong("line-endings"),
        help: ArgumentHelp(
            "Both endings: \(LineEnding.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "start,end"))
    var lineEndings: String?
}

struct InkCommand: AddAnnotationCommand {
    static let configuration = adding(
        "ink", "Draw freehand strokes.", example: "report.pdf --ink-list 72,600,80,620,95,610 --color blue --save")

    @Argument(help: "The PDF document.", completion: .pdf) var file: String
    @OptionGroup(title: "Place") var place: InkListOption
    @OptionGroup(title: "Form") var border: BorderOptions
    @OptionGroup(title: "Properties") var options: AddOptions
    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func form() throws(CommandFailure) -> Annotation {
        let strokes = try OptionValue<[Point]>.points(place.inkList, for: "--ink-list")
        return Annotation("Ink", page: 1, geometry: .inkList(strokes)).applying(try AnnotationChange(border))
    }
}

struct InkListOption: ParsableArguments {
    @Option(
        name: .customLong("ink-list"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Where one stroke leads, in points; repeatable.", valueName: "x1,y1,x2,y2,…"))
    var inkList: [String]
}

extension AnnotationChange {
    fileprivate init(_ border: BorderOptions, _ interior: InteriorColorOption? = nil) throws(CommandFailure) {
        self.init()
        self.border = try border.change()
        if let color = try OptionValue<Color>.color(interior?.interiorColor, for: "--interior-color") {
            interiorColor = color
        }
    }
}
