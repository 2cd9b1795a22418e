/// What it costs libqpdf to make a cross-reference table anew, as far as that can be out of all proportion.
///
/// It looks for the first token of every line, and where a line has none goes on to the next that has one: in a file of
/// nothing but empty lines and comments the cost grows with the square of their number.
enum RecoveryCost {
    /// Whether no more bytes are looked at than libqpdf gets through in some seconds.
    static func isBearable(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let limit = 200_000_000 + 20 * bytes.count
        var cost = 0
        // The lines since the last token, and the sum of the places where they begin.
        var lines = 0
        var starts = 0
        var isComment = false
        for (place, byte) in bytes.enumerated() {
            if byte == 0x0A || byte == 0x0D {
                isComment = false
                lines += 1
                starts += place
            } else if byte == UInt8(ascii: "%") {
                isComment = true
            } else if !isComment, !SyntaxReader.isSpace(byte), lines > 0 {
                cost += lines * place - starts
                (lines, starts) = (0, 0)
                if cost > limit { return false }
            }
        }
        return cost + lines * bytes.count - starts <= limit
    }
}
