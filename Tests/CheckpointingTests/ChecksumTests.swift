import Testing

@testable import Checkpointing

struct ChecksumTests {
    /// The examples of RFC 3720, B.4.
    private static let examples: [([UInt8], UInt32)] = [
        ([UInt8](repeating: 0, count: 32), 0x8A91_36AA), ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
        (Array(0..<32), 0x46DD_794E), (Array((0..<32).reversed()), 0x113F_DB5C),
    ]

    @Test(arguments: examples)
    func `The checksum is CRC-32C`(bytes: [UInt8], expected: UInt32) {
        #expect(bytes.withUnsafeBytes { CRC32C.checksum(of: $0) } == expected)
        for cut in bytes.indices {
            let first = bytes[..<cut].withUnsafeBytes { CRC32C.checksum(of: $0) }
            #expect(bytes[cut...].withUnsafeBytes { CRC32C.checksum(of: $0, after: first) } == expected)
        }
    }
}
