import ArgumentParser
import Documents
import FoundationEssentials
import PDFModel

struct ReplaceTextCommand: EditingCommand {
    static let configuration = CommandConfiguration(
        "replace-text", abstract: "Strike text out, and propose other text.",
        examples: """
              pdfco replace-text report.pdf --find swallows --contents swifts --save
              pdfco replace-text report.pdf --rect 72,700,120,712 --contents swifts
            """)

    @OptionGroup var documents: DocumentFiles

    @OptionGroup(title: "Place") var find: FindOptions
    @OptionGroup(title: "Place") var pages: SearchedPages
    @OptionGroup(title: "Place") var stated: PropertyOptions<ReplacedPlace>
    @OptionGroup(title: "Properties") var properties: PropertyOptions<ReplacementProperties>
    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        try documents.check()
        guard stated.properties.count + (find.find == nil ? 0 : 1) == 1 else {
            throw ValidationError("Specify the old text with --rect, --quad-points or --find.")
        }
    }

    func paths(in surroundings: Surroundings) throws -> [String] { try documents.paths(in: surroundings) }

    func edits(in context: CommandContext) throws -> [EditTemplate] {
        let text = try find.place(context.surroundings.inputFiles)
        var change = AnnotationChange()
        try stated.state(in: &change, context.surroundings)
        try properties.state(in: &change, context.surroundings)
        var old = Annotation("StrikeOut", page: 1, properties.stateUsualAuthor(in: &change, context.surroundings))
        old.setCreationDate(context.surroundings.now())
        return [.replaceText(old, stated: change, onPages: try pages.range(withText: text != nil), at: text)]
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
