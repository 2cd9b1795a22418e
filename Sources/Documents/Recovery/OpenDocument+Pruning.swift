public import Checkpointing
public import FileCoordination
internal import LinuxFiles
internal import SystemPackage

/// The result of pruning checkpoints.
public struct PruneReport: Sendable {
    /// Documents whose checkpoints were removed, or would be.
    public var removed: [RecoverableDocument] = []
    /// Documents whose checkpoints were kept, because they are recent or hold unsaved changes.
    public var kept: [RecoverableDocument] = []
    /// Versions that were removed, or would be.
    public var removedVersions: [FileVersion] = []
    /// The number of other files that were removed, or would be: leftovers of processes that died, and logs set aside.
    public var clearedFiles = 0
}

extension OpenDocument<PDFContents> {
    /// Removes old checkpoints that are no longer needed, because the document has their changes or they hold none, and
    /// old versions that need no decision.
    ///
    /// An empty path does not prove that the document is gone: the document may have been moved, its directory renamed
    /// or its volume unmounted, or another process may be replacing it (invariant 15).
    ///
    /// - Parameters:
    ///   - store: the store of the checkpoints; versions are beside it.
    ///   - age: in seconds.
    ///   - now: in seconds since 1970.
    ///   - force: also remove checkpoints that hold unsaved changes, and versions in conflict.
    ///   - dryRun: remove nothing.
    ///   - coordinator: for the versions, each of which is removed in a coordinated write to its document.
    public static func pruneCheckpoints(
        in store: CheckpointStore, olderThan age: Int, now: Int, force: Bool, dryRun: Bool,
        with coordinator: FileCoordinator? = nil
    ) throws(DocumentError) -> PruneReport {
        var report = PruneReport()
        // Before the checkpoints: what was lost with one of them becomes a version.
        report.removedVersions = try VersionStore(beside: store, coordinator: coordinator)
            .prune(olderThan: age, now: now, force: force, dryRun: dryRun)
        for document in try recoverable(in: store) {
            var goes = document.modified <= now - age && (document.isOfNoUse || force && document.isReadable)
            if goes, !dryRun {
                // Changes may have been recorded, and the document may have been replaced, since it was examined.
                let count = try discardChanges(document.identifier, of: document.path, in: store) { log in
                    store.description(of: log).flatMap { RecoverableDocument($0) } == document && document.isOnDisk
                }
                goes = count != nil
            }
            if goes { report.removed.append(document) } else { report.kept.append(document) }
        }
        report.clearedFiles += try translating(of: store.directory) {
            try store.removeLogsSetAside(until: now - age, dryRun: dryRun)
        }
        report.clearedFiles += store.history.removeOld(writtenUntil: now - age, dryRun: dryRun)
        if !dryRun { report.clearedFiles += try clearLeftovers(in: store) }
        return report
    }

    /// Removes what processes that died left among the checkpoints and the versions beside them.
    ///
    /// - Returns: the number of files removed.
    @discardableResult
    public static func clearLeftovers(in store: CheckpointStore) throws(DocumentError) -> Int {
        try translating(of: store.directory) { try store.clear() }
            + VersionStore(beside: store).clear()
    }
}

extension RecoverableDocument {
    /// Whether changes that the document has already are on the disk, now if not before.
    fileprivate var isOnDisk: Bool {
        guard condition == .saved, let path else { return true }
        return (try? SourceFile(path).synchronize(at: path)) != nil
    }

    fileprivate var isReadable: Bool { if case .unreadable = condition { false } else { true } }

    /// Whether removing the checkpoint loses nothing.
    fileprivate var isOfNoUse: Bool {
        switch condition {
        case .saved: lostBytes == 0
        case .ready, .changed, .gone: edits == 0 && lostBytes == 0
        case .unreadable: false
        }
    }
}
