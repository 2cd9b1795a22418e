import FoundationEssentials
package import Subprocess
package import SystemPackage

/// What a program that ended left behind: its two outputs and how it ended.
package struct CommandResult: Sendable {
    package var output: [UInt8]
    package var errors: [UInt8]
    package var ending: TerminationStatus

    package var outputText: String { String(decoding: output, as: UTF8.self) }
    package var errorText: String { String(decoding: errors, as: UTF8.self) }

    /// The lines of standard error, without empty ones.
    package var errorLines: [Substring] { errorText.split(separator: "\n") }

    /// The exit status as a shell reports it: 128 + N after signal N.
    package var exitStatus: Int {
        switch ending {
        case .exited(let code): Int(code)
        case .signaled(let signal): 128 + Int(signal)
        }
    }
}

extension CommandResult {
    /// What a program left behind that ran in this process.
    package init(output: [UInt8], errors: [UInt8], exitStatus: Int32) {
        self.init(output: output, errors: errors, ending: .exited(exitStatus))
    }
}

/// A program with everything that decides what it does. Nothing is inherited from the test's own environment
/// but `PATH`, so that a developer's settings change no result.
package struct Command: Sendable {
    package var program: FilePath
    package var arguments: [String]
    package var environment: [String: String]
    package var input: [UInt8] = []
    package var directory: FilePath?

    package init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) {
        self.program = FilePath(program)
        self.arguments = arguments
        self.environment = environment
    }

    /// What every program gets besides `PATH`. Its home is one that nobody can make, not even root: no test needs one, or it names
    /// its own. Comments have no author but the one that a test states, and nobody is warned that an edit is only recorded.
    static let surroundings = [
        "HOME": "/proc/pdfco-test-home", "TMPDIR": FileManager.default.temporaryDirectory.path, "LC_ALL": "C.UTF-8",
        "TZ": "UTC", "PDFCO_AUTHOR": "", "PDFCO_SAVE": "0",
    ]

    /// Where programs are found.
    package static let searchPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

    /// Runs the program to its end and collects what it wrote; waits until one of the machine's processors is free.
    package func run() async throws -> CommandResult {
        try await ProcessSlots.shared.using { try await runNow() }
    }

    /// The variables of the program's environment.
    package var variables: [String: String] {
        ["PATH": Self.searchPath].merging(Self.surroundings) { $1 }.merging(environment) { $1 }
    }

    /// The same at once, for programs that wait for each other.
    package func runNow() async throws -> CommandResult {
        let environment = Dictionary(
            uniqueKeysWithValues: variables.map { (Environment.Key(stringLiteral: $0), $1) })
        let result = try await Subprocess.run(
            program.isAbsolute ? .path(program) : .name(program.string),
            arguments: Arguments(arguments),
            environment: .custom(environment),
            workingDirectory: directory,
            input: .array(input),
            output: .bytes(limit: 256 << 20),
            error: .bytes(limit: 16 << 20))
        return CommandResult(
            output: result.standardOutput, errors: result.standardError, ending: result.terminationStatus)
    }
}
