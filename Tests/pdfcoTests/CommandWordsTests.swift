import FoundationEssentials
import PDFModel
import SystemPackage
import TestSupport
import Testing

@testable import pdfco

/// How commands are found, and what is said where there is none.
struct CommandWordsTests {
    private static let help = "pdfco --help lists the commands"
    private static let annotateHelp = "pdfco annotate --help lists the commands"
    private static let kinds =
        "annotate needs a subtype before the document, such as highlight, text, free-text or stamp; or list, update, remove"

    @Test func `An option sets one property`() {
        let options = Annotation.schema.all.compactMap { $0.option?.name }
        #expect(options.count > 40)
        #expect(Set(options).count == options.count)
    }

    @Test(
        arguments: [
            (["anotate", "a.pdf"], "there is no command 'anotate'", "pdfco annotate a.pdf"),
            (["Open", "a.pdf"], "there is no command 'Open'", "pdfco open a.pdf"),
            (["recover", "a b.pdf"], "there is no command 'recover'", "pdfco restore 'a b.pdf'"),
            (
                ["sign", "a.pdf", "s.png"], "there is no command 'sign'",
                "pdfco stamp a.pdf --image s.png --at bottom-right"
            ),
            (["view", "a.pdf"], "there is no command 'view'", "xdg-open a.pdf"),
            (["frobnicate"], "there is no command 'frobnicate'", help),
            (["remov", "a.pdf", "x"], "there is no command 'remov'", help),
            (["--json", "frobnicate"], nil, nil),
            (
                ["annotate", "highligth", "a.pdf"], "annotate has no command 'highligth'", "pdfco highlight a.pdf"
            ),
            (["annotate", "save", "a.pdf"], "annotate has no command 'save'", "pdfco save a.pdf"),
            (["annotate", "a.pdf", "--rect", "1,1,9,9"], kinds, annotateHelp),
            (["a.pdf"], "no command given before 'a.pdf'", "pdfco open a.pdf"),
            (["--frobnicate", "open", "a.pdf"], "unknown option '--frobnicate'", "pdfco --help shows the usage"),
            (
                ["open", "a.pdf", "--sarch"], "unknown option '--sarch'", "pdfco open --help shows the usage"
            ),
            (
                ["open", "a.pdf", "--annotation"], "unknown option '--annotation'", "pdfco open a.pdf --annotations"
            ),
            (
                ["annotate", "caret", "a.pdf", "--rect=1,1,9,9", "--text=x"], "unknown option '--text'",
                "pdfco annotate caret a.pdf '--rect=1,1,9,9' '--contents=x'"
            ),
            (
                ["save", "a.pdf", "--password", "x"], "unknown option '--password'",
                "pass it in a file, with --password-file FILE, or in PDFCO_PASSWORD"
            ),
            (
                ["stamp", "a.pdf", "--text", "x", "--pages=all"], "unknown option '--text'",
                "pdfco stamp a.pdf --contents x '--page=all'"
            ),
            (
                ["highlight", "a.pdf", "--text", "x", "--all-pages"], "unknown option '--text'",
                "pdfco highlight a.pdf --find x --page all"
            ),
            (
                ["annotate", "remove", "a.pdf", "--name", "x"], "unknown option '--name'",
                "pdfco annotate remove a.pdf x"
            ),
            (
                ["annotate", "list", "a.pdf", "--name", "x"], "unknown option '--name'",
                "pdfco annotate list --help shows the usage"
            ),
            (["open", "a.pdf", "-x"], "unknown option '-x'", "pdfco open --help shows the usage"),
            (["open", "a.pdf", "--discrd"], "unknown option '--discrd'", "pdfco open --help shows the usage"),
            (
                ["square", "a.pdf"], "Where? Use --find TEXT, --at PLACE or --rect x0,y0,x1,y1",
                "pdfco square a.pdf --find TEXT"
            ),
            (["line", "a.pdf"], nil, nil),
            (["note", "a.pdf"], "missing expected argument '--contents <text>'", "pdfco note a.pdf --contents TEXT"),
        ] as [([String], String?, String?)])
    func `A word that is no command is named, with the one that is meant`(
        words: [String], problem: String?, hint: String?
    ) async throws {
        let result = try await CapturedProgram.run(words)
        #expect(result.exitStatus == 64)
        #expect(result.output.isEmpty)
        if let problem, let hint { #expect(result.errorLines == ["pdfco: error: \(problem)", "hint: \(hint)"]) }
    }

    @Test(arguments: [["--at", "center"], ["--rect", "1,1,9,9"], ["--find", "x"]])
    func `A word that is no document is the text of an annotation whose place is stated`(place: [String]) async throws {
        let result = try await CapturedProgram.run(["underline", "a.pdf", "why"] + place)
        #expect(result.exitStatus == 66)
        #expect(
            result.errorLines == [
                "pdfco: error: why: no such file",
                "hint: pdfco underline a.pdf --contents why \(place.joined(separator: " "))",
            ])
        let given = try await CapturedProgram.run(["underline", "a.pdf", "why", "--contents", "x"] + place)
        #expect(given.errorLines.last == "hint: check the names; no document was processed")
    }

    @Test func `Options of all commands may stand before the command`() async throws {
        let file = Fixture.named("report.pdf").string
        let behind = try await CapturedProgram.run("annotate", "list", file, "--json", "--timeout", "3")
        #expect(behind.exitStatus == 0)
        for words in [["--json", "--timeout", "3"], ["--timeout=3", "-q", "--json"]] {
            let before = try await CapturedProgram.run(words + ["annotate", "list", file])
            #expect(before.outputText == behind.outputText)
            #expect(before.exitStatus == 0)
        }
        let missing = try await CapturedProgram.run("--json", "open", "/nonexistent.pdf")
        #expect(missing.errorText.hasPrefix("{\"error\":\"noSuchFile\""))
    }

    @Test(arguments: ["-V", "version", "--version"]) func `The version is a line`(word: String) async throws {
        let result = try await CapturedProgram.run(word)
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
            #expect(result.errorLines.prefix(5).allSatisfy { $0.contains("1 edit applied, saved (+") })
            #expect(
                result.outputText.split(separator: "\n").map(String.init) == [
                    "page 1  Text  9,9,29,29  a  Jane Roe:  \"A\"", "page 1  Text  9,9,29,29  b  Bob:  \"D\"",
                    "page 1  Text  9,9,29,29  c  reply to b  Jane Roe:  \"C\"",
                    "page 1  Link  9,9,29,29  d  -> https://example.org",
                ])
        }
    }

    @Test func `Without an author, a comment has the name of the user; an empty one has none`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory)
            try directory.appending("marks.json").write(
                #"[{"subtype":"Text","page":1,"rect":[9,9,29,29],"name":"imported"}]"#.utf8)
            let result = try await PDFCO.shell(
                """
                export PDFCO_SAVE=1
                name=$(awk -F: -v id=$(id -u) '$3 == id { print $5 ? $5 : $1 }' /etc/passwd)
                PDFCO_AUTHOR= pdfco annotate text report.pdf --rect 9,9,29,29 --contents x --name none
                unset PDFCO_AUTHOR
                pdfco annotate text report.pdf --rect 9,9,29,29 --contents x --name usual
                pdfco annotate text report.pdf --rect 9,9,29,29 --contents x --name stated --author Bob
                pdfco annotate reply report.pdf usual --contents C --name reply
                pdfco annotate import report.pdf marks.json
                echo '{"file":"report.pdf","edits":[{"add":{"subtype":"Text","page":1,"rect":[9,9,29,29],"name":"job"}}]}' |
                    pdfco annotate batch >&2
                echo "${name%%,*}"
                pdfco annotate list report.pdf --json
                """, in: directory)
            #expect(result.exitStatus == 0, "\(result.errorText)")
            let lines = result.outputText.split(separator: "\n").map(String.init)
            try #require(lines.count > 1)
            let list = try JSONDecoder().decode(Listing.self, from: Data(lines[1].utf8)).annotations
            let authors = list.map { [$0.name, $0.author ?? "none"] }
            #expect(
                authors == [
                    ["none", "none"], ["usual", lines[0]], ["stated", "Bob"], ["reply", lines[0]],
                    ["imported", "none"], ["job", "none"],
                ])
        }
    }

    @Test(.terminal) func `A script hears once that its edits are only recorded`() async throws {
        try await withTemporaryDirectory { directory in
            for name in ["a.pdf", "b.pdf"] { _ = try Fixture.named("report.pdf").copy(into: directory, as: name) }
            let warning =
                "pdfco: warning: a.pdf: not saved yet: run `pdfco save a.pdf`, and add --save in scripts"
            let add = "annotate text a.pdf b.pdf --rect 9,9,29,29 --contents x"
            for (setting, options, isWarned) in [
                ("-u PDFCO_SAVE", "", true), ("PDFCO_SAVE=0", "", false), ("PDFCO_SAVE=1", "", false),
                ("-u PDFCO_SAVE", "--quiet", false), ("-u PDFCO_SAVE", "--json", false),
                ("-u PDFCO_SAVE", "--save", false), ("-u PDFCO_SAVE", "--dry-run", false),
            ] {
                let command = "env \(setting) pdfco \(add) \(options)"
                let result = try await PDFCO.shell(command, in: directory)
                #expect(result.exitStatus == 0)
                #expect(result.errorLines.filter { $0 == warning }.count == (isWarned ? 1 : 0), "\(command)")
                let typed = try await PDFCO.shell("script -qec '\(command)' /dev/null", in: directory)
                #expect(typed.exitStatus == 0)
                #expect(!typed.outputText.contains("not saved yet"), "\(command)")
            }
            let session =
                "echo 'annotate text --rect 9,9,29,29 --contents x' | env -u PDFCO_SAVE pdfco open a.pdf --script -"
            #expect(try await !PDFCO.shell(session, in: directory).errorText.contains("not saved yet"))
        }
    }

    @Test func `Behind two hyphens every word is a name`() async throws {
        try await withTemporaryDirectory { directory in
            for name in ["-x.pdf", "--odd.pdf"] {
                _ = try Fixture.named("report.pdf").copy(into: directory, as: name)
            }
            let result = try await PDFCO.shell(
                """
                set -e
                pdfco annotate square --rect 9,9,29,29 --name n --quiet -- -x.pdf --odd.pdf
                pdfco annotate update --contents Hm --quiet -- -x.pdf n
                pdfco annotate list -- -x.pdf
                pdfco save --quiet -- -x.pdf
                pdfco save -- --odd.pdf -- echo 1
                pdfco open -- -x.pdf -- echo 2 -- 3
                pdfco open ./-x.pdf -- echo 4
                pdfco open -- -x.pdf | head -n 1
                """, in: directory)
            #expect(result.exitStatus == 0, "\(result.errorText)")
            let lines = result.outputText.split(separator: "\n").map(String.init)
            #expect(lines.dropLast() == ["page 1  Square  9,9,29,29  n  \"Hm\"", "1", "2 -- 3", "4"])
            #expect(lines.last?.hasPrefix("./-x.pdf") == true)
            let missing = try await CapturedProgram.run(line: "open -- -x.pdf echo 1", in: directory)
            #expect(missing.exitStatus == 64)
            #expect(
                missing.errorLines.first
                    == "pdfco: error: a command follows a second --, as in -- -x.pdf -- COMMAND")
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
