import CLinux
import Glibc
import Synchronization

/// Runs programs one after another while the process does other things; the other threads may end the one that runs.
///
/// Unlike ``ChildProcess`` it leaves the process's signals alone.
package final class ProgramRunner: Sendable {
    private struct State {
        var running: pid_t?
        var isEnded = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Runs a program to its end, with this process's folder and outputs and nothing to read, posix_spawn(3).
    ///
    /// - Parameters:
    ///   - command: the program, looked up in `PATH`, and its arguments.
    ///   - variables: set in the program's environment besides those of this process.
    /// - Returns: the exit status as a shell reports it, 128 + N where signal N ended the program; `nil` where ``end()`` was
    ///   called before.
    package func run(
        _ command: [String], adding variables: [String: String]
    ) throws(SystemCallError) -> Int32? {
        let child = try state.withLock { state throws(SystemCallError) -> pid_t? in
            if state.isEnded { return nil }
            let child = try Self.spawn(command, adding: variables)
            state.running = child
            return child
        }
        guard let child else { return nil }
        // Its number stays its own until it is waited for without WNOWAIT.
        var information = siginfo_t()
        while waitid(P_PID, id_t(child), &information, CInt(WEXITED | WNOWAIT)) != 0, errno == EINTR {}
        var status: CInt = 0
        state.withLock { state in
            waitpid(child, &status, 0)
            state.running = nil
        }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
    }

    /// Asks the program that runs to end (SIGTERM); no other is started.
    package func end() {
        state.withLock { state in
            state.isEnded = true
            if let running = state.running { kill(running, SIGTERM) }
        }
    }

    private static func spawn(
        _ command: [String], adding variables: [String: String]
    ) throws(SystemCallError) -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // This process's threads wait for signals that the program is to take.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        posix_spawnattr_setsigmask(&attributes, &none)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        var arguments = command.map { strdup($0) } + [nil]
        var environment = Self.environment(adding: variables)
        defer { for string in arguments + environment { free(string) } }
        var child = pid_t()
        let reason = posix_spawnp(&child, command[0], &actions, &attributes, &arguments, &environment)
        guard reason == 0 else { throw SystemCallError(call: "posix_spawnp", errno: reason, path: nil) }
        return child
    }

    /// Copies, ended by `nil`; those of this process byte by byte, since they need not be text.
    private static func environment(adding variables: [String: String]) -> [UnsafeMutablePointer<CChar>?] {
        var strings = variables.map { strdup("\($0)=\($1)") }
        var next = environ
        while let string = next.pointee {
            let name = String(cString: string).prefix { $0 != "=" }
            if variables[String(name)] == nil { strings.append(strdup(string)) }
            next += 1
        }
        return strings + [nil]
    }
}
