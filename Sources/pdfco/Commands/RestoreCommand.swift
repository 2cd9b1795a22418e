import ArgumentParser
import Checkpointing
import Documents
import PDFModel
import SystemPackage

/// `pdfco restore`: recovers unsaved changes, and earlier revisions.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", _superCommandName: "pdfco",
        abstract: "Recover unsaved changes after a crash; go back to an earlier revision.",
        usage: """
            pdfco restore [<options>]
            pdfco restore [<options>] <file>
            pdfco restore [<options>] --all
            pdfco restore [<options>] <file> --discard
            pdfco restore [<options>] <file> --revision <number>
            """,
        discussion: """
            Without a file it lists what can be recovered; where there is nothing, the exit status is 1.

            With a file it cuts off a save that was interrupted while it was appended, writes the unsaved changes into the \
            document, and removes their checkpoint. Interrupted itself, it can be run again and ends in the same document. A \
            document that was moved is found under its new name. One that was changed since is merged with as pdfco save does \
            it; --on-conflict chooses where that cannot be.

            --revision makes the document what it was at that revision: the later ones are gone then, unless -o writes the \
            earlier one to a new file.

            EXAMPLES
              pdfco restore
              pdfco restore report.pdf
              pdfco restore report.pdf --revision 1 -o first.pdf
            """)

    @Argument(help: "The PDF document.", completion: .pdf)
    var file: String?

    @Flag(help: "Recover every document.")
    var all = false

    @Flag(help: "Discard the unsaved changes.")
    var discard = false

    @Option(help: ArgumentHelp("Go back to a revision, from 1, the oldest.", valueName: "number"))
    var revision: String?

    @OptionGroup(title: "Saving") var saving: SaveOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if file != nil, all { throw ValidationError("--all takes no file.") }
        if file == nil, discard || revision != nil || saving.output != nil {
            throw ValidationError("Missing expected argument '<file>'")
        }
        if discard, revision != nil || saving.output != nil {
            throw ValidationError("--discard goes with neither --revision nor -o.")
        }
    }

    func run() throws {
        guard let file else { return try all ? restoreAll() : list() }
        if discard { return try Discarding.run(file, global) }
        if let revision {
            return try goBack(file, to: try OptionValue<Int>.count(revision, for: "--revision"))
        }
        let outcome = try restore(file, global)
        guard outcome.didAnything else {
            throw CommandFailure(
                kind: "nothingToRestore", file: file, problem: "there is nothing to restore",
                hint: "pdfco restore lists where there is something", exitStatus: .negative)
        }
    }

    private func list() throws {
        let store = try global.store()
        let found = try reporting(store.folder.string) { try Document.recoverable(in: store) }
        let worthTelling = found.filter { $0.edits > 0 || $0.condition.isUnreadable }
        RecoverableText.tell(worthTelling, on: global.console)
        if worthTelling.isEmpty { throw ExitCode(ExitStatus.negative.rawValue) }
    }

    private func restoreAll() throws {
        let store = try global.store()
        let found = try reporting(store.folder.string) { try Document.recoverable(in: store) }
        try found.forEachPath(global) { _ = try restore($0, $1) }
        // What crashes have left besides.
        try reporting(store.folder.string) { saving.dryRun ? () : try Document.clearLeftovers(in: store) }
    }

    private struct Outcome {
        var result: SaveResult
        var didAnything: Bool
    }

    private func restore(_ file: String, _ global: GlobalOptions) throws -> Outcome {
        let console = global.console
        let outcome = try global.saving(file, saving, isOneOfMany: all) { document in
            let unsaved = document.unsavedCount
            let didFindSaved = document.hadSavedCheckpoint
            let saved = try saving.save(document, file: file, console: console)
            let cut = saved == nil && saving.output == nil ? try document.cutBack(dryRun: saving.dryRun) : 0
            let result = SaveResult(
                file: file, options: saving, save: saved, unsaved: document.unsavedCount, restored: unsaved,
                cutBack: cut)
            return Outcome(
                result: result, didAnything: unsaved > 0 || cut > 0 || didFindSaved || saved?.repaired != nil)
        }
        if outcome.didAnything { outcome.result.tell(on: console) }
        return outcome
    }

    private func goBack(_ file: String, to number: Int) throws {
        let checkpoint = try global.checkpoints(for: .show)
        let access: Document.Access =
            if saving.dryRun { .reading() } else { saving.output.map { .copying(to: FilePath($0)) } ?? .writing }
        let report = try global.opened(file, access, for: .reading, checkpoint) { document in
            try document.goBack(
                toRevision: number, writingTo: saving.output.map { FilePath($0) }, force: saving.force,
                dryRun: saving.dryRun)
        }
        SaveResult(file: file, options: saving, save: report, revision: number).tell(on: global.console)
    }
}

extension RecoverableDocument.Condition {
    fileprivate var isUnreadable: Bool { if case .unreadable = self { true } else { false } }
}
