internal import LinuxFiles
internal import Synchronization

/// The executor of one actor that waits for locks and disks: a thread of its own, so that it does not keep the few threads of
/// Swift's pool from others. The thread ends when there is nothing to do.
final class SerialThread: SerialExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var hasThread = false
    }

    private let state = Mutex(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let needsThread = state.withLock { state in
            state.jobs.append(job)
            defer { state.hasThread = true }
            return !state.hasThread
        }
        guard needsThread else { return }
        do {
            try DedicatedThread.run(name: "document") { self.work() }
        } catch {
            // No thread to be had: Swift's own pool does it.
            Task { self.work() }
        }
    }

    private func work() {
        while true {
            let job = state.withLock { state -> UnownedJob? in
                if state.jobs.isEmpty {
                    state.hasThread = false
                    return nil
                }
                return state.jobs.removeFirst()
            }
            guard let job else { return }
            job.runSynchronously(on: asUnownedSerialExecutor())
        }
    }
}
