internal import PDFModel

/// Reads the structured text that MuPDF prints: an element in each line, of which those of pages, lines, fonts and
/// characters are used.
///
/// It looks like XML but is not: names of fonts and control characters are printed as they are.
struct StructuredText {
    /// A page in MuPDF's coordinates: in 1/72 inch from the upper left corner of the crop box, as the reader sees it.
    struct Page {
        var number: Int
        var width: Double
        var height: Double
        var lines: [[Character]] = []
    }

    struct Character {
        var text: String
        var box: Quadrilateral
    }

    /// More characters than a page can have.
    private static let limit = 1_000_000
    private static let lineLimit = 1 << 20

    private var rest: [UInt8] = []
    private var page: Page?
    private var count = 0
    private var fontSize = 0.0
    private var isVertical = false

    /// Reads more, and hands each page to `body` that has become whole.
    ///
    /// - Returns: whether `body` wants more.
    mutating func read(_ bytes: ArraySlice<UInt8>, _ body: (Page) throws(PageTextError) -> Bool) throws(PageTextError)
        -> Bool
    {
        rest += bytes
        var start = 0
        while let end = rest[start...].firstIndex(of: 0x0A) {
            if let page = try read(line: rest[start..<end]), try !body(page) { return false }
            start = end + 1
        }
        rest.removeFirst(start)
        guard rest.count < Self.lineLimit else { throw Self.problem("a line too long") }
        return true
    }

    /// - Returns: the page that ends in the line.
    private mutating func read(line: ArraySlice<UInt8>) throws(PageTextError) -> Page? {
        if line.starts(with: "<char ".utf8) {
            try read(character: line)
        } else if line.starts(with: "<font ".utf8) {
            // After the name, which can contain anything.
            fontSize = line.attribute(" size=\"", isLast: true).flatMap(Double.init) ?? 0
        } else if line.starts(with: "<line ".utf8) {
            isVertical = line.attribute(" wmode=\"") == "1"
            page?.lines.append([])
        } else if line.starts(with: "<page ".utf8) {
            guard let number = line.attribute(" id=\"").flatMap({ Int($0.drop { !$0.isNumber }) }),
                let width = line.attribute(" width=\"").flatMap(Double.init),
                let height = line.attribute(" height=\"").flatMap(Double.init)
            else { throw Self.problem("a page without a number and a size") }
            (page, count) = (Page(number: number, width: width, height: height), 0)
        } else if line.starts(with: "</page>".utf8) {
            defer { page = nil }
            return page
        }
        return nil
    }

    private mutating func read(character line: ArraySlice<UInt8>) throws(PageTextError) {
        guard page?.lines.isEmpty == false else { throw Self.problem("a character outside a line") }
        guard let quad = line.bytes(of: " quad=\"") else {
            throw Self.problem("a character without a quadrilateral: version 1.16 or a later one is needed")
        }
        let numbers = quad.split(separator: 0x20).compactMap(Self.number)
        guard numbers.count == 8, let text = line.attribute(" c=\"", isLast: true) else {
            throw Self.problem("a character without four corners")
        }
        count += 1
        guard count <= Self.limit else { throw Self.problem("a page of more than \(Self.limit) characters") }
        let points = stride(from: 0, to: 8, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
        var box = Quadrilateral(
            upperLeft: points[0], upperRight: points[1], lowerLeft: points[2], lowerRight: points[3])
        // The origin comes after the corners.
        let rest = line[quad.endIndex...]
        if !isVertical, let x = rest.bytes(of: " x=\"").flatMap(Self.number),
            let y = rest.bytes(of: " y=\"").flatMap(Self.number)
        {
            box = box.trimmed(toTextOn: Point(x, y), size: fontSize)
        }
        guard let lines = page?.lines.count else { return }
        page?.lines[lines - 1].append(Character(text: Self.unescaped(text), box: box))
    }

    /// The number that the bytes are. Most of the time goes into numbers, of which each character has ten.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
        var (digits, scale, hasPoint) = (0, 1, false)
        guard let last = bytes.last, (0x30...0x39).contains(last) else {
            return Double(String(decoding: bytes, as: UTF8.self))
        }
        for byte in bytes.first == 0x2D ? bytes.dropFirst() : bytes {
            switch byte {
            case 0x30...0x39 where digits < 1 << 48 && scale < 1 << 48:
                digits = digits * 10 + Int(byte - 0x30)
                if hasPoint { scale *= 10 }
            case 0x2E where !hasPoint: hasPoint = true
            default: return Double(String(decoding: bytes, as: UTF8.self))
            }
        }
        // Both are exact, so that the quotient is rounded once.
        return (bytes.first == 0x2D ? -1 : 1) * Double(digits) / Double(scale)
    }

    private static func problem(_ reason: String) -> PageTextError { .notUnderstood(MuPDF.program, reason: reason) }

    /// The text, with the references that MuPDF writes resolved.
    private static func unescaped(_ text: String) -> String {
        guard text.hasPrefix("&"), text.hasSuffix(";") else { return text }
        switch text {
        case "&lt;": return "<"
        case "&gt;": return ">"
        case "&amp;": return "&"
        case "&quot;": return "\""
        case "&apos;": return "'"
        default:
            let digits = text.dropFirst(2).dropLast()
            let value = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return value.flatMap(UnicodeScalar.init).map { String($0) } ?? "\u{FFFD}"
        }
    }
}

extension Quadrilateral {
    /// The height above the line of letters, and the depth below, that are marked, in font sizes.
    ///
    /// Fonts state other ones, mostly of their tallest symbols, or of the few letters that a document has of them; marks
    /// of neighbouring words would have different heights, and reach into other lines.
    private static let (ascent, descent) = (0.85, 0.21)

    /// The quadrilateral with the height of letters of a size on a line through `origin`. MuPDF states the height of
    /// the font or, since version 1.25, that of the glyph, and a space has none. It stays as it is where the size of
    /// its font means nothing, as in some fonts of type 3.
    fileprivate func trimmed(toTextOn origin: Point, size: Double) -> Quadrilateral {
        let side = Point(upperLeft.x - lowerLeft.x, upperLeft.y - lowerLeft.y)
        let bottom = Point(lowerRight.x - lowerLeft.x, lowerRight.y - lowerLeft.y)
        // The distances of the upper edge and of the origin from the lower edge.
        let length = (bottom.x * bottom.x + bottom.y * bottom.y).squareRoot()
        let height = (side.x * bottom.y - side.y * bottom.x) / length
        let descent = ((origin.x - lowerLeft.x) * bottom.y - (origin.y - lowerLeft.y) * bottom.x) / length
        let direction: Double = height < 0 ? -1 : 1
        let (whole, below) = (height * direction, descent * direction)
        guard size > 0, length > 0, whole <= 3 * size, max(whole, length) >= 0.2 * size, abs(below) <= 2 * size else {
            return self
        }
        let up =
            whole > 0 ? Point(side.x / whole, side.y / whole) : Point(bottom.y / length, -bottom.x / length)
        func point(_ lower: Point, _ distance: Double) -> Point {
            Point(lower.x + up.x * (below + distance), lower.y + up.y * (below + distance))
        }
        let (high, low) = (Self.ascent * size, -Self.descent * size)
        return Quadrilateral(
            upperLeft: point(lowerLeft, high), upperRight: point(lowerRight, high), lowerLeft: point(lowerLeft, low),
            lowerRight: point(lowerRight, low))
    }
}

extension ArraySlice<UInt8> {
    /// The value of the attribute that begins with `start`.
    ///
    /// - Parameter isLast: whether the attribute is looked for from the end.
    fileprivate func attribute(_ start: StaticString, isLast: Bool = false) -> String? {
        bytes(of: start, isLast: isLast).map { String(decoding: $0, as: UTF8.self) }
    }

    fileprivate func bytes(of start: StaticString, isLast: Bool = false) -> ArraySlice<UInt8>? {
        let pattern = UnsafeBufferPointer(start: start.utf8Start, count: start.utf8CodeUnitCount)
        let value = withUnsafeBufferPointer { bytes -> Range<Int>? in
            guard bytes.count > pattern.count else { return nil }
            let places = 0...(bytes.count - pattern.count)
            func matches(_ place: Int) -> Bool {
                for index in pattern.indices where bytes[place + index] != pattern[index] { return false }
                return true
            }
            guard let place = isLast ? places.last(where: matches) : places.first(where: matches) else { return nil }
            let begin = place + pattern.count
            // A quotation mark is printed as a reference.
            return bytes[begin...].firstIndex(of: 0x22).map { begin..<$0 }
        }
        return value.map { self[startIndex + $0.lowerBound..<startIndex + $0.upperBound] }
    }
}
