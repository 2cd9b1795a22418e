/// What it costs libqpdf to rebuild a cross-reference table, where that cost can be out of all proportion.
///
/// libqpdf looks for the first token of every line, and where a line has none goes on to the next one that has: in a
/// file of only empty lines and comments, the cost grows with the square of their number.
enum RecoveryCost {
    /// Whether libqpdf examines no more bytes than it can in a few seconds.
    static func isWithinLimits(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let limit = 200_000_000 + 20 * bytes.count
        var cost = 0
        // The lines since the last token, and the sum of the offsets at which they begin.
        var lines = 0
        var starts = 0
        var isComment = false
        for (position, byte) in bytes.enumerated() {
            if byte == 0x0A || byte == 0x0D {
                isComment = false
                lines += 1
                starts += position
            } else if byte == UInt8(ascii: "%") {
                isComment = true
            } else if !isComment, !SyntaxReader.isSpace(byte), lines > 0 {
                cost += lines * position - starts
                (lines, starts) = (0, 0)
                if cost > limit { return false }
            }
        }
        return cost + lines * bytes.count - starts <= limit
    }
}
