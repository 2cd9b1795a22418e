import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// Whole texts, each compared with the one in `Fixtures/Expected`; `PDFCO_RECORD=1` writes them anew, to be read before they are
/// committed.
struct SnapshotTests {
    private static let isRecording = ProcessInfo.processInfo.environment["PDFCO_RECORD"] == "1"
    private static let expected = Fixture.directory.appending("Expected")

    private func expect(_ text: String, is file: FilePath) throws {
        if Self.isRecording { try file.write(text.utf8) }
        let expected = String(decoding: try file.readBytes(), as: UTF8.self)
        #expect(text == expected, "\(file.string)")
    }

    /// What is appended to documents of each form of cross-reference section, with bytes that are not ASCII as `\xHH`.
    @Test(arguments: ["table", "stream", "hybrid", "annots-direct", "rotated"])
    func `An increment is as expected, byte for byte`(name: String) async throws {
        try await withTemporaryDirectory { directory in
            let original = Fixture.named("\(name).pdf")
            let file = try original.copy(into: directory)
            let options = ["--rect", "20,20,90,40", "--name", "mark", "--contents", "Grüße", "--save"]
            let result = try await PDFCO.run(["annotate", "highlight", file.string] + options)
            try #require(result.exitStatus == 0, "\(result.errorText)")
            let text = try file.readBytes().dropFirst(original.readBytes().count).map { byte in
                switch byte {
                case 0x5C: #"\\"#
                case 0x0A, 0x20...0x7E: String(UnicodeScalar(byte))
                default: #"\x"# + String(Int(byte) + 0x100, radix: 16).suffix(2)
                }
            }
            try expect(text.joined(), is: Self.expected.appending("Increments").appending("\(name).txt"))
        }
    }

    /// Commands, each after `$`, with all that they write and their exit status, in a directory with copies of the fixtures.
    @Test(arguments: ["annotating", "unsaved", "refusals"])
    func `Commands write what is expected`(name: String) async throws {
        let file = Self.expected.appending("Transcripts").appending("\(name).txt")
        let commands = String(decoding: try file.readBytes(), as: UTF8.self).split(separator: "\n").filter {
            $0.hasPrefix("$ ")
        }
        try await withTemporaryDirectory { directory in
            for fixture in ["report", "certified", "encrypted", "damaged-startxref"] {
                _ = try Fixture.named("\(fixture).pdf").copy(into: directory)
            }
            var text = ""
            for command in commands {
                let result = try await PDFCO.shell("\(command.dropFirst(2)) 2>&1", in: directory)
                text += "\(command)\n\(result.outputText)[\(result.exitStatus)]\n"
            }
            try expect(text, is: file)
        }
    }
}
