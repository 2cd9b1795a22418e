import ArgumentParser
import Checkpointing
import Documents
import LinuxFiles
import PDFModel
import SystemPackage

/// `pdfco restore`: recovers unsaved changes, and earlier revisions.
struct RestoreCommand: WorkspaceCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", _superCommandName: "pdfco",
        abstract: "Recover unsaved changes after a crash; go back to an earlier revision or version.",
        usage: """
            pdfco restore [<options>]
            pdfco restore [<options>] <file>
            pdfco restore [<options>] --all
            pdfco restore [<options>] <file> --to <path>
            pdfco restore [<options>] <file> --discard
            pdfco restore [<options>] <file> --revision <number>
            pdfco restore [<options>] <file> --version <id>
            """,
        discussion: """
            Without a file it lists what can be recovered; where there is nothing, the exit status is 1.

            With a file it cuts off a save that was interrupted while it was appended, writes the unsaved changes into the \
            document, and removes their checkpoint. Interrupted itself, it can be run again and ends in the same document. One \
            that was changed since is merged with as pdfco save does it; --on-conflict chooses where that cannot be.

            A document that was moved is found under its new name by the file that it is. A copy is another document, although \
            it has the same bytes: its name is told, and --to says that it is the document now, and that the unsaved changes \
            recorded for FILE, which need not be there any more, are to be written into it.

            --revision makes the document what it was at that revision: the later ones are gone then, unless -o writes the \
            earlier one to a new file.

            --version makes the document what a version of it is: a document that was kept when another took its place. The one \
            that is there now is kept as a version first. With -o the version is written to a new file, with --discard it is \
            removed. After each of these, a conflict between it and the document counts as resolved. Versions belong to a \
            document's path; pdfco open --revisions lists them, and without a file those in conflict are listed, too.

            EXAMPLES
              pdfco restore
              pdfco restore report.pdf
              pdfco restore /old/report.pdf --to report.pdf
              pdfco restore report.pdf --revision 1 -o first.pdf
              pdfco restore report.pdf --version 1f2e3d4c
            """)

    @Argument(help: "The PDF document.", completion: .pdf)
    var file: String?

    @Flag(help: "Recover every document.")
    var all = false

    @Option(
        help: ArgumentHelp(
            "Write the unsaved changes of FILE into the document that is at PATH now.", valueName: "path"),
        completion: .pdf)
    var to: String?

    @Flag(help: "Discard the unsaved changes, or the version.")
    var discard = false

    @Option(help: ArgumentHelp("Go back to a revision, from 1, the oldest.", valueName: "number"))
    var revision: String?

    @Option(help: ArgumentHelp("Go back to a version that was kept.", valueName: "id"))
    var version: String?

    @OptionGroup(title: "Saving") var saving: SaveOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if file != nil, all { throw ValidationError("--all takes no file.") }
        if file == nil, discard || to != nil || revision != nil || version != nil || saving.output != nil {
            throw ValidationError("Missing expected argument '<file>'")
        }
        if discard, revision != nil || saving.output != nil {
            throw ValidationError("--discard goes with neither --revision nor -o.")
        }
        if to != nil, discard || revision != nil || version != nil {
            throw ValidationError("--to goes with none of --discard, --revision and --version.")
        }
        if revision != nil, version != nil { throw ValidationError("--revision and --version exclude each other.") }
    }

    func run(in workspace: Workspace) throws {
        guard let file else { return try all ? restoreAll(in: workspace) : list(in: workspace) }
        if let version {
            let change = VersionChange(file: file, identifier: version, saving: saving, workspace: workspace)
            return try discard ? change.discard() : change.goBack()
        }
        if discard { return try Discarding.run(file, workspace) }
        if let revision {
            return try goBack(file, to: try OptionValue<Int>.count(revision, for: "--revision"), in: workspace)
        }
        if let to {
            guard try restore(to, workspace.leading(to: workspace.identifier(of: file)), recordedFor: file) else {
                throw CommandFailure(
                    kind: "nothingToRestore", file: file, problem: "there is nothing to restore",
                    hint: "pdfco restore lists where there is something", exitStatus: .negative)
            }
            return
        }
        guard try restore(file, workspace) else {
            throw CommandFailure(
                kind: "nothingToRestore", file: file, problem: "there is nothing to restore",
                hint: try versionHint(file, in: workspace) ?? "pdfco restore lists where there is something",
                exitStatus: .negative)
        }
    }

    /// That there is a version about which somebody has to decide.
    private func versionHint(_ file: String, in workspace: Workspace) throws -> String? {
        let versions = try FileVersion.unresolvedConflictVersionsOfItem(
            at: FilePath(argument: file), in: try workspace.versions())
        return versions.first.map {
            "its version \($0.persistentIdentifier) is in conflict with it: --version takes it back, with --discard gives it up"
        }
    }

    private func list(in workspace: Workspace) throws {
        let store = try workspace.store()
        let found = try DocumentFile.recoverable(in: store)
        let worthTelling = found.filter { $0.edits > 0 || $0.lostBytes > 0 || $0.condition.isUnreadable }
        let versions = try FileVersion.all(in: try workspace.versions())
            .filter { !$0.isResolved }
        try RecoverableText.tell(worthTelling, versions: versions, on: workspace.console)
        if worthTelling.isEmpty, versions.isEmpty { throw ExitCode(ExitStatus.negative.rawValue) }
    }

    private func restoreAll(in workspace: Workspace) throws {
        let store = try workspace.store()
        let found = try DocumentFile.recoverable(in: store)
        var restored = false
        try found.forEachPath(workspace) { restored = try restore($0, $1) || restored }
        if !restored { workspace.console.say("nothing to restore") }
        // What crashes have left besides.
        if !saving.dryRun { try DocumentFile.clearLeftovers(in: store) }
    }

    /// Whether there was anything to restore.
    ///
    /// - Parameter other: the document for which the changes were recorded, where the user says that this is it.
    private func restore(_ file: String, _ workspace: Workspace, recordedFor other: String? = nil) throws -> Bool {
        let console = workspace.console
        let result = try workspace.saving(file, saving, isOneOfMany: all, isOwnerConfirmed: other != nil) {
            try restored($0, file, console)
        }
        try result?.tell(on: console)
        return result != nil
    }

    /// `nil` where there is nothing to restore; then nothing is written either.
    private func restored(_ document: DocumentFile, _ file: String, _ console: Console) throws -> JobReport? {
        if saving.writesDocument { document.clearLeftovers() }
        let unsaved = document.unsavedCount
        let torn = try document.cutBack(dryRun: true)
        let hadCheckpoint = unsaved > 0 || document.hadSavedCheckpoint || document.droppedCount > 0
        // A checkpoint of which nothing can be read is set aside, too.
        let isDamaged = document.lostCheckpointBytes > 0
        guard hadCheckpoint || isDamaged || torn > 0 || saving.repair else { return nil }
        let saved = try saving.save(document, file: file, console: console)
        if saved == nil, torn > 0, saving.output == nil { _ = try document.cutBack(dryRun: saving.dryRun) }
        guard hadCheckpoint || isDamaged || torn > 0 || saved?.repaired != nil else { return nil }
        return JobReport(
            .restored(unsaved, cutBack: torn, saved), document, file: file, saving, unsaved: document.unsavedCount)
    }

    private func goBack(_ file: String, to number: Int, in workspace: Workspace) throws {
        let checkpoint = try workspace.checkpoints(for: saving.writesDocument ? .save : .show)
        let report = try workspace.opened(file, saving.access, for: .reading, checkpoint) { document in
            let saved = try document.goBack(
                toRevision: number, writingTo: saving.output.map { FilePath(argument: $0) }, force: saving.force,
                dryRun: saving.dryRun)
            return JobReport(.wentBack(toRevision: number, saved), document, file: file, saving, unsaved: 0)
        }
        try report.tell(on: workspace.console)
    }
}

extension RecoverableDocument.Condition {
    fileprivate var isUnreadable: Bool { if case .unreadable = self { true } else { false } }
}
