public import Checkpointing
internal import LinuxFiles
internal import PDFModel
internal import SystemPackage

/// The changes of a document that are not in its file, and the checkpoint that keeps them.
final class UnsavedChanges {
    /// Open and locked, where changes are recorded or saved.
    private let log: CheckpointLog?
    private let shown: CheckpointDescription?
    private let path: FilePath
    /// What the changes were made on; what the document is now, where there are none.
    let base: RecordedBase
    /// How the document compares with that.
    private let likeness: RecordedBase.Likeness
    /// The file that it is in is not the one that it was in, although its bytes are the same.
    let isInAnotherFile: Bool
    private let salt: String?
    /// `nil` where the changes are readable, or the document has no key any more.
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

    /// The private copy of the document that they were made on; `nil` where none is kept.
    func privateCopy(in store: CheckpointStore) throws(DocumentError) -> FilePath? {
        guard let identifier = log?.identifier ?? shown?.identifier else { return nil }
        return try translatingCheckpointErrors(of: path) { () throws(CheckpointError) in try store.base(of: identifier)
        }
    }

    /// How many edits are not in the file.
    var editCount: Int { contents?.editCount ?? 0 }

    /// Whether the document is as it was when they were made, as far as its length, head and tail tell.
    var fitsDocument: Bool { likeness != .different }

    /// Whether every byte of it is: otherwise all that the changes rest on must be compared before they are made.
    var isBaseProven: Bool { likeness == .same }

    /// How many bytes at the end of the log cannot be read (invariant 5).
    var lostBytes: Int { contents?.lostBytes ?? 0 }

    /// The checkpoint as it is told to the user; `nil` where nothing is unsaved.
    func summary() -> CheckpointSummary? {
        guard editCount > 0, let shown else { return nil }
        return CheckpointSummary(identifier: shown.identifier, edits: editCount, modified: shown.modified)
    }

    // MARK: Reading

    /// All changes, oldest first.
    func all() throws(DocumentError) -> [UnsavedChange] {
        guard let contents else { return [] }
        try checkKey()
        var changes: [UnsavedChange] = []
        try contents.forEachPayload { _, payload throws(DocumentError) in changes.append(try change(payload)) }
        return changes
    }

    /// The changes that edits of annotations of these names may depend on, oldest first: those of the same names, and of
    /// the names that those name; and all that remove something, because pop-up windows go with their annotations.
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

    /// What a payload says that is sealed; `nil` where it is readable as it stands.
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

    /// That the key of the changes is not the document's.
    private var sealed: DocumentError {
        DocumentError(
            fitsDocument
                ? .checkpoint(.wrongKey(place))
                : .unsavedConflict("they are sealed with the key that the document had before"), path)
    }

    private var place: FilePath { log?.path ?? shown?.path ?? path }

    // MARK: Writing

    /// Records a change; when this returns it is on the disk (invariant 1). With the first one, a private copy of the document is
    /// kept, where that is cheap.
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
        // A crash before this leaves changes without a copy, or with one that is not of their base.
        let count = document.wholeBytes.count
        if isFirst { log.keepBase(of: document.source, count: count, byCopying: count <= DocumentState.digestLimit) }
    }

    /// Takes back the last changes, and returns how many.
    func undo(_ count: Int) throws(DocumentError) -> Int {
        try translatingCheckpointErrors(of: path) { () throws(CheckpointError) in try log?.undo(count) ?? 0 }
    }

    /// Makes changes that were taken back again, and returns how many.
    func redo(_ count: Int) throws(DocumentError) -> Int {
        try translatingCheckpointErrors(of: path) { () throws(CheckpointError) in try log?.redo(count) ?? 0 }
    }

    /// Notes, before a save, what the document will be with the changes in it. A log that cannot be read to its end takes no
    /// notes: after a crash its changes are made again, and those that are there already change nothing.
    func noteSaving(as state: DocumentState) throws(DocumentError) {
        guard contents?.isDamaged != true else { return }
        try translatingCheckpointErrors(of: path) { () throws(CheckpointError) in try log?.noteSaving(as: state.line) }
    }

    /// Removes the checkpoint after its changes were saved, or because nobody wants them. What could not be read in it is
    /// kept aside.
    ///
    /// - Returns: where that is.
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

/// A document's checkpoint as it is told to the user.
public struct CheckpointSummary: Sendable, Equatable {
    public var identifier: CheckpointIdentifier
    /// How many edits are unsaved.
    public var edits: Int
    /// When the last was recorded, in seconds since 1970.
    public var modified: Int
}
