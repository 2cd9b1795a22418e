public import SystemPackage

extension FilePresenter {
    public func relinquishPresentedItem(toReader reader: FileAccessor) async -> FileReacquirer? { nil }
    public func relinquishPresentedItem(toWriter writer: FileAccessor) async -> FileReacquirer? { nil }
    public func savePresentedItemChanges() async throws {}
    public func accommodatePresentedItemDeletion() async throws {}
    public func presentedItemDidMove(to newPath: FilePath) async {}
    public func presentedItemDidChange() async {}
    public func presentedItemDidChangeAttributes() async {}
    public func presentedItemWasDeleted() async {}
    public func presentedItemEventsWereLost() async {}
    public func presentedItemDidGain(_ version: FileVersionIdentifier) async {}
    public func presentedItemDidLose(_ version: FileVersionIdentifier) async {}
    public func presentedItemDidResolveConflict(_ version: FileVersionIdentifier) async {}
}

/// For a presenter that does not implement these methods, the directory has simply changed, as with Apple's packages.
extension FilePresenter {
    public func accommodatePresentedSubitemDeletion(at path: FilePath) async throws {}
    public func presentedSubitemDidAppear(at path: FilePath) async { await presentedItemDidChange() }
    public func presentedSubitem(at oldPath: FilePath, didMoveTo newPath: FilePath) async {
        await presentedItemDidChange()
    }
    public func presentedSubitemDidChange(at path: FilePath) async { await presentedItemDidChange() }
    public func presentedSubitemWasDeleted(at path: FilePath) async { await presentedItemDidChange() }
    public func presentedSubitem(at path: FilePath, didGain version: FileVersionIdentifier) async {}
    public func presentedSubitem(at path: FilePath, didLose version: FileVersionIdentifier) async {}
    public func presentedSubitem(at path: FilePath, didResolve version: FileVersionIdentifier) async {}
}
