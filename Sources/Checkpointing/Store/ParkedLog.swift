internal import Synchronization

/// Keeps a checkpoint open between accesses, but not locked, with what was read from it, so that each access reads only
/// what was recorded since the previous one.
package final class ParkedLog: Sendable {
    private struct Parked: @unchecked Sendable {
        // The mutex passes it from one holder to the next; nothing else refers to it.
        let log: CheckpointLog
    }

    private let parked = Mutex<Parked?>(nil)

    package init() {}

    /// Takes out a checkpoint and locks it; returns `nil` if another one is parked, or if it was rewritten or removed.
    package func take(
        _ identifier: CheckpointIdentifier, until deadline: ContinuousClock.Instant
    ) throws(CheckpointError) -> CheckpointLog? {
        let taken = parked.withLock { $0.take() }
        guard let log = taken?.log, log.identifier == identifier, try log.resume(until: deadline) else { return nil }
        return log
    }

    /// Puts a checkpoint back and unlocks it.
    package func put(_ log: CheckpointLog) {
        guard log.isContinuable, (try? log.park()) != nil else { return }
        let parked = Parked(log: log)
        self.parked.withLock { $0 = parked }
    }
}
