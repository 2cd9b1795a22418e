/// The type of a value in JSON, as JSON Schema describes it.
package indirect enum JSONType: Sendable {
    case string, integer, number, boolean
    /// A time as RFC 3339 writes it.
    case time
    case word([String])
    case array(JSONType, count: Int? = nil)

    /// The keywords of JSON Schema (draft 2020-12).
    func keywords(orNull: Bool = false) -> [String: JSONText] {
        switch self {
        case .string: ["type": Self.type("string", orNull)]
        case .integer: ["type": Self.type("integer", orNull)]
        case .number: ["type": Self.type("number", orNull)]
        case .boolean: ["type": Self.type("boolean", orNull)]
        case .time: ["type": Self.type("string", orNull), "format": .text("date-time")]
        case .word(let words): ["enum": .array(words.map(JSONText.text))]
        case .array(let item, let count):
            ["type": .text("array"), "items": .object(item.keywords())].merging(
                count.map { ["minItems": .number($0), "maxItems": .number($0)] } ?? [:], uniquingKeysWith: { $1 })
        }
    }

    private static func type(_ name: String, _ orNull: Bool) -> JSONText {
        orNull ? .array([.text(name), .text("null")]) : .text(name)
    }
}

/// Any JSON, to be written.
indirect enum JSONText: Encodable {
    case text(String)
    case number(Int)
    case boolean(Bool)
    case array([JSONText])
    case object([String: JSONText])

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let text): try text.encode(to: encoder)
        case .number(let number): try number.encode(to: encoder)
        case .boolean(let value): try value.encode(to: encoder)
        case .array(let items): try items.encode(to: encoder)
        case .object(let members): try members.encode(to: encoder)
        }
    }
}
