/// The standard fonts that appearances use; every reader has them, so they are not embedded (ISO 32000-2, 9.6.2.2).
enum StandardFont: String {
    case helvetica = "Helvetica"
    case helveticaBold = "Helvetica-Bold"
    case symbol = "Symbol"
    case zapfDingbats = "ZapfDingbats"

    /// The height of capitals above the baseline, in units of the font size.
    static let capHeight = 0.718
    /// The depth of letters such as p below the baseline.
    static let depth = 0.207

    /// Whether every viewer shows `text` in Helvetica and the two fonts of symbols: letters of Latin 1, and signs.
    ///
    /// Beyond those of WinAnsiEncoding (Annex D.2), the glyphs of Helvetica are missing in some viewers, and the Greek
    /// letters of Symbol are no match for Helvetica.
    static func suffices(for text: String) -> Bool {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return true }
        return text.allSatisfy { character in
            if character.isNewline { return true }
            guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first else { return false }
            let shown = equivalents[character] ?? character
            if windowsLetters.contains(shown) || scalar.value < 0x100 { return true }
            return helveticaGlyphs[shown] == nil && !scalar.properties.isAlphabetic
                && (symbolGlyphs[shown] ?? zapfDingbatsGlyphs[shown]) != nil
        }
    }

    /// The characters of WinAnsiEncoding beyond those of Latin 1.
    private static let windowsLetters = Set("€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ")

    /// The glyph for `character`: from this font, else from Symbol or ZapfDingbats; `nil` where no font has it.
    func glyph(_ character: Character) -> StandardGlyph? {
        let character = Self.equivalents[character] ?? character
        return glyphs[character] ?? Self.symbolGlyphs[character] ?? Self.zapfDingbatsGlyphs[character]
    }

    private var glyphs: [Character: StandardGlyph] {
        switch self {
        case .helvetica: Self.helveticaGlyphs
        case .helveticaBold: Self.helveticaBoldGlyphs
        case .symbol: Self.symbolGlyphs
        case .zapfDingbats: Self.zapfDingbatsGlyphs
        }
    }

    /// Characters that look like one in the fonts.
    private static let equivalents: [Character: Character] = [
        "\u{A0}": " ", "\u{2002}": " ", "\u{2003}": " ", "\u{2009}": " ", "\u{202F}": " ", "\t": " ",
        "\u{2010}": "-", "\u{2011}": "-", "\u{2015}": "\u{2014}", "\u{2215}": "\u{2044}", "\u{2219}": "\u{B7}",
        "\u{2126}": "\u{3A9}", "\u{21A}": "\u{162}", "\u{21B}": "\u{163}",
    ]

    private static let helveticaGlyphs = lettersAndMarks(.helvetica, widthField: 2)
    private static let helveticaBoldGlyphs = lettersAndMarks(.helveticaBold, widthField: 3)
    private static let symbolGlyphs = builtIn(.symbol, SymbolMetrics.table)
    private static let zapfDingbatsGlyphs = builtIn(.zapfDingbats, ZapfDingbatsMetrics.table)

    /// ASCII keeps its codes; the other glyphs take codes from 128 up in Unicode order, in as many resources as needed.
    private static func lettersAndMarks(_ font: StandardFont, widthField: Int) -> [Character: StandardGlyph] {
        var glyphs: [Character: StandardGlyph] = [:]
        var others = 0
        for fields in fields(HelveticaMetrics.table) {
            guard let scalar = scalar(fields[0]), let width = Double(fields[widthField]) else { continue }
            var (part, code) = (0, UInt8(truncatingIfNeeded: scalar.value))
            if !scalar.isASCII {
                (part, code) = (others / 128, UInt8(128 + others % 128))
                others += 1
            }
            glyphs[Character(scalar)] = StandardGlyph(
                resource: FontResource(font: font, part: part), code: code, name: Name(String(fields[1])),
                width: width / 1000)
        }
        return glyphs
    }

    private static func builtIn(_ font: StandardFont, _ table: String) -> [Character: StandardGlyph] {
        var glyphs: [Character: StandardGlyph] = [:]
        for fields in fields(table) {
            guard let scalar = scalar(fields[0]), let code = UInt8(fields[1]), let width = Double(fields[2])
            else { continue }
            glyphs[Character(scalar)] = StandardGlyph(
                resource: FontResource(font: font, part: 0), code: code, name: nil, width: width / 1000)
        }
        return glyphs
    }

    private static func fields(_ table: String) -> [[Substring]] {
        table.split(whereSeparator: \.isWhitespace).map { $0.split(separator: "/") }
    }

    private static func scalar(_ hexadecimal: Substring) -> Unicode.Scalar? {
        UInt32(hexadecimal, radix: 16).flatMap(Unicode.Scalar.init)
    }
}

/// One glyph of a standard font as shown by a content stream.
struct StandardGlyph: Hashable {
    var resource: FontResource
    /// The code in the encoding of ``resource``.
    var code: UInt8
    /// The glyph's name where the encoding has to state it; `nil` in a font with a built-in encoding.
    var name: Name?
    /// In units of the font size.
    var width: Double

    var isSpace: Bool { code == 0x20 }
}

/// A font dictionary that appearances refer to: one part, of at most 256 codes, of a standard font.
struct FontResource: Hashable {
    var font: StandardFont
    var part: Int

    /// The resource name that content streams use; for the first parts, the names usual for form fields.
    var name: Name {
        let base =
            switch font {
            case .helvetica: "Helv"
            case .helveticaBold: "HeBo"
            case .symbol: "Symb"
            case .zapfDingbats: "ZaDb"
            }
        return Name(part == 0 ? base : base + String(part))
    }

    /// The font dictionary (9.6.2); its encoding names the glyphs outside ASCII (9.6.5).
    func dictionary(for glyphs: Set<StandardGlyph>) -> PDFDictionary {
        var dictionary: PDFDictionary = [
            .type: .name(.font), .subtype: .name("Type1"), .baseFont: .name(Name(font.rawValue)),
        ]
        guard font == .helvetica || font == .helveticaBold else { return dictionary }
        var encoding: PDFDictionary = [.type: .name(.encoding), "BaseEncoding": .name("WinAnsiEncoding")]
        var differences: [PDFObject] = []
        var next: UInt8?
        for glyph in glyphs.sorted(by: { $0.code < $1.code }) where glyph.code >= 128 {
            guard let name = glyph.name else { continue }
            if glyph.code != next { differences.append(.integer(Int(glyph.code))) }
            differences.append(.name(name))
            next = glyph.code &+ 1
        }
        if !differences.isEmpty { encoding[.differences] = .array(differences) }
        dictionary[.encoding] = .dictionary(encoding)
        return dictionary
    }
}
