public import Checkpointing
internal import LinuxFiles
internal import PDFModel
public import SystemPackage

/// A document with unsaved changes, as a list of what can be recovered shows it.
public struct RecoverableDocument: Sendable {
    /// How the document and its unsaved changes stand to each other.
    public enum Condition: Sendable, Equatable {
        /// The document is as it was when they were made.
        case ready
        /// It was changed since.
        case changed
        /// It has them already: only the checkpoint is still there.
        case saved
        /// It is not where it was.
        case gone
        /// It cannot be read at this moment, or its checkpoint cannot.
        case unreadable(DocumentError)
    }

    public var identifier: CheckpointIdentifier
    /// Where the checkpoint stands.
    public var checkpoint: FilePath
    /// Where the document is, or was; `nil` where the checkpoint does not tell.
    public var path: FilePath?
    public var condition: Condition
    /// How many edits are unsaved.
    public var edits = 0
    /// How many changes were taken back and can be made again.
    public var undone = 0
    /// When the checkpoint was last written, in seconds since 1970.
    public var modified = 0
    /// The number of bytes at the end of the checkpoint that cannot be read.
    public var lostBytes = 0
}

extension DocumentFile {
    /// The documents with checkpoints, those first that were changed last.
    public static func recoverable(in store: CheckpointStore) throws(DocumentError) -> [RecoverableDocument] {
        let identifiers = try translatingCheckpointErrors(of: store.directory) { () throws(CheckpointError) in
            try store.identifiers()
        }
        var found: [RecoverableDocument] = []
        for identifier in identifiers {
            if let document = recoverable(identifier, in: store) { found.append(document) }
        }
        return found.sorted { ($1.modified, $0.identifier.description) < ($0.modified, $1.identifier.description) }
    }

    /// The document of one checkpoint; `nil` where there is none, or nothing in it.
    public static func recoverable(
        _ identifier: CheckpointIdentifier, in store: CheckpointStore
    ) -> RecoverableDocument? {
        var document = RecoverableDocument(
            identifier: identifier, checkpoint: store.path(of: identifier), condition: .ready)
        do throws(CheckpointError) {
            guard let found = try store.description(of: identifier), let header = found.contents.header else {
                return nil
            }
            document.path = header.path
            document.edits = found.contents.editCount
            document.undone = found.contents.changeCounts.undone
            document.modified = found.modified
            document.lostBytes = found.contents.lostBytes
            document.condition = condition(of: header, saving: found.contents.saving)
        } catch {
            document.condition = .unreadable(DocumentError(.checkpoint(error), document.path ?? document.checkpoint))
        }
        return document
    }

    /// How the document at the path that a checkpoint names and the changes in it stand to each other.
    static func condition(of header: CheckpointHeader, saving: String?) -> RecoverableDocument.Condition {
        do throws(SystemCallError) {
            let file = try OpenFile(reading: header.path)
            let status = try file.status()
            guard status.kind == .regular else { return .gone }
            let map = try MappedFile(file, count: status.size)
            let whole = UnsafeRawBufferPointer(rebasing: map.bytes.prefix(PDFFile.wholeLength(of: map.bytes)))
            if DocumentState.isReached(saving, by: whole) { return .saved }
            let likeness = RecordedBase(header)?.likeness(of: whole, in: RecordedFile(file, status))
            return likeness == nil || likeness == .different ? .changed : .ready
        } catch {
            let error = DocumentError(error, header.path)
            return error.situation == .noSuchFile ? .gone : .unreadable(error)
        }
    }

    /// Discards the unsaved changes of a document, which need not be there any more.
    ///
    /// - Parameters:
    ///   - document: the path of the document, where it is known.
    ///   - known: discard them only where they are what was found then.
    /// - Returns: how many edits they were; `nil` where there was no checkpoint, or another.
    public static func discardChanges(
        _ identifier: CheckpointIdentifier, of document: FilePath?, in store: CheckpointStore,
        ifStill known: RecoverableDocument? = nil
    ) throws(DocumentError) -> Int? {
        try translatingCheckpointErrors(of: document ?? store.path(of: identifier)) { () throws(CheckpointError) in
            guard let log = try store.existingLog(identifier), log.contents.header != nil else { return nil }
            if let known {
                let now = (try? FileStatus(of: log.path))?.modificationTime.seconds
                let counts = (log.contents.editCount, log.contents.changeCounts.undone)
                guard now == known.modified, counts == (known.edits, known.undone) else { return nil }
            }
            let count = log.contents.editCount
            try log.remove()
            return count
        }
    }

    /// Makes all unsaved changes of a document durable, whoever recorded them.
    public static func synchronizeChanges(
        _ identifier: CheckpointIdentifier, of document: FilePath?, in store: CheckpointStore
    ) throws(DocumentError) {
        try translatingCheckpointErrors(of: document ?? store.path(of: identifier)) { () throws(CheckpointError) in
            if let log = try store.existingLog(identifier) { try log.synchronize() }
        }
    }

    /// The checkpoint of the document at a path, whether the document is there or not; that under its old path where it was
    /// moved.
    public static func checkpointIdentifier(
        forFileAt path: FilePath, in store: CheckpointStore
    ) throws(DocumentError) -> CheckpointIdentifier {
        let resolved: FilePath
        do throws(SystemCallError) {
            resolved = try path.resolvingLinks()
        } catch {
            // The directory is not there either: the path is what the checkpoint calls it.
            guard Errno(rawValue: error.errno) == .noSuchFileOrDirectory, path.isAbsolute else {
                throw DocumentError(error, path)
            }
            return CheckpointIdentifier(for: path.lexicallyNormalized())
        }
        let identifier = CheckpointIdentifier(for: resolved)
        guard store.header(identifier) == nil, let file = try? OpenFile(reading: resolved),
            let status = try? file.status()
        else { return identifier }
        return store.elsewhere(RecordedFile(file, status), besides: identifier).moved?.identifier ?? identifier
    }
}
