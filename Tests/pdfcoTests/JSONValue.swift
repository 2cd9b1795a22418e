/// Any JSON.
indirect enum JSONValue: Decodable, Equatable {
    case null
    case text(String)
    case number(Double)
    case boolean(Bool)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// The numbers of an array of arrays, or of an array.
    var numbers: [Double] {
        switch self {
        case .number(let number): [number]
        case .array(let items): items.flatMap(\.numbers)
        default: []
        }
    }
}
