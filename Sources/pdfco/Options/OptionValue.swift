import FoundationEssentials
import LinuxFiles
import PDFModel

/// What an option's text stands for, and what to say where it stands for nothing.
///
/// Options reach the commands as text. So the message can say what was expected; and the argument parser, which searches
/// every conformance in the program for each type of option it meets, starts twice as fast.
struct OptionValue<Value> {
    /// What the text must look like, to complete the sentence "--option takes …".
    let form: String
    let read: (String) -> Value?

    func callAsFunction(_ text: String, for option: String) throws(CommandFailure) -> Value {
        guard let value = read(text) else {
            throw CommandFailure(kind: "usage", problem: "\(option) takes \(form), not '\(text)'", exitStatus: .usage)
        }
        return value
    }

    func callAsFunction(_ text: String?, for option: String) throws(CommandFailure) -> Value? {
        guard let text else { return nil }
        return try self(text, for: option) as Value
    }

    func callAsFunction(_ texts: [String], for option: String) throws(CommandFailure) -> [Value] {
        var values: [Value] = []
        for text in texts { values.append(try self(text, for: option)) }
        return values
    }
}

extension OptionValue<Double> {
    /// A time to wait, up to a day.
    static var seconds: Self {
        OptionValue(form: "a number of seconds from 0 to 86400") {
            Double($0).flatMap { (0...86400).contains($0) ? $0 : nil }
        }
    }

    static var number: Self { OptionValue(form: "a number") { Double($0).flatMap { $0.isFinite ? $0 : nil } } }
}

extension OptionValue<Int> {
    static var count: Self { OptionValue(form: "a number from 1 on") { Int($0).flatMap { $0 > 0 ? $0 : nil } } }

    /// A time in seconds, written with its unit.
    static var age: Self {
        OptionValue(form: "a number with a unit: 30m, 12h, 7d or 2w") { text in
            let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604_800]
            guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()), number >= 0 else {
                return nil
            }
            let (seconds, isTooLong) = number.multipliedReportingOverflow(by: unit)
            return isTooLong ? nil : seconds
        }
    }
}

extension OptionValue<[Double]> {
    static var lengths: Self { OptionValue(form: "lengths in points such as 3,2", read: numbers) }

    fileprivate static func numbers(_ text: String) -> [Double]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in Double(part.filter { $0 != " " }) }
        return numbers.count == parts.count && numbers.allSatisfy(\.isFinite) ? numbers : nil
    }
}

extension OptionValue<[Point]> {
    static var points: Self {
        OptionValue(form: "points x1,y1,x2,y2,… in points") { text in
            guard let numbers = OptionValue<[Double]>.numbers(text), numbers.count.isMultiple(of: 2) else { return nil }
            return stride(from: 0, to: numbers.count, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
        }
    }
}

extension OptionValue<Rectangle> {
    static var rectangle: Self {
        OptionValue(form: "two opposite corners x0,y0,x1,y1 in points") { text in
            guard let corners = OptionValue<[Point]>.points.read(text), corners.count == 2 else { return nil }
            return Rectangle(corners[0].x, corners[0].y, corners[1].x, corners[1].y)
        }
    }
}

extension OptionValue<Annotation.Geometry> {
    static var line: Self {
        OptionValue(form: "two ends x0,y0,x1,y1 in points") { text in
            guard let ends = OptionValue<[Point]>.points.read(text), ends.count == 2 else { return nil }
            return .line(ends[0], ends[1])
        }
    }
}

extension OptionValue<Quadrilateral> {
    static var quadrilateral: Self {
        OptionValue(form: "four corners x1,y1,x2,y2,x3,y3,x4,y4 in points") { text in
            guard let corners = OptionValue<[Point]>.points.read(text), corners.count == 4 else { return nil }
            return Quadrilateral(
                upperLeft: corners[0], upperRight: corners[1], lowerLeft: corners[2], lowerRight: corners[3])
        }
    }
}

extension OptionValue<LineEndings> {
    static var lineEndings: Self {
        let names = LineEnding.allCases.map(\.rawValue).joined(separator: ", ")
        return OptionValue(form: "two of \(names), separated by a comma") { text in
            let endings = text.split(separator: ",", omittingEmptySubsequences: false).map { name in
                LineEnding.allCases.first { $0.rawValue.lowercased() == name.lowercased() }
            }
            guard endings.count == 2, let start = endings[0], let end = endings[1] else { return nil }
            return LineEndings(start: start, end: end)
        }
    }
}

extension OptionValue<Color> {
    static var color: Self { OptionValue(form: "a CSS colour name or #rrggbb") { Color($0) } }
}

extension OptionValue<PageRange> {
    static var pages: Self { OptionValue(form: "a page range such as 1-3,7,z") { PageRange($0) } }
}

extension OptionValue<Date> {
    static var date: Self { OptionValue(form: "a date such as 2026-11-21T09:30:00Z") { Date(timestamp: $0) } }
}

extension OptionValue where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One word of a few.
    static var word: Self {
        OptionValue(form: "one of " + Value.allCases.map(\.rawValue).joined(separator: ", ")) { Value(rawValue: $0) }
    }
}

extension OptionValue<String> {
    /// What goes into a document or a message, and so must be text.
    static var text: Self { OptionValue(form: "text in UTF-8") { ByteText.hasEscapes($0) ? nil : $0 } }
}
