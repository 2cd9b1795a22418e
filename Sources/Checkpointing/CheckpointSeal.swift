internal import Crypto
internal import FoundationEssentials
internal import LinuxFiles

/// Seals the recorded changes of an encrypted document, so that its checkpoint reveals nothing that the document
/// protects.
///
/// AES-256 in Galois/Counter Mode (NIST SP 800-38D), each change with a random nonce of its own, under a key that is
/// derived by HKDF with SHA-256 (RFC 5869) from the document's file encryption key and a random salt. The sealed bytes
/// are written in Base64, so that a record stays a line of text.
public struct CheckpointSeal: Sendable {
    private let key: SymmetricKey
    private let salt: [UInt8]

    /// - Parameters:
    ///   - secret: the document's own key.
    ///   - salt: the salt in the checkpoint's header, in hexadecimal.
    public init(secret: [UInt8], salt: String) {
        self.salt = Array(salt.utf8)
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: secret), salt: self.salt, info: Array("pdfco checkpoint 1".utf8),
            outputByteCount: 32)
    }

    /// Returns a new salt: 16 random bytes in hexadecimal.
    public static func newSalt() -> String {
        (0..<16).map { _ in UInt8.random(in: .min ... .max) }.hexadecimal
    }

    /// Returns the sealed bytes to record instead of `payload`.
    public func sealed(_ payload: [UInt8]) -> [UInt8] {
        guard let box = try? AES.GCM.seal(payload, using: key, authenticating: salt), let combined = box.combined else {
            preconditionFailure("AES-GCM seals any bytes with a key of 256 bits.")
        }
        return Array(combined.base64EncodedData())
    }

    /// Returns the bytes that were sealed; `nil` if they were not sealed with this key.
    public func opened(_ record: [UInt8]) -> [UInt8]? {
        // Base64 can encode the same bytes in several ways: only the text that was written is accepted.
        guard let combined = Data(base64Encoded: Data(record)), Array(combined.base64EncodedData()) == record,
            let box = try? AES.GCM.SealedBox(combined: combined),
            let payload = try? AES.GCM.open(box, using: key, authenticating: salt)
        else { return nil }
        return Array(payload)
    }
}
