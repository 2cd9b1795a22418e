import ArgumentParser
import Documents
import PDFModel
import SystemPackage

/// `pdfco save`: writes a document, to itself or to a new file.
struct SaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", _superCommandName: "pdfco",
        abstract: "Repair a document, write it anew with --rewrite, or a copy of it with -o.",
        usage: """
            pdfco save [<options>] <file>
            pdfco save [<options>] <file> -- <command> ...
            """,
        discussion: """
            With none of these there is nothing to save: edits are saved by the command that makes them \
            (pdfco annotate … --save).

            A damaged document is refused with two ways out. --repair appends what makes it sound to every reader: one \
            complete cross-reference section, and before it, anew, the objects that cannot be read as they stand. The old \
            bytes stay as they are. --rewrite writes a new file of what can be recovered.

            With a command after --, the command runs while no process that coordinates its accesses reads or writes the \
            document, and its exit status becomes that of pdfco. The pdfco commands it runs are part of the same purpose \
            and do not wait. The command may replace the document.

            EXAMPLES
              pdfco save report.pdf -- qpdf --replace-input --linearize report.pdf
              pdfco save --repair damaged.pdf
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
        SaveResult(file: file, options: saving, edits: nil, save: result).tell(on: console)
    }
}
