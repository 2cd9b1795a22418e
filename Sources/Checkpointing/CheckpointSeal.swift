internal import Cryptography
internal import FoundationEssentials
internal import LinuxFiles

/// Seals the recorded changes of an encrypted document, so that its checkpoint reveals nothing that the document
/// protects.
///
/// AES-256 in Galois/Counter Mode (NIST SP 800-38D), each change with a random nonce of its own, under a key that is
/// derived by HKDF with SHA-256 (RFC 5869) from the document's file encryption key and a random salt. The sealed bytes
/// are written in Base64, so that a record stays a line of text.
public struct CheckpointSeal: Sendable {
    private let cipher: AuthenticatedCipher
    private let salt: [UInt8]

    /// - Parameters:
    ///   - secret: the document's own key.
    ///   - salt: the salt in the checkpoint's header, in hexadecimal.
    public init(secret: [UInt8], salt: String) {
        self.salt = Array(salt.utf8)
        cipher = AuthenticatedCipher(secret: secret, salt: self.salt, info: Array("pdfco checkpoint 1".utf8))
    }

    /// Returns a new salt: 16 random bytes in hexadecimal.
    public static func newSalt() -> String {
        (0..<16).map { _ in UInt8.random(in: .min ... .max) }.hexadecimal
    }

    /// Returns the sealed bytes to record instead of `payload`.
    public func sealed(_ payload: [UInt8]) -> [UInt8] {
        Array(Data(cipher.seal(payload, context: salt)).base64EncodedData())
    }

    /// Returns the bytes that were sealed; `nil` if they were not sealed with this key.
    public func opened(_ record: [UInt8]) -> [UInt8]? {
        // Base64 can encode the same bytes in several ways: only the text that was written is accepted.
        guard let sealed = Data(base64Encoded: Data(record)), Array(sealed.base64EncodedData()) == record else {
            return nil
        }
        return cipher.open(Array(sealed), context: salt)
    }
}
