import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// Whatever a file was made to do to its reader: every command ends within bounds of time and memory, with a result or with
/// an error as any other.
struct HostileFileTests {
    private static let bounds = ["--cpu=30", "--as=\(1 << 30)"]

    @Test(arguments: HostileFile.all)
    func `No command crashes, hangs or takes all memory`(hostile: HostileFile) async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("hostile.pdf")
            let bytes = hostile.bytes
            try file.write(bytes)
            for arguments in [
                ["open", file.string, "--annotations", "--json"], ["annotate", "list", file.string],
                ["annotate", "highlight", file.string, "--rect", "10,10,60,20", "-o", "annotated.pdf"],
                ["save", "--rewrite", file.string, "-o", "rewritten.pdf"],
            ] {
                let result = try await Self.bounded(arguments, in: directory).run()
                Self.expectEnding(result, of: arguments, isJSON: arguments.contains("--json"))
                #expect(try file.readBytes() == bytes)
            }
            let annotated = directory.appending("annotated.pdf")
            if try directory.list().contains("annotated.pdf") {
                #expect(try annotated.readBytes().starts(with: bytes))
                let findings = try await QPDF.findings(in: annotated).subtracting(QPDF.findings(in: file))
                #expect(findings.isEmpty)
            }
        }
    }

    /// The kernel's signal for processor time that is used up (setrlimit(2)) is sent in the middle of a save.
    @Test(.enabled("Processes may not be traced here") { try await Strace.isPermitted() })
    func `When a file has taken all time that it may, the command says so and the file is whole`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("table.pdf").copy(into: directory)
            let before = try file.readBytes()
            for options in [[], ["--json"]] {
                var command = PDFCO.command(PDFCO.highlight(file) + options)
                let injection = ["-f", "-qq", "-o", "/dev/null", "--inject=fsync:signal=XCPU:when=1"]
                command.arguments = injection + [command.program.string] + command.arguments
                command.program = "strace"
                let result = try await command.run()
                #expect(result.exitStatus == 65)
                let words = options.isEmpty ? "takes more time than" : #""error":"tooDemanding""#
                #expect(result.errorText.contains(words))
                #expect(result.errorLines.count == 1)
                #expect(try file.readBytes() == before)
            }
        }
    }

    @Test func `A program that runs during an access has no bounds`() async throws {
        let file = Fixture.named("table.pdf").string
        let result = try await PDFCO.run("open", file, "--", "sh", "-c", "ulimit -t; ulimit -v")
        let own = try await Command("sh", ["-c", "ulimit -t; ulimit -v"]).run()
        #expect(result.exitStatus == 0)
        #expect(result.outputText == own.outputText)
    }

    private static func bounded(_ arguments: [String], in directory: FilePath) -> Command {
        var command = PDFCO.command(arguments)
        command.arguments = bounds + [command.program.string] + command.arguments
        command.program = "prlimit"
        command.directory = directory
        return command
    }

    private static func expectEnding(_ result: CommandResult, of arguments: [String], isJSON: Bool) {
        let context: Comment = "\(arguments.joined(separator: " ")): \(result.ending), \(result.errorText.prefix(500))"
        guard result.exitStatus != 0 else { return }
        #expect([64, 65].contains(result.exitStatus), context)
        #expect(result.output.isEmpty, context)
        if isJSON {
            let failure = try? JSONDecoder().decode(Failure.self, from: Data(result.errors))
            #expect(failure?.exitStatus == result.exitStatus, context)
        } else {
            #expect(result.errorLines.first?.hasPrefix("pdfco: error: ") == true, context)
            #expect(result.errorLines.dropFirst().allSatisfy { $0.hasPrefix("hint: ") }, context)
            #expect(result.errorLines.count <= 2, context)
        }
    }
}
