internal import Checkpointing
public import FileCoordination
internal import LinuxFiles
public import SystemPackage

/// Handles requests of other processes, and their changes to the document.
extension Document: FilePresenter {
    public nonisolated var presentedItemPath: FilePath? { path }

    public func relinquishPresentedItem(toReader reader: FileAccessor) async -> FileReacquirer? {
        notify(.relinquishedToReader, process: reader.process)
        return { [weak self] in await self?.notify(.reacquired, process: reader.process) }
    }

    public func relinquishPresentedItem(toWriter writer: FileAccessor) async -> FileReacquirer? {
        notify(.relinquishedToWriter, process: writer.process)
        return { [weak self] in await self?.notify(.reacquired, process: writer.process) }
    }

    /// A conflict does not prevent the other process from reading the file as it is.
    public func savePresentedItemChanges() async throws {
        notify(.saveRequested)
        do throws(DocumentError) {
            guard try await hasUnsavedChanges() else { return }
            _ = try await save()
        } catch {
            guard case .unsavedConflict(let reason) = error.situation else { throw error }
            await handle(.modification(reason))
        }
    }

    public func accommodatePresentedItemDeletion() async throws {
        notify(.willBeDeleted)
        try saveCheckpoint()
        await configuration.delegate?.accommodatePresentedItemDeletion(for: self)
    }

    public func presentedItemDidMove(to newPath: FilePath) async {
        let old = path
        setPath(newPath)
        notify(.moved, of: old, newPath: newPath)
    }

    public func presentedItemDidChange() async { await examineFile() }

    public func presentedItemWasDeleted() async {
        known = nil
        notify(.deleted)
        await configuration.delegate?.presentedItemDidChange(for: self)
        let identifier = configuration.identifier ?? CheckpointIdentifier(for: path)
        if let found = DocumentFile.recoverable(identifier, in: configuration.checkpoints), found.edits > 0 {
            await handle(.deletion)
        }
    }

    public func presentedItemEventsWereLost() async {
        notify(.overflow)
        await examineFile()
    }

    public func presentedItemDidGain(_ version: FileVersionIdentifier) async {
        notify(.versionGained, detail: version.rawValue)
    }

    /// Checks whether the file has changed, and whether the unsaved changes still fit it.
    private func examineFile() async {
        let conflict: String?
        do throws(DocumentError) {
            let file = try documentFile(path, for: .reading, .show)
            guard try file.contents().state != known else { return }
            let summary = try file.summary()
            conflict = summary.unsavedConflict
            try remember(file)
            note(summary)
            notify(.changed)
        } catch {
            // It may be half-written; another event will follow.
            if error.situation != .noSuchFile { notify(.changed, detail: "it cannot be read now") }
            return
        }
        await configuration.delegate?.presentedItemDidChange(for: self)
        if let conflict { await handle(.modification(conflict)) }
    }
}
