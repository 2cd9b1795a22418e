/// How PDF writes real numbers: decimal digits with a point, never an exponent (ISO 32000-2, 7.3.3).
enum DecimalNotation {
    /// The largest magnitude that is written; PDF promises readers no more than the range of a 32-bit integer.
    static let limit = 2_147_483_647.0

    private static let fractionDigits = 4
    private static let scale = 10_000.0

    /// `value` rounded to four digits after the point, without trailing zeros, kept within ±``limit``.
    static func text(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        let scaled = Int((min(max(value, -limit), limit) * scale).rounded())
        let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
        let sign = scaled < 0 ? "-" : ""
        guard fraction != 0 else { return "\(sign)\(whole)" }
        let digits = String(fraction)
        var padded = String(repeating: "0", count: fractionDigits - digits.count) + digits
        while padded.last == "0" { padded.removeLast() }
        return "\(sign)\(whole).\(padded)"
    }

    /// `value` as it reads back after ``text(_:)``.
    static func rounded(_ value: Double) -> Double {
        value.isFinite ? (min(max(value, -limit), limit) * scale).rounded() / scale : 0
    }

    /// The number that `text` notates, or `nil`; what `strtod` reads beyond PDF's notation is not a number here.
    static func value(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ "+-.0123456789".utf8.contains($0) }), !text.hasPrefix("+-"),
            text.utf8.contains(where: { (0x30...0x39).contains($0) })
        else { return nil }
        var padded = text.hasPrefix("+") ? String(text.dropFirst()) : text
        if padded.hasSuffix(".") { padded += "0" }
        // Hundreds of digits are more than a Double can hold, which would make it infinite.
        let limit = Double.greatestFiniteMagnitude
        return Double(padded).map { min(max($0, -limit), limit) }
    }
}
