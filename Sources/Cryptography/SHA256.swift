internal import CNettle

/// SHA-256 (FIPS 180-4).
package struct SHA256: Sendable {
    package static let digestLength = Int(SHA256_DIGEST_SIZE)

    private var state = sha256_ctx()

    package init() { nettle_sha256_init(&state) }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        nettle_sha256_update(&state, bytes.count, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }

    package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    /// The digest of all bytes so far; more may follow.
    package var digest: [UInt8] {
        var state = state
        return [UInt8](unsafeUninitializedCapacity: Self.digestLength) { digest, count in
            nettle_sha256_digest(&state, digest.count, digest.baseAddress)
            count = Self.digestLength
        }
    }

    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.digest
    }

    /// The first 8 bytes of the digest of all bytes so far, as 16 hexadecimal digits: enough for a name.
    package var digits: String { digest.prefix(8).hexadecimal }

    package static func digits(of bytes: [UInt8]) -> String { digest(of: bytes).prefix(8).hexadecimal }

    /// Returns the message authentication code of some bytes (HMAC, RFC 2104).
    package static func authenticationCode(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var state = hmac_sha256_ctx()
        nettle_hmac_sha256_set_key(&state, key.count, key)
        nettle_hmac_sha256_update(&state, bytes.count, bytes)
        return [UInt8](unsafeUninitializedCapacity: digestLength) { digest, count in
            nettle_hmac_sha256_digest(&state, digest.count, digest.baseAddress)
            count = digestLength
        }
    }
}

/// MD5 (RFC 1321), which protects nothing: the standard asks for it as a checksum and in old encryption.
package enum MD5 {
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        var state = md5_ctx()
        nettle_md5_init(&state)
        nettle_md5_update(&state, bytes.count, bytes)
        return [UInt8](unsafeUninitializedCapacity: Int(MD5_DIGEST_SIZE)) { digest, count in
            nettle_md5_digest(&state, digest.count, digest.baseAddress)
            count = Int(MD5_DIGEST_SIZE)
        }
    }
}

extension Sequence<UInt8> {
    /// The bytes as text: two hexadecimal digits for each, in lower case.
    package var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
