import Synchronization

/// Threads for jobs that may wait, for a lock or for a disk, without keeping the few threads of Swift's pool from others. They
/// take jobs in their order, and end when there is nothing to do.
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
    ///   - limit: so many jobs run at once; with one, they run one after the other.
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
            // No thread to be had: Swift's own pool does it.
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
