internal import Synchronization

/// Keeps a checkpoint open between accesses, but not locked, with what was read from it, so that each access reads only
/// what was recorded since the previous one.
package final class ParkedLog<Companion>: Sendable {
    package struct Parked: @unchecked Sendable {
        // The mutex passes it from one holder to the next; nothing else refers to it.
        package let log: CheckpointLog
        /// What its holder has made of the log.
        package let companion: Companion
    }

    private let parked = Mutex<Parked?>(nil)

    package init() {}

    /// Takes out a checkpoint and locks it; returns `nil` if another one is parked, or if it was rewritten or removed.
    package func take(
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
    package func put(_ log: CheckpointLog, _ companion: Companion) {
        guard log.isContinuable, (try? log.park()) != nil else { return }
        let parked = Parked(log: log, companion: companion)
        self.parked.withLock { $0 = parked }
    }
}
