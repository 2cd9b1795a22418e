/// A point in default user space; x to the right, y upwards, in points (ISO 32000-2, 8.3.2.3).
public struct Point: Sendable, Hashable {
    /// The distance from the y axis, in points.
    public var x: Double
    /// The distance from the x axis, in points, upwards.
    public var y: Double

    /// Creates a point of its coordinates, in points.
    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }
}

/// A rectangle given by its lower-left and upper-right corners, in points (ISO 32000-2, 7.9.5).
public struct Rectangle: Sendable, Hashable {
    /// The left edge, in points.
    public var x0: Double
    /// The lower edge, in points.
    public var y0: Double
    /// The right edge, in points.
    public var x1: Double
    /// The upper edge, in points.
    public var y1: Double

    /// Creates a rectangle from two opposite corners, in any order.
    public init(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
        self.x0 = min(x0, x1)
        self.y0 = min(y0, y1)
        self.x1 = max(x0, x1)
        self.y1 = max(y0, y1)
    }

    /// The smallest rectangle that encloses all `points`; `nil` for no points.
    public init?(enclosing points: some Sequence<Point>) {
        var box: Rectangle?
        for point in points {
            box =
                box.map {
                    Rectangle(min($0.x0, point.x), min($0.y0, point.y), max($0.x1, point.x), max($0.y1, point.y))
                } ?? Rectangle(point.x, point.y, point.x, point.y)
        }
        guard let box else { return nil }
        self = box
    }

    /// In points.
    public var width: Double { x1 - x0 }
    /// In points.
    public var height: Double { y1 - y0 }

    /// Returns the rectangle with its edges moved inwards, at most to its middle; the distance is in points.
    public func insetBy(_ distance: Double) -> Rectangle {
        let (dx, dy) = (min(distance, width / 2), min(distance, height / 2))
        return Rectangle(x0 + dx, y0 + dy, x1 - dx, y1 - dy)
    }

    /// Whether the two have more than edges in common.
    public func intersects(_ other: Rectangle) -> Bool {
        x0 < other.x1 && other.x0 < x1 && y0 < other.y1 && other.y0 < y1
    }
}

/// A quadrilateral with its corners in the order that viewers use for `/QuadPoints` (ISO 32000-2, 12.5.6.10).
///
/// The standard says counter-clockwise; every known writer and reader uses upper left, upper right, lower left, lower
/// right.
public struct Quadrilateral: Sendable, Hashable {
    /// The upper left corner of the text.
    public var upperLeft: Point
    /// The upper right corner of the text.
    public var upperRight: Point
    /// The lower left corner of the text: where its first letter stands.
    public var lowerLeft: Point
    /// The lower right corner of the text.
    public var lowerRight: Point

    /// Creates a quadrilateral of the corners of a text, which may be at any angle.
    public init(upperLeft: Point, upperRight: Point, lowerLeft: Point, lowerRight: Point) {
        self.upperLeft = upperLeft
        self.upperRight = upperRight
        self.lowerLeft = lowerLeft
        self.lowerRight = lowerRight
    }

    /// Creates the quadrilateral of a text that is upright in a rectangle.
    public init(_ rectangle: Rectangle) {
        upperLeft = Point(rectangle.x0, rectangle.y1)
        upperRight = Point(rectangle.x1, rectangle.y1)
        lowerLeft = Point(rectangle.x0, rectangle.y0)
        lowerRight = Point(rectangle.x1, rectangle.y0)
    }

    /// The corners in the order of `/QuadPoints`.
    public var points: [Point] { [upperLeft, upperRight, lowerLeft, lowerRight] }
}

/// A coordinate transformation `[a b c d e f]` (ISO 32000-2, 8.3.4).
public struct Matrix: Sendable, Hashable {
    /// A number of the matrix, in the order of an array in PDF.
    public var a, b, c, d, e, f: Double

    /// Creates a matrix of its six numbers.
    public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
        (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
    }

    /// The matrix that changes nothing.
    public static let identity = Matrix(1, 0, 0, 1, 0, 0)

    /// The six numbers, in the order of an array in PDF.
    public var numbers: [Double] { [a, b, c, d, e, f] }

    /// Returns the point that the matrix maps a point to.
    public func transform(_ point: Point) -> Point {
        Point(a * point.x + c * point.y + e, b * point.x + d * point.y + f)
    }
}
