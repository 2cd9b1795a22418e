import ArgumentParser
import Checkpointing
import Documents
import FileCoordination
import LinuxFiles
import SystemPackage

extension CommandContext {
    /// Throws if there is no directory in which unsaved changes can be recorded.
    func checkCanRecord() throws(CommandFailure) {
        guard try existingStore() == nil else { return }
        throw CommandFailure(
            kind: "noDataFolder", problem: "no directory for unsaved changes: HOME is not set",
            hint: "name one with --data-dir or PDFCO_DATA_DIR, or add --save or -o OUT", exitStatus: .cannotCreate)
    }

    /// Returns the checkpoint directory, for commands that require it.
    func store() throws(CommandFailure) -> CheckpointStore {
        if let store = try existingStore() { return store }
        throw CommandFailure(
            kind: "noDataFolder", problem: "no directory for unsaved changes: HOME is not set",
            hint: "name one with --data-dir or PDFCO_DATA_DIR", exitStatus: .noInput)
    }

    /// Returns the directory of documents' versions.
    func versions(_ coordinator: FileCoordinator? = nil) throws(CommandFailure) -> VersionStore {
        VersionStore(beside: try store(), coordinator: coordinator)
    }

    /// Returns the identifier of the document's checkpoint, whether the document exists or not.
    func identifier(of file: String) throws -> CheckpointIdentifier {
        if let chosen = try chosenIdentifier() { return chosen }
        try StandardInput.refuse(file)
        let store = try store()
        return try DocumentFile.checkpointIdentifier(forFileAt: FilePath(argument: file), in: store)
    }

    /// Returns the same context with this checkpoint chosen.
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

    /// Returns the data directory as `cli.md` specifies it; absolute, so that it stays the same if the working
    /// directory changes.
    private func dataDirectoryPath() -> FilePath? {
        let path =
            options.dataDirectory.map { FilePath(argument: $0) } ?? ThisProcess.environmentPath("PDFCO_DATA_DIR")
            ?? ThisProcess.environmentPath("XDG_DATA_HOME")?.appending("pdfco")
            ?? ThisProcess.environmentPath("HOME")?.pushing(".local/share/pdfco")
        guard let path, path.isRelative else { return path }
        return (try? FilePath(".").resolvingLinks())?.pushing(path)
    }
}
