import AnnotationFormats
import ArgumentParser
import Documents
import FoundationEssentials
import LinuxFiles
import PDFModel
import SystemPackage

struct ExportCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", _superCommandName: "pdfco annotate",
        abstract: "Write a document's annotations as JSON, XFDF, FDF or Instant JSON, for import elsewhere.",
        discussion: """
            Annotations that pdfco cannot create – form fields, links to other files and the like – are left out; their \
            number is reported on standard error, and so is what the format cannot hold. pdfco-formats(5) describes \
            the formats.

            EXAMPLES
              pdfco annotate export report.pdf > marks.json
              pdfco annotate export report.pdf --format xfdf -o marks.xfdf
            """)

    @Argument(help: "The PDF document.", completion: .pdf)
    var file: String

    @OptionGroup(title: "Selection") var selection: SelectionOptions
    @OptionGroup(title: "Selection") var others: WhereOption
    @OptionGroup(title: "Selection") var checkpoint: CheckpointOption
    @OptionGroup var form: FormatOption

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Write to OUT, not to standard output.", valueName: "out"), completion: .file())
    var output: String?

    @Flag(name: .long, help: "Replace OUT if it exists.")
    var force = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in context: CommandContext) throws {
        let selection = try selection.selection(others)
        let format = try form.chosen() ?? JSONFormat.self
        let withCheckpoint = !checkpoint.isLeftAside
        var document = DocumentContext(fileName: FilePath(argument: file).lastComponent?.string)
        let list = try context.annotations(of: file, onPages: selection.pages, withCheckpoint: withCheckpoint) {
            opened, all throws(DocumentError) in
            document.identifiers = try opened.fileIdentifiers()
            if format.needsPages { document.pages = try opened.pageDetails() }
            let selected = try opened.withContents(selection.selected(from: all), withUnsavedChanges: withCheckpoint)
            return try opened.withAppearances(selected, withUnsavedChanges: withCheckpoint)
        }
        let (annotations, isReplyLost) = list.exportable
        let exported = format.write(annotations, of: document)
        var losses = exported.losses.sentences
        // A pop-up window is a property of its annotation.
        let count = list.filter { $0.annotation.subtype != "Popup" || $0.details.parent == nil }.count
        if annotations.count < count {
            losses.insert(
                "\(SummaryText.counted(count - annotations.count, "annotation")) that pdfco cannot create left out",
                at: 0)
        }
        if isReplyLost { losses.append("replies to what was left out became comments of their own") }
        try write(exported, annotations.count, losses, format.name, context)
    }

    private struct Report: Encodable {
        var format: String
        var annotations: Int
        var losses: [String]?
    }

    private func write(
        _ exported: ExportedAnnotations, _ count: Int, _ losses: [String], _ format: String, _ context: CommandContext
    ) throws {
        if let output, output != "-" {
            let path = FilePath(argument: output)
            try context.creating(output) { _ in
                try DocumentFile.write(
                    exported.bytes, of: context.path(of: file), to: path, replacingExisting: force)
            }
            if context.json {
                let report = Report(format: format, annotations: count, losses: losses.isEmpty ? nil : losses)
                try context.console.print(json: NamedReport(["file": file, "output": output], report))
            } else {
                context.console.say("\(file): \(output) written (\(SummaryText.counted(count, "annotation")))")
            }
        } else {
            try context.console.print(data: exported.bytes, isJSON: format.hasSuffix("json"))
        }
        for loss in losses { context.console.say("\(file): \(loss)") }
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

/// The format of annotations outside of a document.
struct FormatOption: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The format: \(Self.names.joined(separator: ", ")). Import recognizes it; export writes json by default.",
            valueName: "format"),
        completion: .list(Self.names))
    var format: String?

    private static var names: [String] { KnownFormats.all.map { $0.name } }

    /// Returns the format; `nil` where none is named.
    func chosen() throws(CommandFailure) -> (any AnnotationFormat.Type)? {
        try OptionValue<any AnnotationFormat.Type>.annotationFormat(format, for: "--format")
            as (any AnnotationFormat.Type)?
    }
}

extension OptionValue<any AnnotationFormat.Type> {
    static var annotationFormat: Self {
        OptionValue(form: "one of " + KnownFormats.all.map { $0.name }.joined(separator: ", ")) {
            KnownFormats.named($0)
        }
    }
}
