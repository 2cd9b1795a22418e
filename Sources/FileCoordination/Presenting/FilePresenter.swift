public import SystemPackage

/// Someone who shows a file or directory, perhaps with changes not saved yet, and hears what others do with it: Apple's
/// `NSFilePresenter`.
///
/// Register it with ``FileCoordinator/addFilePresenter(_:purposeIdentifier:in:)``. Where Apple's methods take a completion
/// handler, these return: whoever asked waits until then, but not for ever (a presenter that does not answer is passed
/// over). Where Apple has an operation queue, one presenter hears one message after another, on threads that may wait; an
/// actor hears them as its own calls. For one access the order is: relinquish, then save or accommodate, then what
/// happened, then the reacquirer. Several accesses may have begun before the first ends, and requests may come without a
/// relinquishing before them. Everything but the path has a default that does nothing, or says the more general thing.
public protocol FilePresenter: AnyObject, Sendable {
    /// What is presented: a file, a directory or a symbolic link, which is not followed; `nil` as long as it has none.
    ///
    /// Read from any thread at any time, so it must not wait. The presenter changes it when it hears that the item moved,
    /// and when it moved or created the item itself inside a coordinated write of its own.
    var presentedItemPath: FilePath? { get }

    /// Another is about to read; the presenter stops writing until the reacquirer is called, when the reading is over.
    func relinquishPresentedItem(toReader reader: FileAccessor) async -> FileReacquirer?

    /// Another is about to write; the presenter stops reading and writing until the reacquirer is called, when the writing
    /// is over. What changed meanwhile is told before that.
    func relinquishPresentedItem(toWriter writer: FileAccessor) async -> FileReacquirer?

    /// Another wants what is on disk to be what is shown: save now. A write coordinated with this presenter does not wait
    /// for the one who asks. An error makes the other's access fail with it.
    ///
    /// A presenter without this method is taken for one that only reads.
    func savePresentedItemChanges() async throws

    /// The item is going to be deleted, or replaced by another one: close it, or save what must not be lost elsewhere.
    /// An error makes the other's access fail with it.
    func accommodatePresentedItemDeletion() async throws

    /// The item, or a directory around it, has another path now. Where a program that does not coordinate moved it aside and put
    /// another in its place, it may be told to be there and, a moment later, back.
    func presentedItemDidMove(to newPath: FilePath) async

    /// The contents are not what they were, or are another file's of the same name.
    func presentedItemDidChange() async

    /// Permissions, owner, times or extended attributes changed, and the contents did not.
    ///
    /// Not in Apple's protocol, where every presenter must find out for itself.
    func presentedItemDidChangeAttributes() async

    /// The item is gone, and nobody asked before. Not in Apple's protocol.
    func presentedItemWasDeleted() async

    /// News of the item were lost. What can be seen by looking again was told, or will be. Not in Apple's protocol.
    func presentedItemEventsWereLost() async

    /// A version of the item was added; everybody hears this, also who added it.
    func presentedItemDidGain(_ version: FileVersionIdentifier) async

    /// A version of the item was removed.
    func presentedItemDidLose(_ version: FileVersionIdentifier) async

    /// A conflict between versions of the item was resolved.
    func presentedItemDidResolveConflict(_ version: FileVersionIdentifier) async

    /// Something in the presented directory is going to be deleted or replaced.
    func accommodatePresentedSubitemDeletion(at path: FilePath) async throws

    /// Something is in the presented directory that was not there, at whatever depth.
    func presentedSubitemDidAppear(at path: FilePath) async

    /// Something in the presented directory has another path now, in the same directory or another one inside the presented.
    func presentedSubitem(at oldPath: FilePath, didMoveTo newPath: FilePath) async

    /// A file in the presented directory has other contents, as far as size, time of modification and identity tell.
    func presentedSubitemDidChange(at path: FilePath) async

    /// Something is not in the presented directory any more. Not in Apple's protocol.
    func presentedSubitemWasDeleted(at path: FilePath) async

    /// A version of something in the presented directory was added.
    func presentedSubitem(at path: FilePath, didGain version: FileVersionIdentifier) async

    /// A version of something in the presented directory was removed.
    func presentedSubitem(at path: FilePath, didLose version: FileVersionIdentifier) async

    /// A conflict between versions of something in the presented directory was resolved.
    func presentedSubitem(at path: FilePath, didResolve version: FileVersionIdentifier) async
}
