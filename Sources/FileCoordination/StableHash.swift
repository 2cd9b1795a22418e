/// A hash that is the same in every process, unlike Swift's own: FNV-1a with 64 bits, for finding things and not for secrets.
enum StableHash {
    static func of(_ text: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return hash
    }

    /// As 16 hexadecimal digits.
    static func digits(of text: String) -> String {
        let digits = String(of(text), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
