public import Checkpointing
public import FileCoordination
public import LinuxFiles
public import PDFModel
public import PageText
public import SystemPackage

/// Why an operation on a document failed.
public struct DocumentError: Error, Sendable, Equatable {
    /// Each case is one situation a user can encounter; errors of lower layers keep their cause.
    public enum Situation: Sendable, Equatable {
        /// There is no file at the path.
        case noSuchFile
        /// The path names something that cannot hold a document: a directory, a device, a pipe.
        case notAFile(String)
        /// The file's mode or owner does not allow it.
        case permissionDenied(SystemCallError)
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
        /// The file is damaged, and no increment can repair it; nothing was written.
        case notRepaired(String)
        /// The rewrite would invalidate signatures.
        case wouldInvalidateSignatures(count: Int)
        /// Going back to an earlier revision would remove later signatures.
        case wouldLoseSignatures(count: Int)
        /// The document was changed by someone else after its unsaved changes were made, and the two cannot be merged,
        /// for the given reason; nothing was written.
        case unsavedConflict(String)
        /// What was saved cannot be taken back, for this reason.
        case notUndoable(String)
        /// The document cannot go back to an earlier revision: its unsaved changes belong to the current one.
        case unsavedChanges
        /// The document has fewer revisions than the requested number.
        case noSuchRevision(Int, count: Int)
        /// The document has no version with this identifier.
        case noSuchVersion(String)
        /// The chosen checkpoint belongs to another document, which still exists.
        case checkpointOfAnother(FilePath)
        /// The document is not open, or no longer open.
        case documentClosed
        /// The document accepts no edits at present: it is reverting, or damaged.
        case editingDisabled
        /// The PDF format or the document does not allow the edit, or the file is defective.
        case pdf(PDFError)
        /// The text of the pages cannot be read, or is not what was looked for.
        case text(PageTextError)
        /// A checkpoint cannot be read or written.
        case checkpoint(CheckpointError)
        /// Access to the file was not granted.
        case coordination(FileCoordinationError)
        /// The file was not saved as it should be.
        case notSaved(FileSaveError)
        /// A system call failed.
        case systemCall(SystemCallError)
        /// The stream to which the document was to be written.
        case streamNotWritten(SystemCallError)
    }

    /// What went wrong.
    public let situation: Situation
    /// The file that the error is about; `nil` if there is none.
    public let path: FilePath?

    /// Creates an error about a file, or about none.
    public init(_ situation: Situation, _ path: FilePath?) {
        (self.situation, self.path) = (situation, path)
    }

    /// Returns the same error with `path` replaced by `name`, the path that the caller knows.
    public func naming(_ path: FilePath, as name: FilePath) -> DocumentError {
        let situation: Situation =
            switch situation {
            case .permissionDenied(let cause): .permissionDenied(cause.naming(path, as: name))
            case .systemCall(let cause): .systemCall(cause.naming(path, as: name))
            default: situation
            }
        return DocumentError(situation, self.path == path ? name : self.path)
    }
}

extension DocumentError: CustomStringConvertible {
    /// The file, and what is wrong with it.
    public var description: String { (path.map { "\($0.readable): " } ?? "") + reason }

    /// What went wrong, to follow the name of the file: one line without a full stop.
    public var reason: String {
        switch situation {
        case .noSuchFile: "no such file"
        case .notAFile(let kind): "is \(kind), not a PDF file"
        case .permissionDenied(let error): error.sentence(about: path)
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
            "cannot save: \(needed) bytes are needed on the file system and \(available) are free"
        case .disagreement(let reason):
            "cannot save: the result does not read back correctly: \(reason); nothing was written"
        case .notRepaired(let reason): "cannot be repaired by appending to it: \(reason); nothing was written"
        case .wouldInvalidateSignatures(let count):
            "cannot rewrite: \(count == 1 ? "a signature" : "\(count) signatures") would become invalid"
        case .wouldLoseSignatures: "cannot go back: later signatures would be lost; nothing was written"
        case .unsavedConflict(let reason):
            "conflicts with its unsaved changes: \(reason); nothing was written"
        case .notUndoable(let reason): "the saved change cannot be undone: \(reason)"
        case .unsavedChanges:
            "has unsaved changes, which apply only to the current document; nothing was written"
        case .noSuchRevision(let number, let count):
            "there is no revision \(number): the document has \(count)"
        case .noSuchVersion(let identifier): "there is no version '\(identifier)' of the document"
        case .checkpointOfAnother(let path):
            "the checkpoint that --uid names belongs to \(path.readable)"
        case .documentClosed: "is not open"
        case .editingDisabled: "cannot be edited now"
        case .pdf(let error): error.description
        case .text(let error): error.description
        case .checkpoint(.systemCall(let error)): "cannot keep unsaved changes: \(error.sentence(about: path))"
        case .checkpoint(let error): error.description
        case .coordination(let error): error.description
        case .notSaved(let error): error.description
        case .systemCall(let error): error.sentence(about: path)
        case .streamNotWritten(let error): "cannot be written completely: \(error)"
        }
    }
}
