public import FileDocuments

/// Handles the requests and notifications that a document receives through file coordination. The calls are sequential,
/// and the document waits for each to return.
public protocol FileCoordinationDelegate: AnyObject, Sendable {
    /// The contents have changed since they were last read; not called for the document's own writes, nor for metadata.
    func presentedItemDidChange(for document: Document) async

    /// Another process is about to delete or replace the file, and waits until this returns.
    func accommodatePresentedItemDeletion(for document: Document) async

    /// Returns how to resolve a conflict; `nil` leaves it to ``Document/resolve(_:)``.
    func resolution(of conflict: FileConflict, for document: Document) async -> FileConflictResolution?

    /// A background operation failed, such as an autosave.
    func document(_ document: Document, didFailWith error: DocumentError) async
}

extension FileCoordinationDelegate {
    public func presentedItemDidChange(for document: Document) async {}
    public func accommodatePresentedItemDeletion(for document: Document) async {}
    public func resolution(of conflict: FileConflict, for document: Document) async -> FileConflictResolution? { nil }
    public func document(_ document: Document, didFailWith error: DocumentError) async {}
}
