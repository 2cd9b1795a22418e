public import Checkpointing
internal import LinuxFiles
internal import PDFModel
public import SystemPackage

/// A document with a checkpoint, as an entry in the list of recoverable documents.
public struct RecoverableDocument: Sendable, Equatable {
    /// How the document relates to its unsaved changes.
    public enum Condition: Sendable, Equatable {
        /// The document is unchanged since they were made.
        case ready
        /// It has changed since.
        case changed
        /// It already contains them: only the checkpoint remains.
        case saved
        /// It is no longer at its path.
        case gone
        /// The document or its checkpoint cannot be read at present.
        case unreadable(DocumentError)
    }

    /// The identifier of the checkpoint.
    public var identifier: CheckpointIdentifier
    /// The path of the checkpoint.
    public var checkpoint: FilePath
    /// The path of the document, now or formerly; `nil` if the checkpoint does not record it.
    public var path: FilePath?
    /// What can become of the changes.
    public var condition: Condition
    /// The number of unsaved edits.
    public var edits = 0
    /// The number of changes that were undone and can be redone.
    public var undone = 0
    /// When the checkpoint was last written, in seconds since 1970.
    public var modified = 0
    /// The number of bytes at the end of the checkpoint that cannot be read.
    public var lostBytes = 0
    /// The length in bytes of the original, the copy of the document that they were made on; `nil` if none is kept.
    public var originalBytes: Int?
    /// The checksum of its last record, which follows from all of them.
    private var end: UInt32 = 0

    /// Whether another document was written where this one was.
    package var isReplaced: Bool { path.map(identifier.isNumbered) ?? false }

    fileprivate init(_ identifier: CheckpointIdentifier, unreadable error: CheckpointError, in store: CheckpointStore) {
        (self.identifier, checkpoint) = (identifier, store.path(of: identifier))
        condition = .unreadable(DocumentError(.checkpoint(error), checkpoint))
    }

    /// Examines the document of a checkpoint.
    ///
    /// - Parameter known: where the document is now, if that is known.
    init?(_ found: CheckpointDescription, at known: FilePath? = nil) {
        guard let header = found.contents.header else { return nil }
        (identifier, checkpoint, path, modified) = (found.identifier, found.path, header.path, found.modified)
        (edits, undone) = (found.contents.editCount, found.contents.changeCounts.undone)
        (lostBytes, end, condition) = (found.contents.lostBytes, found.contents.lastChecksum, .gone)
        originalBytes = found.originalBytes
        guard known != nil || !isReplaced else { return }
        condition = OpenDocument<PDFContents>.condition(
            of: header, at: known ?? header.path, saving: found.contents.saving)
    }
}

extension OpenDocument<PDFContents> {
    /// Returns the documents with checkpoints, most recently changed first.
    public static func recoverable(in store: CheckpointStore) throws(DocumentError) -> [RecoverableDocument] {
        let identifiers = try translating(of: store.directory) {
            try store.identifiers()
        }
        var found: [RecoverableDocument] = []
        for identifier in identifiers {
            if let document = recoverable(identifier, in: store) { found.append(document) }
        }
        return found.sorted { ($1.modified, $0.identifier.description) < ($0.modified, $1.identifier.description) }
    }

    /// Returns the document of one checkpoint; `nil` if there is no checkpoint, or it is empty.
    ///
    /// - Parameter path: where the document is now, if that is known: it may have been moved since the changes were made.
    public static func recoverable(
        _ identifier: CheckpointIdentifier, in store: CheckpointStore, at path: FilePath? = nil
    ) -> RecoverableDocument? {
        do { return try store.description(of: identifier).flatMap { RecoverableDocument($0, at: path) } } catch {
            return RecoverableDocument(identifier, unreadable: error, in: store)
        }
    }

    /// Returns how the document at a path relates to the changes in a checkpoint.
    static func condition(
        of header: CheckpointHeader, at path: FilePath, saving: String?
    ) -> RecoverableDocument.Condition {
        do {
            let file = try OpenFile(reading: path)
            let status = try file.status()
            guard status.kind == .regular else { return .gone }
            let map = try MappedFile(file, count: status.size)
            let whole = UnsafeRawBufferPointer(rebasing: map.bytes.prefix(PDFFile.wholeLength(of: map.bytes)))
            if DocumentState.isReached(saving, by: whole) { return .saved }
            let comparison = RecordedBase(header)?.comparison(with: whole, in: RecordedFile(file, status))
            return comparison == nil || comparison == .different ? .changed : .ready
        } catch {
            let error = DocumentError(error, path)
            return error.situation == .noSuchFile ? .gone : .unreadable(error)
        }
    }

    /// Discards the unsaved changes of a document, which need not exist any more. The original of one that is lost becomes a version.
    ///
    /// - Parameters:
    ///   - identifier: the identifier of its checkpoint.
    ///   - document: the path of the document, if known.
    ///   - store: the store of the checkpoints.
    ///   - known: discard them only if they have not changed since this was found.
    /// - Returns: the number of edits discarded, and the version; `nil` if there was no checkpoint, or it has changed.
    public static func discardChanges(
        _ identifier: CheckpointIdentifier, of document: FilePath?, in store: CheckpointStore,
        ifStill known: RecoverableDocument? = nil
    ) throws(DocumentError) -> (edits: Int, original: FileVersion?)? {
        try discardChanges(identifier, of: document, in: store) { log in
            known == nil || store.description(of: log).flatMap { RecoverableDocument($0) } == known
        }
    }

    /// Discards the unsaved changes of a document where `isWanted` says so, which is asked under the lock of their log.
    package static func discardChanges(
        _ identifier: CheckpointIdentifier, of document: FilePath?, in store: CheckpointStore,
        where isWanted: (CheckpointLog) throws -> Bool
    ) throws(DocumentError) -> (edits: Int, original: FileVersion?)? {
        try translating(of: document ?? store.path(of: identifier)) {
            guard let log = try store.existingLog(identifier), log.contents.header != nil, try isWanted(log) else {
                return nil
            }
            let count = log.contents.editCount
            // A crash after this leaves the version and the changes.
            let original = try DocumentStore<PDFContents>(checkpoints: store).keepOriginalAsVersion(
                identifier, of: document)
            try log.remove()
            return (count, original)
        }
    }

    /// Makes all unsaved changes of a document durable, regardless of which process recorded them.
    public static func synchronizeChanges(
        _ identifier: CheckpointIdentifier, of document: FilePath?, in store: CheckpointStore
    ) throws(DocumentError) {
        try translating(of: document ?? store.path(of: identifier)) {
            if let log = try store.existingLog(identifier) { try log.synchronize() }
        }
    }
}
