import CLinux
import Glibc

/// Programs that this process runs and waits for.
package enum ChildProcess {
    /// Runs a program and waits until it ends, with this process's streams and working directory.
    ///
    /// - Returns: the exit status as a shell reports it: 128 + N if signal N ended the program.
    /// - Throws: ENOENT if there is no such program, EACCES if it may not be run.
    package static func run(_ program: Program) throws(SystemCallError) -> Int32 {
        let foreground = ForegroundProgram()
        try foreground.start(program)
        return foreground.waitForEnd()
    }
}

/// A program with this process's streams and working directory, on behalf of which this process runs.
///
/// Signals that ask this process to end are left to the program: those from the terminal reach it directly, others
/// are passed on. So this process, and what it holds for the program, outlives the program.
package final class ForegroundProgram {
    private var waitedFor = sigset_t()
    private var before = sigset_t()
    private var child: pid_t?

    /// Keeps signals for the program from now on, in this thread; other threads must not take them. The same thread
    /// releases the object.
    package init() {
        sigemptyset(&waitedFor)
        for signal in [SIGCHLD, SIGINT, SIGQUIT, SIGTERM, SIGHUP] { sigaddset(&waitedFor, signal) }
        pthread_sigmask(SIG_BLOCK, &waitedFor, &before)
    }

    deinit { pthread_sigmask(SIG_SETMASK, &before, nil) }

    /// Starts the program; call it once.
    ///
    /// - Returns: its process ID.
    /// - Throws: ENOENT if there is no such program, EACCES if it may not be run.
    @discardableResult package func start(_ program: Program) throws(SystemCallError) -> Int32 {
        let child = try program.spawn(blocking: &before)
        self.child = child
        return child
    }

    /// Waits until the program has ended.
    ///
    /// - Returns: the exit status as a shell reports it: 128 + N if signal N ended the program.
    package func waitForEnd() -> Int32 {
        guard let child else { return 0 }
        while true {
            var information = siginfo_t()
            let signal = sigwaitinfo(&waitedFor, &information)
            if signal == SIGCHLD {
                var status: CInt = 0
                guard waitpid(child, &status, WNOHANG) == child else { continue }
                return shellStatus(status)
            }
            // The terminal sends its signals to every process of the group.
            if signal > 0, information.si_code <= 0 { kill(child, signal) }
        }
    }
}

/// Returns the exit status as a shell reports it: 128 + N if signal N ended the process.
///
/// - Parameter status: what waitpid(2) has stored.
func shellStatus(_ status: CInt) -> Int32 { status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F }
