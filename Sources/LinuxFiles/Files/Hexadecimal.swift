extension Sequence<UInt8> {
    /// The bytes as text: two digits for each, in lower case.
    package var hexadecimal: String { map(\.hexadecimal).joined() }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// All digits of the number, in lower case.
    package var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Self.bitWidth / 4 - digits.utf8.count) + digits
    }
}
