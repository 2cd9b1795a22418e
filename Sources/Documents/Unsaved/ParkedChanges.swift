internal import Checkpointing

/// Keeps the checkpoint of a long-open document between accesses: open but not locked, with what was read from it, so
/// that each access reads only what was recorded since the previous one.
public final class ParkedChanges: Sendable {
    private let parked = ParkedLog<ChangeIndex>()

    /// Creates a place without a checkpoint.
    public init() {}

    /// Takes out a checkpoint and locks it; returns `nil` if another one is parked, or if it was rewritten or removed.
    func take(
        _ identifier: CheckpointIdentifier, until deadline: ContinuousClock.Instant
    ) throws(CheckpointError) -> (log: CheckpointLog, index: ChangeIndex)? {
        try parked.take(identifier, until: deadline).map { ($0.log, $0.companion) }
    }

    /// Puts a checkpoint back and unlocks it.
    func put(_ log: CheckpointLog, _ index: ChangeIndex) { parked.put(log, index) }
}
