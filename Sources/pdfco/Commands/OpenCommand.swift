import ArgumentParser
import Documents
import PDFModel
import SystemPackage

/// `pdfco open`: shows a document.
struct OpenCommand: DocumentCommand, ProgramRunning {
    static let configuration = CommandConfiguration(
        "open", abstract: "Show a document and what is in it; create a new one.",
        usage: """
            pdfco open [<options>] <file> ...
            pdfco open [<options>] <file> ... --report <out>
            pdfco open [<options>] --new <file>
            pdfco open [<options>] <file> --interactive
            pdfco open [<options>] <file> -- <command> ...
            """,
        examples: """
              pdfco open report.pdf --annotations
              pdfco open report.pdf --text --page 3 --json
              pdfco open *.pdf --report review.html
              pdfco open --new notes.pdf --size a5-landscape --pages 4
              pdfco open report.pdf --interactive
              pdfco open report.pdf -- cp report.pdf copy.pdf
            man pdfco-open describes the last two: sessions, and programs that run while no
            process writes the document.
            """)

    @OptionGroup var documents: DocumentsOrProgram
    @OptionGroup(title: "Details") var details: DetailOptions
    @OptionGroup(title: "Sessions", visibility: .private) var session: SessionOptions
    @OptionGroup(title: "Commands after --", visibility: .private) var presenting: PresentOptions
    @OptionGroup(title: "Commands after --", visibility: .private) var passing: PasswordPassing
    @OptionGroup var global: GlobalOptions

    private func check() throws {
        try documents.check()
        let isAboutOne = details.new || session.isSession || !documents.program.isEmpty
        if isAboutOne, !documents.isOne {
            throw ValidationError("--new, a session and a command after -- take one document.")
        }
        if let option = details.firstAboutNew, !details.new { throw ValidationError("\(option) needs --new.") }
        if details.force, !details.new, details.report == nil {
            throw ValidationError("--force needs --new or --report.")
        }
        if details.text.text, isAboutOne || details.showsMore || details.report != nil {
            throw ValidationError("--text shows the text and nothing else.")
        }
        if details.report != nil, isAboutOne || details.showsMore {
            throw ValidationError("--report writes a review and shows nothing else.")
        }
        if passing.passPassword, documents.program.isEmpty {
            throw ValidationError("--pass-password needs a command after --.")
        }
        if presenting.present, documents.program.isEmpty {
            throw ValidationError("--present needs a command after --.")
        }
        if details.new || session.isSession, !documents.program.isEmpty {
            throw ValidationError("--new and a session cannot be combined with a command after --.")
        }
    }

    func run(in context: CommandContext) throws {
        try check()
        let paths = try documents.paths(in: context.surroundings)
        if let output = details.report { return try writeReport(to: output, of: paths, in: context) }
        try context.forEach(of: paths) { try open($0, $1) }
    }

    private func open(_ file: String, _ context: CommandContext) throws {
        let console = context.console
        if details.new, try !makeDocument(file, in: context) { return }
        if session.isSession { return try session.run(file, context) }
        guard documents.program.isEmpty else {
            if presenting.present {
                try presenting.run(
                    documents.program, passing, savingChanges: !details.withoutChanges, file, context)
            }
            try context.run(
                documents.program, passing, during: .reading(savingChanges: !details.withoutChanges), of: file)
        }
        if details.text.text { return try showText(file, in: context) }
        let (summary, pages, list) = try context.reading(
            file, savingChanges: !details.withoutChanges, withCheckpoint: !details.checkpoint.noCheckpoint
        ) { document throws(DocumentError) -> (DocumentSummary, [PageDetails], [ListedAnnotation]?) in
            let summary = try document.summary()
            let pages = console.json ? try document.pageDetails() : []
            let isWhole = summary.unsaved.conflict == nil
            guard details.annotations else { return (summary, pages, nil) }
            let list = try document.annotations(withUnsavedChanges: isWhole)
            // Listing may have found damage.
            return (try document.summary(), pages, list)
        }
        let presenters = try context.presenters(of: file)
        try console.answer(
            ["file": file],
            SummaryReport(
                summary: summary, pages: pages, annotations: list, presenters: presenters,
                hasSavingError: context.hasSavingError)
        ) {
            for line in SummaryText.lines(summary, file: StandardInput.shown(file), withRevisions: details.revisions) {
                try console.print(line)
            }
            for presenter in presenters { try console.print(SummaryText.line(presenter)) }
            let reviews = Review.reviews(in: list ?? [])
            for annotation in list ?? [] {
                try console.print(AnnotationText.line(annotation, annotation.identity.flatMap { reviews[$0] }))
            }
        }
    }
}

/// The options for what to show beyond the summary or instead of it, and for making a new document.
struct DetailOptions: ParsableArguments {
    @Flag(help: "List the annotations with their values.")
    var annotations = false

    @Flag(help: "List the revisions with their lengths in bytes, and the versions that are kept.")
    var revisions = false

    @Flag(help: .seldom("Do not ask programs that have the document open to save first."))
    var withoutChanges = false

    @Flag(help: "Create a document of blank pages.")
    var new = false

    @Option(
        help: ArgumentHelp("With --new: the size of the pages; the default is a4.", valueName: "size"),
        completion: .list(["a3", "a4", "a4-landscape", "a5", "letter", "legal", "tabloid"]))
    var size: String?

    @Option(help: ArgumentHelp("With --new: the number of pages, 1 to 10000; the default is 1.", valueName: "number"))
    var pages: String?

    @Flag(help: "With --new or --report: replace the file if it exists.")
    var force = false

    @Flag(help: .seldom("With --new: do everything except write, and report what would be written."))
    var dryRun = false

    @OptionGroup var text: TextOptions

    @Option(
        help: ArgumentHelp(
            """
            Write a review instead: one HTML page with the comments, their replies, and a picture of each page with \
            comments; '-' is standard output.
            """, valueName: "out"),
        completion: .file())
    var report: String?

    @OptionGroup var checkpoint: CheckpointOption

    /// Whether more than the summary is to be shown.
    var showsMore: Bool { annotations || revisions }

    /// The first option given that applies only with `--new`.
    var firstAboutNew: String? {
        if size != nil { return "--size" }
        if pages != nil { return "--pages" }
        return dryRun ? "--dry-run" : nil
    }
}
