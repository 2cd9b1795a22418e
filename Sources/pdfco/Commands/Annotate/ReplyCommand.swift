import ArgumentParser
import Documents
import FoundationEssentials
import PDFModel

struct ReplyCommand: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "reply", _superCommandName: "pdfco annotate",
        abstract: "Reply to an annotation, or give it a review state.",
        usage: """
            pdfco annotate reply [<options>] <file> <name>
            pdfco annotate reply [<options>] --files-from <list> <name>
            """,
        discussion: """
            The reply is a note that viewers show with the annotation it replies to, not on the page. A state is a \
            hidden note; the latest state of each author counts.

            EXAMPLES
              pdfco annotate reply report.pdf note-1 --contents "In May." --author "Jane Roe" --save
              pdfco annotate reply report.pdf note-1 --state completed --author "Jane Roe" --save
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
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard state != nil || properties.properties.contains(Annotation.schema.contents.untyped) else {
            throw ValidationError("Specify --contents or --state.")
        }
    }

    func paths() throws -> [String] { try target.documents() }

    func edits() throws -> [EditTemplate] {
        let pages = try selection.pages()
        var change = AnnotationChange()
        try properties.state(in: &change)
        change = properties.stateUsualAuthor(in: &change)
        var reply = Annotation.reply()
        if let state {
            let state: ReviewState = try OptionValue<ReviewState>.word(state, for: "--state")
            reply = .reply(stating: state)
            // As Acrobat words it, for viewers that show states as text.
            let words = change.author.map { " set by \($0)" } ?? ""
            change.contents = change.contents ?? state.code + words
        }
        reply = reply.applying(change)
        reply.creationDate = reply.creationDate ?? Clock.now()
        return [.reply(reply, to: target.second, onPages: pages)]
    }
}

enum AnnotationName: SecondArgument {
    static let valueName = "name"
    static let help = "The name (/NM) of the annotation, as shown by pdfco annotate list; or its object: '12 0 R'."
    static var completion: CompletionKind? { Completions.names }
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
