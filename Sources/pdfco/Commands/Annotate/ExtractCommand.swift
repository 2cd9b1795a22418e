import ArgumentParser
import Documents
import LinuxFiles
import PDFModel
import SystemPackage

struct ExtractCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "extract", _superCommandName: "pdfco annotate",
        abstract: "Write a file that an annotation attaches.",
        discussion: """
            Without -o, the file gets the name that the document gives it, in the current directory; of a path, only the \
            last part counts. Nobody may read it who may not read the document.

            EXAMPLE
              pdfco annotate extract report.pdf data-1 -o data.csv
            """)

    @Argument(help: "The PDF document.", completion: .pdf)
    var file: String

    @Argument(
        help: ArgumentHelp(
            "The name (/NM) of the annotation, as shown by pdfco annotate list; or its object: '12 0 R'.",
            valueName: "name"),
        completion: Completions.names)
    var target: String

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Write it to OUT; '-' is standard output.", valueName: "out"), completion: .file())
    var output: String?

    @Flag(name: .long, help: "Replace OUT if it exists.")
    var force = false

    @OptionGroup(title: "Selection") var page: PageSelection
    @OptionGroup(title: "Selection") var checkpoint: CheckpointOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    private struct Extraction: Encodable {
        var fileName: String
        var bytes: Int
    }

    func run(in context: CommandContext) throws {
        let pages = try page.pages()
        let (attached, contents) = try context.reading(file, withCheckpoint: !checkpoint.isLeftAside) {
            document throws(DocumentError) in
            try document.attachedFile(target, onPages: pages, withUnsavedChanges: !checkpoint.isLeftAside)
        }
        if !attached.isWhole(contents) {
            context.console.warn("the checksum of '\(attached.name)' is not that of its contents", file: file)
        }
        if output == "-" { return try context.console.print(data: contents, isJSON: false) }
        let output = FilePath(argument: output ?? attached.safeName)
        try context.creating(output.argument) { _ in
            try DocumentFile.write(
                contents, of: context.path(of: file), to: output, replacingExisting: force)
        }
        if context.json {
            let report = Extraction(fileName: attached.name, bytes: contents.count)
            try context.console.print(json: NamedReport(["file": file, "output": output.argument], report))
        } else {
            context.console.say("\(file): \(output.argument) written (\(SummaryText.counted(contents.count, "byte")))")
        }
    }
}
