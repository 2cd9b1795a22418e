import ArgumentParser
import Checkpointing
import Documents
import FileCoordination
import LinuxFiles
import SystemPackage

extension CommandContext {
    private static let noDataDirectory = DocumentError(.checkpoint(.noDataDirectory), nil)

    /// Throws if there is no directory in which unsaved changes can be recorded.
    func checkCanRecord() throws(CommandFailure) {
        guard try existingStore() == nil else { return }
        var failure = CommandFailure(Self.noDataDirectory)
        failure.hint? += ", or add --save or -o OUT"
        throw failure
    }

    /// Returns the checkpoint directory, for commands that require it.
    func store() throws(CommandFailure) -> CheckpointStore {
        if let store = try existingStore() { return store }
        var failure = CommandFailure(Self.noDataDirectory)
        failure.exitStatus = .noInput
        throw failure
    }

    /// Returns the directory of documents' versions.
    func versions(_ coordinator: FileCoordinator? = nil) throws(CommandFailure) -> VersionStore {
        var versions = VersionStore(beside: try store(), coordinator: coordinator)
        versions.keptCount = try keptVersions()
        return versions
    }

    /// Returns the versions that are kept of a file, oldest first; none where nothing can be kept.
    func versions(of file: String) throws -> [FileVersion] {
        guard !StandardInput.isMeant(by: file), let store = try existingStore() else { return [] }
        return try FileVersion.otherVersionsOfItem(at: FilePath(argument: file), in: VersionStore(beside: store))
    }

    /// Returns the identifier of the document's checkpoint, whether the document exists or not.
    func identifier(of file: String) throws -> CheckpointIdentifier {
        if let chosen = try chosenIdentifier() { return chosen }
        try StandardInput.refuse(file)
        return try store().identifier(ofFileAt: FilePath(argument: file))
    }

    /// Returns the same context with this checkpoint chosen.
    func leading(to identifier: CheckpointIdentifier) -> CommandContext {
        var context = self
        context.options.uid = identifier.description
        return context
    }

    func chosenIdentifier() throws(CommandFailure) -> CheckpointIdentifier? {
        guard let word = options.uid else { return nil }
        do {
            return try CheckpointIdentifier(word)
        } catch {
            throw CommandFailure.usage("--uid takes up to 64 letters, digits, '-' and '_', not '\(word)'")
        }
    }

    /// Returns the store of unsaved changes; `nil` if there is none, or if this user may not enter it.
    func existingStore() throws(CommandFailure) -> CheckpointStore? {
        let timeout = Duration.seconds(try timeoutSeconds())
        let chosen =
            options.dataDir.map { FilePath(argument: $0) } ?? surroundings.environmentPath("PDFCO_DATA_DIR")
        guard
            let store = try? chosen.map({ CheckpointStore(dataDirectory: $0, timeout: timeout) })
                ?? .standard(timeout: timeout)
        else { return nil }
        guard store.isForbidden else { return store }
        if surroundings.isFirst("warning of a forbidden data directory") {
            console.warn("cannot look for unsaved changes: permission denied", file: store.directory.argument)
        }
        return nil
    }
}

extension CommandContext {
    /// Returns what is unsaved of a document; `nil` if it is there and nothing is. Throws where that cannot be read.
    func recoverable(
        _ file: String, _ identifier: CheckpointIdentifier, in store: CheckpointStore
    ) throws -> RecoverableDocument? {
        let found = OpenDocument<PDFContents>.recoverable(identifier, in: store, at: FilePath(argument: file))
        if let found, case .unreadable(let error) = found.condition { throw error }
        // A name that is mistyped has nothing unsaved, either.
        if found == nil { try lookUp(file) }
        return found
    }

    /// Prints the documents that have unsaved changes, and the versions in conflict; returns whether there are any.
    @discardableResult func printUnsaved() throws -> Bool {
        let found = try OpenDocument<PDFContents>.recoverable(in: try store())
        let listed = found.filter { $0.edits > 0 || $0.lostBytes > 0 || $0.condition.isUnreadable }
        let versions = try FileVersion.all(in: try versions()).filter { !$0.isResolved }
        try RecoverableText.print(listed, versions: versions, on: console)
        return !listed.isEmpty || !versions.isEmpty
    }
}
