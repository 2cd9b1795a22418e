internal import Checkpointing
internal import FoundationEssentials

/// Which way to go in the changes of a document.
public enum UndoDirection: Sendable { case undo, redo }

/// The result of undoing or redoing changes.
public struct UndoneChanges<Recorded: RecordedChange>: Sendable {
    /// The number of changes undone or redone.
    public private(set) var changes = 0
    /// The number of unsaved edits now.
    public private(set) var unsaved = 0
    /// Which way they went.
    public let direction: UndoDirection
    /// The changes that were undone, or made again, in that order.
    package private(set) var all: [Recorded] = []
    /// Annotations that stay as they are, because they were changed after the save, with the reasons.
    public private(set) var left: [(name: String, reason: String)] = []
    /// What signatures forbid and was done all the same, a sentence each.
    public private(set) var ignoredRestrictions: [String] = []
    /// Why fewer changes were undone or redone than asked for; `nil` if there were no more.
    public private(set) var obstacle: DocumentError?

    /// Undoes or redoes up to `count` changes.
    ///
    /// - Parameter open: opens the document and runs a step on it.
    package init<Contents: OpenContents>(
        _ direction: UndoDirection, _ count: Int,
        open: (
            DocumentIntent<Contents>, (OpenDocument<Contents>) throws(DocumentError) -> UndoStep<Recorded>
        ) throws(DocumentError) -> UndoStep<Recorded>
    ) throws(DocumentError) where Contents.Recorded == Recorded {
        self.direction = direction
        var (isAtSaved, isDone) = (false, false)
        while changes < count, !isDone {
            let wanted = count - changes
            let step: UndoStep<Recorded>
            do {
                // What is not saved yet can be undone in a damaged document, too.
                step =
                    isAtSaved
                    ? try open(.record) { file throws(DocumentError) in try file.stepInSaved(direction) }
                    : try open(.step) { file throws(DocumentError) in try file.stepInUnsaved(direction, wanted) }
            } catch {
                guard changes > 0 else { throw error }
                obstacle = error
                return
            }
            (changes, unsaved) = (changes + step.changes, step.unsaved)
            all += step.all
            left += step.left
            ignoredRestrictions += step.ignoredRestrictions
            isDone = isAtSaved && step.isLast
            isAtSaved = !isAtSaved && step.changes < wanted
        }
    }
}

package struct UndoStep<Recorded: RecordedChange> {
    var changes = 0
    var unsaved = 0
    var all: [Recorded] = []
    var left: [(name: String, reason: String)] = []
    var ignoredRestrictions: [String] = []
    /// Whether there is nothing more to undo or redo.
    var isLast = false
}

extension OpenDocument {
    /// Undoes or redoes changes that are not saved.
    func stepInUnsaved(_ direction: UndoDirection, _ count: Int) throws(DocumentError) -> UndoStep<Contents.Recorded> {
        var step = UndoStep<Contents.Recorded>(unsaved: unsavedCount)
        guard let unsaved else { return step }
        switch direction {
        case .undo:
            step.all = try unsaved.last(min(count, unsaved.counts.undoable))
            step.changes = try unsaved.undo(count)
        case .redo:
            while step.changes < count, unsaved.counts.canWithdraw, let last = try unsaved.last(1).first,
                try unsaved.withdraw()
            {
                step.all.append(last)
                step.changes += 1
            }
            let changes = try unsaved.undone().prefix(count - step.changes)
            step.all += changes
            step.changes += try unsaved.redo(changes.count)
        }
        step.unsaved = unsavedCount
        return step
    }

    /// Takes back the last saved change that counts, or makes the next one again, as an unsaved change.
    func stepInSaved(_ direction: UndoDirection) throws(DocumentError) -> UndoStep<Contents.Recorded> {
        var step = UndoStep<Contents.Recorded>(unsaved: unsavedCount)
        guard let checkpoints = store.checkpoints, let unsaved else {
            step.isLast = true
            return step
        }
        let counts = unsaved.counts
        // Another process may have recorded something meanwhile.
        let isForUnsaved =
            direction == .undo ? counts.undoable > 0 : counts.canWithdraw || counts.undone > 0
        if isForUnsaved { return step }
        let changes = try unsaved.last(counts.applied)
        // After a new change, nothing that was saved can be made again.
        step.isLast = direction == .redo && changes.contains { $0.step == nil }
        guard !step.isLast else { return step }
        let saved = SavedChanges<Contents.Recorded>(
            of: try opened(), store.identifier(of: path), in: checkpoints, now: Int(store.now().timeIntervalSince1970))
        guard !saved.isOfAnother else {
            throw DocumentError(.notUndoable("another program has rewritten the document since"), path)
        }
        let cursor = changes.first.flatMap(\.step).flatMap(saved.cursor) ?? saved.cursor
        try takeSavedStep(direction, from: cursor, in: saved, &step)
        return step
    }

    private func takeSavedStep(
        _ direction: UndoDirection, from cursor: Int, in saved: SavedChanges<Contents.Recorded>,
        _ step: inout UndoStep<Contents.Recorded>
    ) throws(DocumentError) {
        var position = direction == .undo ? cursor - 1 : cursor
        while saved.entries.indices.contains(position), pending.isEmpty {
            let entry = saved.entries[position]
            do {
                step.left = try change { contents throws(DocumentError) in
                    direction == .undo ? try contents.takeBack(entry) : ([], try contents.makeAgain(entry))
                }
            } catch {
                // Contents that are kept in memory do not know their file.
                throw DocumentError(error.situation, error.path ?? path)
            }
            // The document may have it no more: a save of that was not noted.
            if pending.isEmpty { position += direction == .undo ? -1 : 1 }
        }
        guard var change = pending.first else {
            step.isLast = true
            return
        }
        change.step = SavedStep(saved: saved.entries[position].name, isBack: direction == .undo)
        (step.all, step.ignoredRestrictions) = ([change], ignoredRestrictions)
        step.unsaved = try record { $0 = change }
        step.changes = 1
    }
}
