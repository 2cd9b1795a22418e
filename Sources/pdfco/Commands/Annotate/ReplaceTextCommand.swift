import ArgumentParser
import Documents
import FoundationEssentials
import PDFModel

struct ReplaceTextCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "replace-text", _superCommandName: "pdfco annotate",
        abstract: "Propose other text: strike the old out, and mark the new with a caret.",
        discussion: """
            The text on the page stays as it is. Viewers show the caret and the strike-out as one comment; removing the \
            caret removes both.

            EXAMPLE
              pdfco annotate replace-text report.pdf --rect 72,700,120,712 --contents "swifts" --save
            """)

    @OptionGroup var documents: DocumentFiles

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("The page, or a range of pages such as 1-3,7,z.", valueName: "range"))
    var page = PageRange.first.description

    @OptionGroup(title: "Place") var place: PropertyOptions<ReplacedPlace>
    @OptionGroup(title: "Properties") var properties: PropertyOptions<ReplacementProperties>
    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        try documents.check()
        guard place.properties.count == 1 else {
            throw ValidationError("Specify the old text with --rect or --quad-points.")
        }
    }

    func run(in context: CommandContext) throws {
        let range = try OptionValue<PageRange>.pages(page, for: "--page") as PageRange
        var stated = AnnotationChange()
        try place.state(in: &stated)
        try properties.state(in: &stated)
        properties.stateUsualAuthor(in: &stated)
        var old = Annotation("StrikeOut", page: 1, stated)
        old.setCreationDate(Clock.now())
        try context.perform([.replaceText(old, onPages: range)], on: try documents.paths(), edit)
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
