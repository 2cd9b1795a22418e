import FoundationEssentials
import LinuxFiles

/// A JSON object with file names: each as text, with `\xHH` for a byte that is not UTF-8. A name with such a byte
/// appears a second time, in Base64, under its key with `Bytes` appended.
struct NamedReport<Object: Encodable>: Encodable {
    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private let names: [String: String?]
    private let showsAbsent: Bool
    private let object: Object

    /// - Parameters:
    ///   - names: the names by key, as text of arguments (``ByteText``); `nil` for an absent name.
    ///   - showsAbsent: whether an absent name is written as `null`.
    init(_ names: [String: String?], showingAbsent showsAbsent: Bool = false, _ object: Object) {
        (self.names, self.showsAbsent, self.object) = (names, showsAbsent, object)
    }

    func encode(to encoder: any Encoder) throws {
        try object.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        for (key, name) in names {
            guard let name else {
                if showsAbsent { try container.encodeNil(forKey: Key(stringValue: key)) }
                continue
            }
            try container.encode(ByteText.readable(name), forKey: Key(stringValue: key))
            guard ByteText.hasEscapes(name) else { continue }
            try container.encode(
                Data(ByteText.bytes(name)).base64EncodedString(), forKey: Key(stringValue: key + "Bytes"))
        }
    }
}
