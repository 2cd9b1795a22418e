import ArgumentParser
import Documents
import PDFModel
import SystemPackage

/// `pdfco open`: shows a document.
struct OpenCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", _superCommandName: "pdfco",
        abstract: "Show a document: pages, revisions, signatures, annotations and more; make a new one.",
        usage: """
            pdfco open [<options>] <file>
            pdfco open [<options>] --new <file>
            pdfco open [<options>] <file> -- <command> ...
            pdfco open [<options>] <file> --interactive
            pdfco open [<options>] <file> --script <file>
            """,
        discussion: """
            A damaged document is shown as far as anything can be found in it; what is wrong is listed, and editing is \
            disabled.

            Unsaved changes that pdfco annotate recorded are shown with the document: its annotations are those that it has \
            once they are saved. All else is told of the file.

            Of each signature field it tells whether it is signed, the revision that its signature covers, the \
            certification level (1: no changes, 2: filling in forms, 3: annotating too), and what it locks. Whether a \
            signature is valid is for a validator to say.

            Versions are documents that were kept when another took their place; pdfco restore --version takes one back. As \
            long as one of them is in conflict with the document, somebody has to decide between the two.

            --new makes a document of blank pages before it is shown, and replaces no file without --force. A size is a0 to \
            a10, b0 to b10, letter, legal or tabloid, or its width and height, such as 612x792 (points), 210x297mm or 8.5x11in; \
            with -landscape behind it, the two are exchanged.

            With a command after --, the document is not shown: the command runs while no process that coordinates its \
            accesses writes it, and its exit status becomes that of pdfco. The pdfco commands it runs are part of the \
            same purpose and do not wait. It does not get the password, unless --pass-password is given.

            With --interactive or --script the document stays open, and commands are read line by line: the other commands \
            without FILE, such as annotate square --rect 72,72,300,120, and undo, redo, save, revert, status, close and \
            quit. Every change is in the checkpoint at once. Other programs that read the document get it saved first; what \
            they do to it is told, and where it does not fit the unsaved changes, resolve decides. At the end of the input \
            the document is saved and closed; a signal ends the session with its changes kept in the checkpoint. With \
            --json, each command prints one object, and events come as objects on standard error.

            EXAMPLES
              pdfco open report.pdf --annotations
              pdfco open report.pdf --interactive --autosave 60
              pdfco open report.pdf -- cp report.pdf copy.pdf
              pdfco open --new notes.pdf --size a5-landscape --pages 4
            """)

    @Argument(help: "The PDF document.", completion: .pdf)
    var file: String

    @Argument(
        parsing: .postTerminator,
        help: ArgumentHelp("Run COMMAND while nobody writes the document.", valueName: "command"))
    var command: [String] = []

    @OptionGroup(title: "Details") var details: DetailOptions
    @OptionGroup(title: "Details") var passing: PasswordPassing
    @OptionGroup(title: "Details") var checkpoint: CheckpointOption
    @OptionGroup(title: "Sessions") var session: SessionOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if let option = details.firstAboutNew, !details.new { throw ValidationError("\(option) needs --new.") }
        if passing.isAskedFor, command.isEmpty { throw ValidationError("--pass-password needs a command after --.") }
        if details.new, !command.isEmpty {
            throw ValidationError("A command runs on a document that is there, not with --new.")
        }
    }

    func run(in context: CommandContext) throws {
        let console = context.console
        if details.new, try !makeDocument(in: context) { return }
        if session.isSession { return try session.run(file, context) }
        guard command.isEmpty else {
            try context.run(command, passing, during: .reading(savingChanges: !details.withoutChanges), of: file)
        }
        let (summary, list) = try context.reading(
            file, savingChanges: !details.withoutChanges, withCheckpoint: !checkpoint.isLeftAside
        ) { document throws(DocumentError) -> (DocumentSummary, [ListedAnnotation]?) in
            let summary = try document.summary()
            let isWhole = summary.unsavedConflict == nil
            guard details.annotations else { return (summary, nil) }
            let list = try document.annotations(withUnsavedChanges: isWhole)
            // Listing may have met damage.
            return (try document.summary(), list)
        }
        let presenters = try context.presenters(of: file)
        if console.json {
            let report = SummaryReport(
                summary, annotations: list, presenters: presenters, hasSavingError: context.hasSavingError)
            try console.print(json: NamedReport(["file": file], report))
        } else {
            for line in SummaryText.lines(summary, file: file, withRevisions: details.revisions) {
                try console.print(line)
            }
            for presenter in presenters { try console.print(SummaryText.line(presenter)) }
            for annotation in list ?? [] { try console.print(AnnotationText.line(annotation)) }
        }
    }
}

/// What is shown beyond the summary.
struct DetailOptions: ParsableArguments {
    @Flag(name: .long, help: "List the annotations with their values.")
    var annotations = false

    @Flag(name: .long, help: "List the revisions with their lengths in bytes, and the versions that are kept.")
    var revisions = false

    @Flag(name: .customLong("without-changes"), help: "Do not ask programs that have it open to save first.")
    var withoutChanges = false

    @Flag(help: "Make a new document of blank pages.")
    var new = false

    @Option(
        help: ArgumentHelp("With --new: the size of the pages, a4 if nothing else is said.", valueName: "size"),
        completion: .list(["a3", "a4", "a4-landscape", "a5", "letter", "legal", "tabloid"]))
    var size: String?

    @Option(help: ArgumentHelp("With --new: how many pages, from 1, the default, to 10000.", valueName: "number"))
    var pages: String?

    @Flag(help: "With --new: replace the file if it exists.")
    var force = false

    @Flag(name: .customLong("dry-run"), help: "With --new: do everything but write, and say what would be written.")
    var dryRun = false

    /// The first option given that has a meaning only with `--new`.
    var firstAboutNew: String? {
        if size != nil { return "--size" }
        if pages != nil { return "--pages" }
        if force { return "--force" }
        return dryRun ? "--dry-run" : nil
    }
}

/// Whether unsaved changes are shown.
struct CheckpointOption: ParsableArguments {
    @Flag(name: .customLong("no-checkpoint"), help: "Leave unsaved changes aside: show the file as it is.")
    var isLeftAside = false
}
