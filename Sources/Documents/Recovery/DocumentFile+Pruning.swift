public import Checkpointing
public import FileCoordination
internal import LinuxFiles
internal import SystemPackage

/// What a cleaning of the checkpoints did.
public struct PruneReport: Sendable {
    /// Documents whose checkpoints were removed, or would be.
    public var removed: [RecoverableDocument] = []
    /// Documents that have unsaved changes as old as that, which are kept.
    public var kept: [RecoverableDocument] = []
    /// Versions that were removed, or would be.
    public var removedVersions: [FileVersion] = []
    /// Other files that were removed, or would be: what processes that died have left, and logs that were set aside.
    public var clearedFiles = 0
}

extension DocumentFile {
    /// Removes checkpoints that have not been written for some time and serve nobody: their document has their changes, or
    /// they hold none. And versions about which nothing is to be decided.
    ///
    /// That nothing is at the path of a document does not say that it is gone: it may have been moved, or its directory renamed,
    /// its volume may not be mounted, or somebody may be replacing it (invariant 15).
    ///
    /// - Parameters:
    ///   - age: in seconds.
    ///   - now: in seconds since 1970.
    ///   - force: remove also those that hold unsaved changes, and versions in conflict.
    ///   - coordinator: for the versions, each of which is removed in a coordinated write to its document.
    public static func pruneCheckpoints(
        in store: CheckpointStore, olderThan age: Int, now: Int, force: Bool, dryRun: Bool,
        with coordinator: FileCoordinator? = nil
    ) throws(DocumentError) -> PruneReport {
        var report = PruneReport()
        for document in try recoverable(in: store) where document.modified <= now - age {
            guard document.isOfNoUse || force && document.isReadable else {
                report.kept.append(document)
                continue
            }
            // Changes may have come since it was looked at.
            let count =
                dryRun ? 0 : try discardChanges(document.identifier, of: document.path, in: store, ifStill: document)
            if count != nil { report.removed.append(document) }
        }
        let aside = try translatingCheckpointErrors(of: store.directory) { () throws(CheckpointError) in
            try store.logsSetAside()
        }
        for (path, since) in aside where since <= now - age {
            if !dryRun { path.removeName() }
            report.clearedFiles += 1
        }
        report.removedVersions = try VersionStore(beside: store, coordinator: coordinator)
            .prune(olderThan: age, now: now, force: force, dryRun: dryRun)
        if !dryRun { report.clearedFiles += try clearLeftovers(in: store) }
        return report
    }

    /// Removes what processes that died have left among the checkpoints and the versions beside them.
    ///
    /// - Returns: how many files were removed.
    @discardableResult
    public static func clearLeftovers(in store: CheckpointStore) throws(DocumentError) -> Int {
        try translatingCheckpointErrors(of: store.directory) { () throws(CheckpointError) in try store.clear() }
            + VersionStore(beside: store).clear()
    }
}

extension RecoverableDocument {
    fileprivate var isReadable: Bool { if case .unreadable = condition { false } else { true } }

    /// Whether nothing would be lost with the checkpoint.
    fileprivate var isOfNoUse: Bool {
        switch condition {
        case .saved: lostBytes == 0
        case .ready, .changed, .gone: edits == 0 && lostBytes == 0
        case .unreadable: false
        }
    }
}
