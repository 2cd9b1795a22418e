public import FoundationEssentials

/// A time in RFC 3339 format, such as `2026-11-21T09:30:00Z`, in whole seconds.
struct Timestamp: Codable {
    var date: Date

    init(_ date: Date) { self.date = date }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let date = Date(timestamp: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a time")
        }
        self.date = date
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(date.timestamp)
    }
}

extension Date {
    /// Reads a time in RFC 3339 format, with any offset from UTC; fractions of seconds are dropped.
    public init?(timestamp: String) {
        let withoutFraction = Self.withoutFraction(timestamp)
        guard let date = try? Date(withoutFraction, strategy: .iso8601) else { return nil }
        self = date
    }

    /// The time in RFC 3339 format, in UTC and whole seconds.
    public var timestamp: String {
        Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down)).formatted(.iso8601)
    }

    private static func withoutFraction(_ timestamp: String) -> String {
        guard let point = timestamp.firstIndex(of: ".") else { return timestamp }
        return String(timestamp[..<point] + timestamp[point...].dropFirst().drop(while: \.isNumber))
    }
}
