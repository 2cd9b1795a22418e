/// A curve through the points of a stroke. It turns corners where the hand did, and never leaves the box of the points,
/// so that the annotation's rectangle holds it.
struct SmoothStroke {
    /// Without repetitions.
    private let points: [Point]
    /// The direction of the curve at each point, of a length up to 1; (0, 0) at a corner.
    private var directions: [Point]

    init(_ stroke: [Point]) {
        points = stroke.indices.filter { $0 == 0 || stroke[$0] != stroke[$0 - 1] }.map { stroke[$0] }
        directions = Array(repeating: Point(0, 0), count: points.count)
        guard points.count > 2, let bounds = Rectangle(enclosing: points) else { return }
        for index in points.indices.dropFirst().dropLast() {
            directions[index] = direction(at: index, within: bounds)
        }
    }

    /// Returns the direction halfway between those of the segments that meet at a point.
    private func direction(at index: Int, within bounds: Rectangle) -> Point {
        let (before, after) = (points[index] - points[index - 1], points[index + 1] - points[index])
        let (into, out) = (before * (1 / before.length), after * (1 / after.length))
        // A turn by 120 degrees or more is a corner.
        guard into.x * out.x + into.y * out.y > -0.5 else { return Point(0, 0) }
        let sum = into + out
        var direction = sum * (1 / sum.length)
        // The control points on both sides stay within the bounds: the curve runs along an edge that it would cross.
        let reach = max(before.length, after.length) / 3
        let point = points[index]
        let room = (x: min(point.x - bounds.x0, bounds.x1 - point.x), y: min(point.y - bounds.y0, bounds.y1 - point.y))
        if room.x <= 0 { direction.x = 0 }
        if room.y <= 0 { direction.y = 0 }
        let excess = max(
            room.x > 0 ? abs(direction.x) * reach / room.x : 0, room.y > 0 ? abs(direction.y) * reach / room.y : 0)
        return excess > 1 ? direction * (1 / excess) : direction
    }

    func add(to content: inout ContentStream) {
        guard points.count > 1 else { return content.polyline(points + points) }
        content.move(points[0])
        for (index, end) in points.enumerated().dropFirst() {
            let (start, from, to) = (points[index - 1], directions[index - 1], directions[index])
            if from == Point(0, 0), to == Point(0, 0) {
                content.line(end)
                continue
            }
            let third = (end - start).length / 3
            content.curve(start + from * third, end - to * third, end)
        }
    }
}
