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
        try await withTemporaryFolder { folder in
            let file = folder.appending("hostile.pdf")
            let bytes = hostile.bytes
            try file.write(bytes)
            for arguments in [
                ["open", file.string, "--revisions"], ["open", file.string, "--annotations", "--json"],
                ["annotate", "list", file.string],
                ["annotate", "highlight", file.string, "--rect", "10,10,60,20", "-o", "annotated.pdf"],
                ["save", "--rewrite", file.string, "-o", "rewritten.pdf"],
            ] {
                let result = try await Self.bounded(arguments, in: folder).run()
                Self.expectEnding(result, of: arguments, isJSON: arguments.contains("--json"))
                #expect(try file.readBytes() == bytes)
            }
            let annotated = folder.appending("annotated.pdf")
            if try folder.list().contains("annotated.pdf") {
                #expect(try annotated.readBytes().starts(with: bytes))
                let findings = try await QPDF.findings(in: annotated).subtracting(QPDF.findings(in: file))
                #expect(findings.isEmpty)
            }
        }
    }

    @Test func `When a file has taken all time that it may, the command says so`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending("long.pdf")
            let objects = (4..<60_004).map { ($0, "<< /Subtype /Text /Rect [1 1 9 9] >>") }
            let references = objects.map { "\($0.0) 0 R" }.joined(separator: " ")
            var long = HandmadePDF.onePage(
                "/Annots [\(references)]", objects: Dictionary(uniqueKeysWithValues: objects))
            long.table()
            try file.write(long.bytes)
            var command = PDFCO.command(["annotate", "list", file.string])
            command.arguments = ["--cpu=1:30", command.program.string] + command.arguments
            command.program = "prlimit"
            expectRefusal(try await command.run(), 65)
        }
    }

    private static func bounded(_ arguments: [String], in folder: FilePath) -> Command {
        var command = PDFCO.command(arguments)
        command.arguments = bounds + [command.program.string] + command.arguments
        command.program = "prlimit"
        command.folder = folder
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
