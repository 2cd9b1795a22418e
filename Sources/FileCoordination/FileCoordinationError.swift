public import LinuxFiles
public import SystemPackage

/// Why an access was not granted; in this case the accessor has not run.
public enum FileCoordinationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Others held the item until the timeout.
    case timedOut(FilePath)
    /// ``FileCoordinator/cancel()`` was called.
    case cancelled
    /// The item does not exist, or was removed while the access waited.
    case noSuchItem(FilePath)
    /// A presenter could not do what it was asked to do, and gave a reason.
    case presenterFailed(FilePath, reason: String)
    /// A presenter did not do in time what it was asked to do, and ``FileCoordinator/unanswered`` is not to read without
    /// it.
    case presenterDidNotAnswer(FilePath, reason: String)
    /// The file system has no locks, so exclusion cannot be guaranteed.
    case locksNotSupported(FilePath)
    /// The directory where presenters are found belongs to another user, or others may write there.
    case runtimeDirectoryNotPrivate(FilePath)
    /// The directory where presenters are found cannot be created.
    case runtimeDirectoryNotMade(FilePath, SystemCallError)
    /// The item could not be copied for the accessor.
    case snapshotFailed(FilePath, reason: String)
    /// A system call failed.
    case systemCall(SystemCallError)

    /// The file or directory that the error is about; `nil` if there is none.
    public var path: FilePath? {
        switch self {
        case .timedOut(let path), .noSuchItem(let path), .presenterFailed(let path, _),
            .presenterDidNotAnswer(let path, _), .locksNotSupported(let path), .runtimeDirectoryNotPrivate(let path),
            .runtimeDirectoryNotMade(let path, _), .snapshotFailed(let path, _):
            path
        case .systemCall(let error): error.path
        case .cancelled: nil
        }
    }

    /// What went wrong, for use after the name of the item: one line without a full stop.
    public var description: String {
        switch self {
        case .timedOut(let path): "timed out waiting for \(path.readable)"
        case .cancelled: "cancelled while waiting for access"
        case .noSuchItem: "no such file"
        case .presenterFailed(_, let reason): "a presenter failed to save or relinquish it: \(reason)"
        case .presenterDidNotAnswer(_, let reason): reason
        case .locksNotSupported:
            "cannot be coordinated with other processes: its file system has no locks"
        case .runtimeDirectoryNotPrivate: "cannot be used for coordination: the directory is not private to you"
        case .runtimeDirectoryNotMade(_, let error):
            "cannot be created, so nothing can be coordinated: \(error)"
        case .snapshotFailed(_, let reason): "copy failed: \(reason)"
        case .systemCall(let error): error.sentence()
        }
    }
}

extension FileCoordinationError {
    /// The kind of the error: a stable word for programs, the same that `pdfco --json` prints as `error`.
    public var kind: String {
        switch self {
        case .timedOut: "busy"
        case .cancelled: "cancelled"
        case .noSuchItem: "noSuchFile"
        case .presenterFailed: "presenterFailed"
        case .presenterDidNotAnswer: "presenterDidNotAnswer"
        case .locksNotSupported: "locksNotSupported"
        case .runtimeDirectoryNotMade: "runtimeFolderNotMade"
        case .runtimeDirectoryNotPrivate: "runtimeFolderNotPrivate"
        case .snapshotFailed, .systemCall: "systemCall"
        }
    }
}

extension FileCoordinationError {
    /// - Parameter item: the item that is missing if the error says that there is no file; `nil` if that is an error
    ///   like any other.
    init(_ error: SystemCallError, of item: FilePath?) {
        self = item.flatMap { error.isMissingFile ? .noSuchItem($0) : nil } ?? .systemCall(error)
    }
}

/// Converts the errors of the module below into this module's own.
func translatingSystemCalls<Result: ~Copyable>(
    of item: FilePath? = nil, _ body: () throws(SystemCallError) -> Result
) throws(FileCoordinationError) -> Result {
    do { return try body() } catch { throw FileCoordinationError(error, of: item) }
}
