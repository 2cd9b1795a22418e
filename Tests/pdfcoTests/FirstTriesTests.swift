import SystemPackage
import TestSupport
import Testing

/// What cannot be meant is an error that says so, not an empty answer.
struct FirstTriesTests {
    @Test(
        arguments: [
            ("annotate list a.pdf --subtype nonsense", 64, "--subtype takes a subtype such as highlight", nil),
            ("annotate remove a.pdf --where subtype=nonsense", 64, "--where takes a subtype such as highlight", nil),
            ("annotate list a.pdf --state nonsense", 64, "--state takes ", nil),
            ("help higlight", 64, "there is no command 'higlight'", "did you mean pdfco annotate highlight?"),
            ("help annotate lst", 64, "annotate has no command 'lst'", "did you mean pdfco annotate list?"),
            ("open a.pdf --report x.pdf", 64, "x.pdf: a review is HTML", "review.html"),
            ("annotate export a.pdf -o comments.txt", 64, "comments.txt: no format has the extension .txt", "--format"),
            ("watch nothing", 66, "nothing: no such file", nil),
            ("watch missing/a.pdf", 66, "missing/a.pdf: no such file", nil),
            (
                "annotate link a.pdf --rect 9,9,99,29 --uri example.org", 64, "--uri takes a URI with its scheme",
                "--uri https://example.org"
            ),
        ] as [(String, Int, String, String?)])
    func `What cannot be meant is an error`(command: String, status: Int, problem: String, hint: String?) async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            let before = try FileSnapshot(of: file)
            let result = try await PDFCO.shell("timeout 20 pdfco \(command)", in: directory)
            expectRefusal(result, status, hint: hint)
            #expect(result.errorText.contains("pdfco: error: \(problem)"), "\(result.errorText)")
            #expect(try FileSnapshot(of: file) == before)
            #expect(try directory.list().filter { $0.hasPrefix("x") || $0.hasPrefix("c") }.isEmpty)
        }
    }

    @Test(
        arguments: [
            "annotate list a.pdf --subtype Strike-Out", "annotate list a.pdf --subtype popup",
            "annotate export a.pdf --format json -o comments.txt", "annotate export a.pdf -o comments.XFDF",
            "annotate link a.pdf --rect 9,9,99,29 --uri mailto:jane@example.org --save", "help annotate highlight",
            "open a.pdf --report review.HTM",
        ])
    func `What can be meant is done`(command: String) async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            let result = try await PDFCO.shell("pdfco \(command)", in: directory)
            #expect(result.exitStatus == 0, "\(result.errorText)")
        }
    }

    @Test func `A program that is not there has an exit status of its own, and its package is named`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            let find = "pdfco annotate highlight a.pdf --find nests --save"
            let result = try await PDFCO.shell(
                "p=$(command -v pdfco); PATH=/nowhere; $p \(find.dropFirst(6))", in: directory)
            expectRefusal(result, 69, hint: "mupdf-tools")
            #expect(result.errorText.contains("mutool is not installed (package mupdf-tools)"), "\(result.errorText)")
        }
    }
}
