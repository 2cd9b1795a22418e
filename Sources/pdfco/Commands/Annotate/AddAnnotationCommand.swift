import ArgumentParser
import Documents
import FoundationEssentials
import PDFModel

/// What every command that adds an annotation takes.
struct AddOptions: ParsableArguments {
    @Argument(help: "The PDF document.", completion: .file(extensions: ["pdf"]))
    var file: String

    @OptionGroup(title: "Place") var place: PageOption
    @OptionGroup(title: "Properties") var properties: PropertyOptions
    @OptionGroup(title: "Properties") var identity: IdentityOptions
    @OptionGroup var edit: EditOptions
}

/// `--page`, for annotations that can go on several pages.
struct PageOption: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The page, or a range of pages such as 1-3,7,z.", valueName: "range"))
    var page = PageRange.first.description
}

/// What tells an annotation from every other.
struct IdentityOptions: ParsableArguments {
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
protocol AddAnnotationCommand: ParsableCommand {
    var options: AddOptions { get }

    /// The annotation with what only its kind has; page and common properties are added to it.
    func form() throws(CommandFailure) -> Annotation
}

extension AddAnnotationCommand {
    func run() throws {
        let range = try OptionValue<PageRange>.pages(options.place.page, for: "--page") as PageRange
        let change = try options.properties.change()
        let creationDate =
            try OptionValue<Date>.date(options.identity.creationDate, for: "--creation-date") ?? Clock.now()
        let form = try form()
        try options.edit.run(options.file) { document in
            try document.pages(range).map { page in
                var annotation = form.applying(change)
                annotation.page = page
                annotation.name = options.identity.name ?? UUID().uuidString.lowercased()
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
