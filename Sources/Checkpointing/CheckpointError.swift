public import SystemPackage

/// What can go wrong with a checkpoint; each case is one situation a user can meet.
public enum CheckpointError: Error, Sendable, Equatable {
    /// What stands in a checkpoint's place and is not this user's alone.
    public enum Distrust: Sendable, Equatable {
        case ofAnotherUser(UInt32)
        /// Others may read or write it; the mode's permission bits.
        case openToOthers(mode: UInt32)
        case symbolicLink
        /// It is no file, or for a folder, no folder.
        case ofAnotherKind
    }

    /// The file or folder belongs to somebody else, or others may look into it.
    case notTrusted(FilePath, Distrust)
    /// The file is no checkpoint.
    case foreign(FilePath)
    /// A later version of the format, which is not guessed at.
    case newerVersion(FilePath, version: Int)
    /// The beginning, which says what document it belongs to, cannot be read.
    case damagedHeader(FilePath)
    /// So many bytes in the middle or at the end cannot be read: what comes before is there, nothing can be added.
    case damaged(FilePath, lostBytes: Int)
    /// It is longer than any log that a program writes.
    case tooLarge(FilePath, bytes: Int)
    /// It has no room for more changes.
    case full(FilePath)
    /// Another process had it until the time to wait was up.
    case timedOut(FilePath)
    /// The file system has no locks.
    case locksNotSupported(FilePath)
    /// It is sealed with the key of a document encrypted otherwise.
    case wrongKey(FilePath)
    /// A name for a checkpoint that could not be one of its file.
    case invalidIdentifier(String)
    /// A system call failed; `code` is its errno.
    case systemCall(call: String, code: Int32, reason: String, path: FilePath?)
}
