internal import Checkpointing
internal import SystemPackage

/// Writes the unsaved changes of a document. Their log is open, and nobody else reads or writes it until this object is
/// released.
final class UnsavedChangesWriter {
    private let log: CheckpointLog
    private let changes: UnsavedChanges
    private let index: ChangeIndex
    private let parking: ParkedChanges?
    /// The path of the document.
    private let path: FilePath

    /// - Parameters:
    ///   - changes: a reader of the log.
    ///   - index: the reader's index.
    ///   - parking: keeps the log open when this object is released.
    init(
        _ log: CheckpointLog, read changes: UnsavedChanges, index: ChangeIndex, parking: ParkedChanges?,
        of path: FilePath
    ) {
        (self.log, self.changes, self.index, self.parking, self.path) = (log, changes, index, parking, path)
    }

    deinit { parking?.put(log, index) }

    /// Records a change; when this returns, it is on disk (invariant 1). With the first change, a private copy of the
    /// document is kept if that is cheap.
    func record(_ change: UnsavedChange, of document: DocumentContents) throws(DocumentError) {
        guard changes.salt == nil || changes.seal != nil else { throw changes.sealed }
        guard changes.salt != nil || !changes.isEncrypted else {
            throw DocumentError(.unsavedConflict("the document has been encrypted since, and they are not"), path)
        }
        let payload = changes.seal?.sealed(change.payload) ?? change.payload
        // Made only where it is written: it may read the whole document.
        func header() -> CheckpointHeader { CheckpointHeader(document, at: path, salt: changes.salt) }
        let isFirst = log.contents.header == nil || !changes.isBaseProven
        try translating(of: path) {
            let (count, takesBack) = (change.edits.count, change.step?.isBack == true)
            if changes.isBaseProven {
                try log.record(payload, editCount: count, takesBack: takesBack, under: header())
            } else {
                try log.rewrite(under: header(), adding: payload, editCount: count, takesBack: takesBack)
            }
        }
        // A crash before this leaves changes without a copy, or with a copy that is not of their base.
        let count = document.wholeBytes.count
        if isFirst { log.keepBase(of: document.source.file, count: count, byCopying: count <= DocumentState.digestLimit) }
    }

    /// Begins a group of changes that become durable together; `false` if the next one must be recorded by itself, because
    /// the log begins with it or is written anew.
    func beginGroup() -> Bool {
        guard log.contents.header != nil, changes.isBaseProven else { return false }
        log.beginGroup()
        return true
    }

    /// Makes the changes of the group durable: when this returns, they are on disk (invariant 1). On an error, none of them
    /// is recorded.
    func endGroup() throws(DocumentError) {
        try translating(of: path) { try log.endGroup() }
    }

    /// Undoes the last changes, and returns the number undone.
    func undo(_ count: Int) throws(DocumentError) -> Int {
        try translating(of: path) { try log.undo(count) }
    }

    /// Redoes changes that were undone, and returns the number redone.
    func redo(_ count: Int) throws(DocumentError) -> Int {
        try translating(of: path) { try log.redo(count) }
    }

    /// Withdraws the last change if it only takes a saved one back.
    func withdraw() throws(DocumentError) -> Bool {
        try translating(of: path) { try log.withdraw() }
    }

    /// Records, before a save, the state that the document will have with the changes. A log that cannot be read to its
    /// end takes no note: after a crash its changes are applied again, and those already in the document have no
    /// effect.
    func noteSaving(as state: DocumentState) throws(DocumentError) {
        guard !log.contents.isDamaged else { return }
        try translating(of: path) { try log.noteSaving(as: state.line) }
    }

    /// Removes the checkpoint after its changes were saved or discarded. A checkpoint that could not be read to its end
    /// is set aside instead.
    ///
    /// - Returns: the path of the checkpoint that was set aside; otherwise `nil`.
    @discardableResult
    func remove() throws(DocumentError) -> FilePath? {
        try translating(of: path) {
            if log.contents.isDamaged { return try log.setAside() }
            try log.remove()
            return nil
        }
    }
}
