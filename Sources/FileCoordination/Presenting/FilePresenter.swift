public import SystemPackage

/// An object that shows a file or directory, perhaps with unsaved changes, and is notified of what others do with it:
/// Apple's `NSFilePresenter`.
///
/// Register it with ``FileCoordinator/addFilePresenter(_:purposeIdentifier:in:)``. Where Apple's methods take a
/// completion handler, these return: the coordinator waits until then, but not forever (a presenter that does not
/// answer is passed over). Where Apple has an operation queue, a presenter receives one message after another, on
/// threads that may wait; an actor receives them as its own calls. For one access the order is: relinquish, then save
/// or accommodate, then notifications of what happened, then the reacquirer. Several accesses may have begun before the
/// first ends, and requests may come without a relinquish before them. Everything but the path has a default, which
/// does nothing or calls the more general method.
public protocol FilePresenter: AnyObject, Sendable {
    /// The presented item: a file, a directory or a symbolic link, which is not followed; `nil` while it has no path.
    ///
    /// Read from any thread at any time, so it must not block. The presenter changes it when it is notified that the
    /// item moved, and when it moved or created the item itself inside a coordinated write of its own.
    var presentedItemPath: FilePath? { get }

    /// Another process is about to read; the presenter stops writing until the reacquirer is called, after the read.
    func relinquishPresentedItem(toReader reader: FileAccessor) async -> FileReacquirer?

    /// Another process is about to write; the presenter stops reading and writing until the reacquirer is called, after
    /// the write. Changes made meanwhile are reported before that.
    func relinquishPresentedItem(toWriter writer: FileAccessor) async -> FileReacquirer?

    /// Another process needs the file on disk to match what is shown: save now. A write coordinated with this presenter
    /// does not wait for the process that asks. An error makes the other process's access fail with it.
    ///
    /// A presenter without this method is treated as a read-only one.
    func savePresentedItemChanges() async throws

    /// The item is about to be deleted, or replaced by another one: close it, or save elsewhere what must not be lost.
    /// An error makes the other process's access fail with it.
    func accommodatePresentedItemDeletion() async throws

    /// The item, or a directory around it, has another path now. If a program that does not coordinate moved the item
    /// aside and put another in its place, the presenter may be notified of a move there and, a moment later, of one
    /// back.
    func presentedItemDidMove(to newPath: FilePath) async

    /// The contents have changed, or are those of another file with the same name.
    func presentedItemDidChange() async

    /// Permissions, owner, times or extended attributes changed, and the contents did not.
    ///
    /// Not in Apple's protocol, where every presenter must find this out for itself.
    func presentedItemDidChangeAttributes() async

    /// The item was deleted without a request to accommodate it. Not in Apple's protocol.
    func presentedItemWasDeleted() async

    /// Events of the item were lost. What can be found by checking again was reported, or will be. Not in Apple's
    /// protocol.
    func presentedItemEventsWereLost() async

    /// A version of the item was added; every presenter is notified, even the one that added it.
    func presentedItemDidGain(_ version: FileVersionIdentifier) async

    /// A version of the item was removed.
    func presentedItemDidLose(_ version: FileVersionIdentifier) async

    /// A conflict between versions of the item was resolved.
    func presentedItemDidResolveConflict(_ version: FileVersionIdentifier) async

    /// An item in the presented directory is about to be deleted or replaced.
    func accommodatePresentedSubitemDeletion(at path: FilePath) async throws

    /// A new item appeared in the presented directory, at any depth.
    func presentedSubitemDidAppear(at path: FilePath) async

    /// An item in the presented directory has another path now, in the same or another directory inside the presented
    /// one.
    func presentedSubitem(at oldPath: FilePath, didMoveTo newPath: FilePath) async

    /// A file in the presented directory has changed, as far as size, modification time and identity show.
    func presentedSubitemDidChange(at path: FilePath) async

    /// An item is no longer in the presented directory. Not in Apple's protocol.
    func presentedSubitemWasDeleted(at path: FilePath) async

    /// A version of an item in the presented directory was added.
    func presentedSubitem(at path: FilePath, didGain version: FileVersionIdentifier) async

    /// A version of an item in the presented directory was removed.
    func presentedSubitem(at path: FilePath, didLose version: FileVersionIdentifier) async

    /// A conflict between versions of an item in the presented directory was resolved.
    func presentedSubitem(at path: FilePath, didResolve version: FileVersionIdentifier) async
}

/// The process that is about to read or write a presented item.
public struct FileAccessor: Sendable, Hashable {
    /// The process ID at the time, `nil` if it is not known. For display only: PIDs are reused, and differ between
    /// containers.
    public let process: Int32?
}

/// A closure that is called when the access that a presenter made way for is over, even if the other process died.
public typealias FileReacquirer = @Sendable () async -> Void

/// Names a version of a document, for as long as the version exists.
public struct FileVersionIdentifier: RawRepresentable, Sendable, Hashable {
    /// Up to 1,024 bytes of UTF-8 without NUL.
    public let rawValue: String

    /// Creates an identifier from its raw value.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A presenter of an item, as others see it.
public struct PresenterDescription: Sendable, Hashable {
    /// The process ID, as this process sees it. For display only, see ``FileAccessor/process``.
    public let process: Int32
    /// When it was registered under the item's present path, in seconds since 1970.
    public let since: Int
}
