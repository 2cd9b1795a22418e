internal import Typesetting

/// Operators of a content stream, with the fonts they use (ISO 32000-2, 7.8.2).
struct ContentStream {
    private(set) var bytes: [UInt8] = []
    private var glyphs: [FontResource: Set<StandardGlyph>] = [:]
    /// The embedded fonts that it uses, by resource name; they are objects of their own.
    private(set) var embeddedFonts: [Name: EmbeddedFont] = [:]
    /// The images that it paints, by resource name.
    private(set) var images: [Name: EmbeddedImage] = [:]

    init() { bytes.reserveCapacity(256) }

    private mutating func write(_ operation: StaticString) {
        operation.withUTF8Buffer { bytes += $0 }
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func write<let count: Int>(_ operation: StaticString, _ operands: InlineArray<count, Double>) {
        for index in operands.indices {
            bytes.append(decimal: operands[index])
            bytes.append(UInt8(ascii: " "))
        }
        write(operation)
    }

    /// The content in another coordinate system, without effect on what follows it.
    func turned(by matrix: Matrix) -> ContentStream {
        var turned = ContentStream()
        turned.save()
        turned.concatenate(matrix)
        turned.bytes += bytes
        (turned.glyphs, turned.embeddedFonts, turned.images) = (glyphs, embeddedFonts, images)
        turned.restore()
        return turned
    }

    // MARK: Graphics state (8.4.4)

    mutating func save() { write("q") }
    mutating func restore() { write("Q") }

    mutating func concatenate(_ matrix: Matrix) {
        write("cm", [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f])
    }

    mutating func setLineWidth(_ width: Double) { write("w", [width]) }
    mutating func useRoundCaps() { write("J", [1]) }
    mutating func useRoundJoins() { write("j", [1]) }

    mutating func setDash(_ lengths: [Double]) {
        bytes += ("[" + lengths.map(DecimalNotation.text).joined(separator: " ") + "] 0 d\n").utf8
    }

    mutating func setFill(_ color: Color) { write("rg", [color.red, color.green, color.blue]) }
    mutating func setStroke(_ color: Color) { write("RG", [color.red, color.green, color.blue]) }

    // MARK: Paths (8.5.2)

    mutating func move(_ point: Point) { write("m", [point.x, point.y]) }
    mutating func line(_ point: Point) { write("l", [point.x, point.y]) }

    mutating func curve(_ control1: Point, _ control2: Point, _ end: Point) {
        write("c", [control1.x, control1.y, control2.x, control2.y, end.x, end.y])
    }

    mutating func closePath() { write("h") }

    mutating func rectangle(_ rectangle: Rectangle) {
        write("re", [rectangle.x0, rectangle.y0, rectangle.width, rectangle.height])
    }

    mutating func polyline(_ points: some Sequence<Point>) {
        var isFirst = true
        for point in points {
            if isFirst { move(point) } else { line(point) }
            isFirst = false
        }
    }

    mutating func polygon(_ points: some Sequence<Point>) {
        polyline(points)
        closePath()
    }

    /// Adds an ellipse within `box`, of four cubic Béziers.
    mutating func ellipse(in box: Rectangle) {
        let center = box.center
        let (rx, ry) = (box.width / 2, box.height / 2)
        let (kx, ky) = (rx * Self.circleControl, ry * Self.circleControl)
        func at(_ dx: Double, _ dy: Double) -> Point { Point(center.x + dx, center.y + dy) }
        move(at(rx, 0))
        curve(at(rx, ky), at(kx, ry), at(0, ry))
        curve(at(-kx, ry), at(-rx, ky), at(-rx, 0))
        curve(at(-rx, -ky), at(-kx, -ry), at(0, -ry))
        curve(at(kx, -ry), at(rx, -ky), at(rx, 0))
        closePath()
    }

    /// Adds half a circle on the right of the way from `start`, the current point, to `end`.
    mutating func halfCircle(from start: Point, to end: Point) {
        let along = (end - start) * 0.5
        let out = along.perpendicular * -1
        let top = start + along + out
        let k = Self.circleControl
        curve(start + out * k, top - along * k, top)
        curve(top + along * k, end + out * k, end)
    }

    mutating func circle(_ center: Point, radius: Double) {
        ellipse(in: Rectangle(center.x, center.y, center.x, center.y).outsetBy(radius))
    }

    mutating func roundedRectangle(_ box: Rectangle, radius: Double) {
        let radius = min(radius, box.width / 2, box.height / 2)
        let inner = radius * (1 - Self.circleControl)
        move(Point(box.x0 + radius, box.y0))
        line(Point(box.x1 - radius, box.y0))
        curve(Point(box.x1 - inner, box.y0), Point(box.x1, box.y0 + inner), Point(box.x1, box.y0 + radius))
        line(Point(box.x1, box.y1 - radius))
        curve(Point(box.x1, box.y1 - inner), Point(box.x1 - inner, box.y1), Point(box.x1 - radius, box.y1))
        line(Point(box.x0 + radius, box.y1))
        curve(Point(box.x0 + inner, box.y1), Point(box.x0, box.y1 - inner), Point(box.x0, box.y1 - radius))
        line(Point(box.x0, box.y0 + radius))
        curve(Point(box.x0, box.y0 + inner), Point(box.x0 + inner, box.y0), Point(box.x0 + radius, box.y0))
        closePath()
    }

    /// The distance of the control points with which a cubic Bézier best approximates a quarter of a circle of radius
    /// 1.
    static let circleControl = 0.5523

    // MARK: Painting (8.5.3, 8.5.4)

    /// Paints the path, or only ends it where it is neither filled nor stroked.
    mutating func paint(fill: Bool, stroke: Bool) {
        write(fill ? (stroke ? "B" : "f") : (stroke ? "S" : "n"))
    }

    mutating func fill() { write("f") }
    mutating func stroke() { write("S") }

    /// Clips everything that follows to the path.
    mutating func clip() { write("W n") }

    /// Paints an image in a rectangle, upright (8.9.5).
    mutating func paint(_ image: EmbeddedImage, in rectangle: Rectangle) {
        save()
        concatenate(Matrix(rectangle.width, 0, 0, rectangle.height, rectangle.x0, rectangle.y0))
        if image.orientation != .identity { concatenate(image.orientation) }
        bytes += "/\(image.resourceName.text) Do\n".utf8
        restore()
        images[image.resourceName] = image
    }

    // MARK: Text (9.4)

    /// Shows one line of text with its baseline starting at `origin`.
    ///
    /// - Parameter spacing: what is added to each space, in points.
    mutating func show(_ line: TextLayout.Line, size: Double, at origin: Point, spacing: Double = 0) {
        switch line {
        case .standard(let glyphs):
            if spacing != 0 { write("Tw", [spacing]) }
            show(glyphs, size: size, at: origin)
            if spacing != 0 { write("Tw", [0]) }
        case .embedded(let line):
            guard !line.clusters.isEmpty else { return }
            var shown = EmbeddedLineContent(size: size, spacing: spacing / size * 1000)
            for cluster in line.clusters { shown.show(cluster, line) }
            write("BT")
            write("Td", [origin.x, origin.y])
            bytes += shown.finished()
            write("ET")
            for index in Set(line.clusters.map(\.font)) {
                let font = EmbeddedFont(line.fonts[index], meanings: line.meanings.texts[index])
                embeddedFonts[font.resourceName] = font
            }
        }
    }

    /// Shows one line of text with its baseline starting at `origin`.
    mutating func show(_ line: some Collection<StandardGlyph>, size: Double, at origin: Point) {
        guard !line.isEmpty else { return }
        write("BT")
        write("Td", [origin.x, origin.y])
        var rest = line[...]
        while let resource = rest.first?.resource {
            let run = rest.prefix { $0.resource == resource }
            rest = rest.dropFirst(run.count)
            glyphs[resource, default: []].formUnion(run)
            let string = PDFString(bytes: run.map(\.code))
            bytes += "/\(resource.name.text) \(DecimalNotation.text(size)) Tf ".utf8
            bytes += ObjectWriter.bytes(of: .string(string))
            write(" Tj")
        }
        write("ET")
    }

    /// The resource dictionary for the operators written so far (7.8.3).
    var resources: PDFDictionary {
        guard !glyphs.isEmpty else { return [:] }
        var fonts: PDFDictionary = [:]
        for (resource, used) in glyphs { fonts[resource.name] = .dictionary(resource.dictionary(for: used)) }
        return [.font: .dictionary(fonts)]
    }
}
