import Mutations
import PDFModel
import Testing

@testable import PageText

/// What mutool prints is read tolerantly, and refused where it cannot be understood.
struct StructuredTextTests {
    private static let sample = """
        <?xml version="1.0"?>
        <document name="x">
        <page id="page3" width="300" height="200">
        <block bbox="1 2 3 4" justify="unknown">
        <line bbox="1 2 3 4" wmode="0" dir="1 0" flags="0" text="a&lt;">
        <font name="We"ird size="99" <&\u{1}" size="10">
        <char quad="0 90 5 90 0 104 5 104" x="0" y="100" bidi="0" color="#000000" alpha="#ff" flags="16" c="&lt;"/>
        <char quad="5 90 10 90 5 104 10 104" x="5" y="100" color="#000000" c="&#x1;"/>
        <char quad="10 90 15 90 10 104 15 104" x="10" y="100" color="#000000" c="é"/>
        <char quad="15 90 20 90 15 104 20 104" x="15" y="100" color="#000000" c="&#x6771;"/>
        </font>
        </line>
        </block>
        <image bbox="0 0 1 1"/>
        </page>
        </document>

        """

    private func pages(_ bytes: [UInt8], by count: Int = .max) throws(PageTextError) -> [StructuredText.Page] {
        var reader = StructuredText()
        var pages: [StructuredText.Page] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            _ = try reader.read(rest.prefix(count)) { page in
                pages.append(page)
                return true
            }
            rest = rest.dropFirst(count)
        }
        return pages
    }

    @Test(arguments: [1, 7, 4096]) func `Names of fonts and control characters do no harm`(count: Int) throws {
        let page = try #require(try pages(Array(Self.sample.utf8), by: count).first)
        #expect(page.number == 3)
        try #require(page.lines.map { $0.map(\.text) } == [["<", "\u{1}", "é", "東"]])
        // The font's size is 10: marks reach 8.5 above the line of the text, and 2.1 below it.
        let box = page.lines[0][0].box
        #expect(abs(box.upperLeft.y - 91.5) < 1e-9 && abs(box.lowerLeft.y - 102.1) < 1e-9)
    }

    /// As MuPDF has them since version 1.25: a space, one on a line upwards, a full stop, and a quotation mark.
    @Test(arguments: [
        "5 100 10 100 5 100 10 100", "50 95 50 90 50 95 50 90", "5 99 10 99 5 100 10 100", "5 92 10 92 5 95 10 95",
    ])
    func `A character of little height has that of its font`(quad: String) throws {
        let isUpwards = quad.hasPrefix("50")
        let origin = isUpwards ? "x=\"50\" y=\"95\"" : "x=\"5\" y=\"100\""
        let text = """
            <page id="page1" width="300" height="200">
            <line wmode="0">
            <font name="F" size="10">
            <char quad="\(quad)" \(origin) c="."/>
            </page>

            """
        let box = try #require(pages(Array(text.utf8)).first?.lines.first?.first).box
        let corners = isUpwards ? [(41.5, 95.0), (52.1, 90)] : [(5, 91.5), (10, 102.1)]
        #expect(abs(box.upperLeft.x - corners[0].0) < 1e-9 && abs(box.upperLeft.y - corners[0].1) < 1e-9)
        #expect(abs(box.lowerRight.x - corners[1].0) < 1e-9 && abs(box.lowerRight.y - corners[1].1) < 1e-9)
        #expect(box.isPlace)
    }

    @Test(arguments: [
        ("<char x=\"1\" y=\"1\" c=\"a\"/>\n", "quadrilateral"), ("<char quad=\"1 2 3\" c=\"a\"/>\n", "four corners"),
        ("<page width=\"3\">\n", "number and a size"), (String(repeating: "x", count: 1 << 21), "too long"),
    ])
    func `What is not understood is refused`(text: String, reason: String) throws {
        let start = "<page id=\"page1\" width=\"1\" height=\"1\">\n<line wmode=\"0\">\n"
        do throws(PageTextError) {
            _ = try pages(Array((start + text).utf8))
            Issue.record("It was accepted.")
        } catch {
            #expect("\(error)".contains(reason))
        }
    }

    @Test func `Damaged output gives pages or an error, and never ends the program`() {
        var random = SeededGenerator(state: 1)
        let sample = Array(Self.sample.utf8)
        for _ in 0..<2000 {
            var bytes = sample
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = .random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: bytes[place...].prefix(40), at: place)
                default: bytes.insert(contentsOf: Array("1e999 nan -".utf8), at: place)
                }
            }
            for page in (try? pages(bytes, by: 64)) ?? [] {
                let text = TextPage(
                    number: 1,
                    lines: page.lines.map { TextLine($0.map { TextCharacter($0.text, $0.box) }) })
                _ = try? TextSearch(TextQuery("é")).matches(on: text)
                _ = text.lines.map(\.words)
            }
        }
    }

    @Test func `Numbers of pages are ranges`() {
        #expect(MuPDF.ranges([1, 2, 3, 7, 9, 10]) == "1-3,7,9-10")
    }
}
