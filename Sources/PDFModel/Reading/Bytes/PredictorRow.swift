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
        var position = start
        while let start = bytes.firstOccurrence(of: "/Col", from: position) {
            position = start + 4
            let rest = bytes[position...]
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

    /// Returns data without its PNG predictor; `nil` for any other predictor, and for data that is not whole rows.
    static func decoded(_ data: [UInt8], _ parameters: PDFDictionary) -> [UInt8]? {
        func number(_ key: Name, _ usual: Int) -> Int? {
            guard let number = (parameters[key] ?? .integer(usual)).integerValue else { return nil }
            return (1...Int(UInt16.max)).contains(number) ? number : nil
        }
        guard let predictor = number("Predictor", 1), let colors = number("Colors", 1),
            let bits = number("BitsPerComponent", 8), let columns = number("Columns", 1)
        else { return nil }
        if predictor == 1 { return data }
        let (length, width) = ((colors * bits * columns + 7) / 8, max(1, colors * bits / 8))
        guard (10...15).contains(predictor), data.count.isMultiple(of: length + 1) else { return nil }
        let rows = data.count / (length + 1)
        var isSound = true
        let decoded = [UInt8](unsafeUninitializedCapacity: rows * length) { result, count in
            data.withUnsafeBufferPointer { data in
                for row in 0..<rows {
                    let (start, source) = (row * length, row * (length + 1))
                    guard let filter = Filter(rawValue: data[source]) else {
                        isSound = false
                        return
                    }
                    for index in 0..<length {
                        let left = index >= width ? result[start + index - width] : 0
                        let above = row > 0 ? result[start + index - length] : 0
                        let corner = row > 0 && index >= width ? result[start + index - length - width] : 0
                        result[start + index] =
                            data[source + 1 + index] &+ filter.prediction(Int(left), Int(above), Int(corner))
                    }
                }
            }
            count = isSound ? rows * length : 0
        }
        return isSound ? decoded : nil
    }

    /// How a row is predicted from the byte to the left, the one above, and the one to the left of that (PNG, 9.2).
    private enum Filter: UInt8 {
        case none, sub, up, average, paeth

        func prediction(_ left: Int, _ above: Int, _ corner: Int) -> UInt8 {
            switch self {
            case .none: return 0
            case .sub: return UInt8(left)
            case .up: return UInt8(above)
            case .average: return UInt8((left + above) / 2)
            case .paeth:
                let (a, b, c) = (abs(above - corner), abs(left - corner), abs(left + above - 2 * corner))
                return UInt8(a <= b && a <= c ? left : b <= c ? above : corner)
            }
        }
    }
}
