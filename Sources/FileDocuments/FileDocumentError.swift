public import Checkpointing
public import FileCoordination
public import LinuxFiles
public import SystemPackage

/// Why an operation on a document of any kind failed.
public struct FileDocumentError: Error, Sendable {
    /// Each case is one situation a user can encounter; errors of lower layers keep their cause.
    public enum Situation: Sendable {
        /// There is no file at the path.
        case noSuchFile
        /// A file already exists at the path of a new file.
        case fileExists
        /// The path names something that cannot hold a document, such as a directory.
        case notAFile
        /// The document is not open, or no longer open.
        case documentClosed
        /// The document accepts no edits at present.
        case editingDisabled
        /// The document was changed by someone else after its unsaved changes were made, and the two cannot be merged,
        /// for the given reason; nothing was written.
        case unsavedConflict(String)
        /// The file changed while it was saved; nothing was written.
        case conflict
        /// The chosen checkpoint belongs to another document, which still exists.
        case checkpointOfAnother(FilePath)
        /// The document itself threw an error: the contents or the change are not what it expects.
        case contents(any Error)
        /// A checkpoint cannot be read or written.
        case checkpoint(CheckpointError)
        /// Access to the file was not granted.
        case coordination(FileCoordinationError)
        /// The file was not saved.
        case notSaved(FileSaveError)
        /// A system call failed.
        case systemCall(SystemCallError)
    }

    /// What went wrong.
    public let situation: Situation
    /// The file that the error is about; `nil` if there is none.
    public let path: FilePath?

    /// Creates an error about a file, or about none.
    public init(_ situation: Situation, _ path: FilePath?) { (self.situation, self.path) = (situation, path) }
}

extension FileDocumentError: CustomStringConvertible {
    /// The file, and what is wrong with it.
    public var description: String { (path.map { "\($0.readable): " } ?? "") + reason }

    /// What went wrong, to follow the name of the file: one line without a full stop.
    public var reason: String {
        switch situation {
        case .noSuchFile: "no such file"
        case .fileExists: "the file already exists"
        case .notAFile: "is not a file"
        case .documentClosed: "is not open"
        case .editingDisabled: "cannot be edited now"
        case .unsavedConflict(let reason):
            "conflicts with its unsaved changes: \(reason); nothing was written"
        case .conflict: "the file changed while it was saved; nothing was written"
        case .checkpointOfAnother(let path): "its checkpoint belongs to \(path.readable)"
        case .contents(let error): "\(error)"
        case .checkpoint(let error): error.description
        case .coordination(let error): error.description
        case .notSaved(let error): error.description
        case .systemCall(let error): error.sentence(about: path)
        }
    }
}

/// What the operations of a kind of document throw: a general error, or the kind's own.
public protocol DocumentFailure: Error, Sendable {
    /// Translates a general error.
    init(_ error: FileDocumentError)

    /// Why the unsaved changes do not fit the document, if that is the error.
    var conflictReason: String? { get }

    /// Whether there is no file at the document's path.
    var isOfMissingFile: Bool { get }
}

extension FileDocumentError: DocumentFailure {
    /// Returns the error itself.
    public init(_ error: FileDocumentError) { self = error }

    public var conflictReason: String? { if case .unsavedConflict(let reason) = situation { reason } else { nil } }

    public var isOfMissingFile: Bool { if case .noSuchFile = situation { true } else { false } }
}

extension FileDocumentError {
    init(_ error: SystemCallError, _ path: FilePath) {
        switch Errno(rawValue: error.errno) {
        case .noSuchFileOrDirectory, .notDirectory: self.init(.noSuchFile, path)
        default: self.init(Situation.systemCall(error), path)
        }
    }

    init(_ error: FileSaveError, _ path: FilePath) {
        switch error {
        case .nameTaken: self.init(.fileExists, path)
        case .changedMeanwhile: self.init(.conflict, path)
        case .systemCall(let cause): self.init(cause, path)
        default: self.init(Situation.notSaved(error), path)
        }
    }

    init(_ error: FileCoordinationError, _ path: FilePath) {
        switch error {
        case .noSuchItem: self.init(.noSuchFile, path)
        case .systemCall(let cause): self.init(cause, path)
        default: self.init(Situation.coordination(error), path)
        }
    }
}
