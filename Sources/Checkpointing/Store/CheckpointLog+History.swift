internal import LinuxFiles

extension CheckpointLog {
    /// Ends the checkpoint, whose changes are in the document now, and keeps its log in the history, so that they can be taken
    /// back. Where that cannot be, it is only removed.
    ///
    /// A crash before the rename leaves the checkpoint, with the note of the save; one after it leaves a log in the history,
    /// perhaps without the changes that are added. Nothing is synchronized: losing it loses nothing but undo.
    ///
    /// - Parameters:
    ///   - history: the store of what was saved.
    ///   - changes: what the save has written besides, oldest first.
    ///   - state: how to recognise the saved document; one line.
    ///   - withBase: whether the private copy of the document is kept, too.
    package func keep(
        in history: CheckpointStore, adding changes: [CheckpointedChange], as state: String, withBase: Bool = false
    ) throws(CheckpointError) {
        guard contents.header != nil, !contents.isDamaged, (try? moveLog(to: history, withBase: withBase)) != nil else {
            return try remove()
        }
        removeBase()
        end()
        guard !changes.isEmpty || contents.saving != state else { return }
        var log = LogBytes(after: contents.lastChecksum)
        for change in changes { log.add(change) }
        log.add(.saving, 1, Array(state.utf8))
        try? file.write(log.bytes, at: contents.validLength)
    }

    private func moveLog(to history: CheckpointStore, withBase: Bool) throws(CheckpointError) {
        try history.makeDirectory()
        try confirm()
        try translating { () throws(SystemCallError) in
            let directory = try Directory(history.directory)
            // One that has the name has the same records.
            let name = identifier.savedName(contents.lastChecksum)
            try self.directory.rename(identifier.fileName, to: name, in: directory)
            // A crash here leaves a log without the copy: what it has cannot be taken back.
            if withBase {
                try? self.directory.rename(
                    identifier.baseName, to: CheckpointIdentifier.baseName(ofSaved: name), in: directory)
            }
        }
        if withBase || contents.validLength > LogLimits.smallLog { history.removeOldest() }
    }
}
