import Testing

@testable import PDFModel

@Suite struct StandardFontTests {
    @Test func `Helvetica has its whole glyph set`() {
        let glyphs = HelveticaMetrics.table.split(whereSeparator: \.isWhitespace)
        #expect(glyphs.count == 315)
        for character in "AÄĄŞığŻőŪșț€fiﬁ†" { #expect(StandardFont.helvetica.glyph(character) != nil) }
    }

    @Test(
        arguments: [
            ("A", StandardFont.helvetica, 0.667, "Helv"), ("A", .helveticaBold, 0.722, "HeBo"),
            (" ", .helvetica, 0.278, "Helv"), ("é", .helvetica, 0.556, "Helv"), ("e\u{301}", .helvetica, 0.556, "Helv"),
            ("ż", .helvetica, 0.5, "Helv1"), ("α", .helvetica, 0.631, "Symb"), ("∑", .helvetica, 0.6, "Helv1"),
            ("✓", .helvetica, 0.755, "ZaDb"), ("Ω", .symbol, 0.768, "Symb"),
        ] as [(Character, StandardFont, Double, Name)])
    func `Widths are those of Adobe`(character: Character, font: StandardFont, width: Double, resource: Name) throws {
        let glyph = try #require(font.glyph(character))
        #expect(glyph.width == width)
        #expect(glyph.resource.name == resource)
    }

    @Test func `The encoding names what ASCII lacks`() throws {
        var content = ContentStream()
        let text = TypesetText("aéż", in: .helvetica, size: 10)
        content.show(try #require(text.lines.first), size: 10, at: Point(0, 0))
        let fonts = content.resources[.font]?.dictionaryValue
        let latin = fonts?["Helv"]?.dictionaryValue?["Encoding"]?.dictionaryValue
        let polish = fonts?["Helv1"]?.dictionaryValue?["Encoding"]?.dictionaryValue
        #expect(latin?["Differences"]?.arrayValue?.last == .name("eacute"))
        #expect(polish?["Differences"]?.arrayValue?.last == .name("zdotaccent"))
    }

    @Test func `No two glyphs of a resource share a code`() throws {
        let tables: [(StandardFont, String)] = [
            (.helvetica, HelveticaMetrics.table), (.symbol, SymbolMetrics.table),
            (.zapfDingbats, ZapfDingbatsMetrics.table),
        ]
        var seen: [FontResource: Set<UInt8>] = [:]
        for (font, table) in tables {
            for entry in table.split(whereSeparator: \.isWhitespace) {
                let value = try #require(UInt32(entry.prefix { $0 != "/" }, radix: 16))
                let scalar = try #require(Unicode.Scalar(value))
                let glyph = try #require(font.glyph(Character(scalar)))
                #expect(glyph.resource.font == font)
                #expect(seen[glyph.resource, default: []].insert(glyph.code).inserted, "\(entry)")
            }
        }
        #expect(seen.values.reduce(0) { $0 + $1.count } == 315 + 160 + 202)
    }

    @Test func `Words wrap at spaces and long words anywhere`() {
        func lines(_ text: String, _ width: Double) -> [String] {
            TypesetText(text, in: .helvetica, size: 10, width: width).lines
                .map { String(decoding: $0.map(\.code), as: UTF8.self) }
        }
        #expect(lines("aaaa bbbb cccc", 50) == ["aaaa bbbb", "cccc"])
        #expect(lines("aaaaaaaaaa", 25) == ["aaaa", "aaaa", "aa"])
        #expect(lines("a\n\nb\r\nc", 100) == ["a", "", "b", "c"])
        #expect(lines("aaaa   bbbb", 23) == ["aaaa", "bbbb"])
        #expect(lines("aaaa ", 23) == ["aaaa"])
        #expect(lines("ab", 0.1) == ["a", "b"])
        #expect(lines("", 10) == [""])
    }

    @Test func `What has no glyph is told once and shown as a question mark`() throws {
        let text = TypesetText("日 日\u{200B}本👩‍👧", in: .helvetica, size: 10)
        #expect(text.lines.first?.map(\.code) == Array("? ???".utf8))
        #expect(text.missing.prefix(2) == ["日", "本"])
    }
}
