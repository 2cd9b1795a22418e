public import Checkpointing
internal import LinuxFiles
internal import PDFModel
internal import SystemPackage

/// The changes to a document that are not in its file, and the checkpoint that keeps them.
final class UnsavedChanges {
    /// Open and locked, if changes are recorded or saved.
    private let log: CheckpointLog?
    private let shown: CheckpointDescription?
    private let path: FilePath
    /// The document that the changes were made on; the current document if there are no changes.
    let base: RecordedBase
    /// How the document compares with the base.
    private let likeness: RecordedBase.Likeness
    /// Whether the document is in a different file than before, although its bytes are the same.
    let isInAnotherFile: Bool
    private let salt: String?
    /// `nil` if the changes are not sealed, or the document no longer has a key.
    private var seal: CheckpointSeal?
    private var isEncrypted = false

    private let index: ChangeIndex
    private let parking: ParkedChanges?

    private var contents: CheckpointContents? { log?.contents ?? shown?.contents }

    init(
        log: CheckpointLog?, shown: CheckpointDescription?, index: ChangeIndex = ChangeIndex(),
        parking: ParkedChanges? = nil, of document: DocumentContents, at path: FilePath
    ) throws(DocumentError) {
        (self.log, self.shown, self.path) = (log, shown, path)
        (self.index, self.parking) = (index, parking)
        let place = log?.path ?? shown?.path ?? path
        let header = log?.contents.header ?? shown?.contents.header
        if let header {
            guard let base = RecordedBase(header) else { throw DocumentError(.checkpoint(.foreign(place)), path) }
            (self.base, likeness) = (base, base.likeness(of: document))
            isInAnotherFile = likeness == .same && base.file?.isOther(than: document.recordedFile) == true
        } else {
            (base, likeness, isInAnotherFile) = (RecordedBase(document), .same, false)
        }
        let key = try document.reading { () throws(PDFError) in try document.file.encryptionKey() }
        salt = header == nil ? key.map { _ in CheckpointSeal.newSalt() } : header?.salt
        use(key)
    }

    deinit { if let log { parking?.put(log, index) } }

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
        guard let identifier = log?.identifier ?? shown?.identifier else { return nil }
        return try translatingCheckpointErrors(of: path) { () throws(CheckpointError) in try store.base(of: identifier)
        }
    }

    /// The number of edits that are not in the file.
    var editCount: Int { contents?.editCount ?? 0 }

    /// Whether the document is unchanged since they were made, as far as its length, head and tail show.
    var fitsDocument: Bool { likeness != .different }

    /// Whether every byte of it is proven unchanged: otherwise everything that the changes depend on must be compared
    /// before they are applied.
    var isBaseProven: Bool { likeness == .same }

    /// The number of bytes at the end of the log that cannot be read (invariant 5).
    var lostBytes: Int { contents?.lostBytes ?? 0 }

    /// Returns the checkpoint as shown to the user; `nil` if nothing is unsaved.
    func summary() -> CheckpointSummary? {
        guard editCount > 0, let shown else { return nil }
        return CheckpointSummary(identifier: shown.identifier, edits: editCount, modified: shown.modified)
    }

    // MARK: Reading

    /// Returns all changes, oldest first.
    func all() throws(DocumentError) -> [UnsavedChange] {
        guard let contents else { return [] }
        try checkKey()
        var changes: [UnsavedChange] = []
        try contents.forEachPayload { _, payload throws(DocumentError) in changes.append(try change(payload)) }
        return changes
    }

    /// Returns the changes that edits of annotations with these names may depend on, oldest first: those of the same
    /// names, those of the names that they refer to, and all removals, because pop-up windows are removed with their
    /// annotations.
    func changes(relevantTo names: [String]) throws(DocumentError) -> [UnsavedChange] {
        guard let contents, editCount > 0, !names.isEmpty else { return [] }
        try checkKey()
        try index.update(contents) { payload throws(DocumentError) in try opened(payload) }
        let found = try index.relevant(to: names) { index throws(DocumentError) in
            try contents.withPayload(index) { payload throws(DocumentError) in try change(payload) }
        }
        return if let found { found } else { try all() }
    }

    private func checkKey() throws(DocumentError) { if salt != nil, seal == nil { throw sealed } }

    /// Returns the content of a sealed payload; `nil` if payloads are not sealed.
    private func opened(_ payload: UnsafeRawBufferPointer) throws(DocumentError) -> [UInt8]? {
        guard let seal else { return nil }
        guard let bytes = seal.opened(Array(payload)) else { throw sealed }
        return bytes
    }

    private func change(_ payload: UnsafeRawBufferPointer) throws(DocumentError) -> UnsavedChange {
        guard let change: UnsavedChange = JSONLine.value(try opened(payload) ?? Array(payload)) else {
            throw DocumentError(.checkpoint(.foreign(place)), path)
        }
        return change
    }

    /// The error for changes whose key is not the document's.
    private var sealed: DocumentError {
        DocumentError(
            fitsDocument
                ? .checkpoint(.wrongKey(place))
                : .unsavedConflict("they are sealed with the key that the document had before"), path)
    }

    private var place: FilePath { log?.path ?? shown?.path ?? path }

    // MARK: Writing

    /// Records a change; when this returns, it is on disk (invariant 1). With the first change, a private copy of the
    /// document is kept if that is cheap.
    func record(_ change: UnsavedChange, of document: DocumentContents) throws(DocumentError) {
        guard let log else { preconditionFailure("The checkpoint was opened to be looked at.") }
        guard salt == nil || seal != nil else { throw sealed }
        guard salt != nil || !isEncrypted else {
            throw DocumentError(.unsavedConflict("the document was encrypted since, and they are not"), path)
        }
        let payload = seal?.sealed(change.payload) ?? change.payload
        let isFirst = log.contents.header == nil || !isBaseProven
        try translatingCheckpointErrors(of: path) { () throws(CheckpointError) in
            if isBaseProven {
                try log.record(
                    payload, editCount: change.edits.count, under: CheckpointHeader(document, at: path, salt: salt))
            } else {
                try log.rewrite(
                    under: CheckpointHeader(document, at: path, salt: salt), adding: payload,
                    editCount: change.edits.count)
            }
        }
        // A crash before this leaves changes without a copy, or with a copy that is not of their base.
        let count = document.wholeBytes.count
        if isFirst { log.keepBase(of: document.source, count: count, byCopying: count <= DocumentState.digestLimit) }
    }

    /// Undoes the last changes, and returns the number undone.
    func undo(_ count: Int) throws(DocumentError) -> Int {
        try translatingCheckpointErrors(of: path) { () throws(CheckpointError) in try log?.undo(count) ?? 0 }
    }

    /// Redoes changes that were undone, and returns the number redone.
    func redo(_ count: Int) throws(DocumentError) -> Int {
        try translatingCheckpointErrors(of: path) { () throws(CheckpointError) in try log?.redo(count) ?? 0 }
    }

    /// Records, before a save, the state that the document will have with the changes. A log that cannot be read to its
    /// end takes no note: after a crash its changes are applied again, and those already in the document have no
    /// effect.
    func noteSaving(as state: DocumentState) throws(DocumentError) {
        guard contents?.isDamaged != true else { return }
        try translatingCheckpointErrors(of: path) { () throws(CheckpointError) in try log?.noteSaving(as: state.line) }
    }

    /// Removes the checkpoint after its changes were saved or discarded. A checkpoint that could not be read to its end
    /// is set aside instead.
    ///
    /// - Returns: the path of the checkpoint that was set aside; otherwise `nil`.
    @discardableResult
    func remove() throws(DocumentError) -> FilePath? {
        guard let log else { return nil }
        return try translatingCheckpointErrors(of: path) { () throws(CheckpointError) in
            if log.contents.isDamaged { return try log.setAside() }
            try log.remove()
            return nil
        }
    }
}

/// A document's checkpoint, as shown to the user.
public struct CheckpointSummary: Sendable, Equatable {
    public var identifier: CheckpointIdentifier
    /// The number of unsaved edits.
    public var edits: Int
    /// When the last change was recorded, in seconds since 1970.
    public var modified: Int
}
