import CLinux
import Glibc

/// A thread of its own for an actor whose work blocks: fsync, libqpdf, waiting for a lock.
///
/// Swift's pool has as many threads as the machine has cores, and expects none to wait (architecture, "Concurrency").
/// An actor returns this as its `unownedExecutor` and keeps it in a property. The thread starts with this object and
/// ends with it, after the last job: `deinit` waits for the end, unless it runs on the thread itself.
package final class DedicatedThread: SerialExecutor {
    let jobs: JobQueue
    private let thread: pthread_t

    /// Starts the thread, pthread_create(3).
    ///
    /// `name` is what debuggers and ps(1) show, up to 15 bytes. EAGAIN or EMFILE if the system has no more threads or
    /// descriptors to give.
    package init(name: String) throws(SystemCallError) {
        let jobs = try JobQueue()
        var thread = pthread_t()
        let retained = Unmanaged.passRetained(jobs)
        let reason = pthread_create(
            &thread, nil,
            { context in
                Unmanaged<JobQueue>.fromOpaque(context!).takeRetainedValue().runUntilClosed()
                return nil
            }, retained.toOpaque())
        guard reason == 0 else {
            retained.release()
            throw SystemCallError(call: "pthread_create", errno: reason, path: nil)
        }
        _ = pthread_setname_np(thread, String(decoding: name.utf8.prefix(15), as: UTF8.self))
        self.jobs = jobs
        self.thread = thread
    }

    deinit {
        jobs.close()
        if pthread_equal(thread, pthread_self()) != 0 {
            pthread_detach(thread)
        } else {
            pthread_join(thread, nil)
        }
    }

    /// Takes a job from the Swift runtime, to run after those that came before.
    package func enqueue(_ job: consuming ExecutorJob) {
        jobs.add(JobQueue.Entry(job: UnownedJob(job), executor: self))
    }
}
