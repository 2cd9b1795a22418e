/// PDFDocEncoding, the one-byte encoding of text strings (ISO 32000-2, Annex D.2 and D.3).
enum PDFDocEncoding {
    /// Codes 0x18–0x1F and 0x80–0xA0, where the encoding differs from Latin 1; `nil` is undefined.
    private static let departures: [UInt8: Unicode.Scalar?] = {
        var table: [UInt8: Unicode.Scalar?] = [:]
        let low: [Unicode.Scalar] = [
            "\u{2D8}", "\u{2C7}", "\u{2C6}", "\u{2D9}", "\u{2DD}", "\u{2DB}", "\u{2DA}", "\u{2DC}",
        ]
        for (offset, scalar) in low.enumerated() { table[0x18 + UInt8(offset)] = scalar }
        let high: [Unicode.Scalar] = [
            "\u{2022}", "\u{2020}", "\u{2021}", "\u{2026}", "\u{2014}", "\u{2013}", "\u{192}", "\u{2044}",
            "\u{2039}", "\u{203A}", "\u{2212}", "\u{2030}", "\u{201E}", "\u{201C}", "\u{201D}", "\u{2018}",
            "\u{2019}", "\u{201A}", "\u{2122}", "\u{FB01}", "\u{FB02}", "\u{141}", "\u{152}", "\u{160}",
            "\u{178}", "\u{17D}", "\u{131}", "\u{142}", "\u{153}", "\u{161}", "\u{17E}",
        ]
        for (offset, scalar) in high.enumerated() { table[0x80 + UInt8(offset)] = scalar }
        table[0x9F] = .some(nil)
        table[0xA0] = "\u{20AC}"
        table[0xAD] = .some(nil)
        return table
    }()

    private static let codes: [Unicode.Scalar: UInt8] = {
        var codes: [Unicode.Scalar: UInt8] = [:]
        for code in UInt8.min...UInt8.max {
            if let scalar = scalar(code) { codes[scalar] = code }
        }
        return codes
    }()

    private static func scalar(_ code: UInt8) -> Unicode.Scalar? {
        if let departure = departures[code] { return departure }
        return code == 0x7F ? nil : Unicode.Scalar(code)
    }

    static func text(of bytes: [UInt8]) -> String {
        if bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) { return String(decoding: bytes, as: UTF8.self) }
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(scalar(byte) ?? "\u{FFFD}") }
        return String(text)
    }

    /// Returns the encoded text, or `nil` where a character is missing or the bytes would read as another encoding's
    /// mark.
    static func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if (0x20..<0x7F).contains(scalar.value) {
                bytes.append(UInt8(scalar.value))
            } else if let code = codes[scalar] {
                bytes.append(code)
            } else {
                return nil
            }
        }
        return byteOrderMarks.contains(where: bytes.starts(with:)) ? nil : bytes
    }

    /// With these a text string is of another encoding.
    private static let byteOrderMarks: [[UInt8]] = [[0xFE, 0xFF], [0xFF, 0xFE], [0xEF, 0xBB, 0xBF]]
}
