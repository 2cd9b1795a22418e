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
    }

    private let state = Mutex(State())

    package init() {}

    /// Runs a program and waits until it ends, with this process's working directory and output streams and an empty
    /// standard input.
    ///
    /// - Returns: the exit status as a shell reports it, 128 + N if signal N ended the program; `nil` if ``end()`` was
    ///   called before.
    package func run(_ program: Program) throws(SystemCallError) -> Int32? {
        let child = try state.withLock { state throws(SystemCallError) -> pid_t? in
            if state.isEnded { return nil }
            // This process's threads block signals that the program must receive.
            var none = sigset_t()
            sigemptyset(&none)
            let child = try program.spawn(blocking: &none, readsNothing: true)
            state.running = child
            return child
        }
        guard let child else { return nil }
        // The PID is not reused until the program is waited for without WNOWAIT.
        var information = siginfo_t()
        while waitid(P_PID, id_t(child), &information, CInt(WEXITED | WNOWAIT)) != 0, errno == EINTR {}
        var status: CInt = 0
        state.withLock { state in
            waitpid(child, &status, 0)
            state.running = nil
        }
        return shellStatus(status)
    }

    /// Asks the running program to end (SIGTERM); no other is started.
    package func end() {
        state.withLock { state in
            state.isEnded = true
            if let running = state.running { kill(running, SIGTERM) }
        }
    }
}
