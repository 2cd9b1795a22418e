import ArgumentParser
import PDFModel

struct TextCommand: AddAnnotationCommand {
    static let configuration = adding(
        "text", "Add a note: an icon that opens to a text.",
        example: "report.pdf --rect 72,720,92,740 --contents \"Which year?\" --save")

    @OptionGroup(title: "Place") var place: RectangleOption

    @Option(name: .long, help: "Comment, Note, Key, Help, Insert, Paragraph or NewParagraph.")
    var icon: String?

    @OptionGroup var options: AddOptions

    func form(onPage page: Int) -> Annotation {
        var change = AnnotationChange()
        change.icon = icon
        return Annotation("Text", page: page, rect: place.rect).applying(change)
    }
}

struct StampCommand: AddAnnotationCommand {
    static let configuration = adding(
        "stamp", "Stamp the page with a word.", example: "report.pdf --rect 350,700,540,760 --icon Approved --save")

    @OptionGroup(title: "Place") var place: RectangleOption

    @Option(name: .long, help: "The stamp's word: Approved, Draft, Confidential, Final, … as ISO 32000 names them.")
    var icon: String?

    @OptionGroup var options: AddOptions

    func form(onPage page: Int) -> Annotation {
        var change = AnnotationChange()
        change.icon = icon
        return Annotation("Stamp", page: page, rect: place.rect).applying(change)
    }
}

struct FreeTextCommand: AddAnnotationCommand {
    static let configuration = adding(
        "free-text", "Write text onto the page.",
        example: "report.pdf --rect 72,500,300,560 --contents \"Checked\" --font-size 14 --save")

    @OptionGroup(title: "Place") var place: RectangleOption

    @Option(name: .customLong("font-size"), help: "Size of the text in points.")
    var fontSize: Double?

    @Option(
        name: .customLong("text-color"),
        help: ArgumentHelp("Colour of the text; --color fills the box.", valueName: "colour"))
    var textColor: Color?

    @Option(name: .long, help: "left, center or right.")
    var alignment: TextAlignment?

    @OptionGroup(title: "Form") var border: BorderOptions
    @OptionGroup var options: AddOptions

    func validate() throws {
        guard options.properties.contents != nil else { throw ValidationError("Say what is written, with --contents.") }
    }

    func form(onPage page: Int) -> Annotation {
        var change = AnnotationChange()
        change.border = border.change
        change.fontSize = fontSize
        change.textColor = textColor
        change.alignment = alignment
        return Annotation("FreeText", page: page, rect: place.rect).applying(change)
    }
}
