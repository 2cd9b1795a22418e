internal import Crypto

extension PDFFile {
    /// What a page is recognised by although the file was written anew: its size, its rotation and what its content streams
    /// draw; 16 hexadecimal digits.
    ///
    /// Of long contents only the length counts, so that the cost does not grow with the page.
    public func pageFingerprint(_ number: Int) throws(PDFError) -> String {
        let page = try page(number)
        var hash = SHA256()
        hash.update(data: Array("\(page.cropBox) \(page.rotation)".utf8))
        let entry = page.dictionary[.contents] ?? .null
        let streams = if case .array(let parts) = try resolve(entry) { parts } else { [entry] }
        for stream in streams {
            guard let reference = stream.referenceValue, case .stream(let object) = try self.object(reference) else {
                continue
            }
            let length = try resolve(object.dictionary[.length] ?? .null).integerValue ?? 0
            if length <= Self.longestHashedContents, let data = document.streamData(reference) {
                hash.update(data: data)
            } else {
                hash.update(data: Array("\(length)\n".utf8))
            }
        }
        return HexadecimalDigits.of(hash.finalize().prefix(8))
    }

    /// Encoded, in bytes.
    private static let longestHashedContents = 1 << 18

    /// The file identifier that stays the same while the document is edited, in hexadecimal (ISO 32000-2, 14.4); `nil`
    /// where the file has none.
    public func permanentIdentifier() throws(PDFError) -> String? {
        guard case .array(let parts) = try resolve(trailer()[.fileIdentifier] ?? .null), let first = parts.first,
            let bytes = try resolve(first).stringValue?.bytes, !bytes.isEmpty
        else { return nil }
        return HexadecimalDigits.of(bytes)
    }

    /// The file encryption key (ISO 32000-2, 7.6.4.3), for whoever keeps secret what is to be added to the document; `nil`
    /// where the document is not encrypted.
    public func encryptionKey() throws(PDFError) -> [UInt8]? { isEncrypted ? try access().key : nil }
}

/// Bytes as text.
enum HexadecimalDigits {
    /// Two digits for each byte, in lower case.
    static func of(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
