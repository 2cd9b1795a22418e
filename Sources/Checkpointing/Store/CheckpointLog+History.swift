internal import LinuxFiles

extension CheckpointLog {
    /// Ends the checkpoint, whose changes are in the document now, and keeps its log in the history, so that they can
    /// be taken back. If the log cannot be kept, the checkpoint is only removed.
    ///
    /// - Returns: why it could not be kept; `nil` if it was.
    ///
    /// A crash before the rename leaves the checkpoint, with the note of the save; one after it leaves a log in the history,
    /// perhaps without the changes that are added. Nothing is synchronized: losing it loses nothing but undo.
    ///
    /// - Parameters:
    ///   - history: the store of what was saved.
    ///   - changes: what the save has written besides, oldest first.
    ///   - state: how to recognise the saved document; one line.
    ///   - withBase: whether the original is kept, too.
    @discardableResult
    package func keep(
        in history: CheckpointStore, adding changes: [CheckpointedChange], as state: String, withBase: Bool = false
    ) throws(CheckpointError) -> CheckpointError? {
        guard contents.header != nil, !contents.isDamaged else {
            try remove()
            return nil
        }
        var failure: CheckpointError?
        do {
            // Without the lock, what is moved could be removed as an old log of that name.
            let lock = try moveLog(to: history, withBase: withBase)
            removeOriginal()
            end()
            if !changes.isEmpty || contents.saving != state {
                var log = LogBytes(after: contents.lastChecksum)
                for change in changes { log.add(change) }
                log.add(.saving, 1, Array(state.utf8))
                do { try file.write(log.bytes, at: contents.validLength) } catch { failure = .systemCall(error) }
            }
            withExtendedLifetime(lock) {}
        } catch {
            try remove()
            return error
        }
        if withBase || contents.validLength > LogLimits.smallLog { history.removeOldest() }
        return failure
    }

    private func moveLog(to history: CheckpointStore, withBase: Bool) throws(CheckpointError) -> DirectoryLock {
        try history.makeDirectory()
        try confirm()
        let lock = try history.lockToAdd()
        let target = try translating(Directory(history.directory))
        // One that has the name has the same records.
        let name = identifier.savedName(contents.lastChecksum)
        try translating(directory.rename(identifier.fileName, to: name, in: target))
        // A crash here leaves a log without the copy: what it has cannot be taken back.
        if withBase, let original = originalName {
            try? directory.rename(original, to: CheckpointIdentifier.baseName(ofSaved: name), in: target)
        }
        return lock
    }
}
