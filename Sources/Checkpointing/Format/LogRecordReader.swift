/// Reads the fields before a record's payload, each with the space after it, exactly as ``LogRecord`` writes them.
struct LogRecordReader {
    let bytes: UnsafeRawBufferPointer
    var place: Int

    /// Reads eight hexadecimal digits in lower case.
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

    /// Reads one to nine decimal digits.
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
        // Such a short string needs no allocation.
        return LogRecord.Kind(rawValue: String(decoding: bytes[place..<end], as: UTF8.self))
    }
}
