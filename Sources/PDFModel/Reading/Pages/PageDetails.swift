/// The size, position and label of a page (ISO 32000-2, 7.7.3.3).
public struct PageDetails: Sendable, Equatable {
    /// From 1.
    public var number: Int
    /// What readers show as the page's number, such as `iv` or `A-3` (12.4.2); `nil` where the document labels no
    /// pages.
    public var label: String?
    /// In points of default user space.
    public var mediaBox: Rectangle
    /// The part that readers show, in points of default user space.
    public var cropBox: Rectangle
    /// The bleed, trim and art boxes (14.11.2); `nil` where the page states none.
    public var bleedBox: Rectangle?
    /// The size after trimming; `nil` where the page states none.
    public var trimBox: Rectangle?
    /// The meaningful contents; `nil` where the page states none.
    public var artBox: Rectangle?
    /// The angle in degrees by which the page is turned clockwise when shown: 0, 90, 180 or 270.
    public var rotation: Int
    /// The size of a unit of default user space, in 1/72 inch.
    public var userUnit: Double

    /// The width as the reader sees it, in 1/72 inch.
    public var width: Double { (rotation % 180 == 0 ? cropBox.width : cropBox.height) * userUnit }
    /// The height as the reader sees it, in 1/72 inch.
    public var height: Double { (rotation % 180 == 0 ? cropBox.height : cropBox.width) * userUnit }

    /// Returns the point of default user space that the reader of the page sees at that distance from the upper left
    /// corner of a box: x to the right and y down, in units of default user space.
    package func point(shownAt place: Point, in box: Rectangle) -> Point {
        let frame = UprightFrame(box, rotation: rotation)
        return frame.matrix.transform(Point(place.x, frame.height - place.y))
    }

    /// Returns the distance from the upper left corner of the crop box at which the reader of the page sees a point of
    /// default user space: x to the right and y down, in 1/72 inch.
    public func shownPlace(of point: Point) -> Point {
        let frame = UprightFrame(cropBox, rotation: rotation)
        let place = frame.matrix.inverseOfTurn(point)
        return Point(place.x * userUnit, (frame.height - place.y) * userUnit)
    }
}

extension PDFFile {
    /// Returns the details of the pages of a range.
    ///
    /// - Throws: ``PDFError/pageOutOfRange(_:pageCount:)``, or ``PDFError/damaged(_:)`` for a page tree that cannot be
    ///   read.
    public func pageDetails(_ range: PageRange = .all) throws(PDFError) -> [PageDetails] {
        let tree = try pageTree()
        let labels = try PageLabels(self)
        var details: [PageDetails] = []
        for page in try tree.pages(range) {
            let unit = try resolve(page.dictionary["UserUnit"] ?? .null).numberValue ?? 1
            details.append(
                PageDetails(
                    number: page.number, label: labels.label(ofPage: page.number), mediaBox: page.mediaBox,
                    cropBox: page.cropBox, bleedBox: try tree.rectangle(page.dictionary["BleedBox"]),
                    trimBox: try tree.rectangle(page.dictionary["TrimBox"]),
                    artBox: try tree.rectangle(page.dictionary["ArtBox"]), rotation: page.rotation,
                    userUnit: unit > 0 && unit.isFinite ? unit : 1))
        }
        return details
    }
}

/// The labels of a document's pages (ISO 32000-2, 12.4.2).
struct PageLabels {
    private struct Section {
        /// The number of its first page, from 1.
        var first: Int
        var style: Name?
        var prefix: String
        var start: Int
    }

    private var sections: [Section] = []

    /// Deeper trees are circles.
    private static let depth = 32

    init(_ file: PDFFile) throws(PDFError) {
        try add(file.catalog()["PageLabels"] ?? .null, file, depth: 0)
        sections.sort { $0.first < $1.first }
    }

    private mutating func add(_ node: PDFObject, _ file: PDFFile, depth: Int) throws(PDFError) {
        guard depth < Self.depth, let node = try file.resolve(node).dictionaryValue else { return }
        for kid in try file.resolve(node[.kids] ?? .null).arrayValue ?? [] { try add(kid, file, depth: depth + 1) }
        let numbers = try file.resolve(node["Nums"] ?? .null).arrayValue ?? []
        for index in stride(from: 0, to: numbers.count - 1, by: 2) {
            guard let first = try Page.number(ofIndex: file.resolve(numbers[index]).integerValue),
                let label = try file.resolve(numbers[index + 1]).dictionaryValue
            else { continue }
            let start = try file.resolve(label["St"] ?? .null).integerValue ?? 1
            sections.append(
                Section(
                    first: first, style: try file.resolve(label["S"] ?? .null).nameValue,
                    prefix: try file.resolve(label["P"] ?? .null).stringValue?.text ?? "",
                    start: Page.numbers.contains(start) ? start : 1))
        }
    }

    func label(ofPage number: Int) -> String? {
        guard let section = sections.last(where: { $0.first <= number }) else { return nil }
        let value = section.start + number - section.first
        return section.prefix + Self.text(value, section.style?.text)
    }

    /// Greater numbers have no letters or Roman numerals that anybody reads.
    private static let limit = 100_000

    private static func text(_ value: Int, _ style: String?) -> String {
        guard (1...limit).contains(value) else { return style == nil ? "" : String(value) }
        switch style {
        case "D": return String(value)
        case "R": return roman(value)
        case "r": return roman(value).lowercased()
        case "A", "a":
            // A to Z, then AA to ZZ, then AAA to ZZZ.
            let letter = UnicodeScalar(UInt8(65 + (value - 1) % 26))
            let text = String(repeating: Character(letter), count: 1 + (value - 1) / 26)
            return style == "A" ? text : text.lowercased()
        default: return ""
        }
    }

    private static func roman(_ value: Int) -> String {
        let numerals = [
            (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
            (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
        ]
        var (rest, text) = (value, "")
        for (number, numeral) in numerals {
            while rest >= number {
                text += numeral
                rest -= number
            }
        }
        return text
    }
}
