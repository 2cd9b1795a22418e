import ArgumentParser
import Documents
import FoundationEssentials
import LinuxFiles
import PDFModel
import SystemPackage

struct ListCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", _superCommandName: "pdfco annotate",
        abstract: "List a document's annotations, whichever program created them.",
        discussion: "EXAMPLE\n  pdfco annotate list report.pdf --page 1-3")

    @Argument(help: "The PDF document.", completion: .pdf)
    var file: String

    @OptionGroup(title: "Selection") var selection: PageSelection
    @OptionGroup(title: "Selection") var checkpoint: CheckpointOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    private struct Listing: Encodable {
        var annotations: [AnnotationReport]
    }

    func run(in context: CommandContext) throws {
        let pages = try selection.pages()
        let list = try context.annotations(of: file, onPages: pages, withCheckpoint: !checkpoint.isLeftAside)
        if context.json {
            try context.console.print(
                json: NamedReport(["file": file], Listing(annotations: list.map(AnnotationReport.init))))
        } else {
            for annotation in list { try context.console.print(AnnotationText.line(annotation)) }
        }
    }
}

struct ExportCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", _superCommandName: "pdfco annotate",
        abstract: "Write a document's annotations as JSON, for import elsewhere.",
        discussion: """
            Annotations of subtypes that pdfco cannot create – links, form fields and the like – are left out; their \
            number is reported on standard error.

            EXAMPLE
              pdfco annotate export report.pdf > marks.json
            """)

    @Argument(help: "The PDF document.", completion: .pdf)
    var file: String

    @OptionGroup(title: "Selection") var selection: PageSelection

    @OptionGroup(title: "Selection") var checkpoint: CheckpointOption
    @OptionGroup(title: "Selection") var form: FormatOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in context: CommandContext) throws {
        let pages = try selection.pages()
        try form.check()
        let list = try context.annotations(of: file, onPages: pages, withCheckpoint: !checkpoint.isLeftAside)
            .map(\.annotation)
        let exported = list.filter { Annotation.supportedSubtypes.contains($0.subtype) }
        try context.console.print(json: exported)
        if exported.count < list.count {
            context.console.say(
                "\(file): \(SummaryText.counted(list.count - exported.count, "annotation")) of other subtypes left out")
        }
    }
}

extension CommandContext {
    /// Returns the annotations of a document; prints a warning on standard error if the document is damaged.
    fileprivate func annotations(
        of file: String, onPages pages: PageRange, withCheckpoint: Bool
    ) throws -> [ListedAnnotation] {
        try reading(file, withCheckpoint: withCheckpoint) { document throws(DocumentError) in
            let list = try document.annotations(onPages: pages)
            if let damage = document.damage { console.warn("\(damage)", file: file) }
            return list
        }
    }
}

struct FormatOption: ParsableArguments {
    private enum Format: String, CaseIterable { case json }

    @Option(name: .long, help: "json is the only format in this version.")
    var format = Format.json.rawValue

    func check() throws(CommandFailure) { _ = try OptionValue<Format>.word(format, for: "--format") as Format }
}

struct ImportCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", _superCommandName: "pdfco annotate",
        abstract: "Add annotations from JSON.",
        discussion: """
            SOURCE contains an array of annotations, or one object per line; '-' is standard input. Either all are \
            added or none. An annotation whose name already exists with the same content is left unchanged.

            EXAMPLE
              pdfco annotate import report.pdf marks.json --save
            """)

    @Argument(help: "The PDF document.", completion: .pdf)
    var file: String

    @Argument(
        help: ArgumentHelp("A file of annotations in JSON, or '-'.", valueName: "source"),
        completion: .file(extensions: ["json"]))
    var source: String

    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in context: CommandContext) throws {
        let annotations = try read()
        let edits = annotations.map { annotation in
            var annotation = annotation
            annotation.name = annotation.name ?? Annotation.uniqueName()
            annotation.creationDate = annotation.creationDate ?? Clock.now()
            return EditTemplate.edit(.add(annotation))
        }
        try context.perform(try edit.job(file, edits, context.console))
    }

    private func read() throws -> [Annotation] {
        let bytes: [UInt8]
        do throws(SystemCallError) {
            bytes =
                source == "-"
                ? try StandardStream.input.readToEnd() : try OpenFile(reading: FilePath(argument: source)).readAll()
        } catch {
            throw CommandFailure(
                kind: "source", file: source, problem: "cannot read the annotations: \(error)", exitStatus: .noInput)
        }
        do throws(PDFError) {
            return try Annotation.list(json: bytes)
        } catch {
            throw DocumentError(.pdf(error), FilePath(argument: source))
        }
    }
}
