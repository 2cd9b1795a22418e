import CLinux
import Glibc

/// Programs that this process runs and waits for.
package enum ChildProcess {
    /// Runs a program to its end, with this process's streams and folder, posix_spawnp(3).
    ///
    /// Signals that ask this process to end are left to the program: those of the terminal reach it by themselves, others
    /// are passed on. So this process outlives the program, and what it holds for it.
    ///
    /// - Parameters:
    ///   - command: the program, looked up in `PATH`, and its arguments.
    ///   - variables: set in the program's environment besides those of this process.
    /// - Returns: the exit status as a shell reports it: 128 + N where signal N ended the program.
    /// - Throws: ENOENT where there is no such program, EACCES where it may not be run.
    package static func run(
        _ command: [String], adding variables: [String: String]
    ) throws(SystemCallError) -> Int32 {
        for (name, value) in variables { setenv(name, value, 1) }
        var waitedFor = sigset_t()
        var before = sigset_t()
        sigemptyset(&waitedFor)
        for signal in [SIGCHLD, SIGINT, SIGQUIT, SIGTERM, SIGHUP] { sigaddset(&waitedFor, signal) }
        pthread_sigmask(SIG_BLOCK, &waitedFor, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let child = try spawn(command, mask: &before)
        while true {
            var information = siginfo_t()
            let signal = sigwaitinfo(&waitedFor, &information)
            if signal == SIGCHLD {
                var status: CInt = 0
                guard waitpid(child, &status, WNOHANG) == child else { continue }
                return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
            }
            // The terminal sends its own to every process of the group.
            if signal > 0, information.si_code <= 0 { kill(child, signal) }
        }
    }

    private static func spawn(_ command: [String], mask: inout sigset_t) throws(SystemCallError) -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        posix_spawnattr_setsigmask(&attributes, &mask)
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t()
        let reason = posix_spawnp(&child, command[0], nil, &attributes, &arguments, environ)
        guard reason == 0 else { throw SystemCallError(call: "posix_spawnp", errno: reason, path: nil) }
        return child
    }
}
