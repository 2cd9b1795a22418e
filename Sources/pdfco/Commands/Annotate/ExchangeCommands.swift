import ArgumentParser
import Documents
import FoundationEssentials
import LinuxFiles
import PDFModel
import SystemPackage

struct ListCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", _superCommandName: "pdfco annotate",
        abstract: "List a document's annotations, whichever program created them.",
        discussion: """
            EXAMPLES
              pdfco annotate list report.pdf --page 1-3
              pdfco annotate list report.pdf --state open --author "Jane Roe"
            """)

    @OptionGroup var documents: DocumentFiles
    @OptionGroup(title: "Selection") var selection: SelectionOptions
    @OptionGroup(title: "Selection") var others: WhereOption
    @OptionGroup(title: "Selection") var checkpoint: CheckpointOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    private struct Listing: Encodable {
        var annotations: [AnnotationReport]
    }

    func validate() throws { try documents.check() }

    func run(in context: CommandContext) throws {
        let selection = try selection.selection(others)
        let paths = try documents.paths()
        try context.forEach(of: paths) { file, context in
            // The lines of several documents would be taken for those of one.
            if paths.count > 1, !context.json { try context.console.print("\(file):") }
            try list(file, selection, context)
        }
    }

    private func list(_ file: String, _ selection: AnnotationSelection, _ context: CommandContext) throws {
        let all = try context.annotations(of: file, onPages: selection.pages, withCheckpoint: !checkpoint.isLeftAside) {
            $1
        }
        let list = selection.selected(from: all)
        if context.json {
            try context.console.print(
                json: NamedReport(["file": file], Listing(annotations: AnnotationReport.reports(of: list, among: all))))
        } else {
            let reviews = Review.reviews(in: all)
            for annotation in list {
                let review = annotation.identifier.flatMap { reviews[$0] }
                try context.console.print(AnnotationText.line(annotation, review))
            }
        }
    }
}

struct ExportCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", _superCommandName: "pdfco annotate",
        abstract: "Write a document's annotations as JSON, for import elsewhere.",
        discussion: """
            Annotations that pdfco cannot create – form fields, links to other files and the like – are left out; their \
            number is reported on standard error.

            EXAMPLE
              pdfco annotate export report.pdf > marks.json
            """)

    @Argument(help: "The PDF document.", completion: .pdf)
    var file: String

    @OptionGroup(title: "Selection") var selection: SelectionOptions
    @OptionGroup(title: "Selection") var others: WhereOption
    @OptionGroup(title: "Selection") var checkpoint: CheckpointOption
    @OptionGroup(title: "Selection") var form: FormatOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in context: CommandContext) throws {
        let selection = try selection.selection(others)
        try form.check()
        let withCheckpoint = !checkpoint.isLeftAside
        let list = try context.annotations(of: file, onPages: selection.pages, withCheckpoint: withCheckpoint) {
            document, all throws(DocumentError) in
            try document.withContents(selection.selected(from: all), withUnsavedChanges: withCheckpoint)
        }
        let (exported, isReplyLost) = list.exportable
        try context.console.print(json: exported)
        // A pop-up window is a property of its annotation.
        let count = list.filter { $0.annotation.subtype != "Popup" || $0.details.parent == nil }.count
        if exported.count < count {
            context.console.say(
                "\(file): \(SummaryText.counted(count - exported.count, "annotation")) that pdfco cannot create left out"
            )
        }
        if isReplyLost { context.console.say("\(file): replies to what was left out became comments of their own") }
    }
}

extension CommandContext {
    /// Runs `body` with a document and its annotations; prints a warning on standard error if the document is damaged.
    fileprivate func annotations<Result>(
        of file: String, onPages pages: PageRange, withCheckpoint: Bool,
        _ body: (DocumentFile, [ListedAnnotation]) throws(DocumentError) -> Result
    ) throws -> Result {
        try reading(file, withCheckpoint: withCheckpoint) { document throws(DocumentError) in
            let list = try document.annotations(onPages: pages)
            if let damage = document.damage { console.warn("\(damage)", file: file) }
            return try body(document, list)
        }
    }
}

extension [ListedAnnotation] {
    /// The annotations that pdfco can create elsewhere, and whether some of them were replies to others.
    ///
    /// One that has no name, and to which another replies, gets its object as its name.
    fileprivate var exportable: (annotations: [Annotation], isReplyLost: Bool) {
        let creatable = filter(\.annotation.canBeAdded)
        let known = Set(creatable.compactMap(\.identifier))
        let targets = Set(creatable.compactMap(\.annotation.inReplyTo))
        var isReplyLost = false
        var names: Set<String> = []
        let annotations = creatable.map { listed in
            var annotation = listed.annotation
            if annotation.name == nil, let object = listed.reference?.description, targets.contains(object) {
                annotation.name = object
            }
            if let target = annotation.inReplyTo, !known.contains(target) {
                annotation.inReplyTo = nil
                isReplyLost = true
            }
            // Some files have a name twice on a page; the import gives the second one a name of its own.
            if let name = annotation.name, !names.insert("\(annotation.page) \(name)").inserted {
                annotation.name = nil
            }
            return annotation
        }
        return (annotations, isReplyLost)
    }
}

struct FormatOption: ParsableArguments {
    private enum Format: String, CaseIterable { case json }

    @Option(name: .long, help: "json is the only format in this version.")
    var format = Format.json.rawValue

    func check() throws(CommandFailure) { _ = try OptionValue<Format>.word(format, for: "--format") as Format }
}

struct ImportCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", _superCommandName: "pdfco annotate",
        abstract: "Add annotations from JSON.",
        discussion: """
            SOURCE contains an array of annotations, or one object per line; '-' is standard input. Either all are \
            added or none. An annotation whose name already exists with the same content is left unchanged. One with find \
            instead of a place is added at each place where the pages have that text.

            EXAMPLE
              pdfco annotate import report.pdf marks.json --save
            """)

    @Argument(help: "The PDF document.", completion: .pdf)
    var file: String

    @Argument(
        help: ArgumentHelp("A file of annotations in JSON, or '-'.", valueName: "source"),
        completion: .file(extensions: ["json"]))
    var source: String

    @OptionGroup(title: "Saving") var edit: EditOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in context: CommandContext) throws {
        let stated = try read()
        let placed = stated.filter { $0.find == nil }.map(\.annotation)
        var edits = placed.withRepliesLast.map { annotation in
            var annotation = annotation
            annotation.name = annotation.name ?? Annotation.uniqueName()
            annotation.setCreationDate(Clock.now())
            return EditTemplate.edit(.add(annotation))
        }
        edits += stated.compactMap { stated in
            guard let find = stated.find else { return nil }
            var annotation = stated.annotation
            annotation.setCreationDate(Clock.now())
            return .mark(annotation, onPages: stated.pages ?? .all, at: find)
        }
        try context.perform(try edit.job(file, edits, context.console))
    }

    private func read() throws -> [StatedAnnotation] {
        let bytes: [UInt8]
        do throws(SystemCallError) {
            bytes =
                source == "-"
                ? try StandardStream.input.readToEnd() : try OpenFile(reading: FilePath(argument: source)).readAll()
        } catch {
            throw CommandFailure(
                kind: "source", file: source, problem: "cannot read the annotations: \(error)", exitStatus: .noInput)
        }
        do throws(PDFError) {
            return try StatedAnnotation.list(json: bytes)
        } catch {
            throw DocumentError(.pdf(error), FilePath(argument: source))
        }
    }
}

extension [Annotation] {
    /// The annotations in an order in which each comes after the one that it replies to, if that is among them.
    fileprivate var withRepliesLast: [Annotation] {
        guard contains(where: { $0.inReplyTo != nil }) else { return self }
        let names = Set(compactMap(\.name))
        var (ordered, waiting, done): ([Annotation], [Annotation], Set<String>) = ([], self, [])
        while !waiting.isEmpty {
            let (later, next) = waiting.reduce(into: ([Annotation](), [Annotation]())) { lists, annotation in
                let mustWait = annotation.inReplyTo.map { names.contains($0) && !done.contains($0) } ?? false
                if mustWait { lists.0.append(annotation) } else { lists.1.append(annotation) }
            }
            // Replies in a circle: whoever adds them says what is missing.
            if next.isEmpty { return ordered + later }
            ordered += next
            done.formUnion(next.compactMap(\.name))
            waiting = later
        }
        return ordered
    }
}
