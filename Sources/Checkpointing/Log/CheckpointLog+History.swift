/// A log of what was saved: the changes that count are in the document, the others were undone before a save.
///
/// Losing it loses nothing but undo: it is never synchronized. A crash while it is written leaves a log without its note of
/// the document's state, or none; so does a power cut, or an older one.
extension CheckpointLog {
    /// Brings the log up to date after a save.
    ///
    /// - Parameters:
    ///   - kept: the number of changes, those that count first, that stay as they are.
    ///   - changes: those that follow them.
    ///   - count: how many of all of them count.
    ///   - state: the state of the saved document; one line.
    package func noteSaved(
        keeping kept: Int, then changes: [CheckpointedChange], counting count: Int, as state: String,
        under header: CheckpointHeader
    ) throws(CheckpointError) {
        synchronizes = false
        let (applied, undone) = contents.changeCounts
        let total = kept + changes.count
        try write(under: header) { log in
            // A new change drops what is undone, so what is dropped is undone first.
            if changes.isEmpty {
                if count < applied { log.add(.undo, applied - count) }
                if count > applied { log.add(.redo, count - applied) }
            } else {
                if kept < applied { log.add(.undo, applied - kept) }
                if kept > applied { log.add(.redo, min(kept - applied, undone)) }
                for change in changes { log.add(change) }
                if count < total { log.add(.undo, total - count) }
            }
            log.add(.saving, 1, Array(state.utf8))
        }
        try dropOldest(under: header)
    }

    /// Drops the oldest changes of a log that has become long.
    private func dropOldest(under header: CheckpointHeader) throws(CheckpointError) {
        guard contents.validLength > LogLimits.historyLength || contents.changeCounts.applied > LogLimits.historyChanges
        else { return }
        var (kept, room) = ([CheckpointedChange](), LogLimits.historyLength / 2)
        for change in contents.appliedChanges.reversed().prefix(LogLimits.historyChanges / 2) {
            room -= change.payload.count
            guard room > 0 else { break }
            kept.append(change)
        }
        var log = LogBytes(beginningUnder: header)
        let undone = contents.undoneChanges
        for change in kept.reversed() + undone { log.add(change) }
        if !undone.isEmpty { log.add(.undo, undone.count) }
        if let saving = contents.saving { log.add(.saving, 1, Array(saving.utf8)) }
        try replace(with: log.bytes)
    }
}
