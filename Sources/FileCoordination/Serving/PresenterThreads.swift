internal import LinuxFiles

/// The threads on which presenters handle their messages, and may wait.
final class PresenterThreads: TaskExecutor {
    static let shared = PresenterThreads()

    /// The limit is how many presenters can wait at once before others must.
    private let threads = WaitingThreads(name: "presenters", limit: 64)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        threads.add { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
