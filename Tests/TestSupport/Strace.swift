package import SystemPackage

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

    // MARK: Orders

    /// The beginning of a shell command that traces, for ``order(_:)``.
    package static func ordering(in log: FilePath) -> String {
        let calls = [
            "openat", "write", "writev", "pwrite64", "copy_file_range", "ftruncate", "fallocate", "fsync", "fdatasync",
            "renameat", "renameat2", "rename", "linkat", "unlinkat", "unlink", "mkdir", "mkdirat", "rmdir", "flock",
            "fcntl", "fchmod", "fchmodat", "fchown", "fchownat", "fsetxattr", "fremovexattr", "utimensat", "ioctl",
        ]
        return "strace -ff -qq -y --seccomp-bpf -e trace=\(calls.joined(separator: ",")) -o \(log)"
    }

    /// What the calls of a trace did below the directory of the log, a line for each, thread by thread: the names of files
    /// without what is random in them, a series of writes as one.
    package static func order(_ log: FilePath) throws -> String {
        let directory = log.removingLastComponent()
        let traces = try directory.list().filter { $0.hasPrefix("\(log.lastComponent?.string ?? "").") }
        return try traces.map { trace in
            let text = String(decoding: try directory.appending(trace).readBytes(), as: UTF8.self)
            var lines: [String] = []
            for line in text.replacing(directory.string + "/", with: "").split(separator: "\n") {
                guard let call = line.wholeMatch(of: #/(?<name>\w+)\((?<rest>.*)\) += \d+.*/#),
                    let line = described(String(call.name), String(call.rest), directory), line != lines.last
                else { continue }
                lines.append(line)
            }
            // A thread that only looks, when it is told of a change, may do so or not.
            return lines.allSatisfy { $0.contains(#/^(flock|fcntl) /#) } ? "" : lines.map { $0 + "\n" }.joined()
        }.filter { !$0.isEmpty }.sorted().joined(separator: "\n")
    }

    /// A call as a line of an order; `nil` where it changes nothing, or nothing below the directory.
    private static func described(_ name: String, _ arguments: String, _ directory: FilePath) -> String? {
        guard !arguments.contains("GETLK"), name != "fcntl" || arguments.contains("SETLK"),
            name != "openat" || arguments.contains("O_CREAT")
        else { return nil }
        // The names are those of open descriptors, and strings; the root of all is a dot.
        let text = arguments.replacing("<\(directory.string)>", with: "<.>")
        var names = text.matches(of: #/\d+<([^>\/][^>]*)>|"([^"]*)"/#).compactMap { $0.1 ?? $0.2 }.map(String.init)
        if ["write", "writev", "pwrite64"].contains(name) { names = Array(names.prefix(1)) }
        guard !names.isEmpty, !text.contains(#/^\d+<[^>]*(pipe|socket|anon_inode|\/dev|\/proc)/#) else { return nil }
        // Where a file system can share the data of two files, a copy of a document is made by other calls.
        if names.contains(where: { $0.hasSuffix(".base") }), name != "openat", name != "unlinkat" { return nil }
        let flags = text.matches(of: #/LOCK_\w+(\|LOCK_NB)?|F_[RWU][DRN]*LCK|RENAME_\w+|O_EXCL|AT_REMOVEDIR/#)
        let words = [name] + names + flags.map { String($0.0) }
        return words.joined(separator: " ").replacing(#/file-[0-9a-f-]+|[0-9a-f]{8,}(-[0-9a-f]{4,})*/#, with: "#")
    }
}
