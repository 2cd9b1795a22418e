import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// `--contents` takes its text from standard input or a file, too.
struct ContentsTests {
    @Test func `Contents are read from standard input or a file`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory)
            try directory.appending("text").write("Line 1\nPage {page}\n\n".utf8)
            try directory.appending("marked").write([0xEF, 0xBB, 0xBF] + "é".utf8)
            let result = try await PDFCO.shell(
                """
                set -e
                add() { pdfco annotate text report.pdf --rect 9,9,29,29 --save --quiet "$@"; }
                printf 'Piped\\n' | add --name a --contents -
                add --name b --page 2 --contents @text
                add --name c --contents @@jane
                add --name d --contents @marked
                add --name e --contents @<(printf 'from a pipe\\r\\n')
                add --name f --contents ''
                : | pdfco annotate update report.pdf a --contents - --save --quiet
                printf 'In reply' | pdfco annotate reply report.pdf c --name g --contents - --save --quiet
                pdfco annotate list report.pdf --json
                """, in: directory)
            #expect(result.exitStatus == 0, "\(result.errorText)")
            let list = try JSONDecoder().decode(Listing.self, from: Data(result.output)).annotations
            var contents: [String: String] = [:]
            for mark in list { contents[mark.name ?? ""] = mark.contents ?? "" }
            #expect(
                contents == [
                    "a": "", "b": "Line 1\nPage 2\n", "c": "@jane", "d": "é", "e": "from a pipe", "f": "",
                    "g": "In reply",
                ])
        }
    }

    @Test(
        arguments: [
            (
                "--contents @missing", 66,
                "missing: cannot read the text for --contents: no such file or directory",
                "write --contents @@TEXT for the text @TEXT"
            ),
            (
                "--contents @.", 66, ".: cannot read the text for --contents: it is a directory",
                "write --contents @@TEXT for the text @TEXT"
            ),
            ("--contents @", 64, "--contents @ names no file", "write --contents @@TEXT for the text @TEXT"),
            (
                "--contents @latin", 65, "latin: cannot read the text for --contents: it is not UTF-8",
                "convert it first: iconv -f ISO-8859-1 -t UTF-8 FILE, with the file's own encoding"
            ),
            ("--contents @large", 65, "large: cannot read the text for --contents: it is larger than 1 MiB", nil),
            (
                "--contents - --files-from -", 64,
                "standard input cannot be both the text for --contents and the list of documents",
                "name a file for one of them"
            ),
            (
                "--contents - -", 64, "standard input cannot be both the text for --contents and the document",
                "name a file for one of them"
            ),
            (
                "report.pdf --contents - --password-file -", 64,
                "standard input cannot be both the text for --contents and the password", "name a file for one of them"
            ),
        ] as [(String, Int, String, String?)])
    func `Contents that cannot be read are an error`(
        options: String, status: Int, problem: String, hint: String?
    ) async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("report.pdf").copy(into: directory)
            try directory.appending("latin").write([0x68, 0xE9])
            try directory.appending("large").write([UInt8](repeating: 0x61, count: 1 << 20 + 1))
            let before = try FileSnapshot(of: file)
            let isAlone = options.contains(" -")
            let command = "annotate text \(isAlone ? "" : "report.pdf") --rect 9,9,29,29 -o out.pdf \(options)"
            let result = try await PDFCO.shell("echo report.pdf | pdfco \(command)", in: directory)
            #expect(result.exitStatus == status)
            #expect(result.errorLines == ["pdfco: error: \(problem)"] + (hint.map { ["hint: \($0)"] } ?? []))
            #expect(try FileSnapshot(of: file) == before)
        }
    }

    @Test func `A session that reads its commands from standard input has no contents there`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory)
            let result = try await PDFCO.shell(
                "echo 'annotate text --rect 9,9,29,29 --contents -' | pdfco open report.pdf --script -", in: directory)
            #expect(result.exitStatus == 64)
            #expect(
                result.errorText.contains(
                    "standard input cannot be both the commands of the session and the text for --contents"))
        }
    }
}
