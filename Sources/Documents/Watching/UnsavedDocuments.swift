internal import Checkpointing
internal import FileCoordination
internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// The watched documents that are known to have unsaved changes, by checkpoint.
struct UnsavedDocuments {
    struct Entry {
        /// The current path of the document.
        var path: FilePath
        /// The path of the document in its checkpoint.
        let recordedPath: FilePath
        /// The number of unsaved edits, and the number of changes that were undone.
        let counts: Counts
        /// When the watch autosaves them.
        var autosaveTime: ContinuousClock.Instant?
        /// When to check whether they still fit the document, which was changed.
        var checkTime: ContinuousClock.Instant?
        /// Why they could not be saved; valid until something changes.
        var failure: DocumentError?
        let turn = SavingTurn()
    }

    struct Counts: Equatable {
        var edits: Int
        var undone: Int
    }

    /// Serialises the saves of a document: accesses with the same purpose identifier do not exclude each other.
    final class SavingTurn: Sendable {
        let mutex = Mutex(())
    }

    private(set) var entries: [CheckpointIdentifier: Entry] = [:]

    subscript(identifier: CheckpointIdentifier) -> Entry? {
        get { entries[identifier] }
        set { entries[identifier] = newValue }
    }

    /// Returns the checkpoints whose changes were recorded at this path, for documents that have been moved since.
    func identifiers(ofMovedFrom path: FilePath) -> [CheckpointIdentifier] {
        entries.filter { $1.recordedPath == path && $1.path != path }.map(\.key)
    }

    /// Notes that a document, or a directory that contains it, was moved.
    mutating func move(from old: FilePath, to new: FilePath) {
        for (identifier, entry) in entries {
            if let path = entry.path.moved(from: old, to: new) { entries[identifier]?.path = path }
        }
    }

    /// Notes that another program has changed the document.
    mutating func noteChange(of path: FilePath, checkingAt time: ContinuousClock.Instant) {
        for (identifier, entry) in entries where entry.path == path { entries[identifier]?.checkTime = time }
    }

    /// The time of the next check or save.
    var nextTime: ContinuousClock.Instant? {
        entries.values.flatMap { [$0.autosaveTime, $0.checkTime].compactMap(\.self) }.min()
    }

    /// Takes out the checks and saves that are due.
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
    /// Returns the current path of the document whose checkpoint names `recordedPath`; `nil` if no move is known, or if
    /// another file has replaced it: that file is then the document.
    func path(recordedAs recordedPath: FilePath) -> FilePath? {
        guard recordedPath == self.recordedPath else { return nil }
        guard let successor = try? FileStatus(of: recordedPath) else { return path }
        return successor.hasReplaced(try? FileStatus(of: path)) ? nil : path
    }
}
