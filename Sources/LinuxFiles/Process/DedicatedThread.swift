import CLinux
import Glibc

/// Threads for work that waits: Swift's pool has as many threads as the machine has cores, and expects none of them to
/// wait.
package enum DedicatedThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a thread that runs `body` and ends with it, pthread_create(3).
    ///
    /// It takes no signals but those of its own faults: others are for the threads that handle them, and one that this
    /// thread took by default would be lost to the thread waiting for it. A fault whose signal is blocked ends the
    /// process without running its handler.
    ///
    /// - Parameter name: what debuggers and ps(1) show, up to 15 bytes.
    /// - Throws: EAGAIN if the system has no more threads available.
    package static func run(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemCallError) {
        var thread = pthread_t()
        let work = Unmanaged.passRetained(Work(body))
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        for fault in [SIGBUS, SIGSEGV, SIGILL, SIGFPE, SIGTRAP] { sigdelset(&all, fault) }
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let reason = pthread_create(
            &thread, nil,
            { context in
                Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        guard reason == 0 else {
            work.release()
            throw SystemCallError(call: "pthread_create", errno: reason, path: nil)
        }
        _ = pthread_setname_np(thread, String(decoding: name.utf8.prefix(15), as: UTF8.self))
        pthread_detach(thread)
    }
}
