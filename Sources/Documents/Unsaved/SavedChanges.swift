internal import Checkpointing
internal import FoundationEssentials
internal import LinuxFiles
internal import PDFModel
internal import SystemPackage

/// The changes of a document that were saved, and those that were undone before a save, in the order of an undo manager: from
/// the logs that were kept when they were saved, and from the journal of what was saved without one.
///
/// A change that is undone after it was saved is taken back by a new change, which names it here; so undo and redo go on after
/// a save as before.
struct SavedChanges {
    /// A change that was saved, or undone before a save.
    struct Entry {
        /// By which later changes name it.
        let name: String
        fileprivate let save: Save
        /// Its position in the log of the save.
        fileprivate var index = 0
        /// `nil` if it is the whole revision.
        let change: UnsavedChange?
    }

    /// One save: its log, with the changes as they are there; `nil` if it had none.
    fileprivate struct Save {
        let revision: SavedRevision
        var changes: [UnsavedChange] = []
        var log: CheckpointContents?
    }

    /// The changes that count, and those that can be made again.
    private(set) var entries: [Entry] = []
    /// How many of the changes count.
    private(set) var cursor = 0
    /// Whether something was saved, and the document has nothing of it.
    private(set) var isOfAnother = false

    init(of document: OpenedPDF, _ identifier: CheckpointIdentifier, in store: CheckpointStore, now: Int) {
        let (history, time) = (store.history, now - CheckpointStore.historyTime)
        let key = try? document.file.encryptionKey()
        var saves = history.savedLogs(identifier, since: time).compactMap { Save($0, key) }
        saves += history.savesNoted(identifier, since: time).compactMap { note in
            SavedRevision(note: note).map { Save(revision: $0) }
        }
        // Several saves may have found nothing to write; the first of them that was made comes first.
        saves = saves.enumerated().sorted { first, second in
            let (one, other) = (first.element.revision, second.element.revision)
            return (one.state.bytes, one.base, first.offset) < (other.state.bytes, other.base, second.offset)
        }.map(\.element)
        var end = 0
        for save in saves
        where save.revision.base >= end && save.revision.state.isBeginning(of: document.wholeBytes) {
            end = save.revision.state.bytes
            add(save)
        }
        isOfAnother = end == 0 && !saves.isEmpty
    }

    /// Returns how many changes count after a change that takes one back or makes one again; `nil` if that is not known.
    func cursor(after step: UnsavedChange.Step) -> Int? {
        entries.firstIndex { $0.name == step.saved }.map { step.isBack ? $0 : $0 + 1 }
    }

    // MARK: Putting them in order

    private mutating func add(_ save: Save) {
        guard let log = save.log else {
            return put(Entry(name: "\(save.revision.state.bytes)", save: save, change: nil))
        }
        let (applied, undone) = (log.changeCounts.applied, log.changeCounts.undone)
        let entry = { (index: Int) in
            Entry(
                name: log.checksum(ofChange: index).hexadecimal, save: save, index: index, change: save.changes[index])
        }
        for index in 0..<log.countBeforeUndone { put(entry(index)) }
        let before = cursor
        for index in applied..<applied + undone where save.changes[index].step == nil { put(entry(index)) }
        cursor = before
        for index in log.countBeforeUndone..<applied { put(entry(index)) }
    }

    /// A new change takes the place of those that could be made again; one that takes another back, or makes it again, does not.
    private mutating func put(_ entry: Entry) {
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
}

extension SavedChanges.Save {
    /// Returns `nil` if the log does not say what was saved, or cannot be read.
    fileprivate init?(_ log: CheckpointContents, _ key: [UInt8]?) {
        guard let header = log.header, !log.isDamaged, let revision = log.saving.flatMap(SavedRevision.init(line:)),
            (header.salt == nil) == (key == nil)
        else { return nil }
        let seal = header.salt.flatMap { salt in key.map { CheckpointSeal(secret: $0, salt: salt) } }
        for recorded in log.appliedChanges + log.undoneChanges {
            guard let payload = seal.map({ $0.opened(recorded.payload) }) ?? recorded.payload,
                let change: UnsavedChange = JSONLine.value(payload)
            else { return nil }
            changes.append(change)
        }
        (self.revision, self.log) = (revision, log)
    }
}

// MARK: Taking them back

extension SavedChanges.Entry {
    /// Returns the edits that make the change again.
    func edits(_ document: OpenedPDF) throws(DocumentError) -> [Edit] {
        if let change { return change.edits.map(\.edit) }
        return try document.reading(much: true) { () throws(PDFError) in
            let (before, after) = (try document.revision(of: save.revision.base), try document.revision(of: bytes))
            return try AnnotationReversal.all(taking: before, backTo: after, changedIn: after).map { .makeAgain($0) }
        }
    }

    private var bytes: Int { save.revision.state.bytes }

    /// Returns what takes the change back, the last edit first: where several were saved together, they are made again on the
    /// document as it was before.
    func reversals(_ document: OpenedPDF, _ now: Date) throws(DocumentError) -> [AnnotationReversal] {
        guard change?.edits.count ?? 0 <= UnsavedChange.reversibleCount else {
            throw document.error(.notUndoable("the change was too large to keep"))
        }
        guard change != nil else {
            return try document.reading(much: true) { () throws(PDFError) in
                let (before, after) = (try document.revision(of: save.revision.base), try document.revision(of: bytes))
                return try AnnotationReversal.all(taking: after, backTo: before, changedIn: after)
            }
        }
        let base = try document.earlier(upTo: save.revision.base)
        let (before, after) = try base.files(with: save.changes[...index], now: now)
        return try base.reading(much: true) { () throws(PDFError) in
            try AnnotationReversal.all(taking: after, backTo: before, changedIn: after)
        }
    }
}

extension OpenedPDF {
    /// Returns the file with changes that were once saved in it, before the last of them and after it, assembled in memory.
    fileprivate func files(
        with changes: ArraySlice<UnsavedChange>, now: Date
    ) throws(DocumentError) -> (before: PDFFile, after: PDFFile) {
        var editor = try reading { () throws(PDFError) in
            try AnnotationEditor(file, now: now, ignoringSignatures: true, isPreview: true)
        }
        editor.typesetter = TypesettingService.shared
        try editor.make(Array(changes.dropLast()), in: self, isMerge: false, keepsObjects: true)
        let before = try finished(with: reading { () throws(PDFError) in try editor.increment() })
        try editor.make(Array(changes.suffix(1)), in: self, isMerge: false, keepsObjects: true)
        return (before, try finished(with: reading { () throws(PDFError) in try editor.increment() }))
    }
}
