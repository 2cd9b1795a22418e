internal import LinuxFiles

/// Where presenters hear their messages, and may wait.
final class PresenterThreads: TaskExecutor {
    static let shared = PresenterThreads()

    /// So many presenters can wait at once before others have to.
    private let threads = WaitingThreads(name: "presenters", limit: 64)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        threads.add { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
