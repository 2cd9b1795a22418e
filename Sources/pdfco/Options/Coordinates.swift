import ArgumentParser
import PDFModel

/// Numbers separated by commas, in points.
private func numbers(_ text: String) -> [Double]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0.trimmingSpaces) }
    return numbers.count == parts.count && numbers.allSatisfy(\.isFinite) ? numbers : nil
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        var text = drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return text
    }
}

private func coordinates(_ text: String) -> [Point]? {
    guard let numbers = numbers(text), !numbers.isEmpty, numbers.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: numbers.count, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
}

extension Rectangle: ExpressibleByArgument {
    /// `x0,y0,x1,y1`: two opposite corners.
    public init?(argument: String) {
        guard let numbers = numbers(argument), numbers.count == 4 else { return nil }
        self.init(numbers[0], numbers[1], numbers[2], numbers[3])
    }
}

extension Quadrilateral: ExpressibleByArgument {
    /// `x1,y1,…,x8,y8` … in the order upper left, upper right, lower left, lower right.
    public init?(argument: String) {
        guard let corners = coordinates(argument), corners.count == 4 else { return nil }
        self.init(upperLeft: corners[0], upperRight: corners[1], lowerLeft: corners[2], lowerRight: corners[3])
    }
}

/// `x1,y1,x2,y2,…`: any number of points.
struct PointList: ExpressibleByArgument {
    var points: [Point]

    init?(argument: String) {
        guard let list = coordinates(argument) else { return nil }
        points = list
    }
}

/// `x0,y0,x1,y1`: where a line begins and ends.
struct Segment: ExpressibleByArgument {
    var start: Point
    var end: Point

    init?(argument: String) {
        guard let ends = PointList(argument: argument)?.points, ends.count == 2 else { return nil }
        (start, end) = (ends[0], ends[1])
    }
}

extension LineEnding: ExpressibleByArgument {}

/// `START,END`: the endings of a line.
struct LineEndingPair: ExpressibleByArgument {
    var endings: LineEndings

    init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false).map { name in
            LineEnding.allCases.first { $0.rawValue.lowercased() == name.lowercased() }
        }
        guard names.count == 2, let start = names[0], let end = names[1] else { return nil }
        endings = LineEndings(start: start, end: end)
    }
}

extension Color: ExpressibleByArgument {
    /// A CSS name or `#rrggbb`.
    public init?(argument: String) { self.init(argument) }
}

extension PageRange: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension TextAlignment: ExpressibleByArgument {}
extension Border.Style: ExpressibleByArgument {}
