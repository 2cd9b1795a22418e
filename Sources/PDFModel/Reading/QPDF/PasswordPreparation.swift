internal import CUnistring

/// Converts a typed password to the bytes from which a file's key may have been derived (ISO 32000-2, 7.6.4).
///
/// Revision 6 of the standard security handler takes the password prepared with SASLprep (RFC 4013) as UTF-8, older
/// revisions take it in PDFDocEncoding. Not every writer complied: some used the UTF-8 as typed, or the Windows
/// encoding. The file does not record which, so each is tried. libqpdf truncates them to the significant length: 127
/// bytes, or 32 before revision 5.
///
/// Characters that SASLprep prohibits are not rejected here: that is up to programs that set a password, and this one
/// only opens files that others have encrypted.
enum PasswordPreparation {
    /// Returns the candidates, each once, in a fixed order, as C strings; a NUL in a password would end it.
    static func candidates(for password: String) -> [[CChar]?] {
        let prepared = prepared(password)
        let encodings = [
            Array(prepared.utf8), Array(password.utf8),
            PDFDocEncoding.bytes(of: password) ?? PDFDocEncoding.bytes(of: prepared), windows1252(password),
        ]
        var candidates: [[CChar]] = []
        for bytes in encodings.compactMap(\.self) {
            let candidate = bytes.map(CChar.init(bitPattern:)) + [0]
            if !candidates.contains(candidate) { candidates.append(candidate) }
        }
        return candidates
    }

    /// The password with SASLprep's mappings and normalization (RFC 4013, 2.1 and 2.2).
    static func prepared(_ password: String) -> String {
        if password.utf8.allSatisfy({ $0 < 0x80 }) { return password }
        var mapped = String.UnicodeScalarView()
        for scalar in password.unicodeScalars {
            if nonASCIISpaces.contains(where: { $0.contains(scalar) }) {
                mapped.append(" ")
            } else if !mappedToNothing.contains(where: { $0.contains(scalar) }) {
                mapped.append(scalar)
            }
        }
        return String(mapped).compatibilityComposed
    }

    /// Table C.1.2 of RFC 3454.
    private static let nonASCIISpaces: [ClosedRange<Unicode.Scalar>] = [
        "\u{A0}"..."\u{A0}", "\u{1680}"..."\u{1680}", "\u{2000}"..."\u{200B}", "\u{202F}"..."\u{202F}",
        "\u{205F}"..."\u{205F}", "\u{3000}"..."\u{3000}",
    ]

    /// Table B.1 of RFC 3454, except for U+200B, which is in both.
    private static let mappedToNothing: [ClosedRange<Unicode.Scalar>] = [
        "\u{AD}"..."\u{AD}", "\u{34F}"..."\u{34F}", "\u{1806}"..."\u{1806}", "\u{180B}"..."\u{180D}",
        "\u{200C}"..."\u{200D}", "\u{2060}"..."\u{2060}", "\u{FE00}"..."\u{FE0F}", "\u{FEFF}"..."\u{FEFF}",
    ]

    /// Returns `nil` where the encoding lacks a character.
    private static func windows1252(_ password: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in password.unicodeScalars {
            if let position = windows1252From80.firstIndex(of: scalar) {
                bytes.append(0x80 + UInt8(position))
            } else if scalar.value < 0x100 {
                bytes.append(UInt8(scalar.value))
            } else {
                return nil
            }
        }
        return bytes
    }

    /// Codes 0x80 to 0x9F, where the encoding differs from Latin 1.
    private static let windows1252From80 = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}

extension String {
    /// The text in Unicode's normalization form KC, which the standard library does not offer.
    package var compatibilityComposed: String {
        var text = self
        return text.withUTF8 { utf8 in
            var count = 0
            guard let composed = cunistring_nfkc(utf8.baseAddress, utf8.count, &count) else { return self }
            defer { cunistring_free(composed) }
            return String(decoding: UnsafeBufferPointer(start: composed, count: count), as: UTF8.self)
        }
    }
}
