internal import LinuxFiles
internal import Synchronization
public import SystemPackage

/// Notifications of what an accessor did that presenters cannot see, or not as well.
extension FileCoordinator {
    /// Does nothing: it prepares Apple's sandbox for a move, and there is none here.
    public func item(at oldPath: FilePath, willMoveTo newPath: FilePath) {}

    /// Notifies presenters that an item was moved: those of the item, of everything inside it, and of the directories
    /// around it.
    ///
    /// Call this inside the accessor of the write that moves the item; otherwise no presenter is notified. The kernel
    /// reports moves, too, but later, and only their outcome.
    public func item(at oldPath: FilePath, didMoveTo newPath: FilePath) {
        guard let old = try? oldPath.canonical(), let new = try? newPath.canonical() else { return }
        for conversation in conversations.withLock(\.self) { conversation.itemMoved(from: old, to: new) }
    }

    /// Notifies all presenters of an item, including the coordinator's own, that a version was added.
    ///
    /// - Throws: ``FileCoordinationError`` if the directory of the item does not exist.
    public func item(at path: FilePath, didGain version: FileVersionIdentifier) throws(FileCoordinationError) {
        try notify(.gained, version, path)
    }

    /// Notifies all presenters of an item, including the coordinator's own, that a version was removed.
    ///
    /// - Throws: ``FileCoordinationError`` if the directory of the item does not exist.
    public func item(at path: FilePath, didLose version: FileVersionIdentifier) throws(FileCoordinationError) {
        try notify(.lost, version, path)
    }

    /// Notifies all presenters of an item, including the coordinator's own, that a conflict was resolved.
    ///
    /// - Throws: ``FileCoordinationError`` if the directory of the item does not exist.
    public func item(at path: FilePath, didResolve version: FileVersionIdentifier) throws(FileCoordinationError) {
        try notify(.resolved, version, path)
    }

    private func notify(
        _ kind: VersionEvent.Kind, _ version: FileVersionIdentifier, _ path: FilePath
    ) throws(FileCoordinationError) {
        let path = try translatingSystemCalls { () throws(SystemCallError) in try path.canonical() }
        if let conversation = conversations.withLock(\.first) {
            conversation.item(path, kind, version)
        } else {
            let conversation = try converse(about: [], until: Deadline(after: timeout))
            conversation?.item(path, kind, version)
            conversation?.end()
        }
    }
}
