internal import Checkpointing
internal import FoundationEssentials
internal import PDFModel

/// Which way to go in the changes of a document.
public enum UndoDirection: Sendable { case undo, redo }

/// The result of undoing or redoing changes.
public struct UndoReport: Sendable {
    /// The number of changes undone or redone.
    public private(set) var changes = 0
    /// The number of unsaved edits now.
    public private(set) var unsaved = 0
    /// The edits that were undone, or made again, in that order.
    public private(set) var edits: [Edit] = []
    /// Annotations that stay as they are, because they were changed after the save, with the reasons.
    public private(set) var left: [(name: String, reason: String)] = []
    /// What signatures forbid and was done all the same, a sentence each.
    public private(set) var ignoredRestrictions: [String] = []
    /// Why fewer changes were undone or redone than asked for; `nil` if there were no more.
    public private(set) var obstacle: DocumentError?

    /// Undoes or redoes up to `count` changes.
    ///
    /// - Parameter open: opens the document and runs a step on it.
    init(
        _ direction: UndoDirection, _ count: Int,
        open: (Intent, (DocumentFile) throws(DocumentError) -> UndoStep) throws(DocumentError) -> UndoStep
    ) throws(DocumentError) {
        var (isAtSaved, isDone) = (false, false)
        while changes < count, !isDone {
            let wanted = count - changes
            let step: UndoStep
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
            edits += step.edits
            left += step.left
            ignoredRestrictions += step.ignoredRestrictions
            isDone = isAtSaved && step.isLast
            isAtSaved = !isAtSaved && step.changes < wanted
        }
    }
}

struct UndoStep {
    var changes = 0
    var unsaved = 0
    var edits: [Edit] = []
    var left: [(name: String, reason: String)] = []
    var ignoredRestrictions: [String] = []
    /// Whether there is nothing more to undo or redo.
    var isLast = false
}

extension DocumentFile {
    /// Undoes or redoes changes that are not saved.
    func stepInUnsaved(_ direction: UndoDirection, _ count: Int) throws(DocumentError) -> UndoStep {
        var step = UndoStep(unsaved: unsavedCount)
        guard let unsaved else { return step }
        switch direction {
        case .undo:
            let changes = try unsaved.last(min(count, unsaved.counts.undoable))
            step.edits = changes.flatMap { $0.edits.map(\.edit).reversed() }
            step.changes = try unsaved.undo(count)
        case .redo:
            while step.changes < count, unsaved.counts.canWithdraw, let last = try unsaved.last(1).first,
                try unsaved.withdraw()
            {
                step.edits += last.edits.reversed().map(\.edit)
                step.changes += 1
            }
            let changes = try unsaved.undone().prefix(count - step.changes)
            step.edits += changes.flatMap { $0.edits.map(\.edit) }
            step.changes += try unsaved.redo(changes.count)
        }
        step.unsaved = unsavedCount
        return step
    }

    /// Takes back the last saved change that counts, or makes the next one again, as an unsaved change.
    func stepInSaved(_ direction: UndoDirection) throws(DocumentError) -> UndoStep {
        var step = UndoStep(unsaved: unsavedCount)
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
        let saved = SavedChanges(
            of: try opened(), store.identifier(of: path), in: checkpoints, now: Int(store.now().timeIntervalSince1970))
        guard !saved.isOfAnother else {
            throw DocumentError(.notUndoable("another program has rewritten the document since"), path)
        }
        let cursor = changes.first.flatMap(\.step).flatMap(saved.cursor) ?? saved.cursor
        try takeSavedStep(direction, from: cursor, in: saved, &step)
        return step
    }

    private func takeSavedStep(
        _ direction: UndoDirection, from cursor: Int, in saved: SavedChanges, _ step: inout UndoStep
    ) throws(DocumentError) {
        let ignoringSignatures = store.ignoresSignatures
        var position = direction == .undo ? cursor - 1 : cursor
        while saved.entries.indices.contains(position), pending.isEmpty {
            let entry = saved.entries[position]
            if direction == .redo {
                _ = try perform(
                    entry.edits(opened()), ignoringSignatures: ignoringSignatures || entry.change?.isForced == true)
                if pending.isEmpty { position += 1 }
                continue
            }
            let reversals = try entry.reversals(opened(), store.now())
            step.left = try change { contents throws(DocumentError) in
                try contents.takeBack(reversals, ignoringSignatures: ignoringSignatures)
            }
            if pending.isEmpty, let first = step.left.first {
                throw DocumentError(.pdf(.changedSince(first.name, first.reason)), path)
            }
            // The document may have it no more: a save of that was not noted.
            if pending.isEmpty { position -= 1 }
        }
        guard let change = pending.first else {
            step.isLast = true
            return
        }
        (step.edits, step.ignoredRestrictions) = (change.edits.map(\.edit), ignoredRestrictions)
        let made = UnsavedChange.Step(saved: saved.entries[position].name, isBack: direction == .undo)
        step.unsaved = try record { $0.step = made }
        step.changes = 1
    }
}
