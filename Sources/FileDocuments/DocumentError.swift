public import Checkpointing
public import FileCoordination
public import LinuxFiles
public import SystemPackage

/// Why an operation on a document failed: what happened, to which file, and what caused it.
public struct DocumentError: Error, Sendable, Equatable {
    /// Each case is one situation a user can encounter; errors of lower layers keep their cause.
    public enum Situation: Sendable, Equatable {
        /// There is no file at the path.
        case noSuchFile
        /// The path names something that cannot hold a document: a directory, a device, a pipe.
        case notAFile(String)
        /// The file's mode or owner does not allow it.
        case permissionDenied(SystemCallError)
        /// The file's mode lets nobody write it. It is not replaced either, although its directory would allow that.
        case readOnly
        /// Another program changed the file while it was read, so what was read is not a document (invariant 21).
        case beingWritten
        /// The file changed since it was opened; nothing was written.
        case conflict
        /// A file already exists at the path of a new file, and replacing it was not requested.
        case fileExists
        /// The directory of a new file does not exist.
        case noSuchDirectory(for: FilePath)
        /// The path of a new file names something that a file cannot replace: a directory, a device, a pipe.
        case notReplaceable(String)
        /// The path of a new file is the document itself.
        case outputIsDocument
        /// Another process is saving to the same path.
        case busy
        /// The file system has too little free space; nothing was written. `canAppend` says whether there is enough for the
        /// change alone.
        case noSpace(needed: Int, available: Int, canAppend: Bool = false)
        /// The result does not read back as it should; nothing was written. This is a defect in pdfco.
        case disagreement(String)
        /// The document was changed by someone else after its unsaved changes were made, and the two cannot be merged,
        /// for the given reason; nothing was written.
        case unsavedConflict(String)
        /// What was saved cannot be taken back, for this reason.
        case notUndoable(String)
        /// The last change was going back to a version or a revision, which no change undoes; this version has what it replaced.
        case wentBack(from: String)
        /// The document cannot go back to earlier contents: its unsaved changes belong to the current ones.
        case unsavedChanges
        /// The document has no version with this identifier.
        case noSuchVersion(String)
        /// The chosen checkpoint belongs to another document, which still exists.
        case checkpointOfAnother(FilePath)
        /// The document is not open, or no longer open.
        case documentClosed
        /// The document accepts no edits at present: it is reverting, or damaged.
        case editingDisabled
        /// The contents or the change are not what documents of this kind expect.
        case contents(ContentsFailure)
        /// A checkpoint cannot be read or written.
        case checkpoint(CheckpointError)
        /// Access to the file was not granted.
        case coordination(FileCoordinationError)
        /// The file was not saved as it should be.
        case notSaved(FileSaveError)
        /// A system call failed.
        case systemCall(SystemCallError)
        /// The document could not be written to a stream.
        case streamNotWritten(SystemCallError)
    }

    /// What went wrong.
    public let situation: Situation
    /// The file that the error is about; `nil` if there is none.
    public let path: FilePath?
    /// The original of the unsaved changes, if the document is lost and that has been kept.
    public private(set) var original: Original?

    /// Creates an error about a file, or about none.
    public init(_ situation: Situation, _ path: FilePath?) {
        (self.situation, self.path) = (situation, path)
    }

    /// Returns the same error about a document whose original has been kept.
    func noting(_ original: Original) -> DocumentError {
        var error = self
        error.original = original
        return error
    }

    /// Returns the error of a save, as a conflict if something else is in the document's place.
    func inConflict(for isSave: Bool) -> DocumentError {
        guard isSave, conflictReason == nil, let original else { return self }
        switch original.place {
        case .otherBytes, .noFile: return DocumentError(.unsavedConflict(original.reason), path).noting(original)
        case .nothing, .remains, .unreadable: return self
        }
    }

    /// Whether the file may have lost the document.
    var mayMeanLoss: Bool {
        switch situation {
        case .noSuchFile, .notAFile, .contents, .unsavedConflict, .permissionDenied, .systemCall: true
        default: false
        }
    }

    /// Returns the same error with `path` replaced by `name`, the path that the caller knows.
    public func naming(_ path: FilePath, as name: FilePath) -> DocumentError {
        let situation: Situation =
            switch situation {
            case .permissionDenied(let cause): .permissionDenied(cause.naming(path, as: name))
            case .systemCall(let cause): .systemCall(cause.naming(path, as: name))
            default: situation
            }
        let error = DocumentError(situation, self.path == path ? name : self.path)
        return original.map(error.noting) ?? error
    }

    /// Why the unsaved changes do not fit the document, if that is the error.
    public var conflictReason: String? { if case .unsavedConflict(let reason) = situation { reason } else { nil } }
}

/// An error of a kind of document that has a word for it. Without one the word is `contents`.
public protocol ContentsError: Error, Sendable {
    /// A stable word for programs.
    var kind: String { get }
    /// Whether it says that something is missing to read the contents, such as a password, and not that they are damaged. By default,
    /// it does not.
    var isLocked: Bool { get }
}

extension ContentsError {
    public var isLocked: Bool { false }
}

/// What the contents of a document threw.
public struct ContentsFailure: Sendable, Equatable {
    /// The error; its description is one line without a full stop, to follow the name of the file.
    public let error: any Error

    /// Wraps an error.
    public init(_ error: any Error) { self.error = error }

    /// Whether both have the same word and the same description.
    public static func == (left: ContentsFailure, right: ContentsFailure) -> Bool {
        left.kind == right.kind && "\(left.error)" == "\(right.error)"
    }

    var kind: String { (error as? any ContentsError)?.kind ?? "contents" }
}

extension DocumentError: CustomStringConvertible {
    /// The file, and what is wrong with it.
    public var description: String { (path.map { "\($0.readable): " } ?? "") + reason }

    /// What went wrong, to follow the name of the file: one line without a full stop.
    public var reason: String {
        switch situation {
        case .noSuchFile: "no such file"
        case .notAFile(let kind): "is \(kind), not a file"
        case .permissionDenied(let error): error.sentence(about: path)
        case .readOnly: "cannot save: the file is read-only; nothing was written"
        case .beingWritten: "is being written by another program"
        case .conflict: "cannot save: the file changed on disk after it was opened; nothing was written"
        case .fileExists: "cannot create: the file already exists"
        case .noSuchDirectory(let file):
            "cannot create \(file.lastComponent.map { "'\(FilePath(root: nil, [$0]).readable)'" } ?? "a file") there: "
                + "no such directory"
        case .notReplaceable(let kind): "cannot be replaced: it is \(kind)"
        case .outputIsDocument: "cannot be written: it is the document itself"
        case .busy: "cannot save: another process is saving this file now; nothing was written"
        case .noSpace(let needed, let available, _):
            "cannot save: \(needed) bytes are needed and \(available) are free; nothing was written"
        case .disagreement(let reason):
            "cannot save: the result does not read back correctly: \(reason); nothing was written"
        case .unsavedConflict(let reason): "conflicts with its unsaved changes: \(reason); nothing was written"
        case .notUndoable(let reason): "the saved change cannot be undone: \(reason)"
        case .wentBack: "its last change went back to an earlier version or revision"
        case .unsavedChanges: "has unsaved changes, which apply only to the current document; nothing was written"
        case .noSuchVersion(let identifier): "there is no version '\(identifier)' of the document"
        case .checkpointOfAnother(let path): "the chosen checkpoint belongs to \(path.readable)"
        case .documentClosed: "is not open"
        case .editingDisabled: "cannot be edited now"
        case .contents(let failure): "\(failure.error)"
        case .checkpoint(.systemCall(let error)): "cannot keep unsaved changes: \(error.sentence(about: path))"
        case .checkpoint(.lookUpFailed(let error)): "cannot look for changes: \(error.sentence(about: path))"
        case .checkpoint(let error): error.description
        case .coordination(let error): error.description
        case .notSaved(let error): error.description
        case .systemCall(let error): error.sentence(about: path)
        case .streamNotWritten(let error): "the output cannot be written completely: \(error)"
        }
    }

    /// The kind of the error: a stable word for programs, the same that `pdfco --json` prints as `error`.
    public var kind: String {
        switch situation {
        case .noSuchFile: "noSuchFile"
        case .notAFile, .notReplaceable: "notAFile"
        case .permissionDenied, .readOnly: "permissionDenied"
        case .beingWritten, .busy: "busy"
        case .conflict: "conflict"
        case .fileExists: "fileExists"
        case .noSuchDirectory: "noSuchFolder"
        case .outputIsDocument: "outputIsDocument"
        case .noSpace: "noSpace"
        case .disagreement: "disagreement"
        case .unsavedConflict, .unsavedChanges: "unsavedConflict"
        case .notUndoable, .wentBack: "notUndoable"
        case .noSuchVersion: "noSuchVersion"
        case .checkpointOfAnother: "checkpointOfAnother"
        case .documentClosed: "closed"
        case .editingDisabled: "editingDisabled"
        case .contents(let failure): failure.kind
        case .checkpoint(let error): error.kind
        case .coordination(let error): error.kind
        case .notSaved, .systemCall: "systemCall"
        case .streamNotWritten: "output"
        }
    }
}

// MARK: Causes

extension DocumentError {
    /// Creates the error that a cause amounts to; one that is a document's already stays as it is.
    ///
    /// - Parameter path: the file that the operation was about; `nil` if it is the one that the cause names.
    public init(_ error: any Error, _ path: FilePath? = nil) {
        switch error {
        case let error as DocumentError: self = error
        case let error as SystemCallError: self.init(Self.situation(error), path ?? error.path)
        case FileCoordinationError.noSuchItem: self.init(.noSuchFile, path)
        case FileCoordinationError.systemCall(let cause): self.init(cause, path)
        case let error as FileCoordinationError:
            switch error {
            case .runtimeDirectoryNotPrivate, .runtimeDirectoryNotMade: self.init(.coordination(error), error.path)
            default: self.init(.coordination(error), path)
            }
        case FileSaveError.systemCall(let cause): self.init(cause, path)
        case let error as FileSaveError: self.init(Self.situation(error), path)
        case let error as CheckpointError: self.init(.checkpoint(error), error.cause?.path ?? path)
        default: self.init(.contents(ContentsFailure(error)), path)
        }
    }

    private static func situation(_ error: SystemCallError) -> Situation {
        switch Errno(rawValue: error.errno) {
        case .noSuchFileOrDirectory, .notDirectory: .noSuchFile
        // open(2) fails with ENXIO for a socket, and for a device without a driver.
        case .noSuchAddressOrDevice: .notAFile(FileKind.socket.noun)
        case .permissionDenied, .notPermitted, .readOnlyFileSystem: .permissionDenied(error)
        default: .systemCall(error)
        }
    }

    private static func situation(_ error: FileSaveError) -> Situation {
        switch error {
        case .busy: .busy
        case .nameTaken: .fileExists
        case .changedMeanwhile: .conflict
        case .notEnoughSpace(_, let needed, let available): .noSpace(needed: needed, available: available)
        case .attributeNotKept, .nameNotDurable, .notCutBack, .systemCall: .notSaved(error)
        }
    }
}

/// Runs a step of an operation on a document; what it throws becomes the document's error.
///
/// - Parameter path: the file that the step is about; `nil` if it is the one that the cause names.
package func translating<Result: ~Copyable>(
    of path: FilePath? = nil, _ step: () throws -> Result
) throws(DocumentError) -> Result {
    do { return try step() } catch { throw DocumentError(error, path) }
}

/// Turns an error that prevents creating or replacing a file into an error about that file, or about its directory.
///
/// - Parameter path: the path of the file, as the caller named it.
package func translatingOutputErrors<Result: ~Copyable>(
    of path: FilePath, _ body: () throws -> Result
) throws(DocumentError) -> Result {
    do {
        return try body()
    } catch {
        let error = DocumentError(error)
        switch error.situation {
        case .noSuchFile:
            let directory = path.removingLastComponent()
            throw DocumentError(.noSuchDirectory(for: path), directory.isEmpty ? path : directory)
        case .notAFile(let kind): throw DocumentError(.notReplaceable(kind), path)
        case .permissionDenied, .noSpace, .notSaved, .systemCall: throw DocumentError(error.situation, path)
        default: throw error
        }
    }
}
