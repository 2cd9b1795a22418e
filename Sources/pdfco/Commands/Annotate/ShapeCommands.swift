import ArgumentParser
import PDFModel

/// `--rect`, for annotations that stand in one.
struct RectangleOption: ParsableArguments {
    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("Where it stands: two opposite corners, in points.", valueName: "x0,y0,x1,y1"))
    var rect: Rectangle
}

/// `--interior-color`, for forms that can be filled.
struct InteriorColorOption: ParsableArguments {
    @Option(
        name: .customLong("interior-color"),
        help: ArgumentHelp("Colour within: a CSS name or #rrggbb.", valueName: "colour"))
    var interiorColor: Color?
}

struct SquareCommand: AddAnnotationCommand {
    static let configuration = adding(
        "square", "Draw a rectangle.", example: "report.pdf --rect 72,600,200,680 --color red --border-width 2 --save")

    @OptionGroup(title: "Place") var place: RectangleOption
    @OptionGroup(title: "Form") var border: BorderOptions
    @OptionGroup(title: "Form") var interior: InteriorColorOption
    @OptionGroup var options: AddOptions

    func form(onPage page: Int) -> Annotation {
        Annotation("Square", page: page, rect: place.rect).applying(AnnotationChange(border, interior))
    }
}

struct CircleCommand: AddAnnotationCommand {
    static let configuration = adding(
        "circle", "Draw an ellipse.", example: "report.pdf --rect 72,600,200,680 --interior-color ivory --save")

    @OptionGroup(title: "Place") var place: RectangleOption
    @OptionGroup(title: "Form") var border: BorderOptions
    @OptionGroup(title: "Form") var interior: InteriorColorOption
    @OptionGroup var options: AddOptions

    func form(onPage page: Int) -> Annotation {
        Annotation("Circle", page: page, rect: place.rect).applying(AnnotationChange(border, interior))
    }
}

struct LineCommand: AddAnnotationCommand {
    static let configuration = adding(
        "line", "Draw a straight line, with arrows or other endings.",
        example: "report.pdf --line 72,600,200,680 --line-endings None,OpenArrow --save")

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("Where it begins and ends, in points.", valueName: "x0,y0,x1,y1"))
    var line: Segment

    @Option(
        name: .customLong("line-endings"),
        help: ArgumentHelp(
            "Both endings: \(LineEnding.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "start,end"))
    var lineEndings: LineEndingPair?

    @OptionGroup(title: "Form") var border: BorderOptions
    @OptionGroup(title: "Form") var interior: InteriorColorOption
    @OptionGroup var options: AddOptions

    func form(onPage page: Int) -> Annotation {
        var change = AnnotationChange(border, interior)
        change.lineEndings = lineEndings?.endings
        return Annotation("Line", page: page, geometry: .line(line.start, line.end)).applying(change)
    }
}

struct InkCommand: AddAnnotationCommand {
    static let configuration = adding(
        "ink", "Draw freehand strokes.", example: "report.pdf --ink-list 72,600,80,620,95,610 --color blue --save")

    @Option(
        name: .customLong("ink-list"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("The points of one stroke, in points; repeatable.", valueName: "x1,y1,x2,y2,…"))
    var inkList: [PointList]

    @OptionGroup(title: "Form") var border: BorderOptions
    @OptionGroup var options: AddOptions

    func form(onPage page: Int) -> Annotation {
        Annotation("Ink", page: page, geometry: .inkList(inkList.map(\.points))).applying(AnnotationChange(border))
    }
}

extension AnnotationChange {
    fileprivate init(_ border: BorderOptions, _ interior: InteriorColorOption? = nil) {
        self.init()
        self.border = border.change
        if let color = interior?.interiorColor { interiorColor = color }
    }
}
