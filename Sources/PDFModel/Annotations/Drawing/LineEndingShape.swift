/// The shape of a ``LineEnding`` at one end of a line (ISO 32000-2, Table 179), scaled with the width of the line.
struct LineEndingShape {
    private let ending: LineEnding
    private let tip: Point
    /// Outwards along the line, of length 1.
    private let direction: Point
    private let size: Double

    init(_ ending: LineEnding, at tip: Point, pointing direction: Point, lineWidth: Double) {
        self.ending = ending
        self.tip = tip
        self.direction = direction
        size = 6 + 3 * lineWidth
    }

    /// The distance from the end point at which the line itself stops.
    var depth: Double {
        switch ending {
        case .closedArrow: size * Self.arrowDepth
        case .square, .circle, .diamond: size / 2
        case .none, .openArrow, .butt, .reverseOpenArrow, .reverseClosedArrow, .slash: 0
        }
    }

    /// Points that enclose the shape.
    var extremes: [Point] {
        switch ending {
        case .circle: Rectangle(tip.x, tip.y, tip.x, tip.y).outsetBy(size / 2).corners
        default: corners
        }
    }

    func draw(_ content: inout ContentStream, fill: Bool, stroke: Bool) {
        switch ending {
        case .none: return
        case .circle: content.circle(tip, radius: size / 2)
        case .square, .diamond, .closedArrow, .reverseClosedArrow: content.polygon(corners)
        case .openArrow, .butt, .reverseOpenArrow, .slash:
            guard stroke else { return }
            content.polyline(corners)
            content.stroke()
            return
        }
        content.paint(fill: fill, stroke: stroke)
    }

    /// The corners in drawing order; the angle of an arrow is 60°.
    private var corners: [Point] {
        let half = size / 2
        switch ending {
        case .none, .circle: return []
        case .square: return [at(-half, -half), at(half, -half), at(half, half), at(-half, half)]
        case .diamond: return [at(-half, 0), at(0, -half), at(half, 0), at(0, half)]
        case .openArrow, .closedArrow:
            return [at(-size * Self.arrowDepth, half), tip, at(-size * Self.arrowDepth, -half)]
        case .reverseOpenArrow, .reverseClosedArrow:
            return [at(size * Self.arrowDepth, half), tip, at(size * Self.arrowDepth, -half)]
        case .butt: return [at(0, -half), at(0, half)]
        case .slash:
            // 30° clockwise from the perpendicular, looking along the line towards its end.
            return [at(-half * 0.5, -half * Self.arrowDepth), at(half * 0.5, half * Self.arrowDepth)]
        }
    }

    /// The height of an equilateral triangle with sides of length 1.
    private static let arrowDepth = 0.866

    /// The point `along` the line outwards and `across` it to the left.
    private func at(_ along: Double, _ across: Double) -> Point {
        tip + direction * along + direction.perpendicular * across
    }
}
