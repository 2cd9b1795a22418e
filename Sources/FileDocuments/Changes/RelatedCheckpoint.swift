public import Checkpointing
internal import LinuxFiles
public import SystemPackage

/// What opening a document has shown about it and its checkpoint.
public struct DocumentIdentity: Sendable {
    /// The document's path when its unsaved changes were recorded, if it has been moved since.
    public internal(set) var movedFrom: FilePath?
    /// Unsaved changes recorded under other paths that concern, or may concern, this file.
    public internal(set) var related: [RelatedCheckpoint] = []
    /// Whether another file with the same bytes has appeared at the path since the unsaved changes were made.
    public package(set) var isInAnotherFile = false
    /// The number of bytes at the end of the checkpoint that could not be read.
    public internal(set) var lostCheckpointBytes = 0
    /// Whether a checkpoint was found whose changes the document already contains: a save was interrupted at its very
    /// end.
    public internal(set) var hadSavedCheckpoint = false
    /// The path of a checkpoint that was set aside: it is no longer needed, but could not be read to its end.
    public package(set) var checkpointSetAside: FilePath?
    /// Why the unsaved changes do not fit the document, which is only read: its contents have them as they were made, if what they
    /// were made on still exists.
    public internal(set) var conflict: String?
    /// Whether it was lost, and is back as its original was.
    public internal(set) var isPutBack = false
    /// The number of unsaved edits dropped because the document had changed since they were made.
    public package(set) var droppedCount = 0

    package init() {}
}

/// Unsaved changes that were recorded under another path and concern, or may concern, a document. They are reported,
/// but never applied until the user specifies which document they belong to (invariant 14).
public struct RelatedCheckpoint: Sendable, Equatable {
    /// What the checkpoint has to do with the document.
    public enum Relation: Sendable, Equatable {
        /// The file also has that path: a hard link.
        case anotherName
        /// The file had that path, and another file has it now.
        case replaced
        /// The file had that path, which no longer exists, and others as well; or it has changes of its own.
        case ambiguous
        /// Nothing exists at that path, and the document there had the same bytes.
        case sameBytes
    }

    /// What the checkpoint has to do with the document.
    public var relation: Relation
    /// The identifier of the checkpoint.
    public var identifier: CheckpointIdentifier
    /// The path of the document when they were recorded.
    public var path: FilePath
    /// The number of edits.
    public var edits: Int
}

extension CheckpointStore {
    /// Gives the unsaved changes of the document that was at a path another identifier, before a new document is written there.
    ///
    /// A crash after this leaves them without a document; `identifiers()` has them.
    package func setApart(
        ofNewFileAt path: FilePath
    ) throws(DocumentError) -> (identifier: CheckpointIdentifier, edits: Int)? {
        // What is wrong with the path keeps the document from being written, and is reported then.
        guard let resolved = try? path.resolvingLinks() else { return nil }
        return try translating(of: path) { try setApart(CheckpointIdentifier(for: resolved)) }
    }

    /// Returns the identifier of the checkpoint of the document at a path, whether or not the document exists; if the
    /// document was moved, the one for its old path.
    public func identifier(ofFileAt path: FilePath) throws(DocumentError) -> CheckpointIdentifier {
        let resolved: FilePath
        do {
            resolved = try path.resolvingLinks()
        } catch {
            // The directory does not exist either: use the path by which the checkpoint is named.
            guard error.saysNothingIsThere, path.isAbsolute else {
                throw DocumentError(error, path)
            }
            return CheckpointIdentifier(for: path.lexicallyNormalized())
        }
        let identifier = CheckpointIdentifier(for: resolved)
        return try translating(of: path) {
            guard try foundHeader(identifier) == nil, !resolved.isAbsent else { return identifier }
            let file = try SourceFile(resolved)
            return try elsewhere(file.recorded, at: resolved, besides: identifier).moved?.identifier ?? identifier
        }
    }

    typealias Relative = (checkpoint: IndexedCheckpoint, relation: RelatedCheckpoint.Relation)

    /// Finds the checkpoints that were recorded for a file under other paths.
    ///
    /// - Returns: `moved` is the document's own checkpoint, because this file had that path and nothing has it now
    ///   (invariant 14), or a link to it; the others are to be reported.
    func elsewhere(
        _ file: RecordedFile, at path: FilePath, besides identifier: CheckpointIdentifier
    ) throws(CheckpointError) -> (moved: IndexedCheckpoint?, others: [Relative]) {
        var gone: [IndexedCheckpoint] = []
        var others: [Relative] = []
        for found in try checkpoints(of: file) where found.identifier != identifier && found.isNamedByPath {
            do {
                let there = try OpenFile(locating: found.header.path)
                // A link to the document, left where it was.
                if (try? found.header.path.resolvingLinks()) == path {
                    gone.append(found)
                    continue
                }
                let isSame = try RecordedFile(there, there.status()).isSame(as: file)
                others.append((found, isSame ? .anotherName : .replaced))
            } catch {
                if error.saysNothingIsThere { gone.append(found) } else { others.append((found, .replaced)) }
            }
        }
        if gone.count == 1 { return (gone[0], others) }
        return (nil, others + gone.map { ($0, .ambiguous) })
    }

    /// Returns the checkpoints of documents that had these bytes and are no longer at their paths.
    func candidates(
        _ state: @autoclosure () -> String, besides identifier: CheckpointIdentifier, isThorough: Bool
    ) throws(CheckpointError) -> [Relative] {
        try checkpoints(ofBase: state(), isThorough: isThorough).filter { found in
            found.identifier != identifier && found.isNamedByPath && found.header.path.isAbsent
        }.map { ($0, .sameBytes) }
    }

    /// Returns what is reported about checkpoints; those without edits are omitted.
    func related(_ found: [Relative]) throws(CheckpointError) -> [RelatedCheckpoint] {
        var related: [RelatedCheckpoint] = []
        for (found, relation) in found {
            let edits = try lookingUp { () throws(CheckpointError) in try self.contents(found.identifier)?.editCount }
            guard let edits, edits > 0 else { continue }
            related.append(
                RelatedCheckpoint(
                    relation: relation, identifier: found.identifier, path: found.header.path, edits: edits))
        }
        return related
    }
}
