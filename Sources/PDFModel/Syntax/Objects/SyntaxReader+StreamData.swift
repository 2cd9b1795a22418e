extension SyntaxReader {
    /// Returns the extent of a stream's data where `stream` follows (ISO 32000-2, 7.3.8.1); `nil` where it does not.
    ///
    /// - Parameters:
    ///   - length: the value of `/Length`; it counts where `endstream` follows data of that length. Otherwise the data
    ///     ends before the next `endstream` or `endobj` and the end-of-line marker there, or with the file. A carriage
    ///     return belongs to that marker if the marker after `stream` has one; else it may be data.
    ///   - block: the data's length is a multiple of this number of bytes, which distinguishes a marker from data that
    ///     ends like one.
    package mutating func streamData(length: Int?, block: Int = 1) -> Range<Int>? {
        guard skip("stream") else { return nil }
        let hasCarriageReturns = current == 0x0D
        if hasCarriageReturns { position += 1 }
        if current == 0x0A { position += 1 }
        let start = position
        if let length, length >= 0, length <= bytes.count - start {
            var behind = SyntaxReader(bytes, at: start + length)
            if behind.skip("endstream") { return start..<(start + length) }
        }
        var end = start
        while end < bytes.count, !bytes.matches("endstream", at: end), !bytes.matches("endobj", at: end) { end += 1 }
        guard end < bytes.count, block == 1 || !(end - start).isMultiple(of: block) else { return start..<end }
        if end > start, bytes[end - 1] == 0x0A { end -= 1 }
        if hasCarriageReturns, end > start, bytes[end - 1] == 0x0D { end -= 1 }
        return start..<end
    }
}
