extension LineEndings: Codable {
    /// Reads the names of the endings at the start and at the end.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let endings = try container.decode([LineEnding].self)
        guard endings.count == 2 else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not two line endings")
        }
        self.init(start: endings[0], end: endings[1])
    }

    /// Writes the names of both endings.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode([start, end])
    }
}

/// Any key, so that unknown ones can be detected.
package struct AnyKey: CodingKey, ExpressibleByStringLiteral {
    package var stringValue: String
    package init(stringLiteral value: String) { stringValue = value }
    package var intValue: Int? { nil }
    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { nil }
}

/// Points as a flat list of their coordinates, as in PDF.
struct Coordinates: Encodable {
    var numbers: [Double]

    init(_ points: [Point]) { numbers = points.flatMap(\.rounded.numbers) }

    /// Reads the numbers that are left in a list.
    init(_ list: inout any UnkeyedDecodingContainer) throws {
        // Number by number: the decoder then reads each one directly, without a lookup of how a Double is decoded.
        numbers = []
        numbers.reserveCapacity(list.count ?? 0)
        while !list.isAtEnd { numbers.append(try list.decode(Double.self)) }
        guard numbers.count.isMultiple(of: 2) else {
            throw DecodingError.dataCorruptedError(in: list, debugDescription: "an odd number of coordinates")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(numbers)
    }

    var points: [Point] { stride(from: 0, to: numbers.count, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) } }
}
