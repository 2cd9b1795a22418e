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

    @Argument(
        parsing: .postTerminator,
        help: ArgumentHelp("Run COMMAND while nobody else reads or writes the document.", valueName: "command"))
    var command: [String] = []

    @OptionGroup(title: "Saving") var saving: SaveOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        guard command.isEmpty else {
            try global.run(command, during: .writing, of: file)
        }
        let console = global.console
        let result = try global.editing(file, saving) { document in
            try saving.save(document, file: file, console: console)
        }
        SaveResult(file: file, output: saving.output, edits: nil, save: result, dryRun: saving.dryRun).tell(on: console)
    }
}
