import FoundationEssentials
import LinuxFiles

/// An error as reported to users and programs: what failed, why, a hint, and the exit status.
struct CommandFailure: Error, Equatable {
    /// The kind of error: a stable word for programs.
    var kind: String
    var file: String?
    /// The line of the script that failed; `nil` outside a script.
    var line: Int?
    /// What failed and why, in one line without a full stop.
    var problem: String
    /// What the user can do, in one line.
    var hint: String?
    var exitStatus: ExitStatus

    init(kind: String, file: String? = nil, problem: String, hint: String? = nil, exitStatus: ExitStatus) {
        self.kind = kind
        self.file = file
        self.problem = problem
        self.hint = hint
        self.exitStatus = exitStatus
    }

    /// `pdfco: error: FILE: what failed: why`, then at most one `hint:` line.
    var lines: [String] {
        let place = (line.map { "line \($0): " } ?? "") + (file.map { $0 + ": " } ?? "")
        return (["pdfco: error: \(place)\(problem)"] + (hint.map { ["hint: \($0)"] } ?? [])).map(ShownText.line)
    }

    /// Creates the failure that every command reports when a write to standard output fails.
    init(writingOutput error: SystemCallError) {
        self.init(
            kind: "output", problem: "cannot write to standard output: \(error)",
            hint: "redirect standard output to a writable file; the command has done everything else",
            exitStatus: .systemCall)
    }

    var json: some Encodable {
        NamedReport(
            ["file": file],
            JSONError(
                error: kind, line: line, message: ByteText.readable(problem), hint: hint.map(ByteText.readable),
                exitStatus: exitStatus.rawValue))
    }
}

private struct JSONError: Encodable {
    var error: String
    var line: Int?
    var message: String
    var hint: String?
    var exitStatus: Int32
}
