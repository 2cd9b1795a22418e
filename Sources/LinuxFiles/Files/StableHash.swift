/// A hash that is the same in every process, unlike Swift's own: FNV-1a with 64 bits, for lookups and not for secrets.
package struct StableHash {
    /// The hash of the bytes so far.
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    /// Not generic: the sequences of other modules would be hashed through their witness tables, byte by byte.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    package mutating func update(_ bytes: ArraySlice<UInt8>) { bytes.withUnsafeBytes { update($0) } }

    package static func of(_ text: String) -> UInt64 { of(Array(text.utf8)) }

    package static func of(_ bytes: [UInt8]) -> UInt64 {
        var hash = StableHash()
        bytes.withUnsafeBytes { hash.update($0) }
        return hash.value
    }

    /// As 16 hexadecimal digits.
    package static func digits(of text: String) -> String { of(text).hexadecimal }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// All hexadecimal digits of the number, in lower case.
    package var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Self.bitWidth / 4 - digits.utf8.count) + digits
    }
}
