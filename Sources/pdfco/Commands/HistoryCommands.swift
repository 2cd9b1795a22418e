import ArgumentParser
import Documents
import FoundationEssentials
import LinuxFiles
import PDFModel
import SystemPackage

/// `pdfco log`: the revisions of a document, with what each changed among its annotations, and the versions kept of any file.
struct LogCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        "log", abstract: "Show revisions and versions: when, by whom, what.",
        examples: """
              pdfco log report.pdf
              pdfco log report.pdf --json
              pdfco log notes.txt
            """)

    @OptionGroup var documents: DocumentFiles
    @OptionGroup var global: GlobalOptions

    private struct Item: Encodable {
        var revision: Int
        var bytes: Int
        /// The date of the latest of its annotations.
        var date: String?
        var authors: [String]
        /// Missing where the document as it was then cannot be read.
        var added: Int?
        var changed: Int?
        var removed: Int?

        init(_ revision: Revision, _ changes: AnnotationDifference?) {
            (self.revision, bytes) = (revision.number, revision.bytes)
            (added, changed, removed) = (changes?.added.count, changes?.changed.count, changes?.removed.count)
            let written = (changes?.added ?? []) + (changes?.changed.map(\.after) ?? [])
            date = written.compactMap(\.annotation.lastDate).max()?.timestamp
            var seen: Set<String> = []
            authors = written.compactMap(\.annotation.author).filter { seen.insert($0).inserted }
        }

        var line: String {
            let counts = [(added, "added"), (changed, "changed"), (removed, "removed")].compactMap { count, verb in
                count.flatMap { $0 > 0 ? "\($0) \(verb)" : nil }
            }
            let what =
                added == nil
                ? "cannot be read" : counts.isEmpty ? "no annotations changed" : counts.joined(separator: ", ")
            let who = authors.isEmpty ? "" : "  " + authors.joined(separator: ", ")
            return "revision \(revision)  \(date ?? "-")\(who)  \(what)"
        }
    }

    private struct Report: Encodable {
        var revisions: [Item]
        var versions: [FileVersion]
    }

    func validate() throws { try documents.check() }

    /// Returns the lines by time: a version stands before the first later revision.
    private static func lines(_ revisions: [Item], _ versions: [FileVersion]) -> [String] {
        var (lines, rest) = ([String](), versions[...])
        for revision in revisions {
            while let version = rest.first, let date = revision.date, version.modificationDate.timestamp < date {
                lines.append("version " + VersionText.line(version, ofAll: false))
                rest.removeFirst()
            }
            lines.append(revision.line)
        }
        return lines + rest.map { "version " + VersionText.line($0, ofAll: false) }
    }

    func run(in context: CommandContext) throws {
        let paths = try documents.paths(in: context.surroundings)
        try context.forEach(of: paths) { file, context in
            let versions = try context.versions(of: file)
            var (items, unsaved): ([Item], Int) = ([], 0)
            // Any file may have versions, also one that is gone.
            let hasRevisions = try StandardInput.isMeant(by: file) || context.isPDF(file)
            if versions.isEmpty, !hasRevisions {
                try context.lookUp(file)
                throw CommandFailure(
                    kind: "notAPDF", file: file, problem: "it is not a PDF file, and no version of it is kept",
                    exitStatus: .dataError)
            }
            if hasRevisions {
                do {
                    (items, unsaved) = try context.reading(file) { document throws(DocumentError) in
                        (try document.history().map { Item($0.revision, $0.changes) }, document.unsavedCount)
                    }
                } catch {
                    if !context.json { try context.console.print(lines: Self.lines([], versions)) }
                    throw error
                }
            }
            try context.console.answer(["file": file], Report(revisions: items, versions: versions)) {
                if paths.count > 1 { try context.console.print("\(file):") }
                try context.console.print(lines: Self.lines(items, versions))
                if items.isEmpty, hasRevisions { context.console.say("\(file): no revisions found") }
                if unsaved > 0 {
                    let changes = SummaryText.counted(unsaved, "unsaved change")
                    let status = "`pdfco status \(ShellWord.quoted(file))` lists \(SummaryText.them(unsaved))"
                    context.console.say("\(file): \(changes); \(status)")
                }
            }
        }
    }
}

/// `pdfco diff`: what differs between the annotations of two documents, or of a document and one of its revisions.
struct DiffCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        "diff", abstract: "Show which annotations were added, changed, removed.",
        usage: """
            pdfco diff [<options>] <file> <other>
            pdfco diff [<options>] <file> --since <revision>
            """,
        examples: """
              pdfco diff report.pdf reviewed.pdf
              pdfco diff report.pdf --since 1
            """)

    @Argument(help: ArgumentHelp("The PDF document.", valueName: "file"), completion: .pdf)
    var file: String

    @Argument(help: ArgumentHelp("The document to compare it with.", valueName: "other"), completion: .pdf)
    var other: String?

    @Option(
        help: ArgumentHelp(
            "Compare the document as it is with one of its revisions; 1 is the oldest.", valueName: "revision"))
    var since: String?

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) throws {
        guard (other == nil) != (since == nil) else {
            let hint = context.typedWords?.again { $0 += ["--since", "1"] } ?? "diff --since 1"
            throw CommandFailure.usage(
                "name two documents, or one and --since REVISION", hint: other == nil ? hint : nil)
        }
        let difference: AnnotationDifference
        if let other {
            let lists = try [file, other].map { file in
                try context.annotations(of: file, onPages: .all, withCheckpoint: true) { $1 }
            }
            difference = AnnotationDifference(from: lists[0], to: lists[1], areOfOneDocument: false)
        } else {
            let number: Int = try OptionValue<Int>.count(since ?? "", for: "--since")
            difference = try context.annotations(of: file, onPages: .all, withCheckpoint: true) {
                document, list throws(DocumentError) in
                AnnotationDifference(
                    from: try document.annotations(inRevision: number), to: list, areOfOneDocument: true)
            }
        }
        let lists = [
            "added": difference.added, "changed": difference.changed.map(\.after), "removed": difference.removed,
        ]
        try context.console.answer(
            ["file": file, "other": other], lists.mapValues { AnnotationReport.reports(of: $0) }
        ) {
            var lines = difference.added.map { "added    " + AnnotationText.line($0) }
            lines += difference.changed.map { change in
                let what = change.properties.isEmpty ? "" : "  (\(change.properties.joined(separator: ", ")))"
                return "changed  " + AnnotationText.line(change.after) + what
            }
            lines += difference.removed.map { "removed  " + AnnotationText.line($0) }
            try context.console.print(lines: lines)
            if difference.isEmpty { context.console.say("no annotations differ") }
        }
    }
}
