import FoundationEssentials
import LinuxFiles
import PDFModel

/// Converts an option's text to a value, and describes the expected form if the text has no value.
///
/// Options reach the commands as text. The error message can thus say what was expected; and the argument parser, which
/// searches every conformance in the program for each type of option it encounters, starts twice as fast.
struct OptionValue<Value> {
    /// The expected form of the text, to complete the sentence "--option takes …".
    let expected: String
    /// The words that it can be, where there are a few.
    var words: [String] = []
    let read: (String) -> Value?

    func callAsFunction(_ text: String, for option: String) throws(CommandFailure) -> Value {
        guard let value = read(text) else {
            let question = EditDistance.question(for: text.lowercased(), in: words) ?? ""
            throw CommandFailure.usage("\(option) takes \(expected), not '\(text)'\(question)")
        }
        return value
    }

    func callAsFunction(_ text: String?, for option: String) throws(CommandFailure) -> Value? {
        guard let text else { return nil }
        return try self(text, for: option) as Value
    }

    func callAsFunction(_ texts: [String], for option: String) throws(CommandFailure) -> [Value] {
        try texts.map { text throws(CommandFailure) in try self(text, for: option) }
    }
}

extension OptionValue where Value: LosslessStringConvertible & Comparable {
    /// A number within a range.
    init(_ expected: String, in range: ClosedRange<Value>) {
        self.init(expected: expected) { Value($0).flatMap { range.contains($0) ? $0 : nil } }
    }
}

extension OptionValue<Double> {
    /// A duration of up to a day.
    static var seconds: Self { Self("a number of seconds from 0 to 86400", in: 0...86400) }

    /// A date up to the year 9999, the last one that a PDF date can state (ISO 32000-2, 7.9.4).
    static var date: Self { Self("seconds since 1970, from 0 to 253402300799", in: 0...253_402_300_799) }
}

extension OptionValue<Int> {
    static var number: Self { OptionValue(expected: "a whole number") { Int($0) } }

    /// This many digits leave room to count on.
    static var startNumber: Self {
        Self("a whole number of at most 15 digits", in: -999_999_999_999_999...999_999_999_999_999)
    }

    static var count: Self { Self("a number of at least 1", in: 1 ... .max) }

    static var versions: Self { Self("a number of versions, 0 to 1000000", in: 0...1_000_000) }

    /// A length in bytes, given as a number with its unit.
    static var bytes: Self {
        OptionValue(expected: "a number of bytes, such as 0, 500K, 64M or 2G") { text in
            let text = text.hasSuffix("iB") ? text.dropLast(2) : text.hasSuffix("B") ? text.dropLast() : text[...]
            let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
            let shift = text.last.flatMap { shifts[$0] }
            let number = Int(shift == nil ? text : text.dropLast())
            return number.flatMap { (0...1 << 32).contains($0) ? $0 << (shift ?? 0) : nil }
        }
    }

    /// A duration in seconds, given as a number with its unit.
    static var age: Self {
        OptionValue(expected: "a number with a unit, such as 30m, 12h, 7d or 2w") { text in
            let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604_800]
            guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()), number >= 0 else {
                return nil
            }
            let (seconds, isTooLong) = number.multipliedReportingOverflow(by: unit)
            return isTooLong ? nil : seconds
        }
    }
}

extension OptionValue<PageRange> {
    static var pages: Self { OptionValue(expected: "a page range such as 1-3,7,z") { PageRange($0) } }

    /// Returns the pages that `--page` names, each time that it is given; `nil` without it.
    static func pages(_ ranges: [String]) throws(CommandFailure) -> PageRange? {
        for range in ranges { _ = try pages(range, for: "--page") }
        // Odd and even count in the whole list.
        let parted = ranges.first { $0.hasSuffix("odd") || $0.hasSuffix("even") }
        if let parted, ranges.count > 1 {
            throw .usage("--page \(parted) cannot be combined with another --page", hint: "run the command for each")
        }
        return try pages(ranges.isEmpty ? nil : ranges.joined(separator: ","), for: "--page")
    }
}

extension OptionValue where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of a fixed set of words.
    static var word: Self {
        let words = Value.allCases.map(\.rawValue)
        return OptionValue(expected: "one of " + words.joined(separator: ", "), words: words) { Value(rawValue: $0) }
    }
}

extension OptionValue<String> {
    /// Text for a document or a message, which must therefore be UTF-8.
    static var text: Self { OptionValue(expected: "text in UTF-8") { ByteText.hasEscapes($0) ? nil : $0 } }
}
