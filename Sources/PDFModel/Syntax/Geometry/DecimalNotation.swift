/// PDF's notation for real numbers: decimal digits with a point, never an exponent (ISO 32000-2, 7.3.3).
package enum DecimalNotation {
    /// The largest magnitude that is written; PDF guarantees only the range of a 32-bit integer.
    static let limit = 2_147_483_647.0

    fileprivate static let fractionDigits = 4
    private static let scale = 10_000.0

    /// Returns `value` rounded to four digits after the point, without trailing zeros, clamped to ±``limit``.
    package static func text(_ value: Double) -> String {
        var text: [UInt8] = []
        text.append(decimal: value)
        return String(decoding: text, as: UTF8.self)
    }

    /// The written value in ten-thousandths.
    fileprivate static func scaled(_ value: Double) -> Int {
        value.isFinite ? Int((min(max(value, -limit), limit) * scale).rounded()) : 0
    }

    fileprivate static func parts(_ scaled: Int) -> (whole: Int, fraction: Int) {
        let parts = scaled.quotientAndRemainder(dividingBy: Int(scale))
        return (parts.quotient, parts.remainder)
    }

    /// The integer that `value` is written as, or `nil` where its notation has a fraction.
    static func integer(_ value: Double) -> Int? {
        let parts = parts(scaled(value))
        return parts.fraction == 0 ? parts.whole : nil
    }

    /// `value` as it reads back after ``text(_:)``.
    package static func rounded(_ value: Double) -> Double {
        value.isFinite ? (min(max(value, -limit), limit) * scale).rounded() / scale : 0
    }

    /// The number that `text` denotes, or `nil`; notations that `strtod` accepts but PDF does not have are not numbers
    /// here.
    package static func value(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ "+-.0123456789".utf8.contains($0) }), !text.hasPrefix("+-"),
            text.utf8.contains(where: { (0x30...0x39).contains($0) })
        else { return nil }
        var padded = text.hasPrefix("+") ? String(text.dropFirst()) : text
        if padded.hasSuffix(".") { padded += "0" }
        // Hundreds of digits exceed the range of a Double and would read as infinity.
        let limit = Double.greatestFiniteMagnitude
        return Double(padded).map { min(max($0, -limit), limit) }
    }
}

extension [UInt8] {
    /// Appends ``DecimalNotation/text(_:)``.
    mutating func append(decimal value: Double) {
        let scaled = DecimalNotation.scaled(value)
        if scaled < 0 { append(UInt8(ascii: "-")) }
        var (whole, fraction) = DecimalNotation.parts(abs(scaled))
        append(decimal: whole)
        guard fraction != 0 else { return }
        append(UInt8(ascii: "."))
        var width = DecimalNotation.fractionDigits
        while fraction % 10 == 0 {
            fraction /= 10
            width -= 1
        }
        append(decimal: fraction, width: width)
    }

    /// Appends the digits of a whole number, with leading zeros up to `width` digits.
    mutating func append(decimal value: Int, width: Int = 1) {
        if value < 0 { append(UInt8(ascii: "-")) }
        let start = count
        var rest = value.magnitude
        repeat {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0 || count - start < width
        var (first, last) = (start, count - 1)
        while first < last {
            swapAt(first, last)
            first += 1
            last -= 1
        }
    }
}
