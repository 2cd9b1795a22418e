package import PDFModel

extension Quadrilateral {
    /// The middle of its corners.
    package var center: Point {
        Point(points.reduce(0) { $0 + $1.x } / 4, points.reduce(0) { $0 + $1.y } / 4)
    }

    /// Whether all corners are numbers, and it has a width and a height.
    package var isPlace: Bool {
        points.allSatisfy { $0.x.isFinite && $0.y.isFinite && abs($0.x) < 1e6 && abs($0.y) < 1e6 }
            && upperLeft.distance(to: lowerLeft) > 0 && lowerRight.distance(to: lowerLeft) > 0
    }

    /// How long it is in its direction of reading.
    var extent: Double { lowerRight.distance(to: lowerLeft) }

    /// Whether it is at least a fifth lower or higher than another one.
    func isOfAnotherSize(than other: Quadrilateral) -> Bool {
        let (height, others) = (upperLeft.distance(to: lowerLeft), other.upperLeft.distance(to: other.lowerLeft))
        return !(0.8...1.25).contains(height / others)
    }

    /// How far another one begins after this one's beginning.
    func start(of other: Quadrilateral) -> Double { other.lowerLeft.dot(axes.along) - lowerLeft.dot(axes.along) }

    /// Whether another one, which may have no width, begins within this one or at its end, not so much higher or lower as this
    /// one is high; where it is a mark, several of which may stand above each other, three times as much.
    func spans(_ other: Quadrilateral, isMark: Bool = false) -> Bool {
        let (start, rise) = (start(of: other), (other.lowerLeft.dot(axes.up) - lowerLeft.dot(axes.up)))
        let height = upperLeft.distance(to: lowerLeft)
        return (-0.05 * extent...1.05 * extent).contains(start) && abs(rise) < (isMark ? 3 : 1) * height
    }

    /// The smallest quadrilateral around others at the angle of the first of them; `nil` around none.
    package init?(joining boxes: some Collection<Quadrilateral>) {
        guard let first = boxes.first(where: \.isPlace) else { return nil }
        let axes = first.axes
        var (left, right, low, high) = (Double.infinity, -Double.infinity, Double.infinity, -Double.infinity)
        for point in boxes.lazy.filter(\.isPlace).flatMap(\.points) {
            let (along, up) = (point.dot(axes.along), point.dot(axes.up))
            (left, right, low, high) = (min(left, along), max(right, along), min(low, up), max(high, up))
        }
        func corner(_ along: Double, _ up: Double) -> Point {
            Point(axes.along.x * along + axes.up.x * up, axes.along.y * along + axes.up.y * up)
        }
        self.init(
            upperLeft: corner(left, high), upperRight: corner(right, high), lowerLeft: corner(left, low),
            lowerRight: corner(right, low))
    }

    /// The directions of reading and upwards, of length 1, at right angles to each other.
    fileprivate var axes: (along: Point, up: Point) {
        let length = lowerRight.distance(to: lowerLeft)
        let along = Point((lowerRight.x - lowerLeft.x) / length, (lowerRight.y - lowerLeft.y) / length)
        let up = Point(-along.y, along.x)
        let isMirrored = Point(upperLeft.x - lowerLeft.x, upperLeft.y - lowerLeft.y).dot(up) < 0
        return (along, isMirrored ? Point(-up.x, -up.y) : up)
    }

    /// The places of some characters of a line, from left to right: one for each part without others in between.
    ///
    /// A line has several parts where scripts of both directions meet: what is read in one go stands in two places.
    static func pieces(of chosen: Range<Int>, in line: TextLine) -> [Quadrilateral] {
        let places = line.characters.indices.filter { line.characters[$0].box.isPlace }
        guard let first = places.first(where: chosen.contains), let start = places.first, let end = places.last else {
            return []
        }
        let axes = line.characters[first].box.axes
        let (from, to) = (line.characters[start].box.center, line.characters[end].box.center)
        let way = Point(to.x - from.x, to.y - from.y)
        // Lines of upright characters can run downwards.
        let axis = abs(way.dot(axes.along)) >= abs(way.dot(axes.up)) ? axes.along : axes.up
        let sorted = places.map { ($0, line.characters[$0].box.center.dot(axis)) }.sorted { $0.1 < $1.1 }.map(\.0)
        var pieces: [Quadrilateral] = []
        var current: [Int] = []
        func close() {
            // A space beside a superscript is slanted, and higher than either.
            let letters = current.filter { !line.characters[$0].isSpace }
            if let piece = Quadrilateral(joining: letters.map { line.characters[$0].box }) { pieces.append(piece) }
            current = []
        }
        for index in sorted {
            let isSpace = line.characters[index].isSpace
            if chosen.contains(index) ? !isSpace || !current.isEmpty : isSpace && !current.isEmpty {
                current.append(index)
            } else if !isSpace {
                close()
            }
        }
        close()
        return pieces
    }
}

extension Point {
    fileprivate func dot(_ other: Point) -> Double { x * other.x + y * other.y }

    fileprivate func distance(to other: Point) -> Double {
        let (dx, dy) = (x - other.x, y - other.y)
        return (dx * dx + dy * dy).squareRoot()
    }
}

extension Rectangle {
    func contains(_ point: Point) -> Bool { x0 <= point.x && point.x <= x1 && y0 <= point.y && point.y <= y1 }
}
