internal import LinuxFiles
internal import Synchronization

/// Tracks the saves of a watch: how many are in progress, and whether more may begin.
final class WatchActivity: Sendable {
    private struct State {
        var saves = 0
        var isEnded = false
    }

    private let state = Mutex(State())
    /// Signalled when the autosave thread must re-examine its times.
    let wakeUp: WakeUp
    private let isIdle: WakeUp

    init() throws(DocumentError) {
        (wakeUp, isIdle) = try translating { (try WakeUp(), try WakeUp()) }
    }

    var isEnded: Bool { state.withLock(\.isEnded) }

    /// Begins a save, which ends with ``endSave()``; `false` if the watch has ended.
    func beginSave() -> Bool {
        state.withLock { state in
            if !state.isEnded { state.saves += 1 }
            return !state.isEnded
        }
    }

    func endSave() {
        state.withLock { $0.saves -= 1 }
        isIdle.signal()
    }

    func end() {
        state.withLock { $0.isEnded = true }
        wakeUp.signal()
    }

    /// Returns when no save is in progress any more.
    func waitForEnd() {
        while true {
            isIdle.clear()
            if state.withLock({ $0.saves == 0 }) { return }
            _ = try? wait(for: [isIdle], atMost: nil)
        }
    }
}
