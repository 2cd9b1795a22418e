public import Checkpointing
internal import LinuxFiles
internal import PDFModel
internal import SystemPackage

/// What unsaved changes are read from: a log that is open, or what was read from one.
protocol CheckpointSource {
    var identifier: CheckpointIdentifier { get }
    /// The path of the log.
    var path: FilePath { get }
    var contents: CheckpointContents { get }
}

extension CheckpointLog: CheckpointSource {}
extension CheckpointDescription: CheckpointSource {}

/// Reads the changes to a document that are not in its file.
final class UnsavedChanges {
    private let source: any CheckpointSource
    /// The path of the document.
    private let path: FilePath
    /// The document that the changes were made on; the current document if there are no changes.
    let base: RecordedBase
    /// How the document compares with the base.
    private let comparison: RecordedBase.Comparison
    /// Whether the document is in a different file than before, although its bytes are the same.
    let isInAnotherFile: Bool
    /// The salt of the key that seals the changes; `nil` if they are readable.
    let salt: String?
    /// `nil` if the changes are not sealed, or the document no longer has a key.
    private(set) var seal: CheckpointSeal?
    private(set) var isEncrypted = false
    private let index: ChangeIndex

    /// - Parameter index: the index of the changes read so far.
    init(
        from source: any CheckpointSource, index: ChangeIndex, of document: DocumentContents, at path: FilePath
    ) throws(DocumentError) {
        (self.source, self.index, self.path) = (source, index, path)
        let header = source.contents.header
        if let header {
            guard let base = RecordedBase(header) else { throw DocumentError(.checkpoint(.foreign(source.path)), path) }
            (self.base, comparison) = (base, base.comparison(with: document))
            isInAnotherFile = comparison == .same && base.file?.isOther(than: document.source.recorded) == true
        } else {
            (base, comparison, isInAnotherFile) = (RecordedBase(document), .same, false)
        }
        let key = try document.reading { () throws(PDFError) in try document.file.encryptionKey() }
        salt = header == nil ? key.map { _ in CheckpointSeal.newSalt() } : header?.salt
        use(key)
    }

    private func use(_ key: [UInt8]?) {
        seal = if let salt, let key { CheckpointSeal(secret: key, salt: salt) } else { nil }
        isEncrypted = key != nil
    }

    /// Opens the changes with the key that the document had when they were made.
    func useKey(of earlier: DocumentContents) throws(DocumentError) {
        use(try earlier.reading { () throws(PDFError) in try earlier.file.encryptionKey() })
    }

    /// Returns the path of the private copy of the document that they were made on; `nil` if none is kept.
    func privateCopy(in store: CheckpointStore) throws(DocumentError) -> FilePath? {
        try translating(of: path) {
            try store.base(of: source.identifier)
        }
    }

    /// The number of edits that are not in the file.
    var editCount: Int { source.contents.editCount }

    /// Whether the document is unchanged since they were made, as far as its length, head and tail show.
    var fitsDocument: Bool { comparison != .different }

    /// Whether every byte of it is proven unchanged: otherwise everything that the changes depend on must be compared
    /// before they are applied.
    var isBaseProven: Bool { comparison == .same }

    /// The number of bytes at the end of the log that cannot be read (invariant 5).
    var lostBytes: Int { source.contents.lostBytes }

    /// Returns the checkpoint as shown to the user; `nil` if nothing is unsaved.
    func summary() -> CheckpointSummary? {
        guard editCount > 0, let shown = source as? CheckpointDescription else { return nil }
        return CheckpointSummary(identifier: shown.identifier, edits: editCount, modified: shown.modified)
    }

    // MARK: Reading

    /// Returns all changes, oldest first.
    func all() throws(DocumentError) -> [UnsavedChange] {
        try checkKey()
        var changes: [UnsavedChange] = []
        try source.contents.forEachPayload { _, payload throws(DocumentError) in changes.append(try change(payload)) }
        return changes
    }

    /// Returns the changes that edits of annotations with these names may depend on, oldest first: those of the same
    /// names, those of the names that they refer to, and all removals, because pop-up windows are removed with their
    /// annotations.
    ///
    /// - Parameter known: receives their indices.
    func changes(
        relevantTo names: [String], _ known: inout KnownChanges
    ) throws(DocumentError) -> [UnsavedChange] {
        guard editCount > 0, !names.isEmpty else {
            known.relevant = []
            return []
        }
        try checkKey()
        try updateIndex()
        let found = try index.relevant(to: names) { index throws(DocumentError) in
            try source.contents.withPayload(index) { payload throws(DocumentError) in try change(payload) }
        }
        guard let found else {
            known.relevant = nil
            return try all()
        }
        known.relevant = Set(found.map(\.index))
        return found.map(\.change)
    }

    /// Whether edits of annotations with these names depend on none but changes that are known.
    func isEnough(_ known: KnownChanges, for names: [String]) throws(DocumentError) -> Bool {
        let applied = source.contents.changeCounts.applied
        guard applied >= known.end, checksum(ofFirst: known.end) == known.checksum else { return false }
        if known.relevant == nil, known.end == applied { return true }
        try checkKey()
        try updateIndex()
        return index.isEnough(known, for: names)
    }

    /// Adds the changes that followed to those that are known.
    func note(_ known: inout KnownChanges) {
        known.end = source.contents.changeCounts.applied
        known.checksum = checksum(ofFirst: known.end)
    }

    /// Returns a checksum of the first changes that count.
    private func checksum(ofFirst count: Int) -> UInt32 {
        count == 0 ? 0 : source.contents.checksum(ofChange: count - 1)
    }

    private func updateIndex() throws(DocumentError) {
        try index.update(source.contents) { payload throws(DocumentError) in try opened(payload) }
    }

    /// Returns the last changes that count, the last one first.
    func last(_ count: Int) throws(DocumentError) -> [UnsavedChange] {
        try checkKey()
        let applied = source.contents.changeCounts.applied
        var changes: [UnsavedChange] = []
        for index in (max(0, applied - count)..<applied).reversed() {
            changes.append(
                try source.contents.withPayload(index) { payload throws(DocumentError) in try change(payload) })
        }
        return changes
    }

    /// Returns the changes that were undone and can be redone, the next one first.
    func undone() throws(DocumentError) -> [UnsavedChange] {
        try checkKey()
        var changes: [UnsavedChange] = []
        for undone in source.contents.undoneChanges {
            changes.append(try change(undone.payload))
        }
        return changes
    }

    /// How many of the changes that count were there when those that were undone were made.
    var countBeforeUndone: Int { source.contents.countBeforeUndone }

    /// How many changes can be undone or redone here, and whether the last one only takes a saved one back.
    var counts: (undoable: Int, applied: Int, undone: Int, canWithdraw: Bool) {
        let contents = source.contents
        let (applied, undone) = contents.changeCounts
        return (contents.undoableCount, applied, undone, contents.canWithdraw)
    }

    private func checkKey() throws(DocumentError) { if salt != nil, seal == nil { throw sealed } }

    /// Returns the content of a sealed payload; `nil` if payloads are not sealed.
    private func opened(_ payload: some Sequence<UInt8>) throws(DocumentError) -> [UInt8]? {
        guard let seal else { return nil }
        guard let bytes = seal.opened(Array(payload)) else { throw sealed }
        return bytes
    }

    private func change(_ payload: some Sequence<UInt8>) throws(DocumentError) -> UnsavedChange {
        guard let change: UnsavedChange = JSONLine.value(try opened(payload) ?? Array(payload)) else {
            throw DocumentError(.checkpoint(.foreign(source.path)), path)
        }
        return change
    }

    /// The error for changes whose key is not the document's.
    var sealed: DocumentError {
        DocumentError(
            fitsDocument
                ? .checkpoint(.wrongKey(source.path))
                : .unsavedConflict("they are sealed with the document's former key"), path)
    }
}

/// A document's checkpoint, as shown to the user.
public struct CheckpointSummary: Sendable, Equatable {
    /// The identifier of the checkpoint.
    public var identifier: CheckpointIdentifier
    /// The number of unsaved edits.
    public var edits: Int
    /// When the last change was recorded, in seconds since 1970.
    public var modified: Int
}
