internal import SystemPackage

/// Runs commands under strace: to see their system calls on the files of a directory, to end the process at one of them,
/// or to let one fail.
package enum Strace {
    /// A system call on a file of the directory.
    package struct Call: Sendable, Hashable {
        package var name: String
        /// Which call of this name on the directory it was in its thread, from 1, as strace counts for `when=`.
        package var number: Int
        /// The call with its arguments and result, as strace shows it.
        package var line: String
    }

    /// What happens at a call instead of it.
    package enum Injection: Sendable, Hashable {
        /// The process is killed before the kernel does anything for the call.
        case kill
        /// The call fails with this error; `onwards`: and so do all later calls of its name.
        case failure(String, onwards: Bool)

        fileprivate func event(from number: Int) -> String {
            switch self {
            case .kill: "signal=KILL:when=\(number)"
            case .failure(let error, onwards: false): "error=\(error):when=\(number)"
            case .failure(let error, onwards: true): "error=\(error):when=\(number)+"
            }
        }
    }

    /// Whether processes may be traced here; containers often forbid it.
    package static func isPermitted() async throws -> Bool {
        try await Command("strace", ["-f", "-o", "/dev/null", "true"]).run().exitStatus == 0
    }

    /// Runs the command to its end, and returns all calls on files and descriptors, with all data.
    static func log(_ command: Command) async throws -> (log: String, result: CommandResult) {
        try await withTemporaryDirectory { own in
            let log = own.appending("trace")
            let options = [
                "--seccomp-bpf", "-y", "-xx", "-s", "\(64 << 20)", "-e", "trace=%file,%desc", "-o", log.string,
            ]
            let result = try await traced(command, options).run()
            return (String(decoding: try log.readBytes(), as: UTF8.self), result)
        }
    }

    /// Runs the command and lets something happen at a call of a recording of it, which touched these paths.
    static func run(
        _ command: Command, _ injection: Injection, at call: Call, on paths: [FilePath]
    ) async throws -> CommandResult {
        let only = ["-e", "trace=\(call.name)", "--inject=\(call.name):\(injection.event(from: call.number))"]
        // The filter lets only these calls stop the process, which is quicker, but then strace sends no signals.
        let filter = injection == .kill ? [] : ["--seccomp-bpf"]
        let options = filter + ["-o", "/dev/null"] + only + paths.flatMap { ["-P", $0.string] }
        return try await traced(command, options).run()
    }

    private static func traced(_ command: Command, _ options: [String]) -> Command {
        var traced = command
        traced.program = "strace"
        traced.arguments = ["-f", "-qq"] + options + [command.program.string] + command.arguments
        return traced
    }
}
