import ArgumentParser
import Documents
import PDFModel
import SystemPackage

/// `pdfco open`: shows a document.
struct OpenCommand: DocumentCommand, CustomReflectable {
    static let configuration = CommandConfiguration(
        commandName: "open", _superCommandName: "pdfco",
        abstract: "Show a document and what is in it; create a new one.",
        usage: """
            pdfco open [<options>] <file> ...
            pdfco open [<options>] <file> ... --report <out>
            pdfco open [<options>] --new <file>
            pdfco open [<options>] <file> -- <command> ...
            pdfco open [<options>] <file> --present -- <command> ...
            pdfco open [<options>] <file> --interactive
            pdfco open [<options>] <file> --script <file>
            """,
        discussion: """
            EXAMPLES
              pdfco open report.pdf --annotations
              pdfco open report.pdf --text --page 3 --json
              pdfco open *.pdf --report review.html
              pdfco open report.pdf --interactive --autosave 60
              pdfco open report.pdf -- cp report.pdf copy.pdf
              pdfco open a.pdf --present --on-change 'echo $PDFCO_EVENT' -- mupdf a.pdf
              pdfco open --new notes.pdf --size a5-landscape --pages 4
            """)

    @OptionGroup var documents: DocumentsOrCommand
    @OptionGroup(title: "Details") var details: DetailOptions
    @OptionGroup(title: "Presenting") var presenting: PresentOptions
    @OptionGroup(title: "Sessions") var session: SessionOptions
    @OptionGroup var global: GlobalOptions

    init() {}

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: OptionKey.self)
        if GivenOptions.areKnown {
            let values = OptionValues.parsed(values)
            (documents, details) = (try values.list(), try values.list())
            (presenting, session, global) = (try values.list(), try values.list(), try values.list())
        } else {
            (_documents, _details) = (try values.group("documents"), try values.group("details"))
            (_presenting, _session) = (try values.group("presenting"), try values.group("session"))
            _global = try values.group("global")
        }
    }

    var customMirror: Mirror {
        let groups: [(label: String?, value: Any)] = [
            ("documents", _documents), ("details", _details), ("presenting", _presenting), ("session", _session),
            ("global", _global),
        ]
        let lists: [any ListedOptions.Type] = [
            DocumentsOrCommand.self, DetailOptions.self, PresentOptions.self, SessionOptions.self, GlobalOptions.self,
        ]
        return Mirror(self, children: GivenOptions.areKnown ? lists.flatMap { $0.given } : groups)
    }

    mutating func validate() throws {
        try documents.check()
        let isAboutOne = details.new || session.isSession || !documents.command.isEmpty
        if isAboutOne, !documents.isOne {
            throw ValidationError("--new, a session and a command after -- take one document.")
        }
        if let option = details.firstAboutNew, !details.new { throw ValidationError("\(option) needs --new.") }
        if details.force, !details.new, !details.report.isAskedFor {
            throw ValidationError("--force needs --new or --report.")
        }
        if let option = details.text.firstAboutText, !details.text.isAskedFor {
            throw ValidationError("\(option) needs --text.")
        }
        if details.text.isAskedFor, isAboutOne || details.showsMore || details.report.isAskedFor {
            throw ValidationError("--text shows the text and nothing else.")
        }
        if details.report.isAskedFor, isAboutOne || details.showsMore {
            throw ValidationError("--report writes a review and shows nothing else.")
        }
        if details.passing.isAskedFor, documents.command.isEmpty {
            throw ValidationError("--pass-password needs a command after --.")
        }
        if presenting.isAskedFor, documents.command.isEmpty {
            throw ValidationError("--present needs a command after --.")
        }
        if details.new, !documents.command.isEmpty {
            throw ValidationError("--new cannot be combined with a command after --.")
        }
    }

    func run(in context: CommandContext) throws {
        let paths = try documents.paths(in: context.surroundings)
        if let output = details.report.path { return try writeReport(to: output, of: paths, in: context) }
        try context.forEach(of: paths) { try open($0, $1) }
    }

    private func open(_ file: String, _ context: CommandContext) throws {
        let console = context.console
        if details.new, try !makeDocument(file, in: context) { return }
        if session.isSession { return try session.run(file, context) }
        guard documents.command.isEmpty else {
            if presenting.isAskedFor {
                try presenting.run(
                    documents.command, details.passing, savingChanges: !details.withoutChanges, file, context)
            }
            try context.run(
                documents.command, details.passing, during: .reading(savingChanges: !details.withoutChanges), of: file)
        }
        if details.text.isAskedFor { return try showText(file, in: context) }
        let (summary, pages, list) = try context.reading(
            file, savingChanges: !details.withoutChanges, withCheckpoint: !details.checkpoint.isLeftAside
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
                summary, pages: pages, annotations: list, presenters: presenters, hasSavingError: context.hasSavingError
            )
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
struct DetailOptions: ListedOptions {
    private(set) var annotations = false
    private(set) var revisions = false
    private(set) var withoutChanges = false
    private(set) var new = false
    private(set) var size: String?
    private(set) var pages: String?
    private(set) var force = false
    private(set) var dryRun = false
    private(set) var text = TextOptions()
    private(set) var report = ReportOption()
    private(set) var passing = PasswordPassing()
    private(set) var checkpoint = CheckpointOption()

    init() {}

    init(_ values: OptionValues) throws {
        (annotations, revisions) = (try values.flag("annotations"), try values.flag("revisions"))
        (withoutChanges, new) = (try values.flag("without-changes"), try values.flag("new"))
        (size, pages) = (try values.value(of: "size"), try values.value(of: "pages"))
        (force, dryRun) = (try values.flag("force"), try values.flag("dry-run"))
        (text, report) = (try TextOptions(values), try ReportOption(values))
        (passing, checkpoint) = (try PasswordPassing(values), try CheckpointOption(values))
    }

    static var options: [ListedOption] {
        [
            .flag("annotations", help: "List the annotations with their values."),
            .flag(
                "revisions", help: "List the revisions with their lengths in bytes, and the versions that are kept."),
            .flag(
                "without-changes", isSeldom: true,
                help: "Do not ask programs that have the document open to save first."),
            .flag("new", help: "Create a document of blank pages."),
            .value(
                "size", "size", help: "With --new: the size of the pages; the default is a4.",
                completion: .list(["a3", "a4", "a4-landscape", "a5", "letter", "legal", "tabloid"])),
            .value(
                "pages", "number", help: "With --new: the number of pages, 1 to 10000; the default is 1."),
            .flag("force", help: "With --new or --report: replace the file if it exists."),
            .flag(
                "dry-run", isSeldom: true,
                help: "With --new: do everything except write, and report what would be written."),
        ] + TextOptions.options + ReportOption.options + PasswordPassing.options + CheckpointOption.options
    }

    /// Whether it is asked for that the summary have more.
    var showsMore: Bool { annotations || revisions }

    /// The first option given that applies only with `--new`.
    var firstAboutNew: String? {
        if size != nil { return "--size" }
        if pages != nil { return "--pages" }
        return dryRun ? "--dry-run" : nil
    }
}
