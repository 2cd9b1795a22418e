internal import FoundationEssentials
internal import LinuxFiles
internal import PDFModel
internal import SystemPackage

/// One JSON object of a job, read so that every error names its key.
struct JobObject {
    private let values: KeyedDecodingContainer<AnyKey>

    init(_ decoder: any Decoder) throws {
        do { values = try decoder.container(keyedBy: AnyKey.self) } catch {
            throw BatchJob.Invalid(reason: "it is not an object")
        }
    }

    /// Refuses keys that are not known; the error names the first one in alphabetical order.
    func check(_ known: [String], of what: String) throws {
        guard let unknown = values.allKeys.map(\.stringValue).filter({ !known.contains($0) }).min() else { return }
        throw BatchJob.Invalid(reason: EditDistance.unknownKey(unknown, of: what, known: known))
    }

    func decode<Value: Decodable>(_ type: Value.Type, _ key: String, _ form: String) throws -> Value? {
        do { return try values.decodeIfPresent(type, forKey: AnyKey(stringValue: key)) } catch is DecodingError {
            throw BatchJob.Invalid(reason: "\(key) is not \(form)")
        }
    }

    func string(_ key: String) throws -> String? { try decode(String.self, key, "a string") }

    /// A string or a whole number.
    func identifier(_ key: String) throws -> String? {
        if let number = try? values.decodeIfPresent(Int.self, forKey: AnyKey(stringValue: key)) { return "\(number)" }
        return try decode(String.self, key, "a string or a whole number")
    }

    /// A path as text; one that is not UTF-8 in Base64, under the key with `Bytes` appended.
    func path(_ key: String) throws -> FilePath? {
        if let text = try string(key + "Bytes") {
            guard let bytes = Data(base64Encoded: text), !bytes.isEmpty, !bytes.contains(0) else {
                throw BatchJob.Invalid(reason: "\(key)Bytes is not a path in Base64")
            }
            return FilePath(argument: ByteText.text(bytes))
        }
        guard let text = try string(key) else { return nil }
        guard !text.isEmpty, !text.utf8.contains(0) else { throw BatchJob.Invalid(reason: "\(key) is not a path") }
        return FilePath(text)
    }

    /// The edits of a job; an error says which one it is about, counted from 1.
    func edits(_ key: String) throws -> [EditTemplate]? {
        guard values.contains(AnyKey(stringValue: key)) else { return nil }
        guard var list = try? values.nestedUnkeyedContainer(forKey: AnyKey(stringValue: key)) else {
            throw BatchJob.Invalid(reason: "\(key) is not an array")
        }
        var edits: [EditTemplate] = []
        while !list.isAtEnd { edits.append(try list.decode(BatchEdit.self).template) }
        return edits
    }
}
