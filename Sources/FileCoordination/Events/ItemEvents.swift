internal import Synchronization
public import SystemPackage

/// What happened to a file or directory: the notifications that a ``FilePresenter`` receives, as values.
public enum PresentedItemEvent: Sendable, Equatable {
    /// The contents have changed, or are those of another file with the same name.
    case changed
    /// Permissions, owner, times or extended attributes changed, and the contents did not.
    case attributesChanged
    /// The item, or a directory around it, has another path now.
    case moved(to: FilePath)
    /// Another process is about to delete the item, or to replace it.
    case willBeDeleted
    /// The item was deleted without an announcement.
    case deleted
    /// A new item appeared in the directory, at any depth.
    case subitemAppeared(FilePath)
    /// A file in the directory has changed.
    case subitemChanged(FilePath)
    /// An item in the directory has another path in it now.
    case subitemMoved(FilePath, to: FilePath)
    /// An item is no longer in the directory.
    case subitemDeleted(FilePath)
    /// A version of the item was added.
    case versionGained(FileVersionIdentifier)
    /// A version of the item was removed.
    case versionLost(FileVersionIdentifier)
    /// A conflict between versions of the item was resolved.
    case versionResolved(FileVersionIdentifier)
    /// Events were lost: examine the item again.
    case eventsLost
}

extension FileCoordinator {
    /// The number of events that a consumer may be behind.
    package static let eventLimit = 1024

    /// Presents an item in order to hear what happens to it, without a presenter of one's own. The item is presented
    /// until the sequence is released.
    ///
    /// Its buffer holds 1,024 events; ``PresentedItemEvent/eventsLost`` then replaces the last one and those that follow
    /// until the consumer has taken some. The sequence does not end by itself, not even if the item is deleted: another
    /// one may take its place.
    ///
    /// - Parameters:
    ///   - path: a file, a directory or a symbolic link, which is not followed; it need not exist.
    ///   - runtimeDirectory: where coordinators look for presenters.
    /// - Throws: ``FileCoordinationError/runtimeDirectoryNotPrivate(_:)``, or a system error.
    public static func events(
        ofItemAt path: FilePath, in runtimeDirectory: RuntimeDirectory = .standard
    ) throws(FileCoordinationError) -> EventSequence<PresentedItemEvent> {
        let observer = ItemObserver(path)
        let registration = try ObserverRegistration(observer, in: runtimeDirectory)
        let buffer = EventBuffer<PresentedItemEvent>(limit: eventLimit, from: registration) { _, _ in .eventsLost }
        observer.source.add(buffer)
        return EventSequence(buffer)
    }
}

/// Presents an item as long as someone wants to hear of it.
private final class ObserverRegistration: Sendable {
    private let observer: ItemObserver

    init(_ observer: ItemObserver, in runtimeDirectory: RuntimeDirectory) throws(FileCoordinationError) {
        self.observer = observer
        try FileCoordinator.addFilePresenter(observer, in: runtimeDirectory)
    }

    deinit { FileCoordinator.removeFilePresenter(observer) }
}

/// A presenter that does nothing but pass on what it hears.
private final class ItemObserver: FilePresenter {
    let source = EventSource<PresentedItemEvent>()
    private let path: Mutex<FilePath>

    init(_ path: FilePath) { self.path = Mutex(path) }

    var presentedItemPath: FilePath? { path.withLock { $0 } }

    func accommodatePresentedItemDeletion() async { source.send(.willBeDeleted) }
    func presentedItemDidMove(to newPath: FilePath) async {
        path.withLock { $0 = newPath }
        source.send(.moved(to: newPath))
    }
    func presentedItemDidChange() async { source.send(.changed) }
    func presentedItemDidChangeAttributes() async { source.send(.attributesChanged) }
    func presentedItemWasDeleted() async { source.send(.deleted) }
    func presentedItemEventsWereLost() async { source.send(.eventsLost) }
    func presentedItemDidGain(_ version: FileVersionIdentifier) async { source.send(.versionGained(version)) }
    func presentedItemDidLose(_ version: FileVersionIdentifier) async { source.send(.versionLost(version)) }
    func presentedItemDidResolveConflict(_ version: FileVersionIdentifier) async {
        source.send(.versionResolved(version))
    }
    func presentedSubitemDidAppear(at path: FilePath) async { source.send(.subitemAppeared(path)) }
    func presentedSubitem(at oldPath: FilePath, didMoveTo newPath: FilePath) async {
        source.send(.subitemMoved(oldPath, to: newPath))
    }
    func presentedSubitemDidChange(at path: FilePath) async { source.send(.subitemChanged(path)) }
    func presentedSubitemWasDeleted(at path: FilePath) async { source.send(.subitemDeleted(path)) }
}
