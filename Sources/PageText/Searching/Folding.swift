internal import PDFModel

/// What makes texts the same to a reader: composition, ligatures and widths (Unicode's form KC), kinds of quotation
/// marks and dashes, characters that are not seen.
enum Folding {
    /// The scalars that a piece of text is compared by; white space is U+0020.
    static func scalars(of text: String) -> [UnicodeScalar] {
        let utf8 = text.utf8
        if utf8.count == 1, let byte = utf8.first, byte > 0x20, byte < 0x7F, byte != 0x60 {
            return [UnicodeScalar(byte)]
        }
        let marks = String(String.UnicodeScalarView(text.unicodeScalars.map(mark)))
        return marks.compatibilityComposed.unicodeScalars.compactMap(folded)
    }

    /// Marks of which form KC makes two characters.
    private static func mark(_ scalar: UnicodeScalar) -> UnicodeScalar {
        switch scalar.value {
        case 0xB4: "'"
        case 0x2033, 0x2036: "\""
        default: scalar
        }
    }

    /// `nil` for a scalar that is not seen.
    private static func folded(_ scalar: UnicodeScalar) -> UnicodeScalar? {
        switch scalar.value {
        // Single quotation marks, primes and the like; the grave accent is used as an opening one.
        case 0x60, 0x2018...0x201B, 0x2032, 0x2035, 0x02BC, 0x02B9: return "'"
        case 0x21...0x7E: return scalar
        case 0x201C...0x201F: return "\""
        case 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63, 0xFF0D: return "-"
        // Line breaks are joined elsewhere; a tatweel only stretches a word.
        case 0xAD, 0x640: return nil
        case 0x00..<0x20 where !scalar.properties.isWhitespace: return nil
        default: break
        }
        if scalar.properties.isWhitespace { return " " }
        return scalar.properties.isDefaultIgnorableCodePoint ? nil : scalar
    }

    /// The scalar without its letter case.
    static func withoutCase(_ scalar: UnicodeScalar) -> [UnicodeScalar] {
        if scalar.isASCII {
            return [(0x41...0x5A).contains(scalar.value) ? UnicodeScalar(UInt8(scalar.value + 0x20)) : scalar]
        }
        let upper = scalar.properties.uppercaseMapping.unicodeScalars
        return upper.flatMap { Array($0.properties.lowercaseMapping.unicodeScalars) }
    }

    /// Text to look for: folded, with single spaces between words.
    static func needle(_ text: String, ignoringCase: Bool) -> [UnicodeScalar] {
        var scalars: [UnicodeScalar] = []
        for scalar in self.scalars(of: text) where scalar != " " || scalars.last ?? " " != " " {
            scalars.append(scalar)
        }
        if scalars.last == " " { scalars.removeLast() }
        return ignoringCase ? scalars.flatMap(withoutCase) : scalars
    }
}

extension UnicodeScalar {
    /// Whether it belongs to the character before it.
    var extendsCharacter: Bool {
        value >= 0x300 && (properties.isGraphemeExtend || (0x1160...0x11FF).contains(value))
    }

    /// Whether readers leave it out when they write: vowel signs of Hebrew and Arabic.
    var isPointing: Bool {
        switch value {
        case 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670: true
        default: false
        }
    }

    /// Whether it is a letter or vowel sign of a script that is read from the right.
    var isRightToLeft: Bool {
        switch value {
        case 0x590...0x65F, 0x66D...0x6EF, 0x6FA...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF,
            0x1E800...0x1EFFF:
            true
        default: false
        }
    }

    /// Whether it is part of a word.
    var isInWord: Bool {
        if isASCII { return self == "_" || ("0"..."9").contains(self) || ("a"..."z").contains(lower) }
        return properties.isAlphabetic || properties.numericType != nil || properties.isGraphemeExtend
    }

    private var lower: UnicodeScalar { UnicodeScalar(value | 0x20) ?? self }

    /// Whether its script has no spaces between words, so that a line can end anywhere.
    var isInScriptWithoutSpaces: Bool {
        switch value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x2E80...0x9FFF, 0xA960...0xA97F,
            0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
