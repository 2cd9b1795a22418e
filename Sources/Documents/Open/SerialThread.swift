internal import LinuxFiles

/// The executor of one actor that waits for locks and disks.
final class SerialThread: SerialExecutor {
    private let threads = WaitingThreads(name: "document", limit: 1)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        threads.add { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
