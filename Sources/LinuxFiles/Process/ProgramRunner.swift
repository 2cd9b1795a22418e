import CLinux
import Glibc
import Synchronization

/// Runs programs one after another, each to its end, with this process's working directory and output streams; other
/// threads may end the running program.
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
    private let foreground: ForegroundSignals?

    /// - Parameter inForeground: whether this process runs on behalf of its program, which also has its standard input.
    ///   Signals that ask this process to end are left to the program then, in this thread from now on; other threads
    ///   must not take them, and the same thread waits for the program and releases the object. Those from the terminal
    ///   reach the program directly, others are passed on, so that this process, and what it holds, outlives it.
    package init(inForeground: Bool = false) { foreground = inForeground ? ForegroundSignals() : nil }

    /// Starts a program, and waits until it has ended, as ``start(_:leadingGroup:)`` and ``waitForEnd()`` do.
    ///
    /// - Parameter limit: how long it may run. It is killed then, with all programs that it started and that are still
    ///   in its process group, which is its own.
    package func run(_ program: Program, atMost limit: Duration? = nil) throws(SystemCallError) -> Int32? {
        let isDone = try WakeUp()
        guard let child = try start(program, leadingGroup: limit != nil) else { return nil }
        defer { isDone.signal() }
        // Without a thread there is no limit.
        if let limit { try? DedicatedThread.run(name: "limit") { self.enforce(limit, on: child, until: isDone) } }
        return try waitForEnd()
    }

    /// Starts a program. In the background its standard input is empty.
    ///
    /// - Parameter leadingGroup: whether it is in a process group of its own, with all programs that it starts.
    /// - Returns: its process ID; `nil` if ``end()`` or ``finish()`` was called before.
    /// - Throws: ENOENT if there is no such program, EACCES if it may not be run.
    @discardableResult
    package func start(_ program: Program, leadingGroup: Bool = false) throws(SystemCallError) -> Int32? {
        try state.withLock { state throws(SystemCallError) in
            if state.isEnded { return nil }
            let child = try program.spawn(
                blocking: foreground?.before ?? sigset_t([]), readsNothing: foreground == nil, leadsGroup: leadingGroup)
            (state.running, state.isOverdue) = (child, false)
            return child
        }
    }

    /// Waits until the program has ended.
    ///
    /// - Returns: the exit status as a shell reports it, 128 + N if signal N ended the program; 0 if none was started.
    /// - Throws: ETIMEDOUT if it exceeded its limit.
    package func waitForEnd() throws(SystemCallError) -> Int32 {
        guard let child = state.withLock({ $0.running }) else { return 0 }
        foreground?.passOn(to: child)
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

/// The signals that a thread blocks, to pass them on to a program in the foreground.
private final class ForegroundSignals: Sendable {
    private let blocked = sigset_t([SIGCHLD, SIGINT, SIGQUIT, SIGTERM, SIGHUP])
    /// What the thread blocked before.
    let before: sigset_t

    init() {
        var (blocked, before) = (blocked, sigset_t())
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        self.before = before
    }

    deinit {
        var before = before
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// Passes signals on to the program until it has ended.
    func passOn(to child: pid_t) {
        var (blocked, information) = (blocked, siginfo_t())
        while true {
            let signal = sigwaitinfo(&blocked, &information)
            if signal == SIGCHLD {
                information.si_signo = 0
                let flags = CInt(WEXITED | WNOWAIT | WNOHANG)
                if waitid(P_PID, id_t(child), &information, flags) == 0, information.si_signo == SIGCHLD { return }
            } else if signal > 0, information.si_code <= 0 {
                // The terminal sends its signals to every process of the group.
                kill(child, signal)
            }
        }
    }
}

/// Returns the exit status as a shell reports it: 128 + N if signal N ended the process.
///
/// - Parameter status: what waitpid(2) has stored.
func shellStatus(_ status: CInt) -> Int32 { status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F }
