import SystemPackage
import TestSupport
import Testing

/// Names as they are typed, and the commands on what changed: resolve, status, log and diff.
struct ShortNameTests {
    private func shell(_ script: String) async throws -> CommandResult {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory)
            let before = """
                export PDFCO_SAVE=1 PDFCO_AUTHOR=Ann
                add() { pdfco note report.pdf --quiet "$@"; }
                add --name 0a1b2c3d-28e3-4e91-8697-a7436164f733 --contents one
                add --name 0a1b9999-28e3-4e91-8697-a7436164f733 --contents two
                add --name whole --contents three --author Bob
                exec 2>&1

                """
            return try await PDFCO.shell(before + script, in: directory)
        }
    }

    @Test func `What the list shows names an annotation, and what two have names none`() async throws {
        let result = try await shell(
            """
            pdfco list report.pdf | awk '{ print $5 }'
            pdfco update report.pdf 0a1b2c3d --contents ONE --quiet && pdfco list report.pdf | grep -c ONE
            pdfco update report.pdf 0a1b --contents ONE; echo $?
            pdfco remove report.pdf 0a1; echo $?
            pdfco reply report.pdf 0a1b99 --contents yes --quiet && pdfco list report.pdf | grep yes | sed 's/.*reply/reply/'
            pdfco update report.pdf who --contents x
            pdfco update report.pdf whol --contents four --quiet && pdfco list report.pdf --json | grep -c '"contents":"four"'
            """)
        #expect(
            result.outputText.split(separator: "\n").map(String.init) == [
                "0a1b2c3d", "0a1b9999", "whole", "1",
                "pdfco: error: report.pdf: several annotations are named '0a1b…', on page 1",
                "hint: type all of the name, choose with --page, or name its object, which pdfco list report.pdf --json shows",
                "64",
                "pdfco: error: report.pdf: there is no annotation '0a1'",
                "hint: pdfco list report.pdf shows the names; the beginning of one has at least four characters", "1",
                "reply to 0a1b9999  Ann:  \"yes\"",
                "pdfco: error: report.pdf: there is no annotation 'who'",
                "hint: pdfco list report.pdf shows the names; the beginning of one has at least four characters", "1",
            ], "\(result.outputText)")
    }

    /// A script that runs again must not find another one.
    @Test func `A number in a name is whole, and of a chosen name that is shortened the rest is told`() async throws {
        let result = try await shell(
            """
            add --name item-1 --contents one; add --name item-10 --contents ten
            pdfco remove report.pdf item-1 --quiet; pdfco remove report.pdf item-1; echo $?
            pdfco remove report.pdf item- --dry-run
            """)
        #expect(
            result.outputText.split(separator: "\n").prefix(5).map(String.init) == [
                "pdfco: error: report.pdf: there is no annotation 'item-1'",
                "hint: pdfco list report.pdf shows the names, and the pages that they are on", "1",
                "pdfco: warning: report.pdf: 'item-' is short for 'item-10'",
                "page 1  Text  539,786,559,806  item-10  Ann:  \"ten\"",
            ], "\(result.outputText)")
    }

    @Test func `A job takes whole names`() async throws {
        let result = try await shell(
            """
            echo '{"file":"report.pdf","edits":[{"remove":{"name":"0a1b2c3d"}}]}' | pdfco batch --quiet
            pdfco list report.pdf | grep -c .
            """)
        #expect(
            result.outputText.contains("\"status\":\"unchanged\"") && result.outputText.hasSuffix("3\n"),
            "\(result.outputText)")
    }

    @Test func `Comments are resolved once, by name or by conditions, and replies are none`() async throws {
        let result = try await shell(
            """
            pdfco resolve report.pdf 0a1b2c3d
            pdfco resolve report.pdf 0a1b2c3d
            pdfco done report.pdf --where author=Ann --dry-run | grep -c edit
            pdfco resolve report.pdf --all
            pdfco list report.pdf --state open
            pdfco list report.pdf | grep -c completed
            pdfco open report.pdf --annotations | grep -c 'reply to'
            pdfco resolve report.pdf; echo $?
            """)
        let lines = result.outputText.split(separator: "\n").map(String.init)
        #expect(lines.count > 8 && lines[0].hasPrefix("pdfco: report.pdf: 1 edit applied, saved (+"), "\(lines)")
        #expect(lines.dropFirst().first == "pdfco: report.pdf: 1 already applied, nothing to save", "\(lines)")
        #expect(
            lines.contains { $0.hasPrefix("pdfco: report.pdf: 2 edits applied, 1 already applied, saved (+") },
            "\(lines)")
        #expect(lines.suffix(6).starts(with: ["pdfco: report.pdf: no annotations match", "3", "3"]), "\(lines)")
        #expect(lines.last == "64")
    }

    @Test func `The log says who changed what, and the difference what it is now`() async throws {
        let result = try await shell(
            """
            pdfco update report.pdf whole --contents THREE --quiet
            PDFCO_SAVE=0 pdfco remove report.pdf 0a1b2c3d --quiet
            pdfco status report.pdf --quiet | sed 's/.*  //'
            pdfco log report.pdf --quiet | sed 's/20[^ ]*/DATE/'
            pdfco diff report.pdf --since 4
            pdfco diff report.pdf report.pdf
            cp report.pdf other.pdf
            pdfco diff other.pdf report.pdf --json | grep -o '"\\(added\\|changed\\|removed\\)":\\[[^]]*"contents":"[^"]*"'
            pdfco diff report.pdf --since 9; echo $?
            pdfco log report.pdf --json | head -c 34
            """)
        #expect(
            result.outputText.split(separator: "\n").map(String.init) == [
                "report.pdf: 1 unsaved change", "0a1b2c3d on pages 1-z",
                "revision 1  -  no annotations changed", "revision 2  DATE  Ann  1 added",
                "revision 3  DATE  Ann  1 added",
                "revision 4  DATE  Bob  1 added", "revision 5  DATE  Bob  1 changed",
                "changed  page 1  Text  539,786,559,806  whole  Bob:  \"THREE\"  (contents)",
                "removed  page 1  Text  539,786,559,806  0a1b2c3d  Ann:  \"one\"",
                "pdfco: no annotations differ",
                "\"removed\":[{\"author\":\"Ann\",\"color\":\"#ffd100\",\"contents\":\"one\"",
                "pdfco: error: report.pdf: there is no revision 9: the document has 5",
                "hint: pdfco log report.pdf lists them",
                "64", "{\"file\":\"report.pdf\",\"revisions\":[",
            ], "\(result.outputText)")
    }

    @Test func `Nothing is found, and the command says so`() async throws {
        let result = try await shell(
            """
            pdfco list report.pdf --author Nobody; echo $?
            pdfco status report.pdf; echo $?
            pdfco status reprot.pdf --quiet; echo $?
            pdfco remove report.pdf whole nothing --quiet; pdfco remove report.pdf 0a1b2c3d whole
            """)
        let lines = result.outputText.split(separator: "\n").map(String.init)
        #expect(
            lines.prefix(7) == [
                "pdfco: report.pdf: no annotations match", "0", "report.pdf: no unsaved changes", "0",
                "pdfco: error: reprot.pdf: no such file", "hint: pdfco status report.pdf --quiet", "66",
            ],
            "\(lines)")
        #expect(
            lines.last?.hasPrefix("pdfco: report.pdf: 1 edit applied, 1 already removed, saved (+") == true, "\(lines)")
    }
}
