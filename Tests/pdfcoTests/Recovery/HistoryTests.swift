import SystemPackage
import TestSupport
import Testing

/// The checker of histories, by which `make crash`, `make crowd` and `make seams` judge.
struct HistoryTests {
    /// What is told of a document to which `a` was added, and then `b`.
    private static let histories: [([String], String?)] = [
        (["1 invoke a", "2 ok a", "3 invoke b", "4 ok b"], nil),
        (["1 invoke a", "2 invoke b", "3 ok b", "4 ok a"], nil),
        (["1 invoke a", "2 invoke b", "3 invoke c"], nil),
        (["1 invoke b", "2 ok b", "3 invoke a", "4 ok a"], "out of order: add a is in revision 2"),
        (["1 invoke b", "2 ok b", "3 invoke a"], "out of order: add a is in revision 2"),
        (["1 invoke a", "2 ok a", "3 invoke b", "4 ok b", "5 invoke c", "6 ok c"], "lost: add c"),
        (["1 invoke a", "2 ok a", "3 invoke b", "4 fail b"], "revision 3: add b: had failed"),
        (["1 invoke a", "2 ok a"], "revision 3: add b: nobody did"),
    ]

    @Test func `A history that the revisions do not bear out is refused`() async throws {
        try await withTemporaryDirectory { directory in
            let document = try Fixture.named("table.pdf").copy(into: directory).string
            for name in ["a", "b"] {
                let edit = ["annotate", "square", document, "--rect", "9,9,50,50", "--name", name, "--save"]
                let result = try await CapturedProgram.run(edit)
                try #require(result.exitStatus == 0, "\(result.errorText)")
            }
            let checker = Fixture.packageDirectory.appending("Benchmarks/history.py").string
            for (told, finding) in Self.histories {
                let lines = told.map { line in
                    let words = line.split(separator: " ")
                    return "\(words[0]) \(words[1]) table.pdf add \(words[2])\n"
                }
                let history = directory.appending("history")
                try history.write(lines.joined().utf8)
                let result = try await Command(checker, [PDFCO.program.string, history.string, document]).run()
                let output = result.outputText + result.errorText
                #expect(result.exitStatus == (finding == nil ? 0 : 1), "\(told): \(output)")
                #expect(result.outputText.contains(finding ?? ""), "\(told): \(result.outputText)")
                #expect(finding != nil || result.outputText.isEmpty)
            }
        }
    }
}
