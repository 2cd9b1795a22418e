import ArgumentParser
import PDFModel

/// The text that a markup annotation marks.
struct MarkedTextOptions: ParsableArguments {
    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("A rectangle around upright text, in points.", valueName: "x0,y0,x1,y1"))
    var rect: String?

    @Option(
        name: .customLong("quad-points"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Corners of one piece of text: upper left, upper right, lower left, lower right; repeatable.",
            valueName: "x1,y1,…,x4,y4"))
    var quadPoints: [String] = []

    func validate() throws {
        guard (rect == nil) != quadPoints.isEmpty else {
            throw ValidationError("Say what is marked, with either --rect or --quad-points.")
        }
    }

    func annotation(_ subtype: String) throws(CommandFailure) -> Annotation {
        if let rect = try OptionValue<Rectangle>.rectangle(rect, for: "--rect") {
            return Annotation(subtype, page: 1, rect: rect)
        }
        let quads = try OptionValue<Quadrilateral>.quadrilateral(quadPoints, for: "--quad-points")
        return Annotation(subtype, page: 1, geometry: .quadPoints(quads))
    }
}

struct HighlightCommand: AddAnnotationCommand {
    static let configuration = adding(
        "highlight", "Mark text as with a highlighter.", example: "report.pdf --page 3 --rect 72,700,300,712 --save")

    @Argument(help: "The PDF document.", completion: .pdf) var file: String
    @OptionGroup(title: "Place") var text: MarkedTextOptions
    @OptionGroup(title: "Properties") var options: AddOptions
    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func form() throws(CommandFailure) -> Annotation { try text.annotation("Highlight") }
}

struct UnderlineCommand: AddAnnotationCommand {
    static let configuration = adding(
        "underline", "Underline text.", example: "report.pdf --rect 72,700,300,712 --color red --save")

    @Argument(help: "The PDF document.", completion: .pdf) var file: String
    @OptionGroup(title: "Place") var text: MarkedTextOptions
    @OptionGroup(title: "Properties") var options: AddOptions
    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func form() throws(CommandFailure) -> Annotation { try text.annotation("Underline") }
}

struct SquigglyCommand: AddAnnotationCommand {
    static let configuration = adding(
        "squiggly", "Underline text with a wavy line.", example: "report.pdf --rect 72,700,300,712 --save")

    @Argument(help: "The PDF document.", completion: .pdf) var file: String
    @OptionGroup(title: "Place") var text: MarkedTextOptions
    @OptionGroup(title: "Properties") var options: AddOptions
    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func form() throws(CommandFailure) -> Annotation { try text.annotation("Squiggly") }
}

struct StrikeOutCommand: AddAnnotationCommand {
    static let configuration = adding(
        "strike-out", "Strike text out.",
        example: "report.pdf --rect 72,700,300,712 --contents \"no longer true\" --save")

    @Argument(help: "The PDF document.", completion: .pdf) var file: String
    @OptionGroup(title: "Place") var text: MarkedTextOptions
    @OptionGroup(title: "Properties") var options: AddOptions
    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func form() throws(CommandFailure) -> Annotation { try text.annotation("StrikeOut") }
}
