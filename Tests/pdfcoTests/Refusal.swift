import SystemPackage
import TestSupport
import Testing

/// Expects that a command was refused as every refusal must be: with one of the exit statuses, one `error:` line and
/// at most one `hint:` line on standard error, and nothing on standard output.
func expectRefusal(
    _ result: CommandResult, _ statuses: Int..., hint: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(statuses.contains(result.exitStatus), "\(result.errorText)", sourceLocation: sourceLocation)
    #expect(result.output.isEmpty, sourceLocation: sourceLocation)
    let lines = result.errorLines
    #expect((1...2).contains(lines.count), "\(result.errorText)", sourceLocation: sourceLocation)
    #expect(lines.first?.hasPrefix("pdfco: error: ") == true, sourceLocation: sourceLocation)
    for line in lines.dropFirst() { #expect(line.hasPrefix("hint: "), sourceLocation: sourceLocation) }
    if let hint { #expect(lines.dropFirst().first?.contains(hint) == true, sourceLocation: sourceLocation) }
}

extension PDFCO {
    /// The arguments of a small edit that is saved at once.
    static func highlight(_ file: FilePath, _ options: String...) -> [String] {
        ["annotate", "highlight", file.string, "--rect", "20,20,60,40", "--name", "mark", "--save"] + options
    }
}
