internal import CNettle

/// The RC4 stream cipher, with which documents of PDF 1.1 to 1.5 are encrypted (ISO 32000-2, 7.6.3.1).
///
/// RC4 has been broken for years: it is used here only to continue with the choice of a document's author, and protects
/// nothing.
enum RC4 {
    /// Encrypts or decrypts; both are the same operation.
    ///
    /// - Parameter key: 1 to 256 bytes.
    static func apply(key: [UInt8], to bytes: [UInt8]) -> [UInt8] {
        var context = arcfour_ctx()
        nettle_arcfour_set_key(&context, key.count, key)
        return [UInt8](unsafeUninitializedCapacity: bytes.count) { result, count in
            nettle_arcfour_crypt(&context, bytes.count, result.baseAddress, bytes)
            count = bytes.count
        }
    }
}

/// AES as PDF uses it (ISO 32000-2, 7.6.3.1): in CBC mode, padded as described in RFC 8018.
enum AES {
    /// Encrypted data is a multiple of this length, in bytes.
    static let blockLength = 16

    /// - Parameters:
    ///   - key: 16 or 32 bytes.
    ///   - vector: the initialization vector, 16 bytes.
    static func encrypt(_ plain: [UInt8], key: [UInt8], vector: [UInt8]) -> [UInt8] {
        let cipher = key.count == 16 ? nettle_aes128 : nettle_aes256
        let blockSize = Int(cipher.block_size)
        precondition(key.count == Int(cipher.key_size) && vector.count == blockSize)
        let padding = blockSize - plain.count % blockSize
        let padded = plain + [UInt8](repeating: UInt8(padding), count: padding)
        var context = [UInt8](repeating: 0, count: Int(cipher.context_size))
        cipher.set_encrypt_key(&context, key)
        var chained = vector
        return [UInt8](unsafeUninitializedCapacity: padded.count) { result, count in
            nettle_cbc_encrypt(&context, cipher.encrypt, blockSize, &chained, padded.count, result.baseAddress, padded)
            count = padded.count
        }
    }
}
