public import LinuxFiles
public import SystemPackage

/// What can go wrong with a checkpoint; each case is one situation that a user may see.
public enum CheckpointError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Why a file or directory is not this user's alone.
    public enum UntrustedReason: Sendable, Equatable, CustomStringConvertible {
        /// It belongs to the user with that ID.
        case ofAnotherUser(UInt32)
        /// Others may read or write it; the mode's permission bits.
        case openToOthers(mode: UInt32)
        /// It is a symbolic link.
        case symbolicLink
        /// It is not a regular file or, for a directory, not a directory.
        case ofAnotherKind

        public var description: String {
            switch self {
            case .ofAnotherUser(let user): "belongs to another user (\(user))"
            case .openToOthers(let mode): "is open to others (mode \(String(mode, radix: 8)))"
            case .symbolicLink: "is a symbolic link"
            case .ofAnotherKind: "has the wrong file type"
            }
        }
    }

    /// The file or directory belongs to another user, or others may access it.
    case notTrusted(FilePath, UntrustedReason)
    /// The file is not a checkpoint.
    case foreign(FilePath)
    /// The file has a later version of the format, which is not guessed at.
    case newerVersion(FilePath, version: Int)
    /// The header, which identifies its document, cannot be read.
    case damagedHeader(FilePath)
    /// `lostBytes` bytes in the middle or at the end cannot be read: everything before is intact, but nothing can be
    /// added.
    case damaged(FilePath, lostBytes: Int)
    /// It is longer than any log that a program writes.
    case tooLarge(FilePath, bytes: Int)
    /// It has no room for more changes.
    case full(FilePath)
    /// Another process held it until the timeout.
    case timedOut(FilePath)
    /// The file system has no locks.
    case locksNotSupported(FilePath)
    /// It is sealed with the key of a document encrypted otherwise.
    case wrongKey(FilePath)
    /// There is no directory to keep checkpoints in: no variable of the environment names one, and `HOME` is not set.
    case noDataDirectory
    /// The word cannot be the name of a checkpoint's file.
    case invalidIdentifier(String)
    /// Its file could not be rewritten.
    case notSaved(FileSaveError)
    /// A system call failed.
    case systemCall(SystemCallError)
    /// Whether there are unsaved or saved changes could not be found out.
    case lookUpFailed(SystemCallError)

    /// What is wrong with the checkpoint, for use after the name of its document: one line without a full stop.
    public var description: String {
        switch self {
        case .notTrusted(let path, let reason): "its unsaved changes cannot be trusted: \(path.readable) \(reason)"
        case .foreign(let path): "\(path.readable) is not a pdfco checkpoint"
        case .newerVersion(let path, let version):
            "its checkpoint \(path.readable) has format version \(version), which this program does not know"
        case .damagedHeader(let path): "the beginning of its checkpoint \(path.readable) is damaged"
        case .damaged(let path, let lostBytes):
            "the last \(lostBytes) bytes of its checkpoint \(path.readable) cannot be read; nothing can be added"
        case .tooLarge(let path, let bytes): "its checkpoint \(path.readable) has \(bytes) bytes, more than can be read"
        case .full(let path): "its checkpoint \(path.readable) has no room for more unsaved changes"
        case .timedOut(let path): "timed out waiting for \(path.readable)"
        case .locksNotSupported(let path):
            "its unsaved changes cannot be kept in \(path.readable): the file system has no locks"
        case .wrongKey(let path):
            "its checkpoint \(path.readable) is sealed with a key that the document no longer has"
        case .noDataDirectory: "no directory for unsaved changes"
        case .invalidIdentifier(let word): "'\(word)' cannot name a checkpoint"
        case .notSaved(let error): "cannot keep unsaved changes: \(error)"
        case .systemCall(let error): "cannot keep unsaved changes: \(error.sentence())"
        case .lookUpFailed(let error): "cannot look for changes: \(error.sentence())"
        }
    }
}

extension CheckpointError {
    /// The kind of the error: a stable word for programs, the same that `pdfco --json` prints as `error`.
    public var kind: String {
        switch self {
        case .notTrusted: "checkpointNotTrusted"
        case .foreign: "checkpointForeign"
        case .newerVersion: "checkpointNewer"
        case .damagedHeader, .damaged: "checkpointDamaged"
        case .tooLarge: "checkpointTooLarge"
        case .full: "checkpointFull"
        case .timedOut: "busy"
        case .locksNotSupported: "locksNotSupported"
        case .wrongKey: "checkpointSealed"
        case .noDataDirectory: "noDataFolder"
        case .invalidIdentifier: "usage"
        case .notSaved, .systemCall, .lookUpFailed: "systemCall"
        }
    }
}

extension CheckpointError {
    /// The system call that failed; `nil` if none is the reason.
    package var cause: SystemCallError? {
        switch self {
        case .systemCall(let cause), .lookUpFailed(let cause): cause
        default: nil
        }
    }
}

/// Converts the errors of system calls into this module's own.
func translating<Result: ~Copyable>(
    _ step: @autoclosure () throws(SystemCallError) -> Result
) throws(CheckpointError) -> Result {
    do { return try step() } catch { throw .systemCall(error) }
}

/// The same of what finds out whether there are changes.
func finding<Result: ~Copyable>(
    _ step: @autoclosure () throws(SystemCallError) -> Result
) throws(CheckpointError) -> Result {
    do { return try step() } catch { throw .lookUpFailed(error) }
}

/// Returns the result of a look-up. What is there and is no checkpoint of this user counts as nothing; a look-up that fails does not.
package func lookingUp<Result>(_ body: () throws(CheckpointError) -> Result?) throws(CheckpointError) -> Result? {
    do { return try body() } catch {
        switch error {
        case .lookUpFailed: throw error
        case .systemCall(let cause): throw .lookUpFailed(cause)
        default: return nil
        }
    }
}

extension CheckpointError {
    init(_ error: FileSaveError, at path: FilePath) {
        switch error {
        case .systemCall(let cause): self = .systemCall(cause)
        case .attributeNotKept, .nameNotDurable, .notCutBack: self = .notSaved(error)
        case .busy, .nameTaken, .changedMeanwhile: self = .timedOut(path)
        case .notEnoughSpace:
            self = .systemCall(SystemCallError(call: "write", errno: Errno.noSpace.rawValue, path: path))
        }
    }
}
