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
        guard let store = workspace.store, let unsaved else {
            step.isLast = true
            return step
        }
        let counts = unsaved.counts
        // Another process may have recorded something meanwhile.
        let isForUnsaved =
            direction == .undo ? counts.undoable > 0 : counts.canWithdraw || counts.undone > 0
        if isForUnsaved { return step }
        let contents = try opened()
        let changes = try unsaved.last(counts.applied)
        // After a new change, nothing that was saved can be made again.
        step.isLast = direction == .redo && changes.contains { $0.step == nil }
        guard !step.isLast, let history = try savedHistory(of: contents, in: store) else {
            step.isLast = true
            return step
        }
        let cursor = changes.first.flatMap(\.step)?.cursor ?? history.cursor
        try takeSavedStep(direction, from: min(cursor, history.count), in: history, of: contents, &step)
        return step
    }

    /// Returns what was saved and can be taken back; `nil` if there is nothing.
    private func savedHistory(
        of contents: OpenedPDF, in store: CheckpointStore
    ) throws(DocumentError) -> SavedHistory? {
        let time = Int(workspace.now().timeIntervalSince1970)
        SavedHistory.addNotedRevisions(historyIdentifier, in: store, at: path, of: contents, now: time)
        let history = SavedHistory(historyIdentifier, in: store, of: contents)
        let isWrittenAnew =
            history.map { !$0.isOf(contents) } ?? JournaledRevision.areNoted(historyIdentifier, in: store, now: time)
        guard !isWrittenAnew else {
            throw DocumentError(.notUndoable("another program has rewritten the document since"), path)
        }
        return history
    }

    private func takeSavedStep(
        _ direction: UndoDirection, from cursor: Int, in history: SavedHistory, of document: OpenedPDF,
        _ step: inout UndoStep
    ) throws(DocumentError) {
        let ignoringSignatures = workspace.ignoresSignatures
        var position = direction == .undo ? cursor - 1 : cursor
        while (0..<history.count).contains(position), pending.isEmpty {
            guard var saved = history.change(at: position) else { break }
            if let revision = saved.revision { saved = try document.change(of: revision) }
            if direction == .redo {
                _ = try perform(
                    saved.edits.map(\.edit), ignoringSignatures: ignoringSignatures || saved.isForced == true)
                if pending.isEmpty { position += 1 }
                continue
            }
            guard let reversals = saved.reversals else {
                throw DocumentError(.notUndoable("the change was too large to keep"), path)
            }
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
        step.unsaved = try record(as: UnsavedChange.Step(position: position, isBack: direction == .undo))
        step.changes = 1
    }

    private var historyIdentifier: CheckpointIdentifier {
        workspace.checkpoint ?? CheckpointIdentifier(for: path)
    }

    /// Notes how what was saved can be taken back: of a change that was saved alone, only that it was saved.
    ///
    /// Before the checkpoint is removed: what a crash leaves here is either complete or recognised by the checkpoint's note
    /// of the save, and then removed.
    func noteHistory(_ before: OpenedPDF, finished state: @autoclosure () -> DocumentState) {
        guard keepsHistory, let store = workspace.store else { return }
        let time = Int(workspace.now().timeIntervalSince1970)
        guard unsaved != nil else {
            guard !pending.isEmpty else { return }
            let saved = JournaledRevision(from: before.file.count, to: state())
            return store.history.noteSave(historyIdentifier, saved.note, now: time)
        }
        // After a new change, nothing can be redone.
        let undone = pending.isEmpty ? (try? unsaved?.undone()) ?? [] : []
        let saved = (contents?.replayed ?? []) + pending
        guard !saved.isEmpty || !undone.isEmpty else { return }
        SavedHistory.note(
            saved, undone: undone, after: unsaved?.countBeforeUndone ?? 0, historyIdentifier,
            in: store, at: path, before: before, finished: state(), now: time)
    }
}
