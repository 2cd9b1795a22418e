internal import LinuxFiles
package import PDFModel
package import SystemPackage

/// The words of a document's pages in a file, as programs write it that recognise text in scans: hOCR, ALTO, or the
/// tables of `tesseract` and `pdftotext -tsv`.
///
/// Letters are taken to be equally wide.
package struct WordFile: TextSource {
    /// The words of a page, at distances from its upper left corner as the reader sees it, in any unit.
    struct Page {
        /// From 1.
        var number: Int
        var width: Double
        var height: Double
        var lines: [[Word]] = []
        /// The line of the file in which it begins.
        var place: Int
    }

    struct Word {
        var text: String
        /// Its `y0` is the upper edge.
        var box: Rectangle
    }

    /// The longest file, in bytes.
    package static let sizeLimit = 1 << 28

    private let pages: [Int: Page]

    /// Reads the file.
    package init(readingFileAt path: FilePath) throws(PageTextError) {
        let bytes: [UInt8]
        do {
            bytes = try StreamedFile.bytes(of: path, atMost: Self.sizeLimit)
        } catch {
            throw .systemCall(error)
        }
        try self.init(bytes)
    }

    init(_ bytes: [UInt8]) throws(PageTextError) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let first = bytes[start...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let pages =
            first == UInt8(ascii: "<") ? try MarkedUpWords.pages(bytes) : try WordTable.pages(bytes[start...])
        guard !pages.isEmpty else { throw .invalidWords("it has no pages of words", line: nil) }
        self.pages = Dictionary(pages.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    }

    package func read(_ pages: [PageDetails], _ body: (TextPage) -> Bool) throws(PageTextError) {
        for details in pages {
            let page = try self.pages[details.number]?.inUserSpace(of: details)
            guard body(page ?? TextPage(number: details.number, lines: [])) else { return }
        }
    }
}

extension WordFile.Page {
    /// How much the shapes of a scan and of its page may differ.
    private static let tolerance = 0.02

    fileprivate func inUserSpace(of page: PageDetails) throws(PageTextError) -> TextPage {
        let box = try box(of: page)
        let isTurned = page.rotation % 180 != 0
        let shown = (width: isTurned ? box.height : box.width, height: isTurned ? box.width : box.height)
        // Some programs state the size of a page before it is turned.
        let isStatedUnturned = isTurned && Self.isSame(width, height, box.width, box.height)
        let scale = (
            x: shown.width / (isStatedUnturned ? height : width),
            y: shown.height / (isStatedUnturned ? width : height)
        )
        func point(_ x: Double, _ y: Double) -> Point { page.point(shownAt: Point(x * scale.x, y * scale.y), in: box) }
        func quad(_ box: Rectangle) -> Quadrilateral {
            Quadrilateral(
                upperLeft: point(box.x0, box.y0), upperRight: point(box.x1, box.y0), lowerLeft: point(box.x0, box.y1),
                lowerRight: point(box.x1, box.y1))
        }
        let lines = lines.map { words in
            var characters: [TextCharacter] = []
            for (index, word) in words.enumerated() {
                if index > 0 {
                    // Words from right to left and text upside down have the next word on the left.
                    let last = words[index - 1].box
                    let (left, right) = last.x1 <= word.box.x0 ? (last.x1, word.box.x0) : (word.box.x1, last.x0)
                    let gap = Rectangle(left, word.box.y0, right, word.box.y1)
                    characters.append(TextCharacter(" ", quad(gap)))
                }
                characters += word.characters.map { TextCharacter($0, quad($1)) }
            }
            return TextLine(characters)
        }
        return TextPage(number: number, lines: lines.filter { !$0.characters.isEmpty })
    }

    /// The box of the page that the file is about: one of the same size or else of the same shape.
    private func box(of page: PageDetails) throws(PageTextError) -> Rectangle {
        let boxes = [page.cropBox, page.mediaBox]
        let shown = boxes.map { page.rotation % 180 == 0 ? ($0.width, $0.height) : ($0.height, $0.width) }
        if let index = shown.firstIndex(where: { Self.isSame(width, height, $0.0, $0.1) }) { return boxes[index] }
        if let box = boxes.first(where: { Self.isSame(width, height, $0.width, $0.height) }) { return box }
        let shape = shown.firstIndex { size in
            abs(width / height * size.1 / size.0 - 1) < Self.tolerance
        }
        guard let shape else {
            throw .invalidWords(
                "page \(number) is \(width) × \(height), which does not have the proportions of the document's page",
                line: place)
        }
        return boxes[shape]
    }

    private static func isSame(_ width: Double, _ height: Double, _ otherWidth: Double, _ otherHeight: Double) -> Bool {
        abs(width - otherWidth) < 0.5 && abs(height - otherHeight) < 0.5
    }
}

extension WordFile.Word {
    /// Its letters, each in its part of the box.
    fileprivate var characters: [(String, Rectangle)] {
        let letters = text.map { String($0) }
        let width = box.width / Double(letters.count)
        let isLeftward = text.unicodeScalars.contains { (0x590...0x8FF).contains($0.value) }
        return letters.enumerated().map { index, letter in
            let place = Double(isLeftward ? letters.count - 1 - index : index)
            let left = box.x0 + place * width
            return (letter, Rectangle(left, box.y0, left + width, box.y1))
        }
    }
}
