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
        try await saveUnlessInConflict()
    }

    public func accommodatePresentedItemDeletion() async throws {
        core.report(.willBeDeleted)
        try core.saveCheckpoint()
        await configuration.delegate?.accommodatePresentedItemDeletion(for: self)
    }

    public func presentedItemDidMove(to newPath: FilePath) async {
        let old = path
        let isFormer = (try? core.unsavedEditCount()) ?? 0 > 0
        core.change { shared in
            if isFormer { shared.formerPath = old }
            shared.path = newPath
        }
        core.report(.moved, of: old, newPath: newPath)
    }

    public func presentedItemDidChange() async { await examineFile() }

    public func presentedItemWasDeleted() async {
        core.change { $0.isExamined = false }
        core.report(.deleted)
        // Nothing leads from a file that is gone to the changes that were made where it was before.
        if let former = core.shared.formerPath, former.isAbsent { try? core.moveCheckpoint(from: former) }
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
        // A move or a deletion is reported separately.
        guard !path.isAbsent else { return }
        do {
            guard let examination = try core.examine(at: path, isNew: !core.shared.isExamined) else { return }
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

    /// Updates the state after a command with the document's purpose identifier, which may have changed the document;
    /// what others have changed meanwhile is reported.
    ///
    /// Where the file is the same, commands have recorded nothing that does not fit it.
    package func refresh() async {
        if !core.shared.haveChangesConflict, core.isKnown(at: path) { return }
        let isKnown = try? core.attempt(path) { document throws(DocumentError) in
            guard document.path == path, try document.opened().stateLine == core.suspended.toldState else {
                return false
            }
            try? core.remember(document)
            if document.unsaved?.isBaseProven ?? true {
                // There can be no conflict, and whether the document may be edited depends on the file alone.
                core.change { $0.haveChangesConflict = false }
                core.noteVersions()
            } else if let found = try? document.examination() {
                core.note(found)
            }
            return true
        }
        if isKnown == false { await examineFile() }
    }
}
