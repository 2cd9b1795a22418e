import Mutations
import PDFModel
import Testing

@testable import PageText

/// Text is found as a person reads it.
struct TextSearchTests {
    /// A page of lines of letters, each 10 points wide and 10 high; the first line begins at (0, 1000).
    static func page(_ lines: [String]) -> TextPage {
        TextPage(
            number: 1,
            lines: lines.enumerated().map { row, text in
                TextLine(
                    text.unicodeScalars.enumerated().map { column, scalar in
                        let (x, y) = (Double(column) * 10, 1000 - Double(row) * 20)
                        return TextCharacter(String(scalar), Quadrilateral(Rectangle(x, y, x + 10, y + 10)))
                    })
            })
    }

    private func find(_ query: TextQuery, _ lines: String...) throws -> [TextMatch] {
        try TextSearch(query).matches(on: Self.page(lines))
    }

    @Test(arguments: [
        ("office", ["the o\u{FB03}ce"]), ("o\u{FB03}ce", ["the office"]), ("fi", ["a \u{FB01}ne day"]),
        ("example", ["an exam-", "ple"]), ("exam-ple", ["an exam-", "ple"]), ("example", ["an exam\u{AD}", "ple"]),
        ("example", ["an ex\u{AD}ample"]), ("well-known", ["a well-", "known man"]),
        ("2019-2020", ["in 2019-", "2020"]),
        ("pre- and post-war", ["pre-", "and post-war"]), ("exam\u{2010}ple", ["exam-ple"]),
        ("don't", ["I don\u{2019}t"]), ("\"so\"", ["\u{201C}so\u{201D}"]), ("\u{2018}a\u{2019}", ["'a'"]),
        ("'hello'", ["`hello'"]), ("don't", ["don\u{B4}t"]), ("5\" pipe", ["5\u{2033} pipe"]), ("`x", ["\u{2018}x"]),
        ("a - b", ["a \u{2013} b"]), ("1\u{2014}2", ["1-2"]), ("two words", ["two", "words"]),
        ("two words", ["two  ", " words"]), ("two\u{A0}words", ["two words"]), ("Caf\u{E9}", ["Cafe\u{301}"]),
        ("Cafe\u{301}", ["Caf\u{E9}"]), ("ｗｉｄｅ", ["wide"]), ("x2", ["x\u{B2}"]), ("…", ["..."]),
        ("東京都庁", ["ここは東京", "都庁です"]), ("日本語", ["日本語の"]), ("한국어", ["한국어를"]),
        ("سلام", ["\u{FEB3}\u{FEFC}\u{FEE1}"]), ("كتاب", ["كِتَاب"]), ("كتاب", ["كتـــاب"]), ("שלום", ["שָׁלוֹם"]),
        ("zero\u{200B}width", ["zerowidth"]),
    ])
    func `Text is found however the page writes it`(text: String, lines: [String]) throws {
        let matches = try TextSearch(TextQuery(text)).matches(on: Self.page(lines))
        #expect(matches.count == 1, "\(SearchableText(Self.page(lines)).scalars)")
    }

    @Test(arguments: [
        ("e", ["e\u{323}\u{302}"]), ("가", ["각"]), ("a b", ["ab"]), ("Word", ["word"]), ("ab", ["a", "b"]),
        ("example", ["exam - ple"]), ("كُتاب", ["كِتاب"]),
    ])
    func `Other text is not found`(text: String, lines: [String]) throws {
        #expect(try TextSearch(TextQuery(text)).matches(on: Self.page(lines)).isEmpty)
    }

    @Test(arguments: ["H2O", "H 2 O", "H2 O", "H 2O"])
    func `Subscripts may have spaces around them, as some programs copy them`(text: String) throws {
        var page = Self.page(["xH2Ox"])
        let box = page.lines[0].characters[2].box.lowerLeft
        page.lines[0].characters[2].box = Quadrilateral(Rectangle(box.x, box.y - 2, box.x + 10, box.y + 5))
        let found = try TextSearch(TextQuery(text)).matches(on: page)
        try #require(found.map(\.text) == ["H2O"])
        #expect(found[0].quads.compactMap { Rectangle(enclosing: $0.points)?.width } == [30])
        var whole = TextQuery("2")
        whole.isWholeWord = true
        #expect(try TextSearch(whole).matches(on: page).isEmpty)
        #expect(try TextSearch(TextQuery("x H")).matches(on: page).isEmpty)
    }

    @Test func `A slanted space beside a superscript makes no mark higher`() throws {
        var page = Self.page(["a b"])
        page.lines[0].characters[1].box = Quadrilateral(
            upperLeft: Point(10, 1014), upperRight: Point(20, 1008), lowerLeft: Point(10, 1004),
            lowerRight: Point(20, 998))
        let found = try TextSearch(TextQuery("a b")).matches(on: page)
        #expect(found.flatMap(\.quads) == [Quadrilateral(Rectangle(0, 1000, 30, 1010))])
    }

    @Test func `Letter case is ignored on request, in every script`() throws {
        var query = TextQuery("straße ΟΔΟΣ илья ﬁ")
        query.ignoresCase = true
        #expect(try find(query, "STRASSE οδός ИЛЬЯ FI").isEmpty)
        query.text = "STRASSE οδος ИЛЬЯ fi"
        let matches = try find(query, "Straße Οδος Илья \u{FB01}")
        try #require(matches.count == 1)
        #expect(Rectangle(enclosing: matches[0].quads.flatMap(\.points)) == Rectangle(0, 1000, 180, 1010))
    }

    @Test func `A whole word has no letter or digit beside it`() throws {
        var query = TextQuery("art")
        query.isWholeWord = true
        #expect(try find(query, "art, part art2 (art) art_ ärt Art art").map(\.ordinal) == [1, 2, 3])
        #expect(try find(query, "a st-", "art").isEmpty)
        query.text = "ple"
        #expect(try find(query, "exam-", "ple").isEmpty)
    }

    @Test func `A regular expression sees words that hyphens divide, and spaces between lines`() throws {
        var query = TextQuery(#"[Ii]nvoice\s+no\.\s*(\d+)"#)
        query.isRegularExpression = true
        let matches = try find(query, "In-", "Invoice no. 12; in-", "voice", "no.", "345")
        try #require(matches.map(\.text) == ["Invoice no. 12", "in- voice no. 345"])
        #expect(matches[1].quads.count == 4)
        query.text = "in–voice|“x”"
        #expect(try find(query, "in-voice \"x\"").count == 2)
        query.text = "x*"
        #expect(try find(query, "abc").isEmpty)
        query.text = "(unclosed"
        #expect(throws: PageTextError.invalidPattern("(unclosed")) { try TextSearch(query) }
    }

    @Test func `A match has one piece for each line, at the angle of the letters`() throws {
        let match = try #require(try find(TextQuery("two lines"), "these are two ", " lines of").first)
        #expect(
            match.quads.map { Rectangle(enclosing: $0.points) } == [
                Rectangle(100, 1000, 130, 1010), Rectangle(10, 980, 60, 990),
            ])
        // The same line, turned by 30 degrees.
        let (cosine, sine) = (0.75.squareRoot(), 0.5)
        func turned(_ point: Point) -> Point {
            Point(point.x * cosine - point.y * sine, point.x * sine + point.y * cosine)
        }
        var page = Self.page(["these are two"])
        page.lines[0].characters = page.lines[0].characters.map { character in
            let box = character.box
            return TextCharacter(
                character.text,
                Quadrilateral(
                    upperLeft: turned(box.upperLeft), upperRight: turned(box.upperRight),
                    lowerLeft: turned(box.lowerLeft), lowerRight: turned(box.lowerRight)))
        }
        let quad = try #require(TextSearch(TextQuery("are")).matches(on: page).first?.quads.first)
        for (found, expected) in zip(quad.points, Quadrilateral(Rectangle(60, 1000, 90, 1010)).points.map(turned)) {
            #expect(abs(found.x - expected.x) < 1e-6 && abs(found.y - expected.y) < 1e-6)
        }
    }

    @Test func `Where scripts of both directions meet, only what matches is marked`() throws {
        // Read in the order "abc 12", but 12 is at the left, and other letters are in between.
        var page = Self.page(["12xyabc"])
        let characters = page.lines[0].characters
        page.lines[0].characters =
            Array(characters[4...]) + [TextCharacter(" ", characters[3].box)] + characters[..<2]
            + characters[2..<4]
        let quads = try #require(TextSearch(TextQuery("abc 12")).matches(on: page).first?.quads)
        #expect(
            quads.map { Rectangle(enclosing: $0.points) } == [
                Rectangle(0, 1000, 20, 1010), Rectangle(40, 1000, 70, 1010),
            ])
    }

    @Test func `Only text within the rectangle is searched`() throws {
        var query = TextQuery("word")
        query.area = Rectangle(0, 975, 100, 995)
        let matches = try find(query, "word", "word", "word")
        #expect(matches.map { $0.quads.first?.lowerLeft.y } == [980])
    }

    @Test func `Each part of a random page is found where it is`() throws {
        var random = SeededGenerator(state: 19)
        let letters = Array("abcde fgäßé-\u{FB01}\u{2019}\u{2013}東京アلاش한각 XY12 ".unicodeScalars)
        for _ in 0..<300 {
            let lines = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                String(
                    String.UnicodeScalarView(
                        (0..<Int.random(in: 1...30, using: &random)).map { _ in letters.randomElement(using: &random)! }
                    ))
            }
            let page = Self.page(lines)
            let row = Int.random(in: 0..<lines.count, using: &random)
            let scalars = Array(lines[row].unicodeScalars)
            let start = Int.random(in: 0..<scalars.count, using: &random)
            let end = Int.random(in: start..<scalars.count, using: &random) + 1
            let part = String(String.UnicodeScalarView(scalars[start..<end]))
            // A hyphen at the end of a line may be left out, and then is not part of what is found.
            guard !part.allSatisfy(\.isWhitespace), part.last != "-" else { continue }
            var query = TextQuery(part)
            query.ignoresCase = Bool.random(using: &random)
            let matches = try TextSearch(query).matches(on: page)
            let middle = Point((Double(start + end) / 2) * 10, 1005 - Double(row) * 20)
            // Matches do not overlap, so an earlier one may have taken a part of this.
            let isFound = matches.contains { match in
                match.quads.contains { quad in
                    Rectangle(enclosing: quad.points).map { box in
                        box.y0 < middle.y && middle.y < box.y1 && box.x0 <= middle.x + 10 * Double(part.count)
                            && middle.x - 10 * Double(part.count) <= box.x1
                    } ?? false
                }
            }
            #expect(isFound, "'\(part)' in \(lines)")
            #expect(matches.map(\.ordinal) == Array(1...max(1, matches.count)).prefix(matches.count).map(\.self))
        }
    }

    @Test(arguments: [
        ("Invoice no", ["The invoice No. 12"], "invoice No", true), ("Invioce", ["An Invoice of"], "Invoice", false),
        ("completely other", ["nothing like it"], nil, false), ("foo", ["the roofs"], nil, false),
        ("COVID", ["providing"], nil, false), ("nests", ["finest nest"], "nest", false),
        ("foo", ["the FOOTPATH"], "FOO", true), ("swalow nests", ["The swallow nests"], "swallow nests", false),
    ])
    func `The nearest text is a hint`(text: String, lines: [String], nearest: String?, isCase: Bool) {
        var search = NearestSearch(text)
        search.look(at: Self.page(lines))
        #expect(search.result?.text == nearest)
        #expect(search.result?.differsInCase ?? false == isCase)
    }

    @Test func `A pattern that took too long is to blame, and the next search has its own time`() throws {
        let page = Self.page([String(repeating: "x", count: 60)])
        var query = TextQuery("(x+x+)+y")
        query.isRegularExpression = true
        let search = try TextSearch(query, limit: .milliseconds(50))
        #expect(throws: PageTextError.patternTooSlow("(x+x+)+y")) { try search.matches(on: page) }
        #expect(throws: PageTextError.patternTooSlow("(x+x+)+y")) { try search.matches(on: page) }
        query.text = "x{3}"
        #expect(try TextSearch(query).matches(on: page).count == 20)
    }
}
