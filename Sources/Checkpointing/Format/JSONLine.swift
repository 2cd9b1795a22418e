internal import FoundationEssentials

/// JSON on one line.
package enum JSONLine {
    private static let encoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    /// Throws if a value cannot be encoded, as an infinite number.
    package static func check(_ value: some Encodable) throws { _ = try encoder.encode(value) }

    package static func bytes(_ value: some Encodable) -> [UInt8] {
        guard let data = try? encoder.encode(value) else { preconditionFailure("Plain values can always be encoded.") }
        return Array(data)
    }

    package static func text(_ value: some Encodable) -> String { String(decoding: bytes(value), as: UTF8.self) }

    package static func value<Value: Decodable>(_ bytes: [UInt8]) -> Value? {
        try? JSONDecoder().decode(Value.self, from: Data(bytes))
    }
}
