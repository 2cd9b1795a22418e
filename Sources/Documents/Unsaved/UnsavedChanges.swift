public import Checkpointing
internal import FileDocuments
internal import LinuxFiles
internal import PDFModel
internal import SystemPackage

/// The changes to a document that are not in its file. Where they are not only shown, nobody else reads or writes their log until
/// this object is released.
final class UnsavedChanges {
    private let source: CheckpointSource
    /// Keeps the log open when this object is released.
    private let parking: ParkedLog?
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

    /// Finds the changes of a document; `nil` if there are none, and none are to be recorded.
    ///
    /// - Returns: also what the search has shown about the document.
    static func found(
        of document: OpenedPDF, at path: FilePath, for intent: Intent, in workspace: Workspace
    ) throws(DocumentError) -> (changes: UnsavedChanges?, identity: DocumentIdentity) {
        let parking = workspace.parking?.log
        guard let store = workspace.store, intent.isRecording || parking != nil || !store.isMissing else {
            return (nil, DocumentIdentity())
        }
        var search = CheckpointSearch(
            in: store, workspace.checkpoint, of: document, at: path, parking: parking, isForSave: intent.writesDocument)
        let source = try translating(of: path) {
            intent.locksCheckpoint
                ? try search.log(creating: intent.isRecording).map(CheckpointSource.log)
                : try search.description().map(CheckpointSource.description)
        }
        guard let source else { return (nil, search.identity) }
        if !workspace.isOwnerConfirmed { try search.checkOwner(source.contents.header) }
        let changes = try UnsavedChanges(from: source, parking: parking, of: document, at: path)
        changes.log?.synchronizes = workspace.isDurable
        var identity = search.identity
        identity.isInAnotherFile =
            !workspace.isOwnerConfirmed && changes.isInAnotherFile && changes.editCount > 0
        return (changes, identity)
    }

    private init(
        from source: CheckpointSource, parking: ParkedLog?, of document: OpenedPDF, at path: FilePath
    ) throws(DocumentError) {
        (self.source, self.parking, self.path) = (source, parking, path)
        if case .log(let log) = source {
            index = log.companion as? ChangeIndex ?? ChangeIndex()
            log.companion = index
        } else {
            index = ChangeIndex()
        }
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

    deinit { if let log { parking?.put(log) } }

    /// `nil` if the changes are only shown.
    private var log: CheckpointLog? { if case .log(let log) = source { log } else { nil } }

    private func use(_ key: [UInt8]?) {
        seal = if let salt, let key { CheckpointSeal(secret: key, salt: salt) } else { nil }
        isEncrypted = key != nil
    }

    /// Opens the changes with the key that the document had when they were made.
    func useKey(of earlier: OpenedPDF) throws(DocumentError) {
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
        guard editCount > 0, case .description(let shown) = source else { return nil }
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
    private var sealed: DocumentError {
        DocumentError(
            fitsDocument
                ? .checkpoint(.wrongKey(source.path))
                : .unsavedConflict("they are sealed with the document's former key"), path)
    }

    // MARK: Writing

    /// Records a change; when this returns, it is on disk (invariant 1). With the first change, a private copy of the
    /// document is kept if that is cheap.
    func record(_ change: UnsavedChange, of document: OpenedPDF) throws(DocumentError) {
        guard let log else { preconditionFailure("The document was not opened to record changes.") }
        guard salt == nil || seal != nil else { throw sealed }
        guard salt != nil || !isEncrypted else {
            throw DocumentError(.unsavedConflict("the document has been encrypted since, and they are not"), path)
        }
        let payload = payload(of: change)
        // Made only where it is written: it may read the whole document.
        func header() -> CheckpointHeader { CheckpointHeader(document, at: path, salt: salt) }
        let isFirst = log.contents.header == nil || !isBaseProven
        try translating(of: path) {
            let (count, takesBack) = (change.edits.count, change.step?.isBack == true)
            if isBaseProven {
                try log.record(payload, editCount: count, takesBack: takesBack, under: header())
            } else {
                try log.rewrite(under: header(), adding: payload, editCount: count, takesBack: takesBack)
            }
        }
        // A crash before this leaves changes without a copy, or with a copy that is not of their base.
        let count = document.wholeBytes.count
        guard isFirst else { return }
        log.keepBase(of: document.source.file, count: count, byCopying: count <= DocumentState.digestLimit)
    }

    private func payload(of change: UnsavedChange) -> [UInt8] { seal?.sealed(change.payload) ?? change.payload }

    /// Begins a group of changes that become durable together; `false` if the next one must be recorded by itself, because
    /// the log begins with it or is written anew.
    func beginGroup() -> Bool {
        guard let log, log.contents.header != nil, isBaseProven else { return false }
        log.beginGroup()
        return true
    }

    /// Makes the changes of the group durable: when this returns, they are on disk (invariant 1). On an error, none of them
    /// is recorded.
    func endGroup() throws(DocumentError) { try translating(of: path) { try log?.endGroup() } }

    /// Undoes the last changes, and returns the number undone.
    func undo(_ count: Int) throws(DocumentError) -> Int { try translating(of: path) { try log?.undo(count) ?? 0 } }

    /// Redoes changes that were undone, and returns the number redone.
    func redo(_ count: Int) throws(DocumentError) -> Int { try translating(of: path) { try log?.redo(count) ?? 0 } }

    /// Withdraws the last change if it only takes a saved one back.
    func withdraw() throws(DocumentError) -> Bool { try translating(of: path) { try log?.withdraw() ?? false } }

    /// Records, before a save, the state that the document will have with the changes. A log that cannot be read to its
    /// end takes no note: after a crash its changes are applied again, and those already in the document have no
    /// effect.
    func noteSaving(as line: String) throws(DocumentError) {
        guard let log, !log.contents.isDamaged else { return }
        try translating(of: path) { try log.noteSaving(as: line) }
    }

    /// Ends the checkpoint after a save of its changes, and keeps it in the history, with other changes that were saved. One that
    /// holds none is removed, and one that could not be read to its end is set aside.
    ///
    /// - Returns: the path of the checkpoint that was set aside; otherwise `nil`.
    func keep(
        in history: CheckpointStore, adding changes: [UnsavedChange], as line: String
    ) throws(DocumentError) -> FilePath? {
        let isEmpty = counts.applied + counts.undone + changes.count == 0
        guard let log, !log.contents.isDamaged, !isEmpty, salt == nil || seal != nil else { return try remove() }
        let added = changes.map { CheckpointedChange(payload: payload(of: $0), editCount: max(1, $0.edits.count)) }
        try translating(of: path) { try log.keep(in: history, adding: added, as: line) }
        return nil
    }

    /// Removes the checkpoint after its changes were saved or discarded. A checkpoint that could not be read to its end
    /// is set aside instead.
    ///
    /// - Returns: the path of the checkpoint that was set aside; otherwise `nil`.
    func remove() throws(DocumentError) -> FilePath? {
        try translating(of: path) {
            if log?.contents.isDamaged == true { return try log?.setAside() }
            try log?.remove()
            return nil
        }
    }
}

extension OpenedPDF: RecordedDocument {
    var stateLine: String { state.line }

    func includes(_ stateLine: String) -> Bool { DocumentState.isReached(stateLine, by: wholeBytes) }

    /// This is the document if it begins with all of the original, and the file now at the old path does not.
    func isMoved(from header: CheckpointHeader) -> Bool {
        RecordedBase(header)?.isBeginning(of: wholeBytes) == true
            && DocumentFile.condition(of: header, saving: nil) == .changed
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
