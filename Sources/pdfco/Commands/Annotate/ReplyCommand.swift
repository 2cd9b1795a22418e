import ArgumentParser
import Documents
import FoundationEssentials
import PDFModel

struct ReplyCommand: EditingCommand {
    static let configuration = CommandConfiguration(
        "reply", abstract: "Reply to an annotation, or give it a review state.",
        behindDocument: "<name>",
        examples: """
              pdfco reply report.pdf note-1 --contents "In May." --author "Jane Roe" --save
              pdfco reply report.pdf note-1 --state completed --author "Jane Roe" --save
            """)

    @OptionGroup var target: DocumentAnd<AnnotationName>
    @OptionGroup(title: "Selection") var selection: PageSelection

    @Option(
        help: ArgumentHelp(
            "The state of the annotation: \(ReviewState.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "state"),
        completion: .list(ReviewState.allCases.map(\.rawValue)))
    var state: String?

    @OptionGroup(title: "Properties") var properties: PropertyOptions<ReplyProperties>
    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard state != nil || properties.properties.contains(Annotation.schema.contents.untyped) else {
            throw ValidationError("Specify --contents or --state.")
        }
    }

    func paths(in surroundings: Surroundings) throws -> [String] { try target.documents(in: surroundings) }

    func edits(in context: CommandContext) throws -> [EditTemplate] {
        let state: ReviewState? = try OptionValue<ReviewState>.word(state, for: "--state")
        let reply = try Annotation.reply(stating: state, properties, context.surroundings)
        return [.reply(reply, to: target.second, onPages: try selection.pages())]
    }
}

/// `pdfco resolve`: the shortest way to mark comments as completed.
struct ResolveCommand: EditingCommand {
    static let configuration = CommandConfiguration(
        "resolve", abstract: "Mark comments as completed.",
        behindDocument: "[<name> ...]",
        examples: """
              pdfco resolve report.pdf 4f1a2b3c --save
              pdfco resolve report.pdf --where author=Jane --save
            """, aliases: ["done"])

    @OptionGroup var named: NamedOptions
    @OptionGroup(title: "Selection") var page: PageSelection
    @OptionGroup(title: "Selection") var conditions: WhereOption
    @OptionGroup(title: "Properties") var properties: PropertyOptions<ResolutionProperties>
    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup var global: GlobalOptions

    func paths(in surroundings: Surroundings) throws -> [String] { try named.documents(in: surroundings) }

    func edits(in context: CommandContext) throws -> [EditTemplate] {
        let reply = try Annotation.reply(stating: .completed, properties, context.surroundings)
        var selection = AnnotationSelection()
        selection.pages = try page.pages()
        try conditions.add(to: &selection)
        let pages = selection.pages
        return try named.edits(selection) { name in
            .reply(reply, to: name, onPages: pages)
        } forSelected: {
            .replyToSelected(reply, $0)
        }
    }
}

extension Annotation {
    /// Returns a reply with the properties of options.
    fileprivate static func reply(
        stating state: ReviewState?, _ properties: PropertyOptions<some PropertySection>, _ surroundings: Surroundings
    ) throws(CommandFailure) -> Annotation {
        var change = AnnotationChange()
        try properties.state(in: &change, surroundings)
        change = properties.stateUsualAuthor(in: &change, surroundings)
        if let state {
            // As Acrobat words it, for viewers that show states as text.
            let words = change.author.map { " set by \($0)" } ?? ""
            change.contents = change.contents ?? state.code + words
        }
        var reply = (state.map { Annotation.reply(stating: $0) } ?? .reply()).applying(change)
        reply.creationDate = reply.creationDate ?? surroundings.now()
        return reply
    }
}

enum AnnotationName: SecondArgument {
    static let valueName = "name"
    static let help = "The name (/NM) of the annotation, as shown by pdfco list; or its object: '12 0 R'."
    static var completion: CompletionKind? { .annotationNames }
}

/// The properties of the notes that mark comments as completed.
enum ResolutionProperties: PropertySection {
    static var options: [StatedProperty] {
        let schema = Annotation.schema
        return [schema.contents.untyped, schema.author.untyped, schema.creationDate.untyped].compactMap {
            StatedProperty($0)
        }
    }
}

/// The properties of a reply that options set.
enum ReplyProperties: PropertySection {
    static var options: [StatedProperty] {
        let schema = Annotation.schema
        return [
            schema.contents.untyped, schema.author.untyped, schema.subject.untyped, schema.name.untyped,
            schema.creationDate.untyped,
        ].compactMap { StatedProperty($0) }
    }
}
