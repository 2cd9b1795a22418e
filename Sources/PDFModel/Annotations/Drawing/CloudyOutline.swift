/// A closed shape whose outline bulges in clouds (ISO 32000-2, Table 169): half circles side by side along its edges.
struct CloudyOutline {
    /// Where one half circle ends and the next begins, counter-clockwise.
    private let joints: [Point]

    /// The width of one cloud, in points, for a border effect of intensity 1.
    private static let unit = 9.0
    /// Large shapes get larger clouds, so that the path stays short.
    private static let maximumCount = 2000.0

    /// - Parameters:
    ///   - corners: at least two distinct points.
    ///   - intensity: above 0, up to 2.
    init(_ corners: [Point], intensity: Double) {
        let edges = zip(corners, corners.dropFirst() + corners.prefix(1)).filter { $0 != $1 }
        let perimeter = edges.reduce(0) { $0 + ($1.1 - $1.0).length }
        let width = Self.width(intensity, perimeter: perimeter)
        let joints = edges.flatMap { start, end in
            let count = max(((end - start).length / width).rounded(), 1)
            return (0..<Int(count)).map { start + (end - start) * (Double($0) / count) }
        }
        let area = edges.reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
        self.joints = area < 0 ? joints.reversed() : joints
    }

    /// Creates an outline whose clouds stay within a rectangle.
    ///
    /// - Parameter corners: the corners of a shape that fills a rectangle.
    init(within box: Rectangle, intensity: Double, _ corners: (_ box: Rectangle, _ width: Double) -> [Point]) {
        let side = min(box.width, box.height)
        let width = min(Self.width(intensity, perimeter: 2 * (box.width + box.height)), side / 3)
        // Clouds along an edge may be up to one and a half times as wide.
        self.init(corners(box.insetBy(width * 0.75), width), intensity: width / Self.unit)
    }

    private static func width(_ intensity: Double, perimeter: Double) -> Double {
        max(unit * intensity, perimeter / maximumCount)
    }

    /// How far the clouds reach beyond the shape, in points.
    var reach: Double { arcs.map { ($1 - $0).length / 2 }.max() ?? 0 }

    private var arcs: Zip2Sequence<[Point], [Point]> { zip(joints, Array(joints.dropFirst() + joints.prefix(1))) }

    func add(to content: inout ContentStream) {
        guard let first = joints.first else { return }
        content.move(first)
        for (start, end) in arcs { content.halfCircle(from: start, to: end) }
        content.closePath()
    }
}

extension CloudyOutline {
    /// Points on an ellipse drawn with four cubic Béziers, about `width` apart.
    static func ellipse(in box: Rectangle, width: Double) -> [Point] {
        let quarterLength = Double.pi * (box.width + box.height) / 8
        let count = min(max((quarterLength / width).rounded(), 2), maximumCount)
        let (right, up) = (Point(box.width / 2, 0), Point(0, box.height / 2))
        let axes = [(right, up), (up, right * -1), (right * -1, up * -1), (up * -1, right)]
        return axes.flatMap { from, to in
            (0..<Int(count)).map { index in
                let (t, s) = (Double(index) / count, 1 - Double(index) / count)
                let (far, near) = (s * s * s, 3 * s * s * t)
                let (toNear, toFar) = (3 * s * t * t, t * t * t)
                let control = ContentStream.circleControl
                return box.center + from * (far + near + toNear * control) + to * (near * control + toNear + toFar)
            }
        }
    }
}
