/// How long the rows of a predictor are, by what a file says of them (ISO 32000-2, 7.4.4.4).
///
/// libqpdf takes the memory of two rows before it decodes the first: 1.6 GB for a file of a few bytes.
enum PredictorRow {
    /// Returns the first `/Columns` or `/Colors` that makes a row of more bytes than the file can hold, each byte
    /// of it compressed; `nil` where there is none.
    ///
    /// - Parameter start: where to begin; what is before it was searched in a file that was shorter.
    static func boundlessEntry(in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> String? {
        let limit = limit(of: bytes.count)
        // libqpdf takes no greater number, and searching all of a large file takes longer than an edit.
        guard limit < Int(UInt32.max) else { return nil }
        var place = start
        while let start = bytes.firstOccurrence(of: "/Col", from: place) {
            place = start + 4
            let rest = bytes[place...]
            guard let name = ["umns", "ors"].first(where: { rest.starts(with: $0.utf8) }) else { continue }
            let digits = rest.dropFirst(name.utf8.count).drop(while: SyntaxReader.isSpace).prefix {
                (0x30...0x39) ~= $0
            }
            // More digits than an integer can have are as good as its greatest.
            let number = Int(String(decoding: digits.prefix(19), as: UTF8.self)) ?? (digits.isEmpty ? 0 : .max)
            if number > limit { return "/Col\(name) \(number)" }
        }
        return nil
    }
    /// Whether the data of a stream cannot have such rows as its dictionary says.
    static func isBoundless(_ dictionary: PDFDictionary, inFileOf count: Int) -> Bool {
        let limit = Double(limit(of: count))
        let parameters = dictionary[.decodeParameters]
        return (parameters?.arrayValue ?? parameters.map { [$0] } ?? []).contains { parameters in
            ["Columns", "Colors"].contains { parameters.dictionaryValue?[$0]?.numberValue ?? 0 > limit }
        }
    }

    /// Deflate makes at most 1,032 bytes of one.
    private static func limit(of count: Int) -> Int { 1032 * max(count, 1024) }
}
