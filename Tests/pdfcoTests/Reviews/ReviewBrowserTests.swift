import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// A review in a real browser.
@Suite(.enabled(if: Browser.isInstalled, Comment(rawValue: Browser.isMissing)))
struct ReviewBrowserTests {
    @Test func `Everybody can read and filter a review: no error, no request, no finding of axe-core`() async throws {
        try await withTemporaryDirectory { directory in
            let scene = try await ReviewScene.commented(in: directory)
            try directory.appending("x.csv").write("1".utf8)
            try await scene.annotate(
                "file-attachment report.pdf --page 3 --rect 400,700,420,720 --file x.csv",
                "square report.pdf --page 2 --rect 100,100,200,200 --contents '<script>alert(1)</script>' --author Eve")
            for name in ["table.pdf", "encrypted.pdf"] { _ = try Fixture.named(name).copy(into: directory) }
            try directory.appending("list").write("report.pdf\nreport.pdf\ntable.pdf\nencrypted.pdf\n".utf8)
            _ = try await scene.run("pdfco open --files-from list --report review.html")
            let found = try await Browser.look(at: directory.appending("review.html"))
            #expect(found.problems == [])
            #expect(found.requests == [])
            #expect(found.violations == [])
            #expect(found.rules > 20)
            #expect(found.unreached == [])
            #expect(found.marked)
            #expect(found.lit)
            #expect(!found.formWithoutScript)
            #expect(
                found.shown == [
                    "all": 8, "author Ann": 2, "author Bob": 4, "author Eve": 2, "author no author": 2,
                    "kind Note": 2, "kind Highlight": 2, "kind Square": 2, "kind File attachment": 2,
                    "state open": 6, "state completed": 2, "from 2024-09-01": 8, "from 2024-09-02": 0,
                    "to 2024-08-31": 0, "text SINCE": 2, "nothing": 0, "reset": 8, "without script": 8,
                ])
        }
    }

    @Test func `A thousand comments can be filtered`() async throws {
        try await withTemporaryDirectory { directory in
            let scene = ReviewScene(directory: directory)
            let marks = (0..<1_000).map { number in
                let (x, y) = (40 + number % 10 * 50, 40 + number / 10 % 10 * 70)
                return """
                    {"subtype":"Square","page":\(1 + number / 100),"rect":[\(x),\(y),\(x + 30),\(y + 30)],\
                    "contents":"Comment \(number)","author":"Reader \(number % 7)"}
                    """
            }
            try directory.appending("marks.json").write("[\(marks.joined(separator: ","))]".utf8)
            let made = try await scene.run(
                """
                pdfco open --new many.pdf --pages 10 >/dev/null && pdfco annotate import many.pdf marks.json --save &&
                pdfco open many.pdf --report review.html
                """)
            try #require(made.exitStatus == 0, "\(made.errorText)")
            let found = try await Browser.look(at: directory.appending("review.html"))
            #expect(found.problems == [])
            #expect(found.violations == [])
            #expect(found.unreached == [])
            #expect(found.shown["all"] == 1_000)
            #expect(found.shown["author Reader 0"] == 143)
            #expect(found.shown["reset"] == 1_000)
        }
    }
}
