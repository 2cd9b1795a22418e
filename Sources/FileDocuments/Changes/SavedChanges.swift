internal import Checkpointing
internal import LinuxFiles
package import SystemPackage

/// A change that was saved, or undone before a save.
public struct SavedChange<Recorded: RecordedChange> {
    /// The name by which later changes refer to it.
    package let name: String
    /// The change; `nil` if it is the whole revision.
    package let change: Recorded?
    /// What was noted of the save.
    package let note: String
    /// The changes of that save before it, and the change itself.
    package let changes: ArraySlice<Recorded>
    /// The private copy of the document that they were made on, and what says which document that was; `nil` if none is kept.
    package let base: (copy: FilePath, state: String)?
}

/// The changes of a document that were saved, and those that were undone before a save, in the order of an undo manager: from
/// the logs that were kept when they were saved, and from the journal of what was saved without one.
///
/// A change that is undone after it was saved is taken back by a new change, which names it here; so undo and redo go on after
/// a save as before.
struct SavedChanges<Recorded: RecordedChange> {
    /// One save: its log, with the changes as they are there; `nil` if it had none.
    private struct Save {
        let note: String
        var changes: [Recorded] = []
        var log: SavedLog?
    }

    /// The changes that count, and those that can be made again.
    private(set) var entries: [SavedChange<Recorded>] = []
    /// How many of the changes count.
    private(set) var cursor = 0
    /// Whether something was saved, and the document has nothing of it.
    let isOfAnother: Bool

    init(
        of document: some OpenedFile, _ identifier: CheckpointIdentifier, in store: CheckpointStore, now: Int
    ) throws(DocumentError) {
        let (history, time) = (store.history, now - CheckpointStore.historyTime)
        let key = try document.secret()
        var saves = try translating { try history.savedLogs(identifier, since: time) }.compactMap { Self.save($0, key) }
        saves += try translating { try history.savesNoted(identifier, since: time) }.map { Save(note: $0) }
        let (found, isOfAnother) = document.saves(saves.map(\.note))
        self.isOfAnother = isOfAnother
        for (index, name) in found { add(saves[index], named: name) }
    }

    /// Returns how many changes count after a change that takes one back or makes one again; `nil` if that is not known.
    func cursor(after step: SavedStep) -> Int? {
        entries.firstIndex { $0.name == step.saved }.map { step.isBack ? $0 : $0 + 1 }
    }

    // MARK: Putting them in order

    private mutating func add(_ save: Save, named name: String) {
        guard let log = save.log, let header = log.contents.header else {
            return put(SavedChange(name: name, change: nil, note: save.note, changes: [], base: nil))
        }
        let (applied, undone) = (log.contents.changeCounts.applied, log.contents.changeCounts.undone)
        let entry = { (index: Int) in
            SavedChange(
                name: log.contents.checksum(ofChange: index).hexadecimal, change: save.changes[index], note: save.note,
                changes: save.changes[...index], base: log.base.map { ($0, header.base) })
        }
        for index in 0..<log.contents.countBeforeUndone { put(entry(index)) }
        let before = cursor
        for index in applied..<applied + undone where save.changes[index].step == nil { put(entry(index)) }
        cursor = before
        for index in log.contents.countBeforeUndone..<applied { put(entry(index)) }
    }

    /// A new change takes the place of those that could be made again; one that takes another back, or makes it again, does not.
    private mutating func put(_ entry: SavedChange<Recorded>) {
        guard let step = entry.change?.step else {
            entries.removeSubrange(cursor...)
            entries.append(entry)
            cursor += 1
            return
        }
        guard let position = entries.firstIndex(where: { $0.name == step.saved }) else { return }
        if !step.isBack { entries[position] = entry }
        cursor = step.isBack ? position : position + 1
    }

    /// Returns `nil` if the log does not say what was saved, or cannot be read.
    private static func save(_ log: SavedLog, _ key: [UInt8]?) -> Save? {
        guard let header = log.contents.header, !log.contents.isDamaged, let note = log.contents.saving,
            (header.salt == nil) == (key == nil)
        else { return nil }
        var save = Save(note: note, log: log)
        let seal = header.salt.flatMap { salt in key.map { CheckpointSeal(secret: $0, salt: salt) } }
        for recorded in log.contents.appliedChanges + log.contents.undoneChanges {
            guard let payload = seal.map({ $0.opened(recorded.payload) }) ?? recorded.payload,
                let change = Recorded(payload: payload)
            else { return nil }
            save.changes.append(change)
        }
        return save
    }
}
