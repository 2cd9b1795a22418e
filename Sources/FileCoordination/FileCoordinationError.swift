public import SystemPackage

/// Why an access was not granted; the accessor has not run then.
public enum FileCoordinationError: Error, Sendable, Equatable {
    /// Others held the item until the time was up.
    case timedOut(FilePath)
    /// ``FileCoordinator/cancel()`` was called.
    case cancelled
    /// The item is not there, or was removed while its turn came.
    case noSuchItem(FilePath)
    /// A presenter could not do what it was asked for, and says why.
    case presenterFailed(FilePath, reason: String)
    /// The file system has no locks, so that nothing could be promised.
    case locksNotSupported(FilePath)
    /// The folder where presenters are found belongs to somebody else, or others may write there.
    case runtimeFolderNotPrivate(FilePath)
    /// The folder where presenters are found cannot be made.
    case runtimeFolderNotMade(FilePath, reason: String)
    /// The item could not be copied for the accessor.
    case snapshotFailed(FilePath, reason: String)
    /// A system call failed; `code` is a value of errno(3).
    case systemCall(call: String, code: Int32, reason: String, path: FilePath?)
}
