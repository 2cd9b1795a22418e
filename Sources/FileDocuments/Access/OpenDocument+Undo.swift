internal import Checkpointing
internal import FoundationEssentials

/// Whether changes are undone or redone.
public enum UndoDirection: Sendable { case undo, redo }

/// The change that undo or redo comes to next, such as for the title of a menu.
public struct NextChange<Recorded: RecordedChange>: Sendable {
    /// The change; `nil` if only the revision is known that a save made of it.
    public let change: Recorded?
}

/// The result of undoing or redoing changes.
public struct UndoneChanges<Recorded: RecordedChange>: Sendable {
    /// The number of changes undone or redone.
    public var changes: Int { all.count }
    /// The number of unsaved edits now.
    public fileprivate(set) var unsaved = 0
    /// Whether they were undone or redone.
    public let direction: UndoDirection
    /// The changes that were undone, or made again, in that order.
    public fileprivate(set) var all: [Recorded] = []
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
        if isUndo, counts.applied == 0, let versions = store.versions,
            let replaced = try FileVersion.replacedByGoingBack(opened().source, at: path, in: versions)
        {
            throw DocumentError(.wentBack(from: replaced.version.persistentIdentifier), path)
        }
        for entry in try saved(for: report.direction, in: checkpoints) where report.changes < count {
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

    /// Returns the saved changes that are taken back, or made again, the next one first.
    private func saved(
        for direction: UndoDirection, in checkpoints: CheckpointStore
    ) throws(DocumentError) -> [SavedChange<Contents.Recorded>] {
        let changes = try unsaved?.last(unsaved?.counts.applied ?? 0) ?? []
        // After a new change, nothing that was saved can be made again.
        if direction == .redo, changes.contains(where: { $0.step == nil }) { return [] }
        let saved = try SavedChanges<Contents.Recorded>(
            of: opened(), store.identifier(of: path), in: checkpoints, now: Int(store.now().timeIntervalSince1970))
        guard !saved.isOfAnother else {
            throw DocumentError(.notUndoable("another program has rewritten the document since"), path)
        }
        let cursor = changes.first.flatMap(\.step).flatMap(saved.cursor) ?? saved.cursor
        return direction == .undo ? saved.entries[..<cursor].reversed() : Array(saved.entries[cursor...])
    }

    /// Returns what is undone, or made again, next; `nil` if there is nothing.
    package func next(_ direction: UndoDirection) throws(DocumentError) -> NextChange<Contents.Recorded>? {
        if let unsaved {
            let counts = unsaved.counts
            if direction == .undo ? counts.undoable > 0 : counts.canWithdraw {
                return NextChange(change: try unsaved.last(1).first)
            }
            if direction == .redo, counts.undone > 0 { return NextChange(change: try unsaved.undone().first) }
        }
        guard let checkpoints = store.checkpoints else { return nil }
        do throws(DocumentError) {
            return try saved(for: direction, in: checkpoints).first.map { NextChange(change: $0.change) }
        } catch {
            if case .notUndoable = error.situation { return nil }
            throw error
        }
    }
}
