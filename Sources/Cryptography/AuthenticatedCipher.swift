internal import CNettle

/// AES-256 in Galois/Counter Mode (NIST SP 800-38D): what was encrypted is readable only with the key, and only
/// unchanged.
package struct AuthenticatedCipher: Sendable {
    package static let nonceLength = Int(GCM_IV_SIZE)
    package static let tagLength = Int(GCM_DIGEST_SIZE)
    private static let keyLength = Int(AES256_KEY_SIZE)

    private let key: [UInt8]

    /// Derives the key by HKDF with SHA-256 (RFC 5869).
    ///
    /// - Parameters:
    ///   - secret: the input keying material.
    ///   - info: what the key is for.
    package init(secret: [UInt8], salt: [UInt8], info: [UInt8]) {
        let pseudorandomKey = SHA256.authenticationCode(of: secret, key: salt)
        var state = hmac_sha256_ctx()
        nettle_hmac_sha256_set_key(&state, pseudorandomKey.count, pseudorandomKey)
        key = [UInt8](unsafeUninitializedCapacity: Self.keyLength) { key, count in
            nettle_hkdf_expand(
                &state, { nettle_hmac_sha256_update($0?.assumingMemoryBound(to: hmac_sha256_ctx.self), $1, $2) },
                { nettle_hmac_sha256_digest($0?.assumingMemoryBound(to: hmac_sha256_ctx.self), $1, $2) },
                SHA256.digestLength, info.count, info, key.count, key.baseAddress)
            count = Self.keyLength
        }
    }

    /// Encrypts bytes under a random nonce.
    ///
    /// - Parameter context: bytes that are authenticated and not encrypted.
    /// - Returns: the nonce, the encrypted bytes and the tag.
    package func seal(_ plain: [UInt8], context: [UInt8]) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        let nonce = (0..<Self.nonceLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        var state = started(nonce, context)
        return [UInt8](unsafeUninitializedCapacity: nonce.count + plain.count + Self.tagLength) { sealed, count in
            _ = sealed.initialize(from: nonce)
            let body = sealed.baseAddress.map { $0 + nonce.count }
            nettle_gcm_aes256_encrypt(&state, plain.count, body, plain)
            nettle_gcm_aes256_digest(&state, Self.tagLength, body.map { $0 + plain.count })
            count = nonce.count + plain.count + Self.tagLength
        }
    }

    /// Decrypts what was sealed; `nil` where it was sealed with another key or in another context, or was changed.
    package func open(_ sealed: [UInt8], context: [UInt8]) -> [UInt8]? {
        let length = sealed.count - Self.nonceLength - Self.tagLength
        guard length >= 0 else { return nil }
        var state = started(Array(sealed.prefix(Self.nonceLength)), context)
        let encrypted = Array(sealed[Self.nonceLength..<(Self.nonceLength + length)])
        let plain = [UInt8](unsafeUninitializedCapacity: length) { plain, count in
            nettle_gcm_aes256_decrypt(&state, length, plain.baseAddress, encrypted)
            count = length
        }
        let tag = [UInt8](unsafeUninitializedCapacity: Self.tagLength) { tag, count in
            nettle_gcm_aes256_digest(&state, tag.count, tag.baseAddress)
            count = Self.tagLength
        }
        // All bytes are compared, so that the time does not reveal the first difference.
        let difference = zip(tag, sealed.suffix(Self.tagLength)).reduce(0) { $0 | ($1.0 ^ $1.1) }
        return difference == 0 ? plain : nil
    }

    private func started(_ nonce: [UInt8], _ context: [UInt8]) -> gcm_aes256_ctx {
        var state = gcm_aes256_ctx()
        nettle_gcm_aes256_set_key(&state, key)
        nettle_gcm_aes256_set_iv(&state, nonce.count, nonce)
        nettle_gcm_aes256_update(&state, context.count, context)
        return state
    }
}
