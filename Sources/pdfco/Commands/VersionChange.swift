import Documents
import FileCoordination
import LinuxFiles
import SystemPackage

/// The operation of `pdfco restore --version` on one version of a document.
struct VersionChange {
    var file: String
    var identifier: String
    var saving: Saving
    var context: CommandContext
    /// Why the replaced document is kept; `nil` for the usual reason.
    var reason: String?

    private struct Report: Encodable {
        var version: String
        var kept: String?
        var ignoredRestrictions: [String]?
        var bytes: Int?
        var saved: Bool
        var discarded: Bool?
    }

    /// Replaces the document with the version, or writes the version to a new file.
    func goBack() throws {
        let output = saving.output?.path
        var workspace = Workspace(checkpoints: try context.existingStore())
        (workspace.checkpoint, workspace.password) = (try context.chosenIdentifier(), try context.password())
        let report = try coordinated { path, store in
            try workspace.goBack(
                to: FileVersion.version(of: path, forPersistentIdentifier: identifier, in: store), ofFileAt: path,
                writingTo: output, force: saving.force,
                ignoringSignatures: saving.ignoresSignatures, dryRun: saving.dryRun, reason: reason, in: store)
        }
        let kept = report.kept?.persistentIdentifier
        let ignored = report.ignoredRestrictions
        context.console.warn(ofIgnored: ignored, file: file)
        try context.console.answer(
            ["file": file, "output": output?.argument],
            Report(
                version: identifier, kept: kept, ignoredRestrictions: ignored.isEmpty ? nil : ignored,
                bytes: report.bytes, saved: !saving.dryRun && !report.isUnchanged)
        ) {
            let verb = saving.dryRun ? "would restore" : "restored"
            context.console.say("\(file): \(verb) version \(identifier)\(outcome(report, output, kept: kept))")
        }
    }

    private func outcome(_ report: VersionReport, _ output: FilePath?, kept: String?) -> String {
        if report.isUnchanged { return ", nothing to write" }
        let verb = saving.dryRun ? "would be written" : "written"
        let text = (output.map { ", \($0.argument) \(verb)" } ?? "") + " (\(report.bytes) bytes)"
        return kept.map { "\(text), the previous document is kept as version \($0)" } ?? text
    }

    /// Removes the version.
    func discard() throws {
        try coordinated { path, store in
            let version = try FileVersion.version(of: path, forPersistentIdentifier: identifier, in: store)
            if !saving.dryRun { try version.remove(in: store) }
        }
        try context.console.answer(["file": file], Report(version: identifier, saved: false, discarded: !saving.dryRun))
        {
            context.console.say(
                "\(file): version \(identifier) \(saving.dryRun ? "would be discarded" : "discarded")")
        }
    }

    /// Runs `body`, which adds or removes versions, in a coordinated write to their document. If the document's
    /// directory is gone, no other process can be using the document, and `body` runs without coordination.
    private func coordinated<Result>(_ body: (FilePath, VersionStore) throws -> Result) throws -> Result {
        let coordinator = try context.coordinator()
        let store = try context.versions(coordinator)
        if context.session == nil, !context.isForOneOfMany {
            context.limitResources(for: file, at: FilePath(argument: file))
        }
        do {
            return try context.coordinated(file, saving.access, with: coordinator) { try body($0, store) }
        } catch let error as DocumentError where error.situation == .noSuchFile && saving.output == nil {
            return try body(FilePath(argument: file), store)
        }
    }
}
