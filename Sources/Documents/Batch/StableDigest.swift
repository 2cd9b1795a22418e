internal import Cryptography
internal import LinuxFiles

/// A digest that is the same in each process and each version (SHA-256), for names of jobs and of annotations.
enum StableDigest {
    /// The first 8 bytes in hexadecimal digits.
    static func of(_ bytes: [UInt8]) -> String { SHA256.digest(of: bytes).prefix(8).hexadecimal }

    /// The first 16 bytes as two numbers.
    static func numbers(of text: String) -> (UInt64, UInt64) {
        let numbers = SHA256.digest(of: Array(text.utf8)).withUnsafeBytes { bytes in
            (0..<2).map { UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)) }
        }
        return (numbers[0], numbers[1])
    }
}
