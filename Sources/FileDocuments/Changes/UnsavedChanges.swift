package import Checkpointing
internal import LinuxFiles
package import SystemPackage

/// How the checkpoint of a document is used during an access.
struct CheckpointUse {
    let store: CheckpointStore
    /// `nil` derives it from the document's path.
    let identifier: CheckpointIdentifier?
    /// Where the checkpoint stays open between accesses.
    let parking: ParkedLog?
    /// Whether nobody else may change it meanwhile.
    let isLocked: Bool
    /// Whether it is created if there is none.
    let isRecording: Bool
    /// Whether its changes are to be written into the document.
    let isForSave: Bool
    /// Whether the user confirms that it belongs to the document, whatever path it names.
    let isOwnerConfirmed: Bool
    /// Whether changes are on disk when they are recorded.
    let isDurable: Bool
}

/// The changes to a document that are not in its file. Unless they are only shown, nobody else reads or writes their
/// log until this object is released.
public final class UnsavedChanges<Change: RecordedChange> {
    private let source: any CheckpointSource
    /// Keeps the log open when this object is released.
    private let parking: ParkedLog?
    /// The path of the document.
    private let path: FilePath
    /// How the document compares with the one that the changes were made on.
    private let comparison: BaseComparison
    /// The salt of the key that seals the changes; `nil` if they are readable.
    private let salt: String?
    /// `nil` if the changes are not sealed, or the document no longer has a key.
    private var seal: CheckpointSeal?
    private var isEncrypted = false

    /// Finds the changes of a document; `nil` if there are none, and none are to be recorded.
    ///
    /// - Returns: also what the search has shown about the document.
    static func found(
        of document: some OpenedFile, at path: FilePath, _ use: CheckpointUse
    ) throws(DocumentError) -> (changes: UnsavedChanges?, identity: DocumentIdentity) {
        guard use.isRecording || use.parking != nil || !use.store.isMissing else { return (nil, DocumentIdentity()) }
        var search = CheckpointSearch(use, of: document, at: path)
        let source = try translating(of: path) { try search.source() }
        guard let source else { return (nil, search.identity) }
        try search.checkOwner(source.contents.header)
        let changes = try UnsavedChanges(from: source, parking: use.parking, of: document, at: path)
        changes.log?.synchronizes = use.isDurable
        var identity = search.identity
        let isInAnotherFile =
            changes.isBaseProven && changes.header?.file?.isOther(than: document.source.recorded) == true
        identity.isInAnotherFile = !use.isOwnerConfirmed && isInAnotherFile && changes.editCount > 0
        return (changes, identity)
    }

    private init(
        from source: any CheckpointSource, parking: ParkedLog?, of document: some OpenedFile, at path: FilePath
    ) throws(DocumentError) {
        (self.source, self.parking, self.path) = (source, parking, path)
        if let header = source.contents.header {
            guard let comparison = document.comparison(with: header) else {
                throw DocumentError(.checkpoint(.foreign(source.path)), path)
            }
            (self.comparison, salt) = (comparison, header.salt)
            use(try document.secret())
        } else {
            let key = try document.secret()
            (comparison, salt) = (.same, key.map { _ in CheckpointSeal.newSalt() })
            use(key)
        }
    }

    deinit { if let log { parking?.put(log) } }

    /// `nil` if the changes are only shown.
    private var log: CheckpointLog? { source as? CheckpointLog }

    package var contents: CheckpointContents { source.contents }

    /// The header of the log; `nil` if there are no changes.
    package var header: CheckpointHeader? { source.contents.header }

    /// What its holder has made of the contents; it stays with a log that is kept open.
    package var companion: AnyObject? {
        get { log?.companion }
        set { log?.companion = newValue }
    }

    private func use(_ key: [UInt8]?) {
        seal = if let salt, let key { CheckpointSeal(secret: key, salt: salt) } else { nil }
        isEncrypted = key != nil
    }

    /// Opens the changes with the key that the document had when they were made.
    package func useKey(of earlier: some OpenedFile) throws(DocumentError) { use(try earlier.secret()) }

    /// Returns the path of the original, the copy of the document that they were made on; `nil` if none is kept.
    package func original(in store: CheckpointStore) throws(DocumentError) -> FilePath? {
        guard let header else { return nil }
        return try translating(of: path) { try store.original(of: source.identifier, base: header.base) }
    }

    /// The number of edits that are not in the file.
    package var editCount: Int { contents.editCount }

    /// Whether the document is unchanged since they were made, as far as its length, head and tail show.
    package var fitsDocument: Bool { comparison != .different }

    /// Whether every byte of it is proven unchanged: otherwise everything that the changes depend on must be compared
    /// before they are applied.
    package var isBaseProven: Bool { comparison == .same }

    /// Returns the checkpoint as shown to the user; `nil` if nothing is unsaved.
    package func summary() -> CheckpointSummary? {
        guard editCount > 0, let shown = source as? CheckpointDescription else { return nil }
        return CheckpointSummary(identifier: shown.identifier, edits: editCount, modified: shown.modified)
    }

    // MARK: Reading

    /// Returns the changes that count from an index on, oldest first.
    package func all(from first: Int = 0) throws(DocumentError) -> [Change] {
        try checkKey()
        var changes: [Change] = []
        try contents.forEachPayload(from: first) { _, payload throws(DocumentError) in
            changes.append(try change(payload))
        }
        return changes
    }

    /// Returns one of the changes that count, by its index from 0.
    package func change(at index: Int) throws(DocumentError) -> Change {
        try contents.withPayload(index) { payload throws(DocumentError) in try change(payload) }
    }

    /// Returns the last changes that count, the last one first.
    package func last(_ count: Int) throws(DocumentError) -> [Change] {
        try all(from: max(0, counts.applied - count)).reversed()
    }

    /// Returns the changes that were undone and can be redone, the next one first.
    package func undone() throws(DocumentError) -> [Change] {
        try checkKey()
        var changes: [Change] = []
        for undone in contents.undoneChanges { changes.append(try change(undone.payload)) }
        return changes
    }

    /// How many changes can be undone or redone here, and whether the last one only takes a saved one back.
    package var counts: (undoable: Int, applied: Int, undone: Int, canWithdraw: Bool) {
        let (applied, undone) = contents.changeCounts
        return (contents.undoableCount, applied, undone, contents.canWithdraw)
    }

    /// Returns a checksum of the first changes that count; 0 of none.
    package func checksum(ofFirst count: Int) -> UInt32 { count == 0 ? 0 : contents.checksum(ofChange: count - 1) }

    package func checkKey() throws(DocumentError) { if salt != nil, seal == nil { throw sealed } }

    /// Returns the content of a sealed payload; `nil` if payloads are not sealed.
    package func opened(_ payload: some Sequence<UInt8>) throws(DocumentError) -> [UInt8]? {
        guard let seal else { return nil }
        guard let bytes = seal.opened(Array(payload)) else { throw sealed }
        return bytes
    }

    private func change(_ payload: some Sequence<UInt8>) throws(DocumentError) -> Change {
        guard let change = Change(payload: try opened(payload) ?? Array(payload)) else {
            throw DocumentError(.checkpoint(.foreign(source.path)), path)
        }
        return change
    }

    /// Returns the error for changes that do not fit the document.
    func conflict(_ reason: String) -> DocumentError { DocumentError(.unsavedConflict(reason), path) }

    /// Returns the error for changes that cannot be made again.
    func failure(_ error: any Error) -> DocumentError { DocumentError(.contents(ContentsFailure(error)), path) }

    /// The error for changes whose key is not the document's.
    private var sealed: DocumentError {
        DocumentError(
            fitsDocument
                ? .checkpoint(.wrongKey(source.path))
                : .unsavedConflict("they are sealed with the document's former key"), path)
    }

    // MARK: Writing

    /// Records a change; when this returns, it is on disk (invariant 1), and so is the original, the document that it was made on,
    /// if it can be kept.
    ///
    /// - Parameter limit: the length in bytes up to which the original is copied.
    /// - Returns: whether the original is kept; and if it is not, whether the change is the first one that was made on this document.
    package func record(
        _ change: Change, of document: some OpenedFile, keepingOriginalUpTo limit: Int
    ) throws(DocumentError) -> (isOriginalKept: Bool, isNews: Bool) {
        guard let log else { preconditionFailure("The document was not opened to record changes.") }
        guard salt == nil || seal != nil else { throw sealed }
        guard salt != nil || !isEncrypted else {
            throw DocumentError(.unsavedConflict("the document has been encrypted since, and they are not"), path)
        }
        let new = checkpointed(change)
        // Created only if it is written: that may read the whole document.
        func header() -> CheckpointHeader {
            var header = document.header(at: path, salt: salt)
            header.rights = try? AccessRights(of: document.source.file)
            return header
        }
        let (base, old) = (document.stateLine, log.contents.header?.base)
        let isKept = log.keepOriginal(
            of: document.source.file, count: document.length, base: base, limit: limit,
            isKnown: old != nil && isBaseProven, isUntouched: document.source.isUntouched)
        do throws(DocumentError) {
            try translating(of: path) {
                if isBaseProven {
                    try log.record(new.payload, editCount: new.editCount, takesBack: new.takesBack, under: header())
                } else {
                    try log.rewrite(
                        under: header(), adding: new.payload, editCount: new.editCount, takesBack: new.takesBack)
                }
            }
        } catch {
            if log.contents.header?.base != base { log.removeOriginal(ofBase: base) }
            throw error
        }
        return (isKept, old != base)
    }

    private func checkpointed(_ change: Change) -> CheckpointedChange {
        CheckpointedChange(
            payload: seal?.sealed(change.payload) ?? change.payload, editCount: change.editCount,
            takesBack: change.step?.isBack == true)
    }

    /// Begins a group of changes that become durable together; `false` if the next one must be recorded by itself, because
    /// the log begins with it or is written anew.
    package func beginGroup() -> Bool {
        guard let log, log.contents.header != nil, isBaseProven else { return false }
        log.beginGroup()
        return true
    }

    /// Makes the changes of the group durable: when this returns, they are on disk (invariant 1). On an error, none of them
    /// is recorded.
    package func endGroup() throws(DocumentError) { try translating(of: path) { try log?.endGroup() } }

    /// Makes fewer changes of older ones where the log has become long, up to a number of changes: of more than 32 MiB, or four times
    /// the document up to 128 MiB, all but the last 16 MiB.
    func foldOlder(
        of document: some OpenedFile, _ folded: (Int) throws(DocumentError) -> [Change]?
    ) throws(DocumentError) {
        guard let log, isBaseProven, contents.length > min(max(32 << 20, 4 * document.length), 128 << 20),
            counts.undone == 0, !counts.canWithdraw
        else { return }
        var (count, kept) = (counts.applied, 0)
        while count > 0, kept < 16 << 20 {
            count -= 1
            kept += contents.withPayload(count) { $0.count }
        }
        guard let changes = try folded(count), changes.count < counts.applied else { return }
        try translating(of: path) { try log.rewrite(with: changes.map(checkpointed)) }
    }

    /// Undoes the last changes, and returns the number undone.
    package func undo(_ count: Int) throws(DocumentError) -> Int {
        try translating(of: path) { try log?.undo(count) ?? 0 }
    }

    /// Redoes changes that were undone, and returns the number redone.
    package func redo(_ count: Int) throws(DocumentError) -> Int {
        try translating(of: path) { try log?.redo(count) ?? 0 }
    }

    /// Withdraws the last change if it only takes a saved one back.
    package func withdraw() throws(DocumentError) -> Bool {
        try translating(of: path) { try log?.withdraw() ?? false }
    }

    /// Records, before a save, the state that the document will have with the changes. A log that cannot be read to its
    /// end takes no note: after a crash its changes are applied again, and those already in the document have no
    /// effect.
    package func noteSaving(as line: String) throws(DocumentError) {
        guard let log, !log.contents.isDamaged else { return }
        try translating(of: path) { try log.noteSaving(as: line) }
    }

    /// Ends the checkpoint after a save of its changes, and keeps it in the history, with other changes that were saved. One that
    /// holds none is removed, and one that could not be read to its end is set aside.
    ///
    /// - Returns: the path of the checkpoint that was set aside, otherwise `nil`; and why the changes could not be kept.
    package func keep(
        in history: CheckpointStore, adding changes: [Change], as line: String, withBase: Bool
    ) throws(DocumentError) -> (aside: FilePath?, loss: CheckpointError?) {
        let isEmpty = counts.applied + counts.undone + changes.count == 0
        guard let log, !log.contents.isDamaged, !isEmpty, salt == nil || seal != nil else {
            return (try remove(), nil)
        }
        return try translating(of: path) {
            (nil, try log.keep(in: history, adding: changes.map(checkpointed), as: line, withBase: withBase))
        }
    }

    /// Removes the checkpoint after its changes were saved or discarded. A checkpoint that could not be read to its end
    /// is set aside instead.
    ///
    /// - Returns: the path of the checkpoint that was set aside; otherwise `nil`.
    package func remove() throws(DocumentError) -> FilePath? {
        try translating(of: path) {
            if log?.contents.isDamaged == true { return try log?.setAside() }
            try log?.remove()
            return nil
        }
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
