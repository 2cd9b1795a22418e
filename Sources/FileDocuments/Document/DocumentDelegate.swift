/// Handles the requests and notifications that a document receives through file coordination. The calls are sequential,
/// and the document waits for each to return.
public protocol DocumentDelegate<Contents>: AnyObject, Sendable {
    associatedtype Contents: OpenContents

    /// The contents have changed since they were last read; not called for the document's own writes, nor for metadata.
    func presentedItemDidChange(for document: FileDocument<Contents>) async

    /// Another process is about to delete or replace the file, and waits until this returns.
    func accommodatePresentedItemDeletion(for document: FileDocument<Contents>) async

    /// Returns how to resolve a conflict; `nil` leaves it to ``FileDocument/resolve(_:)``.
    func resolution(of conflict: FileConflict, for document: FileDocument<Contents>) async -> FileConflictResolution?

    /// A background operation failed, such as an autosave.
    func document(_ document: FileDocument<Contents>, didFailWith error: DocumentError) async
}

extension DocumentDelegate {
    public func presentedItemDidChange(for document: FileDocument<Contents>) async {}
    public func accommodatePresentedItemDeletion(for document: FileDocument<Contents>) async {}
    public func resolution(
        of conflict: FileConflict, for document: FileDocument<Contents>
    ) async -> FileConflictResolution? { nil }
    public func document(_ document: FileDocument<Contents>, didFailWith error: DocumentError) async {}
}
