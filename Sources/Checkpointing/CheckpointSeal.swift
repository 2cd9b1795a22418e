internal import Crypto
internal import FoundationEssentials
internal import LinuxFiles

/// Seals what is recorded of an encrypted document, so that its checkpoint reveals nothing that the document protects.
///
/// AES-256 in Galois/Counter Mode (NIST SP 800-38D), each change with a random nonce of its own, under a key that is derived
/// by HKDF with SHA-256 (RFC 5869) from the document's file encryption key and a random salt. What was sealed is written
/// in Base64, so that a record stays a line of text.
public struct CheckpointSeal: Sendable {
    private let key: SymmetricKey
    private let salt: [UInt8]

    /// - Parameters:
    ///   - secret: the document's own key.
    ///   - salt: what the checkpoint's header says, in hexadecimal.
    public init(secret: [UInt8], salt: String) {
        self.salt = Array(salt.utf8)
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: secret), salt: self.salt, info: Array("pdfco checkpoint 1".utf8),
            outputByteCount: 32)
    }

    /// A new salt: 16 random bytes in hexadecimal.
    public static func newSalt() -> String {
        (0..<16).map { _ in UInt8.random(in: .min ... .max) }.hexadecimal
    }

    /// What is recorded instead of `payload`.
    public func sealed(_ payload: [UInt8]) -> [UInt8] {
        guard let box = try? AES.GCM.seal(payload, using: key, authenticating: salt), let combined = box.combined else {
            preconditionFailure("AES-GCM seals any bytes with a key of 256 bits.")
        }
        return Array(combined.base64EncodedData())
    }

    /// What was sealed; `nil` where it was not sealed with this key.
    public func opened(_ record: [UInt8]) -> [UInt8]? {
        // Some changed letters would say the same: only what was written counts.
        guard let combined = Data(base64Encoded: Data(record)), Array(combined.base64EncodedData()) == record,
            let box = try? AES.GCM.SealedBox(combined: combined),
            let payload = try? AES.GCM.open(box, using: key, authenticating: salt)
        else { return nil }
        return Array(payload)
    }
}
