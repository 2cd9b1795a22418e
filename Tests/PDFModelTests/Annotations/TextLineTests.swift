import FoundationEssentials
import Testing
import Typesetting

@testable import PDFModel

/// How the lines of free text fill their rectangle, and what is written of a text style.
@Suite struct TextLineTests {
    private let page = SampleAnnotations.page()

    private func text(_ contents: String, height: Double = 100, _ change: (inout AnnotationChange) -> Void = { _ in })
        throws -> Annotation
    {
        var properties = AnnotationChange()
        (properties.rect, properties.contents) = (Rectangle(100, 300, 200, 300 + height), contents)
        properties.fontSize = 10
        change(&properties)
        return try Annotation("FreeText", page: 1, properties).validated(on: page)
    }

    private func content(_ annotation: Annotation) -> String {
        String(decoding: annotation.drawing(on: page).content.bytes, as: UTF8.self)
    }

    /// The coordinates at which the lines begin.
    private func lines(_ annotation: Annotation) -> [(x: Double, y: Double)] {
        content(annotation).matches(of: #/([0-9.-]+) ([0-9.-]+) Td/#).compactMap { match in
            Double(match.1).flatMap { x in Double(match.2).map { (x, $0) } }
        }
    }

    @Test func `Lines that would be cut are left out, and said to be`() throws {
        let annotation = try text("1\n2\n3\n4", height: 40)
        #expect(lines(annotation).count == 3)
        let warnings = annotation.warnings(on: page)
        #expect(
            warnings == [
                "the text of the FreeText does not fit its rectangle: the last line of 4 is left out; fitting enlarges the rectangle"
            ])
        // Something is always shown.
        #expect(lines(try text("1\n2", height: 5)).count == 1)
        #expect(try text("1\n2\n3", height: 40).warnings(on: page).isEmpty)
    }

    @Test(arguments: [0, 90, 180, 270])
    func `The rectangle grows downwards as the reader sees it until it holds all lines`(rotation: Int) throws {
        let turned = SampleAnnotations.page(rotation: rotation)
        var small = try text("1\n2\n3\n4\n5\n6\n7\n8\n9\n10", height: 100)
        small.fitsText = true
        let grown = try small.validated(on: turned)
        #expect(grown.warnings(on: turned).isEmpty)
        let frame = UprightFrame(small.rect, rotation: rotation)
        let top = [Point(0, frame.height), Point(frame.width, frame.height)].map(frame.matrix.transform)
        for corner in top {
            #expect(grown.rect.corners.contains { abs($0.x - corner.x) + abs($0.y - corner.y) < 0.01 })
        }
        #expect(grown.rect.width * grown.rect.height > small.rect.width * small.rect.height)
        #expect(try grown.validated(on: turned) == grown)
        // What has room stays as it is.
        let large = try text("1") { $0.fitsText = true }
        #expect(large.rect == Rectangle(100, 300, 200, 400))
    }

    @Test func `Line spacing and vertical alignment place the lines`() throws {
        let top = lines(try text("1\n2"))
        let spaced = lines(try text("1\n2") { $0.lineSpacing = 2 })
        let bottom = lines(try text("1\n2") { $0.verticalAlignment = .bottom })
        let middle = lines(try text("1\n2") { $0.verticalAlignment = .middle })
        try #require([top, spaced, bottom, middle].allSatisfy { $0.count == 2 })
        #expect(abs(top[0].y - top[1].y - 11.5) < 0.01)
        #expect(abs(spaced[0].y - spaced[1].y - 20) < 0.01)
        #expect(bottom[1].y < 6)
        try #require(middle.count > 0)
        #expect(abs(middle[0].y * 2 - top[0].y - bottom[0].y) < 0.01)
    }

    @Test func `Justified lines are stretched at their spaces, the last one of a paragraph is not`() throws {
        let annotation = try text("aaa bbb ccc ddd eee fff ggg hhh iii") { $0.alignment = .justify }
        let stretches = content(annotation).matches(of: #/([0-9.]+) Tw/#).compactMap { Double($0.1) }.filter { $0 > 0 }
        #expect(stretches.count == lines(annotation).count - 1)
        #expect(annotation.entries()[.alignment] == .integer(0))
    }

    @Test func `What the default appearance cannot say is in the default style`() throws {
        let plain = try text("x").entries()
        #expect(plain[.defaultStyle] == nil)
        var styled = try text("x") { $0.font = "It's; a \\ \"name\": x" }
        styled.textStyle?.fontStyle = .boldItalic
        styled.textStyle?.embedsFonts = true
        styled.textStyle?.lineSpacing = 1.5
        styled.textStyle?.verticalAlignment = .middle
        styled.textStyle?.alignment = .justify
        let entries = styled.entries()
        let read = Annotation(reading: entries, page: 1) { object throws(PDFError) in object }
        #expect(read?.textStyle == styled.textStyle)
        let foreign: PDFDictionary = [
            .subtype: .name("FreeText"),
            .defaultStyle: .text(
                "font: Helvetica,sans-serif 12.0pt; text-align:left; font-family: Arial; color:#E52237"),
        ]
        let other = Annotation(reading: foreign, page: 1) { object throws(PDFError) in object }
        #expect(other?.textStyle == TextStyle())
    }

    @Test(arguments: ["Äpfel 3 €", "“a” – b…", "✓ → ∞", "a\nb"])
    func `Helvetica suffices`(text: String) { #expect(StandardFont.suffices(for: text)) }

    @Test(arguments: ["Łódź", "ș", "≠", "α", "Привет", "日本", "e\u{301}\u{323}", "👍"])
    func `Helvetica does not suffice`(text: String) { #expect(!StandardFont.suffices(for: text)) }

    // MARK: Shaped texts

    private func shaped(_ levels: [Int], _ text: String, level: Int = 0) -> ShapedText {
        let font = SubsetFont(
            name: "Test", format: .trueType, program: .init(), length: 0, widths: [0: 500, 1: 500], ascent: 900,
            descent: -200, capHeight: 700, box: [0, 0, 1, 1], italicAngle: 0, isFixedPitch: false, isBold: false)
        var runs: [ShapedRun] = []
        for (index, level) in levels.enumerated() {
            let glyph = ShapedGlyph(code: 1, cluster: index, advance: 500, x: 0, y: 0)
            if runs.last?.level == level {
                runs[runs.count - 1].glyphs.insert(glyph, at: level.isMultiple(of: 2) ? runs.last!.glyphs.count : 0)
            } else {
                runs.append(ShapedRun(font: 0, level: level, glyphs: [glyph]))
            }
        }
        return ShapedText(fonts: [font], paragraphs: [ShapedParagraph(level: level, runs: runs)])
    }

    private func seen(_ text: String, _ levels: [Int], level: Int, width: Double? = nil) -> [String] {
        EmbeddedText(text, shaped(levels, text, level: level), width: width).lines.map { line in
            line.clusters.map(\.text).joined()
        }
    }

    @Test func `Lines are put in the order in which they are seen after they were broken`() {
        // Capitals stand for letters that run from right to left.
        #expect(seen("ab CD 12", [0, 0, 0, 1, 1, 1, 2, 2], level: 0) == ["ab 12 DC"])
        #expect(seen("CD ab", [1, 1, 1, 2, 2], level: 1) == ["ab DC"])
        #expect(seen("AB CD", [1, 1, 1, 1, 1], level: 1, width: 1.2) == ["BA", "DC"])
        #expect(seen("abcdef", [0, 0, 0, 0, 0, 0], level: 0, width: 1) == ["ab", "cd", "ef"])
    }

    @Test func `A shaped text that does not fit its text is not used`() {
        let right = shaped([0, 0], "ab")
        #expect(right.isValid(for: "ab"))
        #expect(!right.isValid(for: "a"))
        #expect(!right.isValid(for: "a\nb"))
        var wrong = right
        wrong.paragraphs[0].runs[0].font = 1
        #expect(!wrong.isValid(for: "ab"))
        wrong = right
        wrong.paragraphs[0].runs[0].glyphs[0].code = 7
        #expect(!wrong.isValid(for: "ab"))
    }
}
