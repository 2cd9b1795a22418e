/// Reads what stands before a record's payload, each part with the space behind it, as ``LogRecord`` writes it and no
/// other way.
struct LogRecordReader {
    let bytes: UnsafeRawBufferPointer
    var place: Int

    /// What counts and lengths stay below, so that no sum of them is too large for an integer.
    static let greatestNumber = 999_999_999

    /// Eight digits, small letters among them.
    mutating func checksum() -> UInt32? {
        guard bytes.count - place > 8, bytes[place + 8] == 0x20 else { return nil }
        var value: UInt32 = 0
        for digit in bytes[place..<place + 8] {
            switch digit {
            case 0x30...0x39: value = value << 4 | UInt32(digit - 0x30)
            case 0x61...0x66: value = value << 4 | UInt32(digit - 0x61 + 10)
            default: return nil
            }
        }
        place += 9
        return value
    }

    /// One to nine decimal digits.
    mutating func number() -> Int? {
        var value = 0
        let start = place
        while place < bytes.count, place - start <= 9 {
            let byte = bytes[place]
            place += 1
            if byte == 0x20 { return place - start > 1 ? value : nil }
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return nil
    }

    mutating func kind() -> LogRecord.Kind? {
        guard let end = bytes[min(place, bytes.count)...].prefix(10).firstIndex(of: 0x20) else { return nil }
        defer { place = end + 1 }
        // So short a string needs no memory.
        return LogRecord.Kind(rawValue: String(decoding: bytes[place..<end], as: UTF8.self))
    }
}
