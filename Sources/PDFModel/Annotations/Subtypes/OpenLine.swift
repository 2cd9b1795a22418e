/// An open line through points, with a shape at each end.
struct OpenLine {
    private let points: [Point]
    private let start: LineEndingShape
    private let end: LineEndingShape
    private let border: Border

    /// - Parameter points: at least two; consecutive points are different.
    init(_ points: [Point], of annotation: Annotation) {
        self.init(points, annotation.lineEndings ?? LineEndings(), annotation.border ?? Border())
    }

    /// - Parameter points: as above.
    init(_ points: [Point], _ endings: LineEndings, _ border: Border) {
        self.points = points
        self.border = border
        func shape(_ ending: LineEnding, at tip: Point, from other: Point) -> LineEndingShape {
            let way = tip - other
            return LineEndingShape(ending, at: tip, pointing: way * (1 / way.length), lineWidth: border.width)
        }
        start = shape(endings.start, at: points[0], from: points[1])
        end = shape(endings.end, at: points[points.count - 1], from: points[points.count - 2])
    }

    /// The rectangle that encloses the line and its endings.
    var bounds: Rectangle? {
        // The sharpest corner, the 60° tip of an arrow, extends by the full width of the line.
        Rectangle(enclosing: points + start.extremes + end.extremes)?.outsetBy(max(border.width, 0.5))
    }

    func draw(_ annotation: Annotation, _ content: inout ContentStream) {
        let stroke = border.isVisible ? annotation.color : nil
        if let stroke {
            content.setStroke(stroke, border)
            if points.count > 2 { content.useRoundJoins() }
            let shaft = shaft
            if shaft.count > 1 {
                content.polyline(shaft)
                content.stroke()
            }
            if border.style == .dashed { content.setDash([]) }
        }
        if let color = annotation.interiorColor { content.setFill(color) }
        for shape in [start, end] {
            shape.draw(&content, fill: annotation.interiorColor != nil, stroke: stroke != nil)
        }
    }

    /// The points of the line itself, which stops where closed shapes begin, because they may be unfilled.
    private var shaft: [Point] {
        let shortened = Self.without(start.depth, of: points)
        return Self.without(end.depth, of: shortened.reversed()).reversed()
    }

    /// Returns the line without its first `length` units; empty where the line is no longer than that.
    private static func without(_ length: Double, of points: [Point]) -> [Point] {
        var (rest, points) = (length, points[...])
        while points.count > 1 {
            let way = points[points.startIndex + 1] - points[points.startIndex]
            if way.length > rest {
                points[points.startIndex] = points[points.startIndex] + way * (rest / way.length)
                return Array(points)
            }
            rest -= way.length
            points.removeFirst()
        }
        return []
    }
}
