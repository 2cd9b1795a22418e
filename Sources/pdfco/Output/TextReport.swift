import PDFModel
import PageText

/// The text of pages in JSON: pages, lines and words, with the quadrilateral of each word.
struct TextReport: Encodable {
    struct Page: Encodable {
        var page: Int
        var lines: [Line]
    }

    struct Line: Encodable {
        var text: String
        var words: [Word]
    }

    struct Word: Encodable {
        var text: String
        /// As `quadPoints` has them.
        var quad: [Double]
    }

    var pages: [Page]

    init(_ pages: [TextPage]) {
        self.pages = pages.map { page in
            Page(
                page: page.number,
                lines: page.lines.map { line in
                    Line(
                        text: line.text,
                        words: line.words.map { word in
                            Word(
                                text: word.text,
                                quad: word.box.points.flatMap { [Self.rounded($0.x), Self.rounded($0.y)] })
                        })
                })
        }
    }

    /// To a thousandth of a point.
    private static func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
}
