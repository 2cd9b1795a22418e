internal import Checkpointing
public import FileCoordination
internal import LinuxFiles
public import SystemPackage

/// What an app does with the file of a document that is open.
extension FileDocument {
    /// Runs `body` on the document's executor, in a coordinated access to its file: between the document's own
    /// accesses, and without waiting for it.
    ///
    /// - Parameters:
    ///   - access: what `body` does with the file.
    ///   - body: receives the file's path; it may block.
    /// - Throws: what `body` throws, or the reason why access was not granted.
    public func performAsynchronousFileAccess<Result: Sendable>(
        _ access: DocumentAccess = .reading(savingChanges: false), _ body: (FilePath) throws(DocumentError) -> Result
    ) async throws(DocumentError) -> Result {
        try await self.access(access, body)
    }

    /// Moves the document's file to a path where nothing is, on the same file system. The document stays open, and its
    /// unsaved changes stay with it.
    ///
    /// - Throws: `fileExists` if there is something at the path, `documentClosed`, or the reason why the file cannot be
    ///   moved.
    public func move(to destination: FilePath) async throws(DocumentError) {
        try checkOpen()
        let new = try translating(of: destination) { try destination.resolvingLinks() }
        let coordinator = core.configuration.coordination.coordinator
        try await access(.moving(to: new), with: coordinator) { old throws(DocumentError) in
            do throws(SystemCallError) { try old.renameToFree(new) } catch {
                let isTaken = Errno(rawValue: error.errno) == .fileExists
                throw isTaken ? DocumentError(.fileExists, new) : DocumentError(error, new)
            }
            // A crash here leaves the checkpoint under the old path, where it is found by the file.
            core.change { $0.path = new }
            core.report(.moved, of: old, newPath: new)
            try core.moveCheckpoint(from: old)
            if core.shared.isCoordinated { coordinator.item(at: old, didMoveTo: new) }
        }
    }

    /// Changes when recorded changes become durable. What was recorded before is durable when this returns, if changes
    /// are to be so immediately.
    public func setCheckpointStrategy(_ strategy: CheckpointStrategy) throws(DocumentError) {
        if strategy == .immediate { try core.saveCheckpoint() }
        core.change { $0.strategy = strategy }
        if !state.contains(.closed) { startTimers() }
    }
}

/// A document of whatever kind.
protocol ClosableDocument: Actor {
    func close(_ unsaved: UnsavedChoice) async throws(DocumentError)
}

extension FileDocument: ClosableDocument {}

extension FileCoordinator {
    /// Closes all documents of this process that are presented, because the app is going to stop: unsaved changes stay
    /// in their checkpoints, and are durable when this returns.
    ///
    /// - Returns: why documents are still open, if there are any.
    public static func closeAllDocuments() async -> [any Error] {
        var errors: [any Error] = []
        for presenter in filePresenters {
            guard let document = presenter as? any ClosableDocument else { continue }
            do { try await document.close(.keep) } catch { errors.append(error) }
        }
        return errors
    }
}
