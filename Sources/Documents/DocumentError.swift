public import Checkpointing
internal import LinuxFiles
public import PDFModel
public import SystemPackage

/// What can go wrong with a document on disk; each case is one situation a user can meet.
public enum DocumentError: Error, Sendable, Equatable {
    /// There is no file at the path.
    case noSuchFile
    /// The path names something that cannot hold a document: a folder, a device, a pipe.
    case notAFile(String)
    /// The file's mode or owner does not allow it.
    case permissionDenied(call: String, path: FilePath?)
    /// Another program changed the file while it was read: what was read is no document (invariant 21).
    case beingWritten(FilePath)
    /// The file changed since it was opened; nothing was written.
    case conflict
    /// The output path is taken, and replacing it was not asked for.
    case fileExists(FilePath)
    /// The file that was to be made or replaced at this path, which is not the document, could not be, for this reason.
    indirect case output(FilePath, DocumentError)
    /// The output path is the document itself.
    case outputIsDocument
    /// Another process is saving the same path at this moment.
    case busy(FilePath)
    /// Others had the file until the time to wait was up.
    case accessTimedOut(FilePath)
    /// The waiting for access was ended.
    case accessCancelled
    /// A presenter of the file could not do what it was asked for before the access.
    case presenterFailed(FilePath, reason: String)
    /// The file system has no locks.
    case locksNotSupported(FilePath)
    /// The folder where presenters are found is not this user's alone.
    case runtimeFolderNotPrivate(FilePath)
    /// The folder where presenters are found cannot be made.
    case runtimeFolderNotMade(FilePath, reason: String)
    /// The file system has too little room; nothing was written.
    case noSpace(needed: Int, available: Int)
    /// What would be written does not read back as it should; nothing was written. A defect in pdfco.
    case disagreement(String)
    /// A damaged file of which an increment cannot make one that reads as it should; nothing was written.
    case notRepaired(String)
    /// The rewrite would make signatures invalid.
    case wouldInvalidateSignatures(count: Int)
    /// The document was changed by somebody else after its unsaved changes were made, and they cannot be brought together,
    /// for this reason; nothing was written.
    case unsavedConflict(String)
    /// The document has fewer revisions.
    case noSuchRevision(Int, count: Int)
    /// The document has no version of this name.
    case noSuchVersion(String)
    /// The checkpoint that was chosen is that of another document, which is there.
    case checkpointOfAnother(FilePath)
    /// The document is not open, or not any more.
    case documentClosed
    /// The document takes no edits now: it is going back to what is saved, or damaged.
    case editingDisabled
    /// A checkpoint that cannot be read or written.
    case checkpoint(CheckpointError)
    /// An edit that PDF or the document does not allow, or a file that is not right.
    case pdf(PDFError)
    /// A system call failed.
    case systemCall(call: String, reason: String, path: FilePath?)
}
