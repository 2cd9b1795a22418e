import FoundationEssentials
import LinuxFiles

/// A JSON object with the names of files in it: each as text, with `\xHH` for a byte that is not UTF-8; and where there is such
/// a byte, once more in Base64, under the key with `Bytes` behind it.
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
    ///   - names: names as arguments have them (``ByteText``), by their keys; `nil` where there is none.
    ///   - showsAbsent: whether a program wants to see the absence of a name as `null`.
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
