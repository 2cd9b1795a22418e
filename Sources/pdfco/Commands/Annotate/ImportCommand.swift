import AnnotationFormats
import ArgumentParser
import Documents
import LinuxFiles
import PDFModel
import SystemPackage

struct ImportCommand: EditingCommand {
    static let configuration = CommandConfiguration(
        "import", abstract: "Add annotations from \(FormatNames.titles(KnownFormats.readable)).",
        behindDocument: "<source>",
        examples: """
              pdfco import report.pdf marks.json --save
              pdfco import report.pdf acrobat.xfdf --page-map moved.txt --save
            """)

    @OptionGroup var target: DocumentAnd<AnnotationFile>

    @Option(
        help: ArgumentHelp(
            "The format: \(FormatNames.list(KnownFormats.readable)). Default: detected from SOURCE.",
            valueName: "format"),
        completion: .list(KnownFormats.readable.map { $0.name }))
    var format: String?

    @Flag(help: "Leave out annotations that cannot be added, with a warning for each.")
    var skipInvalid = false

    @Flag(
        help: """
            Also import scripts, other actions (/A, /AA) and appearances as they are; only for a source that you trust.
            """)
    var withActions = false

    @Option(
        help: ArgumentHelp(
            "What to do if the page has another annotation with the same name: fail, skip or update. (default: fail)",
            valueName: "choice"),
        completion: .list(DuplicateResolution.allCases.map(\.rawValue)))
    var onDuplicate: String?

    @Option(
        help: ArgumentHelp(
            "A file that maps pages of the annotated document to this one: lines such as '3 5', '4-9 6' or '10 -' (gone).",
            valueName: "file"),
        completion: .file())
    var pageMap: String?

    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if target.second == "-", target.document.map(StandardInput.isMeant) ?? (target.list.filesFrom == "-") {
            throw ValidationError("Standard input cannot be both the annotations and the document.")
        }
    }

    func paths(in surroundings: Surroundings) throws -> [String] { try target.documents(in: surroundings) }

    func edits(in context: CommandContext) throws -> [EditTemplate] {
        let inputFiles = context.surroundings.inputFiles
        let format =
            try FormatNames.value(KnownFormats.readable)(format, for: "--format") as (any AnnotationFormat.Type)?
        var source = AnnotationSource([], from: FilePath(argument: target.second))
        source.format = format?.name
        (source.skipsInvalid, source.keepsActions) = (skipInvalid, withActions)
        source.onDuplicate = try OptionValue<DuplicateResolution>.word(onDuplicate, for: "--on-duplicate") ?? .fail
        source.pageMap = try pageMap.map { path throws(CommandFailure) in try InputFile.pageMap(path, inputFiles) }
        source.bytes = try inputFiles.read(target.second, as: "the annotations")
        if InputFile.isDocument(source.bytes) {
            let (other, file) = (ShellWord.quoted(target.second), ShellWord.quoted(target.document ?? "FILE"))
            let isSwapped = target.document.map { !$0.lowercased().hasSuffix(".pdf") } ?? false
            let carried = "pdfco export \(other) | pdfco import \(file) -; add --page-map FILE if pages have moved"
            throw CommandFailure(
                kind: "source", file: target.second, problem: "is a PDF document, not a file of annotations",
                hint: isSwapped ? "pdfco import \(other) \(file)" : carried, exitStatus: .dataError)
        }
        return [.source(source)]
    }
}

enum AnnotationFile: SecondArgument {
    static let valueName = "source"
    static let help = "A file of annotations; '-' is standard input."
    static var completion: CompletionKind? { .file(extensions: ["json", "xfdf", "fdf"]) }
}
