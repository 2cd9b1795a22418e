internal import LinuxFiles
internal import Synchronization

/// Ends the waits of one coordinator, from any thread.
final class Cancellation: Sendable {
    private struct State {
        var isCancelled = false
        /// Created by the first wait, since most accesses never wait.
        var wakeUp: WakeUp?
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock(\.isCancelled) }

    /// Returns the additional source that a wait waits for: readable once cancelled.
    func wakeUp() throws(SystemCallError) -> WakeUp {
        try state.withLock { state throws(SystemCallError) in
            if let wakeUp = state.wakeUp { return wakeUp }
            let wakeUp = try WakeUp()
            if state.isCancelled { wakeUp.signal() }
            state.wakeUp = wakeUp
            return wakeUp
        }
    }

    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.wakeUp?.signal()
        }
    }
}

/// When waiting ends; one deadline for all waits of an access.
struct Deadline: Sendable {
    /// `nil`: never.
    private let end: ContinuousClock.Instant?

    init(after limit: Duration?) { end = limit.map { ContinuousClock.now + $0 } }

    /// The time left, zero after the deadline; `nil`: unlimited.
    var remaining: Duration? { end.map { max(.zero, $0 - ContinuousClock.now) } }

    var isOver: Bool { remaining == .zero }
}
