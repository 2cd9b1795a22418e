import ArgumentParser
import Documents
import FoundationEssentials
import LinuxFiles
import PDFModel
import SystemPackage

struct ListCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        "list", abstract: "List the annotations, whichever program made them.",
        examples: """
              pdfco list report.pdf --page 1-3
              pdfco list report.pdf --state open --author "Jane Roe"
              pdfco list report.pdf --csv > report.csv
            """)

    @OptionGroup var documents: DocumentFiles
    @OptionGroup(title: "Selection") var selection: SelectionOptions
    @OptionGroup(title: "Selection") var others: WhereOption
    @OptionGroup(title: "Selection") var checkpoint: CheckpointOption

    @Flag(help: "Print a table for spreadsheets, with a row for each annotation.")
    var csv = false

    @Flag(help: "Print a table in Markdown.")
    var markdown = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        try documents.check()
        let forms = [("--csv", csv), ("--markdown", markdown), ("--json", global.json)].filter(\.1).map(\.0)
        if forms.count > 1 { throw ValidationError("\(forms[0]) cannot be combined with \(forms[1]).") }
    }

    private var table: AnnotationTable? { csv ? .csv : markdown ? .markdown : nil }

    func run(in context: CommandContext) throws {
        let selection = try selection.selection(others)
        let paths = try documents.paths(in: context.surroundings)
        // A program that began anew has printed it.
        for line in context.continuation == nil ? table?.head ?? [] : [] { try context.console.print(line) }
        try context.forEach(of: paths) { file, context in
            // The lines of several documents would be taken for those of one.
            if paths.count > 1, !context.json, table == nil { try context.console.print("\(file):") }
            try list(file, isAlone: paths.count == 1, selection, context)
        }
    }

    private func list(
        _ file: String, isAlone: Bool, _ selection: AnnotationSelection, _ context: CommandContext
    ) throws {
        let all = try context.annotations(of: file, onPages: selection.pages, withCheckpoint: !checkpoint.noCheckpoint)
        {
            $1
        }
        var list = selection.selected(from: all)
        try context.console.answer(["file": file], ["annotations": AnnotationReport.reports(of: list, among: all)]) {
            // Notes that only give a state are not comments, nor are the windows of others, unless a subtype is asked for.
            list.removeAll { $0.annotation.statesOnly || selection.subtypes.isEmpty && $0.isWindow }
            let reviews = Review.reviews(in: all)
            var lines = table?.head(of: file, isAlone: isAlone) ?? []
            for annotation in list {
                let review = annotation.identity.flatMap { reviews[$0] }
                lines += table?.row(annotation, review, of: file) ?? [AnnotationText.line(annotation, review)]
            }
            if !isAlone { lines += table?.foot ?? [] }
            try context.console.print(lines: lines)
            if list.isEmpty {
                context.console.say("\(StandardInput.shown(file)): no annotations" + (all.isEmpty ? "" : " match"))
            }
        }
    }
}

extension CommandContext {
    /// Runs `body` with a document and its annotations; prints a warning on standard error if the document is damaged.
    func annotations<Result>(
        of file: String, onPages pages: PageRange, withCheckpoint: Bool,
        _ body: (OpenDocument<PDFContents>, [ListedAnnotation]) throws(DocumentError) -> Result
    ) throws -> Result {
        try reading(file, withCheckpoint: withCheckpoint) { document throws(DocumentError) in
            let list = try document.annotations(onPages: pages)
            if let damage = document.damage { console.warn("\(damage)", file: file) }
            return try body(document, list)
        }
    }
}
