package import SystemPackage

/// Runs commands under strace: to see their system calls on the files of a folder, to end the process at one of them,
/// or to let one fail.
package enum Strace {
    /// A system call on a file of the folder.
    package struct Call: Sendable, Hashable {
        package var name: String
        /// Which call of this name on the folder it was in its thread, from 1, as strace counts for `when=`.
        package var number: Int
        /// The call with its arguments and result, as strace shows it.
        package var line: String
    }

    /// The calls of one run of a command.
    package struct Trace: Sendable {
        package var calls: [Call]
        /// The files that were touched, relative to the folder; the folder itself is the empty name.
        var names: [String]
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

    /// Runs the command to its end and lists its calls on the folder and the files in it, by path or by descriptor.
    package static func trace(_ command: Command, on folder: FilePath) async throws -> Trace {
        try await withTemporaryFolder { own in
            let log = own.appending("trace")
            let result = try await traced(command, ["-y", "-o", log.string]).run()
            guard result.exitStatus == 0 else { throw ReaderError(reader: "strace", result) }
            return Trace(log: String(decoding: try log.readBytes(), as: UTF8.self), folder: folder.string)
        }
    }

    /// Runs the command on another folder and lets something happen at one of the traced calls.
    package static func run(
        _ command: Command, on folder: FilePath, _ injection: Injection, at call: Call, of trace: Trace
    ) async throws -> CommandResult {
        let paths = trace.names.flatMap { ["-P", $0.isEmpty ? folder.string : folder.appending($0).string] }
        let event = "--inject=\(call.name):\(injection.event(from: call.number))"
        return try await traced(command, ["-o", "/dev/null", event] + paths).run()
    }

    private static func traced(_ command: Command, _ options: [String]) -> Command {
        var traced = command
        traced.program = "strace"
        traced.arguments = ["-f", "-qq"] + options + [command.program.string] + command.arguments
        return traced
    }
}

extension Strace.Trace {
    /// Reads lines such as `4711 fsync(9</tmp/a/b>) = 0`, counting the calls of each name per thread.
    fileprivate init(log: String, folder: String) {
        var numbers: [String: Int] = [:]
        var names: Set = [""]
        calls = log.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 1).map { $0.drop { $0 == " " } }
            guard parts.count == 2, parts[1].contains(folder) else { return nil }
            guard let (_, name) = parts[1].firstMatch(of: #/^(\w+)\(/#)?.output, name != "execve" else { return nil }
            let inner = parts[1].ranges(of: folder + "/").map { parts[1][$0.upperBound...] }
            names.formUnion(inner.map { String($0.prefix { !#">",()"#.contains($0) }) })
            let number = numbers["\(parts[0]) \(name)", default: 0] + 1
            numbers["\(parts[0]) \(name)"] = number
            return Strace.Call(name: String(name), number: number, line: String(parts[1]))
        }
        self.names = names.sorted()
    }
}
