internal import Checkpointing
internal import FoundationEssentials

/// Whether changes are undone or redone.
public enum UndoDirection: Sendable { case undo, redo }

/// The result of undoing or redoing changes.
public struct UndoneChanges<Recorded: RecordedChange>: Sendable {
    /// The number of changes undone or redone.
    public var changes: Int { all.count }
    /// The number of unsaved edits now.
    public fileprivate(set) var unsaved = 0
    /// Whether they were undone or redone.
    public let direction: UndoDirection
    /// The changes that were undone, or made again, in that order.
    package fileprivate(set) var all: [Recorded] = []
    /// Annotations that stay as they are, because they were changed after the save, with the reasons.
    public fileprivate(set) var left: [(name: String, reason: String)] = []
    /// What signatures forbid and was done all the same, a sentence each.
    public fileprivate(set) var ignoredRestrictions: [String] = []
    /// Why fewer changes were undone or redone than asked for; `nil` if there were no more.
    public private(set) var obstacle: DocumentError?

    /// Undoes or redoes up to `count` changes.
    ///
    /// - Parameter open: opens the document and runs a step on it.
    package init<Contents: OpenContents>(
        _ direction: UndoDirection, _ count: Int,
        open: (
            DocumentIntent<Contents>, (OpenDocument<Contents>) throws(DocumentError) -> Void
        ) throws(DocumentError) -> Void
    ) throws(DocumentError) where Contents.Recorded == Recorded {
        self.direction = direction
        var isAtEnd = false
        do throws(DocumentError) {
            while changes < count, !isAtEnd {
                // What is not saved yet can be undone in a damaged document, too.
                try open(.step) { file throws(DocumentError) in try file.stepInUnsaved(count, &self) }
                guard changes < count else { break }
                try open(.record) { file throws(DocumentError) in
                    isAtEnd = try file.stepInSaved(count, &self)
                }
            }
        } catch {
            guard changes > 0 else { throw error }
            obstacle = error
        }
    }
}

extension OpenDocument {
    /// Undoes or redoes changes that are not saved, until `count` are done.
    fileprivate func stepInUnsaved(
        _ count: Int, _ report: inout UndoneChanges<Contents.Recorded>
    ) throws(DocumentError) {
        defer { report.unsaved = unsavedCount }
        guard let unsaved else { return }
        switch report.direction {
        case .undo:
            let changes = try unsaved.last(min(count - report.changes, unsaved.counts.undoable))
            _ = try unsaved.undo(changes.count)
            report.all += changes
        case .redo:
            while report.changes < count, unsaved.counts.canWithdraw, let last = try unsaved.last(1).first,
                try unsaved.withdraw()
            {
                report.all.append(last)
            }
            let changes = try unsaved.undone().prefix(count - report.changes)
            _ = try unsaved.redo(changes.count)
            report.all += changes
        }
    }

    /// Takes back the last saved changes that count, or makes the next ones again, until `count` are done: each as an unsaved
    /// change of its own, which is durable before the next one is made.
    ///
    /// - Returns: whether there are no more.
    fileprivate func stepInSaved(
        _ count: Int, _ report: inout UndoneChanges<Contents.Recorded>
    ) throws(DocumentError) -> Bool {
        report.unsaved = unsavedCount
        guard let checkpoints = store.checkpoints, let unsaved else { return true }
        let isUndo = report.direction == .undo
        let counts = unsaved.counts
        // Another process may have recorded something meanwhile.
        if isUndo ? counts.undoable > 0 : counts.canWithdraw || counts.undone > 0 { return false }
        let changes = try unsaved.last(counts.applied)
        // After a new change, nothing that was saved can be made again.
        if !isUndo, changes.contains(where: { $0.step == nil }) { return true }
        if isUndo, changes.isEmpty, let versions = store.versions,
            let replaced = try FileVersion.replacedByGoingBack(opened().source, at: path, in: versions)
        {
            throw DocumentError(.wentBack(from: replaced.version.persistentIdentifier), path)
        }
        let saved = try SavedChanges<Contents.Recorded>(
            of: opened(), store.identifier(of: path), in: checkpoints, now: Int(store.now().timeIntervalSince1970))
        guard !saved.isOfAnother else {
            throw DocumentError(.notUndoable("another program has rewritten the document since"), path)
        }
        let cursor = changes.first.flatMap(\.step).flatMap(saved.cursor) ?? saved.cursor
        let rest = isUndo ? saved.entries[..<cursor].reversed() : Array(saved.entries[cursor...])
        for entry in rest where report.changes < count {
            do {
                report.left += try change { contents throws(DocumentError) in
                    isUndo ? try contents.revert(entry) : ([], try contents.reapply(entry))
                }
            } catch {
                // Contents that are kept in memory do not know their file.
                throw DocumentError(error.situation, error.path ?? path)
            }
            // The document may no longer have the change: a save that removed it was not noted.
            guard var change = pending.first else { continue }
            change.step = SavedStep(saved: entry.name, isBack: isUndo)
            report.unsaved = try record { $0 = change }
            report.all.append(change)
            report.ignoredRestrictions += ignoredRestrictions
        }
        return report.changes < count
    }
}
