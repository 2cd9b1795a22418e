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

    /// The failure of words, options or their values that are wrong.
    static func usage(_ problem: String, file: String? = nil, hint: String? = nil) -> Self {
        Self(kind: "usage", file: file, problem: problem, hint: hint, exitStatus: .usage)
    }

    /// `pdfco: error: FILE: what failed: why`, then at most one `hint:` line.
    var lines: [String] {
        let place = (line.map { "line \($0): " } ?? "") + (file.map { $0 + ": " } ?? "")
        return (["pdfco: error: \(place)\(problem)"] + (hint.map { ["hint: \($0)"] } ?? [])).map(ShownText.line)
    }

    var json: some Encodable {
        NamedReport(
            ["file": file],
            JSONError(
                error: kind, line: line, message: ByteText.readable(problem), hint: hint.map(ByteText.readable),
                exitStatus: exitStatus.rawValue))
    }
}

extension CommandFailure {
    /// Creates the failure that every command reports when a write to standard output fails.
    init(writingOutput error: SystemCallError) {
        self.init(
            kind: "output", problem: "cannot write to standard output: \(error)",
            hint: "redirect standard output to a writable file",
            exitStatus: .systemCall)
    }
}

private struct JSONError: Encodable {
    var error: String
    var line: Int?
    var message: String
    var hint: String?
    var exitStatus: Int32
}
