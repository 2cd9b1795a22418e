internal import Checkpointing
internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// The watched documents that have unsaved changes, as far as the watch has noticed, by their checkpoints.
struct UnsavedDocuments {
    struct Entry {
        /// Where the document is.
        var path: FilePath
        /// Where its checkpoint says that it is.
        let recordedPath: FilePath
        /// How many edits are unsaved, and how many changes were taken back.
        let counts: Counts
        /// When the watch saves them by itself.
        var autosaveTime: ContinuousClock.Instant?
        /// When to see whether they still fit the document, which was changed.
        var checkTime: ContinuousClock.Instant?
        /// Why they could not be saved; nothing has changed since.
        var failure: DocumentError?
        let turn = SavingTurn()
    }

    struct Counts: Equatable {
        var edits: Int
        var undone: Int
    }

    /// One save of a document at a time: accesses of one purpose do not keep each other out.
    final class SavingTurn: Sendable {
        private let turn = Mutex(())

        func take(_ body: () -> Void) { turn.withLock { _ in body() } }
    }

    private(set) var entries: [CheckpointIdentifier: Entry] = [:]

    subscript(identifier: CheckpointIdentifier) -> Entry? {
        get { entries[identifier] }
        set { entries[identifier] = newValue }
    }

    /// The checkpoints of documents that were somewhere else when their changes were recorded, at this path.
    func identifiers(ofMovedFrom path: FilePath) -> [CheckpointIdentifier] {
        entries.filter { $1.recordedPath == path && $1.path != path }.map(\.key)
    }

    /// The document is somewhere else, or the directory that it is in.
    mutating func move(from old: FilePath, to new: FilePath) {
        for (identifier, entry) in entries {
            if let path = entry.path.moved(from: old, to: new) { entries[identifier]?.path = path }
        }
    }

    /// Another program has changed the document.
    mutating func noteChange(of path: FilePath, checkingAt time: ContinuousClock.Instant) {
        for (identifier, entry) in entries where entry.path == path { entries[identifier]?.checkTime = time }
    }

    /// When the next thing is to be done.
    var nextTime: ContinuousClock.Instant? {
        entries.values.flatMap { [$0.autosaveTime, $0.checkTime].compactMap(\.self) }.min()
    }

    /// Takes out what is to be done by now.
    mutating func takeDue(
        by now: ContinuousClock.Instant
    ) -> (checks: [CheckpointIdentifier], saves: [CheckpointIdentifier]) {
        var due: (checks: [CheckpointIdentifier], saves: [CheckpointIdentifier]) = ([], [])
        for (identifier, entry) in entries {
            if let time = entry.checkTime, time <= now {
                entries[identifier]?.checkTime = nil
                due.checks.append(identifier)
            }
            if let time = entry.autosaveTime, time <= now {
                entries[identifier]?.autosaveTime = nil
                due.saves.append(identifier)
            }
        }
        return due
    }
}

extension UnsavedDocuments.Entry {
    /// Where the document is to which a checkpoint belongs that names this path; `nil` where nobody knows of a move, or another
    /// has come to its place: then that is the document.
    func path(recordedAs recordedPath: FilePath) -> FilePath? {
        guard recordedPath == self.recordedPath else { return nil }
        guard let successor = try? FileStatus(of: recordedPath) else { return path }
        return successor.hasReplaced(try? FileStatus(of: path)) ? nil : path
    }
}
