internal import Checkpointing
internal import Synchronization

/// Keeps the checkpoint of a long-open document between accesses: open but not locked, with what was read from it, so
/// that each access reads only what was recorded since the previous one.
public final class ParkedChanges: Sendable {
    struct Parked: @unchecked Sendable {
        // The mutex passes it from one holder to the next; nothing else refers to it.
        let log: CheckpointLog
        let index: ChangeIndex
    }

    private let parked = Mutex<Parked?>(nil)

    public init() {}

    /// Takes out a checkpoint and locks it; returns `nil` if another one is parked, or if it was rewritten or removed.
    func take(
        _ identifier: CheckpointIdentifier, until deadline: ContinuousClock.Instant
    ) throws(CheckpointError) -> Parked? {
        let taken = parked.withLock { parked in
            defer { parked = nil }
            return parked
        }
        guard let taken, taken.log.identifier == identifier, try taken.log.resume(until: deadline) else { return nil }
        return taken
    }

    /// Puts a checkpoint back and unlocks it.
    func put(_ log: CheckpointLog, _ index: ChangeIndex) {
        guard log.isContinuable, (try? log.park()) != nil else { return }
        let parked = Parked(log: log, index: index)
        self.parked.withLock { $0 = parked }
    }
}
