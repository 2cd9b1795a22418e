public import FileCoordination
internal import LinuxFiles
public import SystemPackage

/// Handles requests of other processes, and their changes to the document.
extension FileDocument {
    public nonisolated var presentedItemPath: FilePath? { path }

    public func relinquishPresentedItem(toReader reader: FileAccessor) async -> FileReacquirer? {
        core.report(.relinquishedToReader, process: reader.process)
        return { [weak self] in self?.core.report(.reacquired, process: reader.process) }
    }

    public func relinquishPresentedItem(toWriter writer: FileAccessor) async -> FileReacquirer? {
        core.report(.relinquishedToWriter, process: writer.process)
        return { [weak self] in self?.core.report(.reacquired, process: writer.process) }
    }

    /// A conflict does not prevent the other process from reading the file as it is.
    public func savePresentedItemChanges() async throws {
        core.report(.saveRequested)
        do {
            guard try await hasUnsavedChanges() else { return }
            _ = try await save()
        } catch {
            guard let reason = error.conflictReason else { throw error }
            await handle(.modification(reason))
        }
    }

    public func accommodatePresentedItemDeletion() async throws {
        core.report(.willBeDeleted)
        try core.saveCheckpoint()
        await configuration.delegate?.accommodatePresentedItemDeletion(for: self)
    }

    public func presentedItemDidMove(to newPath: FilePath) async {
        let old = path
        core.change { $0.path = newPath }
        core.report(.moved, of: old, newPath: newPath)
    }

    public func presentedItemDidChange() async { await examineFile() }

    public func presentedItemWasDeleted() async {
        core.change { $0.isExamined = false }
        core.report(.deleted)
        await configuration.delegate?.presentedItemDidChange(for: self)
        if let count = try? core.unsavedEditCount(), count > 0 { await handle(.deletion) }
    }

    public func presentedItemEventsWereLost() async {
        core.report(.overflow)
        await examineFile()
    }

    public func presentedItemDidGain(_ version: FileVersionIdentifier) async {
        core.noteVersions()
        core.report(.versionGained, detail: version.rawValue)
    }

    public func presentedItemDidLose(_ version: FileVersionIdentifier) async {
        core.noteVersions()
        core.report(.versionLost, detail: version.rawValue)
    }

    public func presentedItemDidResolveConflict(_ version: FileVersionIdentifier) async {
        core.noteVersions()
        core.report(.versionResolved, detail: version.rawValue)
    }

    /// Checks whether the file has changed, and whether the unsaved changes still fit it.
    package func examineFile() async {
        let found: DocumentExamination
        do {
            guard let examination = try examine(at: path, isNew: !core[\.isExamined]) else { return }
            found = examination
            core.change { $0.isExamined = true }
            core.note(found)
            core.report(.changed)
        } catch {
            // It may be half-written; another event will follow.
            if error.situation != .noSuchFile { core.report(.changed, detail: "it cannot be read now") }
            return
        }
        await configuration.delegate?.presentedItemDidChange(for: self)
        if let conflict = found.conflict { await handle(.modification(conflict)) }
    }
}
