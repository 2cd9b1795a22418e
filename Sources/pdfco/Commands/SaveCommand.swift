import ArgumentParser
import Checkpointing
import Documents
import LinuxFiles
import PDFModel
import SystemPackage

/// `pdfco save`: writes a document, to itself or to a new file.
struct SaveCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", _superCommandName: "pdfco",
        abstract: "Write unsaved changes to the document; repair it, or write it anew.",
        usage: """
            pdfco save [<options>] <file>
            pdfco save [<options>] --all
            pdfco save [<options>] <file> -- <command> ...
            """,
        discussion: """
            The unsaved changes that pdfco annotate recorded are written by an incremental update: the old bytes stay as they \
            are. When it ends they are on the disk, and the checkpoint that kept them is removed. With -o they go to a new \
            file, and document and checkpoint stay.

            If the document was changed by another program after the changes were made, they are merged where their pages \
            and annotations are still the same; else nothing is written (exit status 10), and --on-conflict chooses. A new \
            file beside the document is named after it and the time.

            A damaged document is refused with two ways out. --repair appends what makes it sound to every reader: one \
            complete cross-reference section, and before it, anew, the objects that cannot be read as they stand. The old \
            bytes stay as they are. --rewrite writes a new file of what can be recovered.

            With a command after --, the command runs while no process that coordinates its accesses reads or writes the \
            document, and its exit status becomes that of pdfco. The pdfco commands it runs are part of the same purpose \
            and do not wait. The command may replace the document. It does not get the password, unless --pass-password \
            is given. (flock FILE COMMAND does not protect as much: if it waits while a save replaces the file, it then \
            holds the lock of the old file.)

            EXAMPLES
              pdfco save report.pdf
              pdfco save report.pdf -- qpdf --replace-input --linearize report.pdf
              pdfco save --repair damaged.pdf
              pdfco save --rewrite --linearize report.pdf
              pdfco save --rewrite damaged.pdf -o recovered.pdf
            """)

    @Argument(help: "The PDF document.", completion: .pdf)
    var file: String?

    @Argument(
        parsing: .postTerminator,
        help: ArgumentHelp("Run COMMAND while nobody else reads or writes the document.", valueName: "command"))
    var command: [String] = []

    @Flag(help: "Save every document that has unsaved changes.")
    var all = false

    @OptionGroup(title: "Saving") var saving: SaveOptions
    @OptionGroup(title: "Saving") var passing: PasswordPassing
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard (file == nil) == all else {
            throw ValidationError(all ? "--all takes no file." : "Missing expected argument '<file>'")
        }
        if passing.isAskedFor, command.isEmpty { throw ValidationError("--pass-password needs a command after --.") }
        if all, saving.output != nil { throw ValidationError("-o takes the place of one document, not of all.") }
        if all, !command.isEmpty { throw ValidationError("A command runs on one document, not on all.") }
    }

    func run(in context: CommandContext) throws {
        guard let file else {
            let store = try context.store()
            let documents = try DocumentFile.recoverable(in: store)
            return try documents.filter { $0.edits > 0 && $0.condition != .saved }.forEachPath(context) {
                try save($0, $1)
            }
        }
        guard command.isEmpty else {
            try context.run(command, passing, during: .writing, of: file)
        }
        try save(file, context)
    }

    private func save(_ file: String, _ context: CommandContext) throws {
        let saving = try saving.saving(of: file, context.console)
        try context.perform(Job(FilePath(argument: file), [], to: .file(saving)), isOneOfMany: all)
    }
}
