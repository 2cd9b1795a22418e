import CLinux
import Glibc
import Synchronization

/// The jobs of a `DedicatedThread`, between those who add them and the thread that runs them.
///
/// A counter in the kernel, eventfd(2), wakes the thread: unlike a condition variable it needs no memory at a fixed
/// address.
final class JobQueue: Sendable {
    /// A job, and the executor it runs on, kept alive until it has run.
    struct Entry: Sendable {
        let job: UnownedJob
        let executor: DedicatedThread
    }

    private struct State: Sendable {
        var entries: [Entry] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let wakeUp: CInt

    init() throws(SystemCallError) {
        wakeUp = try systemCall("eventfd", nil) { eventfd(0, CInt(EFD_CLOEXEC)) }
    }

    deinit {
        _ = Glibc.close(wakeUp)
    }

    /// Adds a job to the end.
    func add(_ entry: Entry) {
        state.withLock { $0.entries.append(entry) }
        wake()
    }

    /// Lets `runUntilClosed` return once the queue is empty.
    func close() {
        state.withLock { $0.isClosed = true }
        wake()
    }

    /// Runs the jobs in their order, on the calling thread.
    func runUntilClosed() {
        while true {
            let (entries, isClosed) = state.withLock { state in
                defer { state.entries = [] }
                return (state.entries, state.isClosed)
            }
            for entry in entries {
                entry.job.runSynchronously(on: entry.executor.asUnownedSerialExecutor())
            }
            if entries.isEmpty {
                if isClosed { return }
                waitForWake()
            }
        }
    }

    private func wake() {
        // Cannot fail: the counter would have to reach 2^64 - 1 (eventfd(2)).
        _ = eventfd_write(wakeUp, 1)
    }

    private func waitForWake() {
        // Interrupted by a signal it returns early, and the queue is looked at once more than needed.
        var count: eventfd_t = 0
        _ = eventfd_read(wakeUp, &count)
    }
}
