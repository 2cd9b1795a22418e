public import LinuxFiles
public import SystemPackage

/// What can go wrong with a checkpoint; each case is one situation a user can meet.
public enum CheckpointError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What stands in a checkpoint's place and is not this user's alone.
    public enum UntrustedReason: Sendable, Equatable, CustomStringConvertible {
        case ofAnotherUser(UInt32)
        /// Others may read or write it; the mode's permission bits.
        case openToOthers(mode: UInt32)
        case symbolicLink
        /// It is no file, or for a directory, no directory.
        case ofAnotherKind

        public var description: String {
            switch self {
            case .ofAnotherUser(let user): "belongs to another user (\(user))"
            case .openToOthers(let mode): "is open to others (mode \(String(mode, radix: 8)))"
            case .symbolicLink: "is a symbolic link"
            case .ofAnotherKind: "is of the wrong kind"
            }
        }
    }

    /// The file or directory belongs to somebody else, or others may look into it.
    case notTrusted(FilePath, UntrustedReason)
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
    /// Its file could not be written anew.
    case notSaved(FileSaveError)
    /// A system call failed.
    case systemCall(SystemCallError)

    /// What is wrong with the checkpoint, to stand behind the name of its document: one line without a full stop.
    public var description: String {
        switch self {
        case .notTrusted(let path, let reason): "what is kept of it cannot be trusted: \(path.readable) \(reason)"
        case .foreign(let path): "\(path.readable) is no checkpoint of pdfco"
        case .newerVersion(let path, let version):
            "its checkpoint \(path.readable) has the format version \(version), which is not known here"
        case .damagedHeader(let path): "the beginning of its checkpoint \(path.readable) is damaged"
        case .damaged(let path, let lostBytes):
            "the last \(lostBytes) bytes of its checkpoint \(path.readable) cannot be read; nothing can be added"
        case .tooLarge(let path, let bytes): "its checkpoint \(path.readable) has \(bytes) bytes, more than can be read"
        case .full(let path): "its checkpoint \(path.readable) has no room for more unsaved changes"
        case .timedOut(let path): "timed out waiting for \(path.readable)"
        case .locksNotSupported(let path):
            "its unsaved changes cannot be kept in \(path.readable): the file system has no locks"
        case .wrongKey(let path):
            "its checkpoint \(path.readable) is sealed with a key that is not the document's any more"
        case .invalidIdentifier(let word): "'\(word)' cannot name a checkpoint"
        case .notSaved(let error): "cannot keep unsaved changes: \(error)"
        case .systemCall(let error): "cannot keep unsaved changes: \(error.sentence())"
        }
    }
}
