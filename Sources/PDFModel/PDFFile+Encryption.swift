/// How a document is encrypted (ISO 32000-2, 7.6).
public struct Encryption: Sendable, Equatable {
    /// `RC4`, or the crypt filter's method as the standard names it: `V2`, `AESV2`, `AESV3`, `Identity`.
    public var method: String
    /// The revision of the standard security handler (`/R`), 2 to 6.
    public var revision: Int
    /// Whether whoever the password opened the document as may annotate (`/P`, bit 6).
    public var mayAnnotate: Bool
}

extension PDFFile {
    /// How the document is encrypted; `nil` where it is not.
    public func encryption() throws(PDFError) -> Encryption? {
        guard isEncrypted, let dictionary = try resolve(trailer()[.encrypt] ?? .null).dictionaryValue else {
            return nil
        }
        return Encryption(
            method: try encryptionMethod(dictionary),
            revision: try resolve(dictionary[.handlerRevision] ?? .null).integerValue ?? 0,
            mayAnnotate: document.mayAnnotate)
    }

    /// The method for streams; versions before 4 have no crypt filters (7.6.2).
    private func encryptionMethod(_ dictionary: PDFDictionary) throws(PDFError) -> String {
        guard try resolve(dictionary[.value] ?? .null).integerValue ?? 0 >= 4 else { return "RC4" }
        let name = try resolve(dictionary[.streamFilter] ?? .null).nameValue ?? .identity
        guard name != .identity, let filters = try resolve(dictionary[.cryptFilters] ?? .null).dictionaryValue,
            let filter = try resolve(filters[name] ?? .null).dictionaryValue
        else { return Name.identity.text }
        return try resolve(filter[.cryptFilterMethod] ?? .null).nameValue?.text ?? Name.identity.text
    }
}
