/// The changes that are not in the log yet, and when they must be.
struct PendingChanges {
    private(set) var changes: [CheckpointedChange] = []
    /// When each of them was recorded.
    private var times: [ContinuousClock.Instant] = []
    private(set) var strategy: DocumentCheckpointer.Strategy
    /// When a thread must write them; `nil` if none has to.
    private(set) var due: ContinuousClock.Instant?

    init(strategy: DocumentCheckpointer.Strategy) { self.strategy = strategy }

    mutating func add(_ change: CheckpointedChange, at now: ContinuousClock.Instant) {
        changes.append(change)
        times.append(now)
        // After a failure, the time of the next attempt stays.
        if case .timed(let interval) = strategy, due == nil { due = now + interval }
    }

    mutating func use(_ strategy: DocumentCheckpointer.Strategy, at now: ContinuousClock.Instant) {
        self.strategy = strategy
        setDue(ifImmediate: now)
    }

    /// The first `count` changes need not be written any more.
    mutating func removeFirst(_ count: Int) {
        changes.removeFirst(count)
        times.removeFirst(count)
        // The thread that records a change to be written immediately is about to write it.
        setDue(ifImmediate: nil)
    }

    /// Takes note of a failed write: the next attempt follows after another interval, or on request.
    mutating func noteFailure(at now: ContinuousClock.Instant) {
        due = if case .timed(let interval) = strategy { now + interval } else { nil }
    }

    private mutating func setDue(ifImmediate now: ContinuousClock.Instant?) {
        switch (strategy, times.first) {
        case (_, nil), (.manual, _): due = nil
        case (.timed(let interval), let first?): due = first + interval
        case (.immediate, _): due = now
        }
    }
}
