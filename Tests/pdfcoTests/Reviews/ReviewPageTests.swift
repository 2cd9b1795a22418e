import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// What is in the page that `open --report` writes.
struct ReviewPageTests {
    @Test func `A review has the comments, their replies and states, and a picture of each page with some`()
        async throws
    {
        try await withTemporaryDirectory { directory in
            let scene = try await ReviewScene.commented(in: directory)
            let page = try await scene.review()
            #expect(page.contains("<title>Review of report.pdf</title>"))
            #expect(page.contains("2 comments, 1 open, in 1 document."))
            #expect(page.matches(of: #/<h3>(Page \d+)/#).map { String($0.1) } == ["Page 1", "Page 3"])
            let threads = page.matches(of: #/(?s)<li class="thread" id="(\w+)" data-kind="(\w+)" data-state="(\w+)"/#)
            #expect(threads.map { "\($0.1) \($0.2) \($0.3)" } == ["d1c1 Note completed", "d1c2 Highlight open"])
            let replies = page.matches(of: #/<p class="by">(reply|state)([^·]*) · <bdi>(\w+)</bdi>/#)
            #expect(
                replies.map { "\($0.1)\($0.2) \($0.3)" } == [
                    "reply Bob", "reply to <bdi>Bob</bdi> Ann", "state: completed Bob",
                ])
            #expect(
                page.matches(of: #/<p class="contents" dir="auto">(.*?)</p>/#).map { String($0.1) } == [
                    "Which year?", "In May.", "Thanks.", "Since when?",
                ])
            let pictures = page.matches(of: #/width="(\d+)" height="(\d+)" src="data:image/png;base64,([^"]+)"/#)
            #expect(pictures.count == 2)
            for picture in pictures {
                let png = Array(try #require(Data(base64Encoded: String(picture.3))))
                // The header chunk has the size (PNG, 11.2.1).
                try #require(png.count >= 24 && png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
                let size = [16, 20].map { png[$0..<($0 + 4)].reduce(0) { $0 << 8 | Int($1) } }
                #expect(size == [Int(picture.1), Int(picture.2)])
            }
        }
    }

    @Test func `Marks are where the reader of a turned page sees them`() async throws {
        try await withTemporaryDirectory { directory in
            let scene = ReviewScene(directory: directory)
            _ = try Fixture.named("rotated.pdf").copy(into: directory)
            try await scene.annotate("square rotated.pdf --page 1-4 --at top-right --size 40x20 --margin 10 --name n")
            let page = try await scene.review("rotated.pdf")
            let marks = page.matches(of: #/(?s)viewBox="0 0 ([\d.]+) [\d.]+".*?<path d="([^"]+)"/#)
            #expect(marks.count == 4)
            for mark in marks {
                let points = mark.2.matches(of: #/([\d.]+) ([\d.]+)/#).map { (Double($0.1) ?? 0, Double($0.2) ?? 0) }
                let width = try #require(Double(mark.1))
                #expect(points.map { $0.0 }.max().map { abs($0 - (width - 10)) < 0.2 } == true)
                #expect(points.map { $0.0 }.min().map { abs($0 - (width - 50)) < 0.2 } == true)
                #expect(points.map { $0.1 }.min().map { abs($0 - 10) < 0.2 } == true)
                #expect(points.map { $0.1 }.max().map { abs($0 - 30) < 0.2 } == true)
            }
        }
    }

    @Test func `Nothing of a document becomes markup`() async throws {
        try await withTemporaryDirectory { directory in
            let scene = ReviewScene(directory: directory)
            let attack = "</p></li><script>alert(1)</script><img src=x onerror=alert(2)>\"'><svg onload=alert(3)>&amp;"
            try directory.appending("attack").write(attack.utf8)
            let name = "a\"><script>x<.pdf"
            _ = try Fixture.named("report.pdf").copy(into: directory, as: name)
            let made = try await scene.run(
                #"""
                t=$(cat attack); f='a"><script>x<.pdf'; echo data >"$t".csv 2>/dev/null || echo data >x.csv
                pdfco annotate text "$f" --rect 9,9,29,29 --contents "$t" --author "$t" --subject "$t" --name "$t" --save &&
                pdfco annotate reply "$f" "$t" --contents "$t" --author $'\e[31m\u202e'"$t" --save &&
                pdfco annotate file-attachment "$f" --rect 9,9,29,29 --file x.csv --contents "$t" --save
                """#)
            try #require(made.exitStatus == 0, "\(made.errorText)")
            let page = try await scene.review("'a\"><script>x<.pdf'")
            #expect(page.contains("&lt;/p&gt;&lt;/li&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img"))
            #expect(page.contains("&amp;amp;"))
            // One script and no picture but those of pages: what is left of the tags is the report's own.
            #expect(page.matches(of: #/<script/#).count == 1)
            #expect(page.matches(of: #/<img /#).count == 1)
            #expect(page.matches(of: #/<svg /#).count == 1)
            let body = try #require(page.split(separator: "<script>").first)
            #expect(!body.replacing(#/"[^"]*"/#, with: "").contains(#/<[^>]*\son\w+=/#))
            #expect(!page.unicodeScalars.contains("\u{1B}"))
            #expect(!page.unicodeScalars.contains("\u{202E}"))
            // Every attribute ends where it should: no `=` outside of quotation marks in a tag.
            for tag in page.matches(of: #/<li class="(?:thread|reply)"[^>]*>/#) {
                #expect(tag.0.wholeMatch(of: #/<li( [\w-]+="[^"<>]*")+>/#) != nil, "\(tag.0)")
            }
        }
    }

    @Test func `The policy allows the page's own style and script, and nothing else`() async throws {
        try await withTemporaryDirectory { directory in
            let scene = try await ReviewScene.commented(in: directory)
            let page = try await scene.review()
            let policy = try #require(
                page.firstMatch(of: #/http-equiv="Content-Security-Policy" content="([^"]+)"/#)?.1)
            var hashes: [String] = []
            for element in ["style", "script"] {
                let start = try #require(page.firstRange(of: "<\(element)>")).upperBound
                let end = try #require(page.firstRange(of: "</\(element)>")).lowerBound
                try #require(start <= end)
                try directory.appending(element).write(page[start..<end].utf8)
                let sum = try await scene.run("openssl dgst -sha256 -binary \(element) | base64")
                hashes.append(sum.outputText.trimmingSuffix { $0 == "\n" })
            }
            #expect(
                policy == """
                    default-src 'none'; img-src data:; style-src 'sha256-\(hashes[0])'; \
                    script-src 'sha256-\(hashes[1])'; base-uri 'none'; form-action 'none'
                    """)
            #expect(!page.contains(#/https?:/#))
            #expect(!page.contains(#/ style=/#))
        }
    }

    @Test func `Replies in a circle are shown once each`() async throws {
        try await withTemporaryDirectory { directory in
            let scene = ReviewScene(directory: directory)
            let note = { (target: String) in
                "<< /Type /Annot /Subtype /Text /Rect [9 9 29 29] /T (A) /Contents (to \(target)) /IRT \(target) 0 R >>"
            }
            let file = HandmadePDF.onePage(
                "/Annots [10 0 R 11 0 R 12 0 R]", objects: [10: note("11"), 11: note("10"), 12: note("12")])
            var whole = file
            whole.table()
            try directory.appending("circle.pdf").write(whole.bytes)
            let page = try await scene.review("circle.pdf")
            let texts = page.matches(of: #/<p class="contents" dir="auto">(.*?)</p>/#).map { String($0.1) }
            #expect(texts.sorted() == ["to 10", "to 11", "to 12"])
        }
    }
}

extension String {
    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
        String(reversed().drop(while: predicate).reversed())
    }
}
