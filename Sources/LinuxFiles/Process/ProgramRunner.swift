import CLinux
import Glibc
import Synchronization

/// Runs programs one after another while the process does other things; other threads may end the running program.
///
/// Unlike ``ChildProcess`` it leaves the process's signals alone.
package final class ProgramRunner: Sendable {
    private struct State {
        var running: pid_t?
        var isEnded = false
        /// Whether the running program has exceeded its limit.
        var isOverdue = false
        /// Signalled when the running program has ended.
        var idle: WakeUp?
    }

    private let state = Mutex(State())

    package init() {}

    /// Runs a program and waits until it ends, with this process's working directory and output streams and an empty
    /// standard input.
    ///
    /// - Parameter limit: how long it may run. It is killed then, with all programs that it started and that are still
    ///   in its process group, which is its own.
    /// - Returns: the exit status as a shell reports it, 128 + N if signal N ended the program; `nil` if ``end()`` or
    ///   ``finish()`` was called before.
    /// - Throws: ETIMEDOUT if it exceeded the limit.
    package func run(_ program: Program, atMost limit: Duration? = nil) throws(SystemCallError) -> Int32? {
        let isDone = try WakeUp()
        let child = try state.withLock { state throws(SystemCallError) -> pid_t? in
            if state.isEnded { return nil }
            // This process's threads block signals that the program must receive.
            var none = sigset_t()
            sigemptyset(&none)
            let child = try program.spawn(blocking: &none, readsNothing: true, leadsGroup: limit != nil)
            (state.running, state.isOverdue) = (child, false)
            return child
        }
        guard let child else { return nil }
        defer { isDone.signal() }
        // Without a thread there is no limit.
        if let limit { try? DedicatedThread.run(name: "limit") { self.enforce(limit, on: child, until: isDone) } }
        // The PID is not reused until the program is waited for without WNOWAIT.
        var information = siginfo_t()
        while waitid(P_PID, id_t(child), &information, CInt(WEXITED | WNOWAIT)) != 0, errno == EINTR {}
        var status: CInt = 0
        let isOverdue = state.withLock { state in
            waitpid(child, &status, 0)
            state.running = nil
            state.idle?.signal()
            return state.isOverdue
        }
        if isOverdue { throw SystemCallError(call: "waitid", errno: ETIMEDOUT, path: nil) }
        return shellStatus(status)
    }

    private func enforce(_ limit: Duration, on child: pid_t, until isDone: WakeUp) {
        if (try? wait(for: [isDone], atMost: limit))?[0] == true { return }
        state.withLock { state in
            guard state.running == child else { return }
            state.isOverdue = true
            kill(-child, SIGKILL)
        }
    }

    /// Asks the running program to end (SIGTERM); no other is started.
    package func end() {
        state.withLock { state in
            state.isEnded = true
            if let running = state.running { kill(running, SIGTERM) }
        }
    }

    /// Returns when the running program has ended; no other is started.
    package func finish() {
        let idle = try? WakeUp()
        let isRunning = state.withLock { state in
            state.isEnded = true
            state.idle = idle
            return state.running != nil
        }
        if isRunning, let idle { while (try? wait(for: [idle], atMost: nil))?[0] == false {} }
    }
}
