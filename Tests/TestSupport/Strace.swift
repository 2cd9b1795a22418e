package import SystemPackage

/// Runs commands under strace: to see their system calls, to end the process at one of them, or to let one fail.
package enum Strace {
    /// A system call of a traced run.
    package struct Call: Sendable, Hashable, CustomStringConvertible {
        package var name: String
        /// Which call of this name it was in its thread, from 1, as strace counts for `when=`.
        package var number: Int
        package var line: String

        package var description: String { "\(name)#\(number)" }
    }

    /// What happens at a call instead of it.
    package enum Injection: Sendable, Hashable, CustomStringConvertible {
        /// The process is killed before the kernel does anything for the call.
        case kill
        /// The call fails with this error; `onwards`: and so do all later calls of its name.
        case failure(String, onwards: Bool)

        package var description: String {
            switch self {
            case .kill: "kill"
            case .failure(let error, let onwards): onwards ? "\(error) from then on" : error
            }
        }
    }

    /// Whether processes may be traced here; containers often forbid it.
    package static func isPermitted() async throws -> Bool {
        try await Command("strace", ["-f", "-o", "/dev/null", "true"]).run().exitStatus == 0
    }

    /// Runs the command to its end and returns those of its calls that name something in the folder, by path or
    /// through a descriptor.
    package static func calls(of command: Command, touching folder: FilePath) async throws -> [Call] {
        try await withTemporaryFolder { own in
            let log = own.appending("trace")
            var traced = command
            traced.program = "strace"
            traced.arguments = ["-f", "-qq", "-y", "-o", log.string, command.program.string] + command.arguments
            let result = try await traced.run()
            guard result.exitStatus == 0 else { throw ReaderError(reader: "strace", result) }
            return try calls(inLog: String(decoding: log.readBytes(), as: UTF8.self), touching: folder)
        }
    }

    /// Runs the command and lets something happen at one of its calls.
    package static func run(_ command: Command, _ injection: Injection, at call: Call) async throws -> CommandResult {
        let event =
            switch injection {
            case .kill: "signal=KILL:when=\(call.number)"
            case .failure(let error, onwards: false): "error=\(error):when=\(call.number)"
            case .failure(let error, onwards: true): "error=\(error):when=\(call.number)+"
            }
        let options = ["-f", "-qq", "--seccomp-bpf", "-o", "/dev/null", "--trace=\(call.name)"]
        var traced = command
        traced.program = "strace"
        traced.arguments =
            options + ["--inject=\(call.name):\(event)", command.program.string] + command.arguments
        return try await traced.run()
    }

    /// Counts the calls of each name per thread, since strace does so, and keeps those that touch the folder.
    private static func calls(inLog log: String, touching folder: FilePath) -> [Call] {
        var numbers: [String: Int] = [:]
        return log.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
            guard parts.count == 2, let parenthesis = parts[1].firstIndex(of: "(") else { return nil }
            let text = parts[1].drop { $0 == " " }
            let name = text.prefix { $0 != "(" }
            guard text.startIndex <= parenthesis, !name.contains(" "), name != "execve" else { return nil }
            let number = numbers["\(parts[0]) \(name)", default: 0] + 1
            numbers["\(parts[0]) \(name)"] = number
            guard text.contains(folder.string) else { return nil }
            return Call(name: String(name), number: number, line: String(text))
        }
    }
}
