import ArgumentParser
import Documents
import LinuxFiles
import PDFModel
import SystemPackage

struct ExtractCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "extract", _superCommandName: "pdfco",
        abstract: "Write the file that an annotation attaches.",
        usage: """
            pdfco extract [<options>] <file> <name>
            pdfco extract [<options>] --files-from <list> <name>
            """,
        discussion: """
            EXAMPLES
              pdfco extract report.pdf data-1 -o data.csv
              ls *.pdf | pdfco extract --files-from - data-1 --output-dir data
            """)

    @OptionGroup var target: DocumentAnd<AnnotationName>
    @OptionGroup(title: "Selection") var page: PageSelection
    @OptionGroup(title: "Selection") var checkpoint: CheckpointOption
    @OptionGroup(title: "Saving") var output: OutputOptions
    @OptionGroup var global: GlobalOptions

    private struct Extraction: Encodable {
        var fileName: String
        var bytes: Int
    }

    func run(in context: CommandContext) throws {
        let pages = try page.pages()
        let paths = try target.documents(in: context.surroundings)
        let names = try output.names(for: paths, ending: "")
        try context.forEach(of: paths) { try extract(from: $0, pages, to: names, $1) }
    }

    private func extract(
        from file: String, _ pages: PageRange, to names: OutputNames, _ context: CommandContext
    ) throws {
        let (attached, contents) = try context.reading(file, withCheckpoint: !checkpoint.noCheckpoint) {
            document throws(DocumentError) in
            try document.attachedFile(target.second, onPages: pages, withUnsavedChanges: !checkpoint.noCheckpoint)
        }
        if !attached.isWhole(contents) {
            context.console.warn("the checksum of '\(attached.name)' does not match its contents", file: file)
        }
        let ending = FilePath.Component(attached.safeName)?.extension.map { "." + $0 } ?? ""
        let name = names.name(for: file, ending: ending) ?? attached.safeName
        if name == "-" { return try context.console.print(data: contents, isJSON: false) }
        let output = FilePath(argument: name)
        try context.creating(name) { _ in
            try NewFile(at: output, from: [context.path(of: file)], replacingExisting: self.output.force).write(
                contents)
        }
        let report = Extraction(fileName: attached.name, bytes: contents.count)
        try context.console.answer(["file": file, "output": name], report) {
            context.console.say("\(file): \(name) written (\(SummaryText.counted(contents.count, "byte")))")
        }
    }
}
