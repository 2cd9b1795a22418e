internal import Checkpointing
internal import Synchronization

/// The checkpoint of a document that is open for long, between two accesses: open and not locked, with what was read of it. So
/// each access reads only what was recorded since the one before.
public final class ParkedChanges: Sendable {
    struct Parked: @unchecked Sendable {
        // The mutex hands it from one holder to the next, and it is nobody else's.
        let log: CheckpointLog
        let index: ChangeIndex
    }

    private let parked = Mutex<Parked?>(nil)

    public init() {}

    /// Takes a checkpoint out, locked; `nil` where another is there, or it was written anew or removed.
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

    /// Puts a checkpoint back, and unlocks it.
    func put(_ log: CheckpointLog, _ index: ChangeIndex) {
        guard log.isContinuable, (try? log.park()) != nil else { return }
        let parked = Parked(log: log, index: index)
        self.parked.withLock { $0 = parked }
    }
}
