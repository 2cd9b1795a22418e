internal import LinuxFiles

/// The executor of a single actor, which blocks on locks and disk I/O.
package final class SerialThread: SerialExecutor {
    private let threads = WaitingThreads(name: "document", limit: 1)

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        threads.add { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
