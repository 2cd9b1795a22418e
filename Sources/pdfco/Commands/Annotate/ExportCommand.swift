import AnnotationFormats
import ArgumentParser
import Documents
import FoundationEssentials
import LinuxFiles
import PDFModel
import SystemPackage

struct ExportCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", _superCommandName: "pdfco",
        abstract: "Write annotations as \(FormatNames.titles(KnownFormats.all)).",
        discussion: """
            FORMATS
            \(FormatNames.table(KnownFormats.all))

            EXAMPLES
              pdfco export report.pdf > marks.json
              pdfco export report.pdf -o marks.xfdf
              pdfco export *.pdf --format xfdf --output-dir marks
            """)

    @OptionGroup var documents: DocumentFiles

    @OptionGroup(title: "Selection") var selection: SelectionOptions
    @OptionGroup(title: "Selection") var others: WhereOption
    @OptionGroup(title: "Selection") var checkpoint: CheckpointOption
    @Option(
        help: ArgumentHelp(
            "The format: \(FormatNames.list(KnownFormats.all)). Default: that of the extension of OUT; json without one.",
            valueName: "format"),
        completion: .list(KnownFormats.all.map { $0.name }))
    var format: String?

    @OptionGroup(title: "Saving") var output: OutputOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws { try documents.check() }

    func run(in context: CommandContext) throws {
        let selection = try selection.selection(others)
        let paths = try documents.paths(in: context.surroundings)
        if let format, let command = Self.others[format.lowercased()] {
            throw CommandFailure.usage(
                "--format takes one of \(FormatNames.list(KnownFormats.all)), not '\(format)'",
                hint: command.replacing("FILE", with: paths.map(ShellWord.quoted).joined(separator: " ")))
        }
        let chosen = try FormatNames.value(KnownFormats.all)(format, for: "--format") as (any AnnotationFormat.Type)?
        let format =
            chosen ?? output.output.flatMap { KnownFormats.format(fileExtension: FilePath(argument: $0).extension) }
            ?? JSONFormat.self
        let ending = "." + (format.fileExtensions.first ?? "json")
        let names = try output.names(
            for: paths, ending: ending,
            chosen == nil
                ? OutputFormat(
                    title: format.title, extensions: format.fileExtensions, option: "--format \(format.name)") : nil)
        try context.forEach(of: paths) { file, context in
            try export(file, to: names.name(for: file, ending: ending), selection, format, context)
        }
    }

    /// What people take for formats, and the commands that write it.
    private static let others = [
        "text": "pdfco list FILE", "txt": "pdfco list FILE", "markdown": "pdfco list FILE --markdown",
        "md": "pdfco list FILE --markdown", "csv": "pdfco list FILE --csv",
        "html": "pdfco open FILE --report review.html",
    ]

    private func export(
        _ file: String, to output: String?, _ selection: AnnotationSelection, _ format: any AnnotationFormat.Type,
        _ context: CommandContext
    ) throws {
        let withCheckpoint = !checkpoint.noCheckpoint
        var document = DocumentContext(fileName: FilePath(argument: file).lastComponent?.string)
        let list = try context.annotations(of: file, onPages: selection.pages, withCheckpoint: withCheckpoint) {
            opened, all throws(DocumentError) in
            document.identifiers = try opened.fileIdentifiers()
            if format.needsPages { document.pages = try opened.pageDetails() }
            let selected = try opened.withContents(selection.selected(from: all), withUnsavedChanges: withCheckpoint)
            document.otherEntries = try opened.otherEntries(
                of: selected.filter(\.annotation.canBeAdded), withUnsavedChanges: withCheckpoint)
            return try opened.withAppearances(selected, withUnsavedChanges: withCheckpoint)
        }
        let (annotations, isReplyLost) = list.exportable
        let exported = format.write(annotations, of: document)
        var losses = exported.losses.sentences
        // A pop-up window is a property of its annotation.
        let count = list.count { $0.annotation.subtype != "Popup" || $0.details.parent == nil }
        if annotations.count < count {
            losses.insert(
                "left out: \(SummaryText.counted(count - annotations.count, "annotation")) that pdfco cannot create",
                at: 0)
        }
        if isReplyLost { losses.append("replies to annotations that are not exported became independent comments") }
        let report = Report(
            format: format.name, annotations: annotations.count, losses: losses.isEmpty ? nil : losses)
        try self.output.put(
            exported.bytes, of: file, to: output ?? "-", isJSON: format.name.hasSuffix("json"), report,
            SummaryText.counted(annotations.count, "annotation"), context)
        for loss in losses { context.console.say("\(file): \(loss)") }
    }

    private struct Report: Encodable {
        var format: String
        var annotations: Int
        var losses: [String]?
    }
}

extension OutputOptions {
    /// Writes what was taken from a document; `-` is standard output.
    ///
    /// - Parameter contents: how much it is, in words.
    func put(
        _ bytes: [UInt8], of file: String, to name: String, isJSON: Bool = false, _ report: some Encodable,
        _ contents: String, _ context: CommandContext
    ) throws {
        if name == "-" { return try context.console.print(data: bytes, isJSON: isJSON) }
        try context.creating(name) { _ in
            let document = try context.path(of: file)
            try NewFile(at: FilePath(argument: name), from: [document], replacingExisting: force).write(bytes)
        }
        try context.console.answer(["file": file, "output": name], report) {
            context.console.say("\(file): \(name) written (\(contents))")
        }
    }
}

extension [ListedAnnotation] {
    /// The annotations that pdfco can create elsewhere, and whether some of them were replies to others.
    ///
    /// One to which another replies gets a name that follows from what it is where it has none, or only one that another
    /// annotation of its page has.
    fileprivate var exportable: (annotations: [Annotation], isReplyLost: Bool) {
        let creatable = filter(\.annotation.canBeAdded)
        let targets = Set(creatable.compactMap { PlacedIdentity($0.target, $0) })
        var names: [PlacedIdentity: String] = [:]
        var (used, derived): (Set<String>, DerivedNames) = ([], DerivedNames())
        let stated = Set(creatable.compactMap(\.annotation.name))
        var annotations = creatable.map { listed in
            var annotation = listed.annotation
            // Some files have a name twice on a page; the import gives the second one a name of its own.
            if let name = annotation.name, !used.insert("\(annotation.page) \(name)").inserted { annotation.name = nil }
            guard let identity = PlacedIdentity(listed.identity, listed), targets.contains(identity) else {
                return annotation
            }
            while annotation.name == nil {
                // All pages: an import derives other names for annotations that have none.
                let name = derived.next(for: annotation, .all)
                if !stated.contains(name) { annotation.name = name }
            }
            names[identity] = names[identity] ?? annotation.name
            return annotation
        }
        var isReplyLost = false
        for (index, listed) in creatable.enumerated() {
            guard let target = PlacedIdentity(listed.target, listed) else { continue }
            annotations[index].inReplyTo = names[target]
            isReplyLost = isReplyLost || names[target] == nil
        }
        return (annotations, isReplyLost)
    }
}

/// An annotation on one of the pages that show it.
private struct PlacedIdentity: Hashable {
    var identity: ListedAnnotation.Identity
    var page: Int

    init?(_ identity: ListedAnnotation.Identity?, _ listed: ListedAnnotation) {
        guard let identity else { return nil }
        (self.identity, page) = (identity, listed.annotation.page)
    }
}
