import ArgumentParser
import Documents
import PDFModel
import SystemPackage

/// `pdfco save`: writes a document, to itself or to a new file.
struct SaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", _superCommandName: "pdfco",
        abstract: "Write a document anew with --rewrite, or a copy of it with -o.",
        discussion: """
            With neither --rewrite nor -o there is nothing to save: edits are saved by the command that makes them \
            (pdfco annotate … --save).

            EXAMPLES
              pdfco save --rewrite --linearize report.pdf
              pdfco save --rewrite damaged.pdf -o recovered.pdf
            """)

    @Argument(help: "The PDF document.", completion: .pdf)
    var file: String

    @OptionGroup(title: "Saving") var saving: SaveOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let password = try global.password()
        let console = global.console
        let result = try reporting(file) {
            let document = try Document(
                openingFileAt: FilePath(file), for: saving.rewrite ? .rewriting : .editing, password: password)
            return try saving.save(document, file: file, console: console)
        }
        SaveResult(file: file, output: saving.output, edits: nil, save: result, dryRun: saving.dryRun).tell(on: console)
    }
}
