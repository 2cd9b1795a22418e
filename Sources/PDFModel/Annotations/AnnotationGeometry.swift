extension Point {
    var numbers: [Double] { [x, y] }

    /// The point as it reads back from a file.
    var rounded: Point { Point(DecimalNotation.rounded(x), DecimalNotation.rounded(y)) }

    /// The points whose coordinates `numbers` lists in pairs; `nil` for an odd count.
    static func list(_ numbers: [Double]) -> [Point]? {
        guard numbers.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: numbers.count, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
    }

    static func + (left: Point, right: Point) -> Point { Point(left.x + right.x, left.y + right.y) }
    static func - (left: Point, right: Point) -> Point { Point(left.x - right.x, left.y - right.y) }
    static func * (point: Point, factor: Double) -> Point { Point(point.x * factor, point.y * factor) }

    /// The distance from the origin.
    var length: Double { (x * x + y * y).squareRoot() }

    /// The vector turned by 90° counter-clockwise.
    var perpendicular: Point { Point(-y, x) }
}

extension Rectangle {
    var center: Point { Point((x0 + x1) / 2, (y0 + y1) / 2) }

    var corners: [Point] { [Point(x0, y0), Point(x1, y0), Point(x1, y1), Point(x0, y1)] }

    func mapCorners(_ transform: (Point) -> Point) -> Rectangle {
        let (low, high) = (transform(Point(x0, y0)), transform(Point(x1, y1)))
        return Rectangle(low.x, low.y, high.x, high.y)
    }

    /// The middle of the edge that is nearest to a point.
    func edge(nearestTo point: Point) -> Point {
        let middles = [Point(x0, center.y), Point(x1, center.y), Point(center.x, y0), Point(center.x, y1)]
        return middles.min { ($0 - point).length < ($1 - point).length } ?? center
    }

    func contains(_ other: Rectangle) -> Bool {
        x0 <= other.x0 && y0 <= other.y0 && other.x1 <= x1 && other.y1 <= y1
    }

    func outsetBy(_ distance: Double) -> Rectangle {
        Rectangle(x0 - distance, y0 - distance, x1 + distance, y1 + distance)
    }
}

extension Quadrilateral {
    /// The eight numbers of one quadrilateral in `/QuadPoints`.
    var numbers: [Double] {
        [
            upperLeft.x, upperLeft.y, upperRight.x, upperRight.y, lowerLeft.x, lowerLeft.y, lowerRight.x, lowerRight.y,
        ]
    }

    func mapPoints(_ transform: (Point) -> Point) -> Quadrilateral {
        Quadrilateral(
            upperLeft: transform(upperLeft), upperRight: transform(upperRight), lowerLeft: transform(lowerLeft),
            lowerRight: transform(lowerRight))
    }

    /// The quadrilaterals that `points` lists in groups of four; `nil` where points are left over.
    static func list(_ points: [Point]) -> [Quadrilateral]? {
        guard points.count.isMultiple(of: 4) else { return nil }
        return stride(from: 0, to: points.count, by: 4).map {
            Quadrilateral(
                upperLeft: points[$0], upperRight: points[$0 + 1], lowerLeft: points[$0 + 2],
                lowerRight: points[$0 + 3])
        }
    }
}
