import FoundationEssentials
import Mutations
import TestSupport
import Testing

@testable import PDFModel
@testable import PageText

/// The words of scans come from files that other programs write.
struct WordFileTests {
    private static let page = PageDetails(
        number: 1, label: nil, mediaBox: Rectangle(0, 0, 300, 200), cropBox: Rectangle(0, 0, 300, 200), rotation: 0,
        userUnit: 1)

    private func words(_ text: String, on page: PageDetails = page) throws -> [String: Rectangle] {
        var words: [String: Rectangle] = [:]
        try WordFile(Array(text.utf8)).read([page]) { page in
            for word in page.lines.flatMap(\.words) { words[word.text] = Rectangle(enclosing: word.box.points) }
            return true
        }
        return words
    }

    private static let hocr = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"
            "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
        <html xmlns="http://www.w3.org/1999/xhtml"><head><title></title></head><body>
        <div class='ocr_page' id='page_1' title='image "a; bbox 1 2 3 4.png"; bbox 0 0 1200 800; ppageno 0'>
        <div class='ocr_carea' title="bbox 0 0 100 100"><p class='ocr_par' lang='eng' title="bbox 0 0 100 100">
        <span class='ocr_line' title="bbox 40 80 400 120; baseline 0 0">
        <span class='ocrx_word' title='bbox 40 80 200 120; x_wconf 96'><strong>Ex&amp;m</strong></span>
        <span class='ocrx_word' title='bbox 240 80 400 120; x_wconf 96'>two</span></span></p></div></div></body></html>
        """
    private static let alto = """
        <alto xmlns="http://www.loc.gov/standards/alto/ns-v3#"><Description><MeasurementUnit>pixel</MeasurementUnit>
        </Description><Layout><Page WIDTH="1200" HEIGHT="800" PHYSICAL_IMG_NR="1" ID="p"><PrintSpace><TextBlock>
        <TextLine><String CONTENT="Ex&amp;m" HPOS="40" VPOS="80" WIDTH="160" HEIGHT="40"/><SP/>
        <String CONTENT="tw" HPOS="240" VPOS="80" WIDTH="160" HEIGHT="40"/><HYP CONTENT="o"/></TextLine>
        </TextBlock></PrintSpace></Page></Layout></alto>
        """
    private static let table = """
        level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext
        1\t1\t0\t0\t0\t0\t0\t0\t1200\t800\t-1\t
        5\t1\t1\t1\t1\t1\t40\t80\t160\t40\t96.1\tEx&m
        5\t1\t1\t1\t1\t2\t240\t80\t160\t40\t96.1\ttwo
        """

    @Test(arguments: [hocr, alto, table]) func `A damaged file of words crashes nothing`(file: String) throws {
        var (read, refused) = (0, 0)
        for seed in TestScope.seeds() {
            var mutation = Mutation(seed: seed)
            do {
                try WordFile(mutation.apply(toSource: Array(file.utf8))).read([Self.page]) { _ in true }
                read += 1
            } catch { refused += 1 }
        }
        #expect(read > 0 && refused > 0)
    }

    @Test func `A table that states a page twice crashes nothing`() throws {
        let page = "1\t1\t0\t0\t0\t0\t0\t0\t1200\t800\t-1\t\n"
        let word = "5\t1\t1\t1\t1\t1\t40\t80\t160\t40\t96.1\tone\n"
        let header = try #require(Self.table.split(separator: "\n").first)
        let words = try words("\(header)\n\(page)\(word)\(page)\(word)")
        #expect(Array(words.keys) == ["one"])
    }

    @Test func `A number that no page can have is an error, and not counted up`() throws {
        for (file, old) in [(Self.hocr, "ppageno 0"), (Self.alto, "PHYSICAL_IMG_NR=\"1\"")] {
            let key = try #require(old.split { " =".contains($0) }.first)
            for number in ["2147483647", "9223372036854775807", "9223372036854775808"] {
                let new = old.hasSuffix("\"") ? "\(key)=\"\(number)0\"" : "\(key) \(number)"
                #expect(throws: PageTextError.self) { try words(file.replacing(old, with: new)) }
            }
        }
    }

    @Test(arguments: [hocr, alto, table]) func `Words are where the file says, in default user space`(
        file: String
    ) throws {
        #expect(try words(file) == ["Ex&m": Rectangle(10, 170, 50, 180), "two": Rectangle(60, 170, 100, 180)])
        // The same scan on a page that is turned, cropped and offset.
        var turned = Self.page
        (turned.rotation, turned.mediaBox) = (90, Rectangle(-50, -50, 500, 500))
        turned.cropBox = Rectangle(100, 100, 300, 400)
        #expect(
            try words(file, on: turned) == [
                "Ex&m": Rectangle(120, 110, 130, 150), "two": Rectangle(120, 160, 130, 200),
            ])
    }

    @Test(arguments: [
        ("x", "neither"), (table.replacing("1200", with: "900"), "not have the proportions"),
        (hocr.replacing("bbox 240 80", with: "bbox 240"), "no bbox"), (String(alto.prefix(300)), "not well-formed"),
        (table.replacing("\t80\t", with: "\tx\t"), "a row of the table"), ("<html></html>", "no pages"),
        ("<!DOCTYPE x [<!ENTITY a \"b\">]><alto/>", "document type"),
        (table.replacing("5\t1", with: "5\t2"), "without a row"),
    ])
    func `What is no file of words for the page is refused`(file: String, reason: String) {
        do {
            _ = try words(file)
            Issue.record("It was accepted.")
        } catch {
            #expect("\(error)".contains(reason), "\(error)")
        }
    }
}
