/// How a document is encrypted (ISO 32000-2, 7.6).
public struct Encryption: Sendable, Equatable {
    /// `RC4`, or the crypt filter's method by its name in the standard: `V2`, `AESV2`, `AESV3`, `Identity`; `undefined`
    /// where the document names a filter that it does not define.
    public var method: String
    /// The revision of the standard security handler (`/R`), 2 to 6.
    public var revision: Int
    /// Whether the password was the owner password, which permits everything.
    public var isOpenedAsOwner: Bool
    /// Whether the access that the password gives permits annotating (`/P`, bit 6).
    public var mayAnnotate: Bool
}

extension PDFFile {
    /// Returns the access that the password grants; for encrypted files only.
    func grantedAccess() throws(PDFError) -> FileAccess {
        try derived { file throws(PDFError) in try file.whole().grantedAccess() }
    }

    /// Returns how the document is encrypted; `nil` where it is not.
    public func encryption() throws(PDFError) -> Encryption? {
        guard let dictionary = try encryptionDictionary() else { return nil }
        let isOwner = try grantedAccess().isOwner
        return Encryption(
            method: try method(of: .streamFilter, dictionary),
            revision: try resolve(dictionary[.handlerRevision] ?? .null).integerValue ?? 0,
            isOpenedAsOwner: isOwner, mayAnnotate: isOwner || mayAnnotate)
    }

    /// Returns the cipher for added strings and streams; `nil` where the document is not encrypted.
    func cipher() throws(PDFError) -> FileCipher? {
        guard let dictionary = try encryptionDictionary() else { return nil }
        return FileCipher(
            key: try grantedAccess().key, strings: try cipherMethod(of: .stringFilter, dictionary),
            streams: try cipherMethod(of: .streamFilter, dictionary))
    }

    /// Whether embedded files are encrypted in another way than other streams (`/EFF`, 7.6.6).
    func encryptsEmbeddedFilesOtherwise() throws(PDFError) -> Bool {
        guard let dictionary = try encryptionDictionary(),
            let own = try resolve(dictionary["EFF"] ?? .null).nameValue
        else { return false }
        return try own != resolve(dictionary[.streamFilter] ?? .null).nameValue ?? .identity
    }

    private func encryptionDictionary() throws(PDFError) -> PDFDictionary? {
        guard isEncrypted else { return nil }
        return try resolve(trailer()[.encrypt] ?? .null).dictionaryValue
    }

    /// Returns the crypt filter method that `key` selects; versions before 4 have no crypt filters (7.6.2).
    private func method(of key: Name, _ dictionary: PDFDictionary) throws(PDFError) -> String {
        guard try resolve(dictionary[.value] ?? .null).integerValue ?? 0 >= 4 else { return "RC4" }
        let name = try resolve(dictionary[key] ?? .null).nameValue ?? .identity
        guard name != .identity else { return Name.identity.text }
        let filters = try resolve(dictionary[.cryptFilters] ?? .null).dictionaryValue
        guard let filter = try resolve(filters?[name] ?? .null).dictionaryValue else { return Self.undefinedMethod }
        return try resolve(filter[.cryptFilterMethod] ?? .null).nameValue?.text ?? Name.identity.text
    }

    private static let undefinedMethod = "undefined"

    private func cipherMethod(of key: Name, _ dictionary: PDFDictionary) throws(PDFError) -> FileCipher.Method {
        switch try method(of: key, dictionary) {
        case "RC4", "V2": return .rc4
        case "AESV2": return .aes128
        case "AESV3": return .aes256
        case "Identity", "None": return .identity
        case Self.undefinedMethod:
            throw .unsupportedEncryption("\(key) names a crypt filter that the document does not define")
        case let other: throw .unsupportedEncryption("the crypt filter method \(other) is unknown")
        }
    }
}
