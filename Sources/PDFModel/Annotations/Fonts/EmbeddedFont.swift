internal import Cryptography
internal import FoundationEssentials
internal import Typesetting

/// A subset of a font as the objects that embed it: a Type 0 font with the encoding Identity-H (ISO 32000-2, 9.7).
struct EmbeddedFont: Equatable {
    private let font: SubsetFont
    /// The text that each code stands for.
    private let meanings: [Int: String]

    init(_ font: SubsetFont, meanings: [Int: String]) { (self.font, self.meanings) = (font, meanings) }

    /// The name under which content streams use it: six letters that follow from the glyphs, so that a stream that shows
    /// other glyphs is another stream.
    static func resourceName(of font: SubsetFont) -> Name { Name(tag(of: font)) }
    var resourceName: Name { Self.resourceName(of: font) }

    /// The tag of the subset (9.9.2).
    private static func tag(of font: SubsetFont) -> String {
        let digest = SHA256.digest(of: Array(font.program))
        return String(decoding: digest.prefix(6).map { UInt8(ascii: "A") + $0 % 26 }, as: UTF8.self)
    }

    /// Adds the font and all that belongs to it; returns its reference.
    ///
    /// - Parameter listsGlyphs: whether to list the glyphs of the subset, as PDF/A-1 wants (`/CIDSet`).
    func add(to update: inout IncrementalUpdate, listsGlyphs: Bool) -> IndirectReference {
        let isTrueType = font.format == .trueType
        var program: PDFDictionary = ["Filter": .name("FlateDecode")]
        if isTrueType { program["Length1"] = .integer(font.length) } else { program[.subtype] = .name("CIDFontType0C") }
        let file = update.add(.stream(PDFStream(program, data: Array(font.program))))
        let name = Name("\(Self.tag(of: font))+\(Self.asciiName(font.name))")
        let flags = (font.isFixedPitch ? 1 : 0) | 4 | (font.italicAngle != 0 ? 64 : 0)
        var descriptor: PDFDictionary = [
            .type: .name("FontDescriptor"), "FontName": .name(name), "Flags": .integer(flags),
            "FontBBox": .array(font.box.map { .integer($0) }), "ItalicAngle": .number(font.italicAngle),
            "Ascent": .integer(font.ascent), "Descent": .integer(font.descent), "CapHeight": .integer(font.capHeight),
            "StemV": .integer(font.isBold ? 140 : 80), isTrueType ? "FontFile2" : "FontFile3": .reference(file),
        ]
        if listsGlyphs { descriptor["CIDSet"] = .reference(update.add(.stream(PDFStream([:], data: glyphSet)))) }
        var descendant: PDFDictionary = [
            .type: .name(.font), .subtype: .name(isTrueType ? "CIDFontType2" : "CIDFontType0"), .baseFont: .name(name),
            "CIDSystemInfo": .dictionary([
                "Registry": .string(PDFString(bytes: Array("Adobe".utf8))),
                "Ordering": .string(PDFString(bytes: Array("Identity".utf8))), "Supplement": .integer(0),
            ]),
            "FontDescriptor": .reference(update.add(.dictionary(descriptor))), "W": widths,
        ]
        if isTrueType { descendant["CIDToGIDMap"] = .name("Identity") }
        let whole: PDFDictionary = [
            .type: .name(.font), .subtype: .name("Type0"), .baseFont: .name(name), .encoding: .name("Identity-H"),
            "DescendantFonts": .array([.reference(update.add(.dictionary(descendant)))]),
            "ToUnicode": .reference(update.add(.stream(.compressed(toUnicode)))),
        ]
        return update.add(.dictionary(whole))
    }

    /// PostScript names are ASCII without delimiters.
    private static func asciiName(_ name: String) -> String {
        let allowed = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.,".contains($0)) }
        return allowed.isEmpty ? "Font" : String(allowed.prefix(63))
    }

    /// A bit for each glyph, the first one in the highest bit (Table 122).
    private var glyphSet: [UInt8] {
        let codes = Set(font.widths.keys).union([0])
        return (0...(codes.max() ?? 0) / 8).map { byte in
            (0..<8).reduce(0) { $0 | (codes.contains(byte * 8 + $1) ? 0x80 >> UInt8($1) : 0) }
        }
    }

    /// The array of glyph widths (9.7.4.3).
    private var widths: PDFObject {
        var items: [PDFObject] = []
        var run: [PDFObject] = []
        var next: Int?
        for (code, width) in font.widths.sorted(by: { $0.key < $1.key }) {
            if code != next {
                if !run.isEmpty { items.append(.array(run)) }
                items.append(.integer(code))
                run = []
            }
            run.append(.integer(width))
            next = code + 1
        }
        if !run.isEmpty { items.append(.array(run)) }
        return .array(items)
    }

    /// The CMap that says what text the codes stand for (9.10.3), with at most 100 codes in each of its parts.
    private var toUnicode: [UInt8] {
        var lines = [
            "/CIDInit /ProcSet findresource begin", "12 dict begin", "begincmap", "/CMapType 2 def",
            "/CMapName /Adobe-Identity-UCS def",
            "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def",
            "1 begincodespacerange", "<0000> <FFFF>", "endcodespacerange",
        ]
        var rest = meanings.sorted { $0.key < $1.key }[...]
        while !rest.isEmpty {
            let part = rest.prefix(100)
            rest = rest.dropFirst(100)
            lines.append("\(part.count) beginbfchar")
            for (code, text) in part {
                lines.append("<\(Self.digits(UInt16(code)))> <\(text.utf16.map(Self.digits).joined())>")
            }
            lines.append("endbfchar")
        }
        lines += ["endcmap", "CMapName currentdict /CMap defineresource pop", "end", "end", ""]
        return Array(lines.joined(separator: "\n").utf8)
    }

    private static func digits(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
