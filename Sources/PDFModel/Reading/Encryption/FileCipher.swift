internal import Cryptography
internal import FoundationEssentials

/// Encrypts the strings and streams that are written to an encrypted document (ISO 32000-2, 7.6.3).
struct FileCipher: Equatable {
    /// The methods of crypt filters (Table 25).
    enum Method: Equatable {
        /// No encryption.
        case identity
        /// RC4 with a separate key for each object: `V2`, and every document before crypt filters.
        case rc4
        /// AES-128 in CBC mode with a separate key for each object: `AESV2`.
        case aes128
        /// AES-256 in CBC mode with the file's key: `AESV3`.
        case aes256
    }

    /// The file encryption key.
    var key: [UInt8]
    var strings: Method
    var streams: Method

    /// Returns `object` as it is written as, or within, the indirect object `reference`.
    func encrypted(_ object: PDFObject, in reference: IndirectReference) -> PDFObject {
        switch object {
        case .string(let string):
            return .string(PDFString(bytes: encrypt(string.bytes, strings, in: reference)))
        case .array(let items): return .array(items.map { encrypted($0, in: reference) })
        case .dictionary(let entries): return .dictionary(self.encrypted(entries, in: reference))
        case .stream(let stream):
            var data = stream.data
            if let plain = data, !stream.isEncrypted { data = encrypt(plain, streams, in: reference) }
            return .stream(PDFStream(self.encrypted(stream.dictionary, in: reference), data: data))
        default: return object
        }
    }

    private func encrypted(_ entries: PDFDictionary, in reference: IndirectReference) -> PDFDictionary {
        entries.mapValues { encrypted($0, in: reference) }
    }

    private func encrypt(_ plain: [UInt8], _ method: Method, in reference: IndirectReference) -> [UInt8] {
        switch method {
        case .identity: plain
        case .rc4: RC4.apply(key: objectKey(reference, salt: []), to: plain)
        case .aes128: aes(plain, key: objectKey(reference, salt: Array("sAlT".utf8)), reference)
        case .aes256: aes(plain, key: key, reference)
        }
    }

    /// Algorithm 1: derives the key of one object from the file's key and the object's numbers.
    private func objectKey(_ reference: IndirectReference, salt: [UInt8]) -> [UInt8] {
        let number = (0..<3).map { UInt8(truncatingIfNeeded: reference.number >> (8 * $0)) }
        let generation = (0..<2).map { UInt8(truncatingIfNeeded: reference.generation >> (8 * $0)) }
        let digest = MD5.digest(of: key + number + generation + salt)
        return Array(digest.prefix(min(key.count + 5, 16)))
    }

    /// Algorithms 1 and 1.A: the initialization vector, then the padded text encrypted in CBC mode.
    ///
    /// The vector is derived from the key, the object and the text, so that it cannot be predicted without the key and
    /// the same edits produce the same bytes. It reveals only whether one object of one file was written twice with the
    /// same text.
    private func aes(_ plain: [UInt8], key: [UInt8], _ reference: IndirectReference) -> [UInt8] {
        let place = Array("\(reference)\n".utf8)
        let digest = SHA256.authenticationCode(of: place + plain, key: self.key)
        let vector = Array(digest.prefix(16))
        return vector + AES.encrypt(plain, key: key, vector: vector)
    }
}
