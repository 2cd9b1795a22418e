import ArgumentParser
import PDFModel

struct TextCommand: AddAnnotationCommand {
    static let configuration = adding(
        "text", "Add a note: an icon that opens to a text.",
        example: "report.pdf --rect 72,720,92,740 --contents \"Which year?\" --save")

    @Argument(help: "The PDF document.", completion: .pdf) var file: String
    @OptionGroup(title: "Place") var place: RectangleOption

    @OptionGroup(title: "Form") var look: NoteIconOption
    @OptionGroup(title: "Properties") var options: AddOptions
    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func form() throws(CommandFailure) -> Annotation {
        var change = AnnotationChange()
        change.icon = look.icon
        return try place.annotation("Text", change)
    }
}

struct NoteIconOption: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("Comment, Note, Key, Help, Insert, Paragraph or NewParagraph.", valueName: "name"),
        completion: .list(Annotation.icons(of: "Text")))
    var icon: String?
}

struct StampCommand: AddAnnotationCommand {
    static let configuration = adding(
        "stamp", "Stamp the page with a word.", example: "report.pdf --rect 350,700,540,760 --icon Approved --save")

    @Argument(help: "The PDF document.", completion: .pdf) var file: String
    @OptionGroup(title: "Place") var place: RectangleOption

    @OptionGroup(title: "Form") var look: StampIconOption
    @OptionGroup(title: "Properties") var options: AddOptions
    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func form() throws(CommandFailure) -> Annotation {
        var change = AnnotationChange()
        change.icon = look.icon
        return try place.annotation("Stamp", change)
    }
}

struct StampIconOption: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Its word: Approved, Draft, Confidential, Final and others, as ISO 32000 names them.", valueName: "name"),
        completion: .list(Annotation.icons(of: "Stamp")))
    var icon: String?
}

struct FreeTextCommand: AddAnnotationCommand {
    static let configuration = adding(
        "free-text", "Write text onto the page.",
        example: "report.pdf --rect 72,500,300,560 --contents \"Checked\" --font-size 14 --save")

    @Argument(help: "The PDF document.", completion: .pdf) var file: String
    @OptionGroup(title: "Place") var place: RectangleOption

    @OptionGroup(title: "Form") var style: TextStyleOptions
    @OptionGroup(title: "Form") var border: BorderOptions
    @OptionGroup(title: "Properties") var options: AddOptions
    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard options.properties.contents != nil else { throw ValidationError("Say what is written, with --contents.") }
    }

    func form() throws(CommandFailure) -> Annotation {
        var change = AnnotationChange()
        change.border = try border.change()
        try style.apply(to: &change)
        return try place.annotation("FreeText", change)
    }
}

/// How free text is set.
struct TextStyleOptions: ParsableArguments {
    @Option(name: .customLong("font-size"), help: ArgumentHelp("Size of the text.", valueName: "points"))
    var fontSize: String?

    @Option(
        name: .customLong("text-color"),
        help: ArgumentHelp("Colour of the text and its border; --color fills the box.", valueName: "colour"))
    var textColor: String?

    @Option(
        name: .long, help: ArgumentHelp("left, center or right.", valueName: "side"),
        completion: .list(TextAlignment.allCases.map(\.rawValue)))
    var alignment: String?

    func apply(to change: inout AnnotationChange) throws(CommandFailure) {
        change.fontSize = try OptionValue<Double>.number(fontSize, for: "--font-size")
        change.textColor = try OptionValue<Color>.color(textColor, for: "--text-color")
        change.alignment = try OptionValue<TextAlignment>.word(alignment, for: "--alignment")
    }
}
