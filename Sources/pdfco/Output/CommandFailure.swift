import FoundationEssentials

/// One error as it is told to people and programs: what could not be done, why, the way out, and the exit status.
struct CommandFailure: Error, Equatable {
    /// The kind of error, a stable word for programs.
    var kind: String
    var file: String?
    /// What could not be done and why, in one line without a full stop.
    var problem: String
    /// The way out, in one line.
    var hint: String?
    var exitStatus: ExitStatus

    init(kind: String, file: String? = nil, problem: String, hint: String? = nil, exitStatus: ExitStatus) {
        self.kind = kind
        self.file = file
        self.problem = problem
        self.hint = hint
        self.exitStatus = exitStatus
    }

    /// `pdfco: error: FILE: what could not be done: why`, then at most one `hint:` line.
    var lines: [String] {
        let place = file.map { Self.printable($0) + ": " } ?? ""
        return ["pdfco: error: \(place)\(Self.printable(problem))"] + (hint.map { ["hint: \($0)"] } ?? [])
    }

    var json: some Encodable {
        NamedReport(
            ["file": file],
            JSONError(
                error: kind, message: ByteText.readable(problem), hint: hint.map(ByteText.readable),
                exitStatus: exitStatus.rawValue))
    }

    /// Control characters, which could be anything to a terminal, shown as escapes, so that one error stays one line.
    static func printable(_ text: String) -> String {
        var shown = ""
        for scalar in ByteText.readable(text).unicodeScalars {
            if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
                shown += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}

private struct JSONError: Encodable {
    var error: String
    var message: String
    var hint: String?
    var exitStatus: Int32
}
