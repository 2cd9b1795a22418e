internal import Checkpointing
internal import PDFModel
internal import SystemPackage

/// The changes of a document that were saved, with what takes them back, and those that were undone before a save.
///
/// A change that is undone after it was saved is taken back by a new change, which names its position here; so undo and
/// redo go on after a save as before. The history moves with the next save.
struct SavedHistory {
    /// How many of the changes count: the document has them.
    let cursor: Int
    /// How to recognise the document that has them.
    private let state: DocumentState
    private let changes: [CheckpointedChange]
    private let seal: CheckpointSeal?

    /// Reads the history of a document; `nil` if there is none that can be used.
    init?(_ identifier: CheckpointIdentifier, in store: CheckpointStore, of document: OpenedPDF) {
        guard let contents = try? store.history.contents(identifier), let header = contents.header, !contents.isDamaged,
            let state = contents.saving.flatMap(DocumentState.init(line:))
        else { return nil }
        self.state = state
        (changes, cursor) = (contents.appliedChanges + contents.undoneChanges, contents.changeCounts.applied)
        let key = try? document.file.encryptionKey()
        seal = if let salt = header.salt, let key { CheckpointSeal(secret: key, salt: salt) } else { nil }
        guard (header.salt == nil) == (key == nil) else { return nil }
    }

    var count: Int { changes.count }

    /// Whether a document has all that was saved, and objects have kept their numbers.
    func isOf(_ document: OpenedPDF) -> Bool { state.isBeginning(of: document.wholeBytes) }

    /// Returns the change at a position, from 0; `nil` if it cannot be read.
    func change(at position: Int) -> UnsavedChange? {
        guard changes.indices.contains(position) else { return nil }
        let payload = changes[position].payload
        guard let seal else { return JSONLine.value(payload) }
        return seal.opened(payload).flatMap { JSONLine.value($0) }
    }

    // MARK: Writing

    /// Notes what a save has written, as far as that is possible: without a history, the save is as good.
    ///
    /// - Parameters:
    ///   - saved: the changes that are in the document now, oldest first.
    ///   - undone: those that were undone before, the next one to redo first.
    ///   - count: how many of the saved changes were there when the undone ones were made.
    ///   - before: the document before the save.
    static func note(
        _ saved: [UnsavedChange], undone: [UnsavedChange], after count: Int, _ identifier: CheckpointIdentifier,
        in store: CheckpointStore,
        at path: FilePath, before: OpenedPDF, finished state: DocumentState, now: Int
    ) {
        guard var history = WrittenHistory(identifier, in: store, at: path, of: before, now: now) else { return }
        for change in saved.prefix(count) { history.timeline.save(change) }
        history.timeline.keep(undone)
        for change in saved.dropFirst(count) { history.timeline.save(change) }
        history.write(as: state)
    }

    /// Adds the revisions that were only noted in the journal of saves since the history was last written.
    static func addNotedRevisions(
        _ identifier: CheckpointIdentifier, in store: CheckpointStore, at path: FilePath, of document: OpenedPDF,
        now: Int
    ) {
        guard !JournaledRevision.all(of: document, identifier, in: store, after: 0, now: now).isEmpty,
            let history = WrittenHistory(identifier, in: store, at: path, of: document, now: now),
            let last = history.revisions.last
        else { return }
        history.write(as: last.state)
    }
}

/// The log of a document's history, open to be brought up to date.
private struct WrittenHistory {
    var timeline: Timeline
    /// What was only noted in the journal of saves so far, oldest first.
    let revisions: [JournaledRevision]
    private let log: CheckpointLog
    private let path: FilePath
    private let salt: String?

    /// Opens the log, or creates one, and puts the noted revisions into the timeline.
    init?(
        _ identifier: CheckpointIdentifier, in store: CheckpointStore, at path: FilePath, of document: OpenedPDF,
        now: Int
    ) {
        store.history.clean(now: now)
        guard var log = try? store.history.log(identifier) else { return nil }
        var known = log.contents.saving.flatMap(DocumentState.init(line:))
        if log.contents.header != nil, log.contents.isDamaged || known?.isBeginning(of: document.wholeBytes) != true {
            guard (try? log.remove()) != nil, let new = try? store.history.log(identifier) else { return nil }
            (log, known) = (new, nil)
        }
        let key = try? document.file.encryptionKey()
        let salt = log.contents.header == nil ? key.map { _ in CheckpointSeal.newSalt() } : log.contents.header?.salt
        let seal = if let salt, let key { CheckpointSeal(secret: key, salt: salt) } else { CheckpointSeal?.none }
        guard (salt == nil) == (seal == nil) else { return nil }
        timeline = Timeline(log.contents) { change in
            let payload = change.historyPayload
            return CheckpointedChange(payload: seal?.sealed(payload) ?? payload, editCount: max(1, change.edits.count))
        }
        revisions = JournaledRevision.all(of: document, identifier, in: store, after: known?.bytes ?? 0, now: now)
        for noted in revisions { timeline.save(UnsavedChange(noted.revision)) }
        (self.log, self.path, self.salt) = (log, path, salt)
    }

    /// - Parameter state: the document that has the changes.
    func write(as state: DocumentState) {
        guard log.contents.header != nil || !timeline.changes.isEmpty else { return }
        try? log.noteSaved(
            keeping: timeline.kept, then: Array(timeline.changes[timeline.kept...]), counting: timeline.cursor,
            as: state.line, under: CheckpointHeader(path: path, base: state.line, salt: salt))
    }
}

/// The changes of a history while it is brought up to date.
private struct Timeline {
    private(set) var changes: [CheckpointedChange]
    /// How many of them are as they were.
    private(set) var kept: Int
    /// How many of them count.
    private(set) var cursor: Int
    private let encode: (UnsavedChange) -> CheckpointedChange

    init(_ contents: CheckpointContents, _ encode: @escaping (UnsavedChange) -> CheckpointedChange) {
        changes = contents.appliedChanges + contents.undoneChanges
        (kept, cursor) = (changes.count, contents.changeCounts.applied)
        self.encode = encode
    }

    /// A change is in the document.
    mutating func save(_ change: UnsavedChange) {
        guard let step = change.step else {
            put(change, at: cursor)
            cursor += 1
            return
        }
        if !step.isBack, changes.indices.contains(step.position) {
            changes[step.position] = encode(change)
            kept = min(kept, step.position)
        }
        cursor = min(step.cursor, changes.count)
    }

    /// Changes were undone before the save, and can be redone.
    mutating func keep(_ undone: [UnsavedChange]) {
        for (offset, change) in undone.enumerated() where change.step == nil { put(change, at: cursor + offset) }
    }

    /// A new change takes the place of those that could be redone.
    private mutating func put(_ change: UnsavedChange, at position: Int) {
        changes.removeSubrange(min(position, changes.count)...)
        kept = min(kept, changes.count)
        changes.append(encode(change))
    }
}

extension UnsavedChange {
    /// The form in the history. What is too large to be taken back is only counted.
    fileprivate var historyPayload: [UInt8] {
        var stored = self
        stored.step = nil
        if isReversible, case let payload = stored.payload, payload.count <= Self.historyLimit { return payload }
        return UnsavedChange([], pageCount: pageCount, reversals: nil).payload
    }

    private static let historyLimit = 1 << 20
}
