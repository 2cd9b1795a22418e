import ArgumentParser
import Checkpointing
import Documents
import FileCoordination
import LinuxFiles
import SystemPackage

extension CommandContext {
    /// Where checkpoints are, and what a command does with a document's; `nil` where no directory is known in which there could
    /// be any, and none is needed.
    func checkpoints(
        for use: CheckpointOptions.Use, onConflict: ConflictResolution = .merge
    ) throws(CommandFailure) -> CheckpointOptions? {
        guard let store = try existingStore() else {
            guard use == .record else { return nil }
            throw CommandFailure(
                kind: "noDataFolder", problem: "there is no directory for unsaved changes: HOME is not set",
                hint: "name one with --data-dir or PDFCO_DATA_DIR, or add --save or -o OUT", exitStatus: .cannotCreate)
        }
        var options = CheckpointOptions(store, for: use, identifier: try chosenIdentifier(), onConflict: onConflict)
        options.isDurable = session?.isDurable ?? true
        options.parking = session?.document.parkedChanges
        return options
    }

    /// The directory of the checkpoints, for commands that are about them.
    func store() throws(CommandFailure) -> CheckpointStore {
        if let store = try existingStore() { return store }
        throw CommandFailure(
            kind: "noDataFolder", problem: "there is no directory for unsaved changes: HOME is not set",
            hint: "name one with --data-dir or PDFCO_DATA_DIR", exitStatus: .noInput)
    }

    /// The directory of the versions of documents.
    func versions(_ coordinator: FileCoordinator? = nil) throws(CommandFailure) -> VersionStore {
        VersionStore(beside: try store(), coordinator: coordinator)
    }

    /// Which checkpoint is the document's, whether the document is there or not.
    func identifier(of file: String) throws -> CheckpointIdentifier {
        if let chosen = try chosenIdentifier() { return chosen }
        let store = try store()
        return try DocumentFile.checkpointIdentifier(forFileAt: FilePath(argument: file), in: store)
    }

    /// The same context, with a checkpoint chosen.
    func leading(to identifier: CheckpointIdentifier) -> CommandContext {
        var context = self
        context.options.checkpointIdentifier = identifier.description
        return context
    }

    func chosenIdentifier() throws(CommandFailure) -> CheckpointIdentifier? {
        guard let word = options.checkpointIdentifier else { return nil }
        do throws(CheckpointError) {
            return try CheckpointIdentifier(word)
        } catch {
            throw CommandFailure(
                kind: "usage", problem: "--uid takes up to 64 letters, digits, '-' and '_', not '\(word)'",
                exitStatus: .usage)
        }
    }

    func existingStore() throws(CommandFailure) -> CheckpointStore? {
        guard let directory = dataDirectoryPath() else { return nil }
        return CheckpointStore(dataDirectory: directory, timeout: .seconds(try timeoutSeconds()))
    }

    /// As `cli.md` has it; absolute, so that it is the same directory whatever becomes of the working directory.
    private func dataDirectoryPath() -> FilePath? {
        let path =
            options.dataDirectory.map { FilePath(argument: $0) } ?? ThisProcess.environmentPath("PDFCO_DATA_DIR")
            ?? ThisProcess.environmentPath("XDG_DATA_HOME")?.appending("pdfco")
            ?? ThisProcess.environmentPath("HOME")?.pushing(".local/share/pdfco")
        guard let path, path.isRelative else { return path }
        return (try? FilePath(".").resolvingLinks())?.pushing(path)
    }
}
