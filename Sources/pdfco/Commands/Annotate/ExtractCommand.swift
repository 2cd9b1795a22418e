import ArgumentParser
import Documents
import LinuxFiles
import PDFModel
import SystemPackage

struct ExtractCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        "extract", abstract: "Write the file that an annotation attaches.",
        behindDocument: "<name>",
        examples: """
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
        let report = Extraction(fileName: attached.name, bytes: contents.count)
        try output.put(
            contents, of: file, to: name, report, SummaryText.counted(contents.count, "byte"), context)
    }
}
