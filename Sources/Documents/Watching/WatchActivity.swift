internal import LinuxFiles
internal import Synchronization

/// What a watch is doing besides listening: how many saves are going on, and whether there are to be more.
final class WatchActivity: Sendable {
    private struct State {
        var saves = 0
        var isEnded = false
    }

    private let state = Mutex(State())
    /// Signalled when the autosaving thread has to look at its times again.
    let wakeUp: WakeUp
    private let isIdle: WakeUp

    init() throws(DocumentError) {
        (wakeUp, isIdle) = try translatingSystemCalls { () throws(SystemCallError) in (try WakeUp(), try WakeUp()) }
    }

    var isEnded: Bool { state.withLock(\.isEnded) }

    /// Runs `body`, unless there are to be no more saves.
    func save(_ body: () -> Void) {
        let mayBegin = state.withLock { state in
            if state.isEnded { return false }
            state.saves += 1
            return true
        }
        guard mayBegin else { return }
        body()
        state.withLock { $0.saves -= 1 }
        isIdle.signal()
    }

    func end() {
        state.withLock { $0.isEnded = true }
        wakeUp.signal()
    }

    /// Returns when no save is going on any more.
    func waitForEnd() {
        while true {
            isIdle.clear()
            if state.withLock({ $0.saves == 0 }) { return }
            _ = try? wait(for: [isIdle], atMost: nil)
        }
    }
}
