internal import LinuxFiles
public import SystemPackage

/// What an accessor did that presenters cannot see, or not as well.
extension FileCoordinator {
    /// Does nothing: it prepares Apple's sandbox for a move, and there is none here.
    public func item(at oldPath: FilePath, willMoveTo newPath: FilePath) {}

    /// Tells presenters that an item was moved: its own, those of what is inside it, and those of the directories around it.
    ///
    /// Inside the accessor of a write that moves it; otherwise nobody hears. The kernel tells presenters of moves, too, but
    /// later, and only what the outcome was.
    public func item(at oldPath: FilePath, didMoveTo newPath: FilePath) {
        guard let old = try? oldPath.canonical(), let new = try? newPath.canonical() else { return }
        for access in runningAccesses { access.conversation?.itemMoved(from: old, to: new) }
    }

    /// Tells all presenters of an item, the coordinator's own as well, that a version was added.
    public func item(at path: FilePath, didGain version: FileVersionIdentifier) throws(FileCoordinationError) {
        try tell(.gained, version, path)
    }

    /// Tells all presenters of an item, the coordinator's own as well, that a version was removed.
    public func item(at path: FilePath, didLose version: FileVersionIdentifier) throws(FileCoordinationError) {
        try tell(.lost, version, path)
    }

    /// Tells all presenters of an item, the coordinator's own as well, that a conflict was resolved.
    public func item(at path: FilePath, didResolve version: FileVersionIdentifier) throws(FileCoordinationError) {
        try tell(.resolved, version, path)
    }

    private func tell(
        _ kind: VersionNews.Kind, _ version: FileVersionIdentifier, _ path: FilePath
    ) throws(FileCoordinationError) {
        let path = try translatingSystemCalls { () throws(SystemCallError) in try path.canonical() }
        if let conversation = runningAccesses.lazy.compactMap(\.conversation).first {
            conversation.item(path, kind, version)
        } else {
            let conversation = try converse(about: [], until: Deadline(after: timeout))
            conversation?.item(path, kind, version)
            conversation?.end()
        }
    }
}
