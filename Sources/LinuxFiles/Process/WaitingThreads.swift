import Synchronization

/// Threads for jobs that may wait, for a lock or for a disk, without occupying the few threads of Swift's pool. They
/// take jobs in order, and end when there are none.
package final class WaitingThreads: Sendable {
    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var threads = 0
    }

    private let name: String
    private let limit: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - name: what debuggers and ps(1) show, up to 15 bytes.
    ///   - limit: the most jobs that run at once; with one, they run one after the other.
    package init(name: String, limit: Int) { (self.name, self.limit) = (name, limit) }

    package func add(_ job: @escaping @Sendable () -> Void) {
        let needsThread = state.withLock { state in
            state.jobs.append(job)
            guard state.threads < limit else { return false }
            state.threads += 1
            return true
        }
        guard needsThread else { return }
        do {
            try DedicatedThread.run(name: name) { self.work() }
        } catch {
            // No thread is available: Swift's own pool runs the jobs.
            Task { self.work() }
        }
    }

    private func work() {
        while true {
            let job = state.withLock { state -> (@Sendable () -> Void)? in
                if state.jobs.isEmpty {
                    state.threads -= 1
                    return nil
                }
                return state.jobs.removeFirst()
            }
            guard let job else { return }
            job()
        }
    }
}
