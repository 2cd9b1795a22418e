internal import LinuxFiles
internal import Synchronization

/// Where presenters hear their messages: threads that may wait, for a lock or for a disk, without keeping the few threads of
/// Swift's pool from others. A thread ends when there is nothing to do.
final class PresenterThreads: TaskExecutor {
    static let shared = PresenterThreads()

    private struct State {
        var jobs: [UnownedJob] = []
        var threads = 0
    }

    /// So many presenters can wait at once before others have to.
    private static let limit = 64
    private let state = Mutex(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let needsThread = state.withLock { state in
            state.jobs.append(job)
            guard state.threads < Self.limit else { return false }
            state.threads += 1
            return true
        }
        guard needsThread else { return }
        do {
            try DedicatedThread.run(name: "presenters") { self.work() }
        } catch {
            // No thread to be had: Swift's own pool does it.
            Task { self.work() }
        }
    }

    private func work() {
        while true {
            let job = state.withLock { state -> UnownedJob? in
                if state.jobs.isEmpty {
                    state.threads -= 1
                    return nil
                }
                return state.jobs.removeFirst()
            }
            guard let job else { return }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
