import ArgumentParser
import Checkpointing
import Documents
import LinuxFiles
import SystemPackage

/// `pdfco checkpoint`: every operation on checkpoints, which keep unsaved changes.
struct CheckpointCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "checkpoint",
        abstract: "Write, list, show, discard or clean up checkpoints.",
        usage: """
            pdfco checkpoint [<options>] <file>
            pdfco checkpoint <subcommand>
            """,
        discussion: """
            EXAMPLES
              pdfco checkpoint report.pdf
              pdfco checkpoint list
              pdfco checkpoint prune --older-than 30d
            """,
        subcommands: [
            ReportCheckpointCommand.self, ListCheckpointsCommand.self, ShowCheckpointCommand.self,
            DiscardCommand.self, PruneCheckpointsCommand.self,
        ],
        defaultSubcommand: ReportCheckpointCommand.self)
}

/// `pdfco checkpoint FILE`.
struct ReportCheckpointCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        "report", of: "pdfco checkpoint",
        abstract: "Make a document's unsaved changes durable, and report its checkpoint.",
        examples: "  pdfco checkpoint report.pdf")

    @OptionGroup var documents: DocumentFiles

    @OptionGroup var global: GlobalOptions

    func validate() throws { try documents.check() }

    func run(in context: CommandContext) throws {
        try context.forEach(of: documents.paths(in: context.surroundings), mayBeMissing: true) { try report($0, $1) }
    }

    private func report(_ file: String, _ context: CommandContext) throws {
        let (identifier, store) = (try context.identifier(of: file), try context.store())
        let found = try context.recoverable(file, identifier, in: store)
        if found != nil {
            try OpenDocument<PDFContents>.synchronizeChanges(identifier, of: FilePath(argument: file), in: store)
        }
        try context.console.answer(["file": file], ["checkpoint": found.map(\.named)]) {
            try context.console.print(
                found.map { RecoverableText.line($0, file: file) } ?? "\(file): no unsaved changes")
        }
    }
}

/// `pdfco checkpoint list`.
struct ListCheckpointsCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        "list", of: "pdfco checkpoint",
        abstract: "List all checkpoints, most recently written first.",
        usage: "pdfco checkpoint list [<options>]",
        examples: "  pdfco checkpoint list")

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) throws {
        let store = try context.store()
        let found = try OpenDocument<PDFContents>.recoverable(in: store)
        try RecoverableText.print(found, on: context.console)
    }
}

/// `pdfco checkpoint show FILE`.
struct ShowCheckpointCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", _superCommandName: "pdfco checkpoint",
        abstract: "Show a document's unsaved changes, oldest first.",
        discussion: "EXAMPLE\n  pdfco checkpoint show report.pdf")

    @OptionGroup var documents: DocumentFiles

    @OptionGroup var global: GlobalOptions

    func validate() throws { try documents.check() }

    func run(in context: CommandContext) throws {
        try context.forEach(of: documents.paths(in: context.surroundings), mayBeMissing: true) { try show($0, $1) }
    }

    private func show(_ file: String, _ context: CommandContext) throws {
        let edits = try context.reading(file, savingChanges: false) { document throws(DocumentError) in
            try document.unsavedEdits()
        }
        try context.console.answer(["file": file], ["edits": edits]) {
            for edit in edits { try context.console.print(EditText.line(edit)) }
            if edits.isEmpty { context.console.say("\(file): no unsaved changes") }
        }
    }
}

/// `pdfco discard FILE`.
struct DiscardCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        "discard", abstract: "Discard a document's unsaved changes.",
        examples: "  pdfco discard report.pdf")

    @OptionGroup var documents: DocumentFiles

    @OptionGroup var global: GlobalOptions

    func validate() throws { try documents.check() }

    func run(in context: CommandContext) throws {
        try context.forEach(of: documents.paths(in: context.surroundings), mayBeMissing: true) {
            try Discarding.run($0, $1)
        }
    }
}

/// Discards unsaved changes, for `discard` and `restore --discard`.
enum Discarding {
    static func run(_ file: String, _ context: CommandContext) throws {
        let identifier = try context.identifier(of: file)
        let store = try context.store()
        let discarded = try OpenDocument<PDFContents>.discardChanges(
            identifier, of: FilePath(argument: file), in: store
        ) { _ in
            try context.identifier(of: file) == identifier
        }
        guard let (count, version) = discarded else {
            // Another process may just have found the document under its new path.
            guard try context.identifier(of: file) == identifier else { return try run(file, context) }
            throw CommandFailure(
                kind: "nothingToDiscard", file: file, problem: "no unsaved changes",
                hint: "pdfco status lists the documents that have some", exitStatus: .negative)
        }
        let kept = version?.persistentIdentifier
        try context.console.answer(["file": file, "version": kept], ["discarded": count]) {
            let word = ShellWord.quoted(file)
            let way =
                kept.map { "; the document, which is lost, is kept: `pdfco restore \(word) --version \($0)`" } ?? ""
            context.console.say("\(file): \(SummaryText.counted(count, "unsaved change")) discarded\(way)")
        }
    }
}
