import ArgumentParser
import Documents
import FoundationEssentials
import PDFModel

struct ReplaceTextCommand: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "replace-text", _superCommandName: "pdfco",
        abstract: "Strike text out, and propose other text.",
        discussion: """
            EXAMPLES
              pdfco replace-text report.pdf --find swallows --contents swifts --save
              pdfco replace-text report.pdf --rect 72,700,120,712 --contents swifts
            """)

    @OptionGroup var documents: DocumentFiles

    @OptionGroup(title: "Place") var place: ReplacedTextOptions
    @OptionGroup(title: "Properties") var properties: PropertyOptions<ReplacementProperties>
    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        try documents.check()
        guard place.stated.properties.count + (place.find.text == nil ? 0 : 1) == 1 else {
            throw ValidationError("Specify the old text with --rect, --quad-points or --find.")
        }
        if let option = place.find.firstAboutText, place.find.text == nil {
            throw ValidationError("\(option) needs --find.")
        }
    }

    func paths(in surroundings: Surroundings) throws -> [String] { try documents.paths(in: surroundings) }

    func edits(in context: CommandContext) throws -> [EditTemplate] {
        let range = try place.range()
        let find = try place.find.place(size: nil, context.surroundings.inputFiles)
        var stated = AnnotationChange()
        try place.stated.state(in: &stated, context.surroundings)
        try properties.state(in: &stated, context.surroundings)
        var old = Annotation("StrikeOut", page: 1, properties.stateUsualAuthor(in: &stated, context.surroundings))
        old.setCreationDate(context.surroundings.now())
        return [.replaceText(old, stated: stated, onPages: range, at: find)]
    }
}

/// On which pages the text is that another replaces, and where on them.
struct ReplacedTextOptions: ListedOptions {
    private var page: String?
    private(set) var stated = PropertyOptions<ReplacedPlace>()
    private(set) var find = FindOptions()

    init() {}

    init(_ values: OptionValues) throws {
        page = try values.value(of: "page")
        stated = try PropertyOptions(values)
        find = try FindOptions(values, standsBeside: false)
    }

    static var options: [ListedOption] {
        FindOptions.options(standsBeside: false) + [PageRange.option] + PropertyOptions<ReplacedPlace>.options
    }

    /// Returns the pages: the first one if none are stated, or all where text is searched.
    func range() throws(CommandFailure) -> PageRange {
        try OptionValue<PageRange>.pages(page, for: "--page") ?? (find.text == nil ? .first : .all)
    }
}

/// Where the text is that another replaces.
enum ReplacedPlace: PropertySection {
    static var options: [StatedProperty] {
        [Annotation.schema.rect.untyped, Annotation.schema.quadPoints.untyped].compactMap { StatedProperty($0) }
    }
}

/// The properties of a proposal to replace text.
enum ReplacementProperties: PropertySection {
    static var options: [StatedProperty] {
        let schema = Annotation.schema
        let optional = [
            schema.author.untyped, schema.subject.untyped, schema.name.untyped, schema.color.untyped,
            schema.opacity.untyped, schema.popup.untyped, schema.creationDate.untyped,
        ]
        return [StatedProperty(schema.contents.untyped, isRequired: true)].compactMap(\.self)
            + (optional + schema.switches).compactMap { StatedProperty($0) }
    }
}
