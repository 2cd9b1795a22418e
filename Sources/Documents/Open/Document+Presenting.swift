internal import Checkpointing
public import FileCoordination
internal import LinuxFiles
public import SystemPackage

/// Handles requests of other processes, and their changes to the document.
extension Document: FilePresenter {
    public nonisolated var presentedItemPath: FilePath? { path }

    public func relinquishPresentedItem(toReader reader: FileAccessor) async -> FileReacquirer? {
        tell(.relinquishedToReader, process: reader.process)
        return { [weak self] in await self?.tell(.reacquired, process: reader.process) }
    }

    public func relinquishPresentedItem(toWriter writer: FileAccessor) async -> FileReacquirer? {
        tell(.relinquishedToWriter, process: writer.process)
        return { [weak self] in await self?.tell(.reacquired, process: writer.process) }
    }

    /// A conflict does not prevent the other process from reading the file as it is.
    public func savePresentedItemChanges() async throws {
        tell(.saveRequested)
        do throws(DocumentError) {
            guard try await hasUnsavedChanges() else { return }
            _ = try await save()
        } catch {
            guard case .unsavedConflict(let reason) = error.situation else { throw error }
            await meet(.modification(reason))
        }
    }

    public func accommodatePresentedItemDeletion() async throws {
        tell(.willBeDeleted)
        try saveCheckpoint()
        await configuration.delegate?.accommodatePresentedItemDeletion(for: self)
    }

    public func presentedItemDidMove(to newPath: FilePath) async {
        let old = path
        setPath(newPath)
        tell(.moved, of: old, newPath: newPath)
    }

    public func presentedItemDidChange() async { await lookAgain() }

    public func presentedItemWasDeleted() async {
        known = nil
        tell(.deleted)
        await configuration.delegate?.presentedItemDidChange(for: self)
        let identifier = configuration.identifier ?? CheckpointIdentifier(for: path)
        if let found = DocumentFile.recoverable(identifier, in: configuration.checkpoints), found.edits > 0 {
            await meet(.deletion)
        }
    }

    public func presentedItemEventsWereLost() async {
        tell(.overflow)
        await lookAgain()
    }

    public func presentedItemDidGain(_ version: FileVersionIdentifier) async {
        tell(.versionGained, detail: version.rawValue)
    }

    /// Checks whether the file has changed, and whether the unsaved changes still fit it.
    private func lookAgain() async {
        let conflict: String?
        do throws(DocumentError) {
            let file = try documentFile(path, for: .reading, .show)
            guard try file.contents().state != known else { return }
            let summary = try file.summary()
            conflict = summary.unsavedConflict
            try remember(file)
            note(summary)
            tell(.changed)
        } catch {
            // It may be half-written; another event will follow.
            if error.situation != .noSuchFile { tell(.changed, detail: "it cannot be read now") }
            return
        }
        await configuration.delegate?.presentedItemDidChange(for: self)
        if let conflict { await meet(.modification(conflict)) }
    }
}
