import FoundationEssentials
import LinuxFiles

/// A JSON object with file names: each as text, with `\xHH` for a byte that is not UTF-8. A name with such a byte
/// appears a second time, in Base64, under its key with `Bytes` appended.
struct NamedReport<Object: Encodable>: Encodable {
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
        var texts: [String: String?] = [:]
        for (key, name) in names where name != nil || showsAbsent {
            texts.updateValue(name.map(ByteText.readable), forKey: key)
            guard let name, ByteText.hasEscapes(name) else { continue }
            texts[key + "Bytes"] = Data(ByteText.bytes(name)).base64EncodedString()
        }
        try texts.encode(to: encoder)
    }
}
