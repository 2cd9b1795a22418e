import SystemPackage
import TestSupport
import Testing

@testable import pdfco

/// How commands are found, and what is said where there is none.
struct CommandWordsTests {
    private static let help = "pdfco --help lists the commands"
    private static let annotateHelp = "pdfco annotate --help lists the commands"
    private static let kinds =
        "annotate needs a kind before the document, such as highlight, text, free-text or stamp; or list, update, remove"

    @Test(
        arguments: [
            (["anotate", "a.pdf"], "there is no command 'anotate'", "did you mean pdfco annotate? \(help)"),
            (["Open", "a.pdf"], "there is no command 'Open'", "did you mean pdfco open? \(help)"),
            (
                ["highlight", "a.pdf"], "there is no command 'highlight'",
                "did you mean pdfco annotate highlight? \(help)"
            ),
            (["comment", "a.pdf"], "there is no command 'comment'", "did you mean pdfco annotate text? \(help)"),
            (["frobnicate"], "there is no command 'frobnicate'", help),
            (["--json", "frobnicate"], nil, nil),
            (
                ["annotate", "highligth", "a.pdf"], "annotate has no command 'highligth'",
                "did you mean pdfco annotate highlight? \(annotateHelp)"
            ),
            (
                ["annotate", "save", "a.pdf"], "annotate has no command 'save'",
                "did you mean pdfco save? \(annotateHelp)"
            ),
            (["annotate", "a.pdf", "--rect", "1,1,9,9"], kinds, annotateHelp),
            (["a.pdf"], "there is no command before 'a.pdf'", "pdfco open a.pdf shows the document"),
            (["--frobnicate", "open", "a.pdf"], "unknown option '--frobnicate'", "pdfco --help shows the usage"),
        ] as [([String], String?, String?)])
    func `A word that is no command is named, with the one that is meant`(
        words: [String], problem: String?, hint: String?
    ) async throws {
        let result = try await PDFCO.run(words)
        #expect(result.exitStatus == 64)
        #expect(result.output.isEmpty)
        if let problem, let hint { #expect(result.errorLines == ["pdfco: error: \(problem)", "hint: \(hint)"]) }
    }

    @Test func `Options of all commands may stand before the command`() async throws {
        let file = Fixture.named("report.pdf").string
        let behind = try await PDFCO.run("annotate", "list", file, "--json", "--timeout", "3")
        #expect(behind.exitStatus == 0)
        for words in [["--json", "--timeout", "3"], ["--timeout=3", "-q", "--json"]] {
            let before = try await PDFCO.run(words + ["annotate", "list", file])
            #expect(before.outputText == behind.outputText)
            #expect(before.exitStatus == 0)
        }
        let missing = try await PDFCO.run("--json", "open", "/nonexistent.pdf")
        #expect(missing.errorText.hasPrefix("{\"error\":\"noSuchFile\""))
    }

    @Test(arguments: ["-V", "version", "--version"]) func `The version is a line`(word: String) async throws {
        let result = try await PDFCO.run(word)
        #expect(result.outputText == "\(Version.current)\n")
    }

    @Test func `The environment names the author, and has annotate save`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory)
            let result = try await PDFCO.shell(
                """
                export PDFCO_AUTHOR='Jane Roe' PDFCO_SAVE=1
                pdfco annotate text report.pdf --rect 9,9,29,29 --contents A --name a
                pdfco annotate text report.pdf --rect 9,9,29,29 --contents B --name b --author Bob
                pdfco annotate reply report.pdf b --contents C --name c
                pdfco annotate link report.pdf --rect 9,9,29,29 --uri https://example.org --name d
                pdfco annotate update report.pdf b --contents D
                pdfco annotate remove report.pdf a -o other.pdf
                pdfco annotate list report.pdf
                """, in: directory)
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(result.errorLines.count == 6)
            #expect(result.errorLines.prefix(5).allSatisfy { $0.contains("1 edit applied, saved by replace") })
            #expect(
                result.outputText.split(separator: "\n").map(String.init) == [
                    "page 1  Text  9,9,29,29  a  Jane Roe:  \"A\"", "page 1  Text  9,9,29,29  b  Bob:  \"D\"",
                    "page 1  Text  9,9,29,29  c  reply to b  Jane Roe:  \"C\"",
                    "page 1  Link  9,9,29,29  d  -> https://example.org",
                ])
        }
    }

    @Test func `Pages can be counted from the end, and chosen by parity`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory)
            let result = try await PDFCO.shell(
                """
                for range in odd even last -2; do
                    pdfco annotate square report.pdf --page $range --rect 9,9,29,29 --name n$range --save --quiet
                done
                pdfco annotate list report.pdf --page -1
                pdfco annotate list report.pdf --page even
                """, in: directory)
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(
                result.outputText.matches(of: #/page (\d)  Square  9,9,29,29  (\S+)/#).map { "\($0.1) \($0.2)" } == [
                    "3 nodd", "3 nlast", "2 neven", "2 n-2",
                ])
        }
    }

    @Test(arguments: [
        ("save", "save", 0), ("sav", "save", 1), ("vsae", "save", 2), ("", "open", 4), ("opne", "open", 1),
    ])
    func `The distance of words counts letters, and neighbours that are exchanged once`(
        first: String, second: String, distance: Int
    ) {
        #expect(EditDistance.between(first, second) == distance)
        #expect(EditDistance.between(second, first) == distance)
    }
}
