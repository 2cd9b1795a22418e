import ArgumentParser
import Documents
import FoundationEssentials
import PDFModel

/// What every command that adds an annotation takes.
struct AddOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The page, or a range of pages such as 1-3,7,z.", valueName: "range"))
    var page = PageRange.first.description

    @OptionGroup var properties: PropertyOptions

    @Option(
        name: .long,
        help: "Its name (/NM), unique on the page; the same annotation is not added twice. Default: a new UUID.")
    var name: String?

    @Option(
        name: .customLong("creation-date"),
        help: ArgumentHelp("When it was made, such as 2026-11-21T09:30:00Z. Default: now.", valueName: "date"))
    var creationDate: String?
}

/// A command that adds one annotation to each of some pages.
///
/// A new kind of annotation is a type of a few lines: its options, and ``form()``.
protocol AddAnnotationCommand: WorkspaceCommand {
    var file: String { get }
    var options: AddOptions { get }
    var edit: EditOptions { get }
    var global: GlobalOptions { get }

    /// The annotation with what only its kind has; page and common properties are added to it.
    func form() throws(CommandFailure) -> Annotation
}

extension AddAnnotationCommand {
    func run(in workspace: Workspace) throws {
        let range = try OptionValue<PageRange>.pages(options.page, for: "--page") as PageRange
        let change = try options.properties.change()
        let creationDate =
            try OptionValue<Date>.date(options.creationDate, for: "--creation-date") ?? Clock.now()
        let form = try form()
        let name = try OptionValue<String>.text(options.name, for: "--name")
        try edit.run(file, workspace) { document in
            try document.pages(range).map { page in
                var annotation = form.applying(change)
                annotation.page = page
                annotation.name = name ?? Annotation.uniqueName()
                annotation.creationDate = creationDate
                return .add(annotation)
            }
        }
    }

    static func adding(_ command: String, _ abstract: String, example: String) -> CommandConfiguration {
        CommandConfiguration(
            commandName: command, _superCommandName: "pdfco annotate", abstract: abstract,
            discussion: "EXAMPLE\n  pdfco annotate \(command) \(example)")
    }
}

extension CompletionKind {
    /// Names of PDF files.
    static var pdf: CompletionKind { .file(extensions: ["pdf"]) }
}
