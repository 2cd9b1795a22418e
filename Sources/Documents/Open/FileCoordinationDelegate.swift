/// How the unsaved changes of a document stand to what others did to its file.
public enum FileConflict: Sendable, Equatable {
    /// The file is gone.
    case deletion
    /// Its contents are others, and the changes do not fit them, for this reason.
    case modification(String)
}

/// What becomes of unsaved changes in a conflict.
public enum FileConflictResolution: String, Sendable, CaseIterable {
    /// The document is closed; its changes stay in the checkpoint.
    case close
    /// They are written over what others have written, which is kept as a version; a deleted file is there again.
    case save
    /// They are dropped. Of no use for a deleted file.
    case reload
    /// They are written to a new file beside the document.
    case copy
}

/// Who decides what file coordination asks of a document, and hears of it. Called one after the other, while the document
/// waits for the answer.
public protocol FileCoordinationDelegate: AnyObject, Sendable {
    /// The contents are not what was last read: not called for what the document itself writes, nor for metadata.
    func presentedItemDidChange(for document: Document) async

    /// Somebody is about to delete or replace the file, and waits until this returns.
    func accommodatePresentedItemDeletion(for document: Document) async

    /// What is to be done about a conflict; `nil` leaves it to ``Document/resolve(_:)``.
    func resolution(of conflict: FileConflict, for document: Document) async -> FileConflictResolution?

    /// Something that nobody waits for went wrong, such as an autosave.
    func document(_ document: Document, didMeet error: DocumentError) async
}

extension FileCoordinationDelegate {
    public func presentedItemDidChange(for document: Document) async {}
    public func accommodatePresentedItemDeletion(for document: Document) async {}
    public func resolution(of conflict: FileConflict, for document: Document) async -> FileConflictResolution? { nil }
    public func document(_ document: Document, didMeet error: DocumentError) async {}
}
