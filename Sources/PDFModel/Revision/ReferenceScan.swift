/// Looks through the bytes of a file for references to objects that it does not have.
///
/// Such a reference is null (ISO 32000-2, 7.3.10), until a new object takes its number: then it shows what nobody put there, on
/// a page that the edit never came near.
enum ReferenceScan {
    /// The numbers from `first` on to which something in `bytes` refers. What object streams hold is not seen.
    static func numbers(from first: Int, in bytes: UnsafeRawBufferPointer) -> Set<Int> {
        var numbers: Set<Int> = []
        var place = 0
        // Eight bytes at once: nearly none is an R.
        while place + 8 <= bytes.count {
            let difference = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) ^ 0x5252_5252_5252_5252
            // The high bit of each byte that is zero, and perhaps of one behind it.
            var hits = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
            while hits != 0 {
                let found = number(before: place + UInt64(littleEndian: hits).trailingZeroBitCount / 8, in: bytes)
                if let found, found >= first { numbers.insert(found) }
                hits &= hits - 1
            }
            place += 8
        }
        for rest in place..<max(place, bytes.count) {
            if let found = number(before: rest, in: bytes), found >= first { numbers.insert(found) }
        }
        return numbers
    }

    /// The object number of the reference whose `R` is at `place`; `nil` where none is.
    private static func number(before place: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
        guard bytes[place] == UInt8(ascii: "R") else { return nil }
        let next = place + 1
        guard next == bytes.count || SyntaxReader.isSpace(bytes[next]) || SyntaxReader.isDelimiter(bytes[next]) else {
            return nil
        }
        var reader = BackwardReader(bytes: bytes, position: place)
        guard reader.integer() != nil else { return nil }
        return reader.integer()
    }
}

/// Reads integers from right to left, each with the white space behind it.
private struct BackwardReader {
    let bytes: UnsafeRawBufferPointer
    /// Behind the byte that is read next.
    var position: Int

    mutating func integer() -> Int? {
        let start = position
        while position > 0, SyntaxReader.isSpace(bytes[position - 1]) { position -= 1 }
        guard position < start else { return nil }
        var (value, unit, digits) = (0, 1, 0)
        while position > 0, digits < 10, (0x30...0x39).contains(bytes[position - 1]) {
            position -= 1
            value += Int(bytes[position] - 0x30) * unit
            unit *= 10
            digits += 1
        }
        return digits > 0 ? value : nil
    }
}
