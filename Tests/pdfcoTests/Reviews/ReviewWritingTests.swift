import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// Where `open --report` writes, and what it does where a part of it is not to be had.
struct ReviewWritingTests {
    private struct Result: Decodable, Equatable {
        var file: String
        var report: String
        var comments: Int
        var pages: Int
        var pictures: Int
    }

    @Test func `A review replaces no file unasked, and never a document`() async throws {
        try await withTemporaryDirectory { directory in
            let scene = try await ReviewScene.commented(in: directory)
            try directory.appending("there.html").write("mine".utf8)
            _ = try Fixture.named("damaged-root.pdf").copy(into: directory)
            try directory.appending("list").write("report.pdf\ndamaged-root.pdf\n".utf8)
            let before = try directory.appending("report.pdf").readBytes()
            let result = try await scene.run(
                """
                pdfco open report.pdf --report there.html; echo $?
                pdfco open report.pdf --report report.pdf --force; echo $?
                ln report.pdf other.html; pdfco open report.pdf --report other.html --force; echo $?
                pdfco open --files-from list --report damaged-root.pdf --force; echo $?
                pdfco open report.pdf --report missing/review.html; echo $?
                pdfco open report.pdf --report there.html --force; echo $?
                """)
            #expect(result.outputText.split(separator: "\n").map(String.init) == ["73", "64", "64", "64", "73", "0"])
            let errors = result.errorLines.filter { $0.contains("error") }
            #expect(
                errors == [
                    "pdfco: error: there.html: cannot create: the file already exists",
                    "pdfco: error: report.pdf: its name ends in .pdf, but it would be an HTML page",
                    "pdfco: error: other.html: cannot be written: it is the document itself",
                    "pdfco: error: damaged-root.pdf: its name ends in .pdf, but it would be an HTML page",
                    "pdfco: error: missing: cannot create 'review.html' there: no such directory",
                ])
            #expect(try directory.appending("report.pdf").readBytes() == before)
            #expect(try scene.text("there.html").hasPrefix("<!DOCTYPE html>"))
        }
    }

    @Test func `Whoever may not read a document may not read its review`() async throws {
        try await withTemporaryDirectory { directory in
            let scene = try await ReviewScene.commented(in: directory)
            let result = try await scene.run(
                """
                umask 022; cp report.pdf open.pdf; chmod 644 open.pdf; chmod 640 report.pdf
                printf 'open.pdf\\nreport.pdf\\n' | pdfco open --files-from - --report both.html
                pdfco open report.pdf --report one.html; pdfco open open.pdf --report other.html
                stat -c %a both.html one.html other.html
                """)
            #expect(result.outputText == "640\n640\n644\n")
        }
    }

    @Test func `Several documents make one review, and one that cannot be read is named`() async throws {
        try await withTemporaryDirectory { directory in
            let scene = try await ReviewScene.commented(in: directory)
            for name in ["table.pdf", "encrypted.pdf"] { _ = try Fixture.named(name).copy(into: directory) }
            try directory.appending("list").write("report.pdf\ntable.pdf\nencrypted.pdf\n".utf8)
            let result = try await scene.run("pdfco open --files-from list --report review.html --json")
            #expect(result.exitStatus == 11)
            let results = try result.outputText.split(separator: "\n").map {
                try JSONDecoder().decode(Result.self, from: Data($0.utf8))
            }
            #expect(
                results == [
                    Result(file: "report.pdf", report: "review.html", comments: 2, pages: 2, pictures: 2),
                    Result(file: "table.pdf", report: "review.html", comments: 0, pages: 0, pictures: 0),
                ])
            let page = try scene.text("review.html")
            #expect(page.contains("<summary>1 document without comments</summary>\n<ul>\n<li>table.pdf</li>"))
            #expect(page.contains("<li>encrypted.pdf: cannot be opened without its password</li>"))
            try directory.appending("list").write("report.pdf\nreport.pdf\n".utf8)
            let two = try await scene.review("--files-from list")
            #expect(two.contains("<a href=\"#d2\">report.pdf</a> 2 comments"))
            #expect(two.contains("<section class=\"document\" id=\"d2\""))
        }
    }

    @Test func `A review goes to standard output, and shows unsaved changes and encrypted documents`() async throws {
        try await withTemporaryDirectory { directory in
            let scene = ReviewScene(directory: directory)
            _ = try Fixture.named("encrypted.pdf").copy(into: directory)
            let result = try await scene.run(
                """
                export PDFCO_PASSWORD=owner
                pdfco annotate text encrypted.pdf --rect 9,9,29,29 --contents Unsaved 2>/dev/null
                pdfco open encrypted.pdf --report -
                pdfco open encrypted.pdf --report - --no-checkpoint | grep --count 'class="thread"'
                """)
            let page = result.outputText
            #expect(page.contains(">Unsaved</p>"))
            #expect(page.contains("src=\"data:image/png;base64,"))
            #expect(page.hasSuffix("</html>\n0\n"))
        }
    }

    @Test func `Without a program that draws pages, the review has the text, and says so`() async throws {
        try await withTemporaryDirectory { directory in
            let scene = try await ReviewScene.commented(in: directory)
            let result = try await scene.run(
                "mkdir none; program=$(command -v pdfco); PATH=$PWD/none $program open report.pdf --report review.html")
            #expect(result.exitStatus == 0)
            let problem = "no pictures: neither mutool (mupdf-tools) nor pdftoppm (poppler-utils) is installed"
            #expect(result.errorLines.first == "pdfco: warning: report.pdf: \(problem)")
            let page = try scene.text("review.html")
            #expect(page.contains("<p>2 comments; \(problem)</p>"))
            #expect(page.contains(">Since when?</p>"))
            #expect(!page.contains("<img"))
            #expect(!page.contains("#d1m"))
        }
    }

    @Test(
        arguments: [
            "exit 1", "echo nonsense", "kill -9 $$", "/usr/bin/mutool \"$@\" | head -c 3000",
            // Pictures of other pages than those that were asked for: they have another shape.
            "/usr/bin/mutool draw -q -F png -r 20 -w 50 -h 50 -o - ${0%/*}/../wide.pdf 1,1",
        ])
    func `Where mutool fails, pdftoppm draws`(script: String) async throws {
        try await withTemporaryDirectory { directory in
            let scene = try await ReviewScene.commented(in: directory)
            let path = try scene.program("mutool", script)
            let result = try await scene.run(
                "pdfco open --new wide.pdf --size 300x100; \(path); pdfco open report.pdf --report review.html")
            #expect(result.exitStatus == 0)
            #expect(!result.errorText.contains("warning"), "\(result.errorText)")
            #expect(try scene.text("review.html").matches(of: #/<img /#).count == 2)
        }
    }

    @Test func `Where both fail, the review says which pictures are missing and why`() async throws {
        try await withTemporaryDirectory { directory in
            let scene = try await ReviewScene.commented(in: directory)
            _ = try scene.program("mutool", "exit 1")
            // It draws the first of the two pages.
            let path = try scene.program(
                "pdftoppm", "case \"$*\" in *'-f 1 '*) exec /usr/bin/pdftoppm \"$@\";; *) exit 3;; esac")
            let result = try await scene.run("\(path); pdfco open report.pdf --report review.html")
            #expect(result.exitStatus == 0)
            #expect(
                result.errorLines.first
                    == "pdfco: warning: report.pdf: some pictures are missing: pdftoppm failed with status 3")
            let page = try scene.text("review.html")
            #expect(page.matches(of: #/<img /#).count == 1)
            #expect(page.contains("<img alt=\"Page 1\""))
        }
    }

    @Test(
        arguments: [
            ("report.pdf --report r.html --text", "--text shows the text and nothing else"),
            ("report.pdf --report r.html --annotations", "--report writes a review and shows nothing else"),
            ("--new x.pdf --report r.html", "--report writes a review and shows nothing else"),
            ("report.pdf --report r.html -- true", "--report writes a review and shows nothing else"),
            ("report.pdf --force", "--force needs --new or --report"),
        ])
    func `What does not go together is refused`(words: String, message: String) async throws {
        try await withTemporaryDirectory { directory in
            let scene = ReviewScene(directory: directory)
            _ = try Fixture.named("report.pdf").copy(into: directory)
            let result = try await scene.run("pdfco open \(words)")
            #expect(result.exitStatus == 64)
            #expect(result.errorLines.first == "pdfco: error: \(message)")
            #expect(try directory.list() == ["report.pdf"])
        }
    }
}
