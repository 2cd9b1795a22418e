internal import Typesetting

/// The operators that show one line in embedded fonts (ISO 32000-2, 9.4.3), with replacement text (14.9.4) where the
/// glyphs alone do not say what the text is.
struct EmbeddedLineContent {
    let size: Double
    /// What is added to each space, in thousandths of the font size.
    let spacing: Double
    private var bytes: [UInt8] = []
    private var font: Int?
    private var rise = 0
    /// The operand of TJ that is being written.
    private var items: [UInt8] = []
    private var isInString = false
    /// How far the next glyph must be moved to the right of where the last one ended.
    private var carry = 0.0

    init(size: Double, spacing: Double) { (self.size, self.spacing) = (size, spacing) }

    mutating func show(_ cluster: GlyphCluster, _ line: EmbeddedLine) {
        if cluster.font != font {
            endGlyphs()
            let name = EmbeddedFont.resourceName(of: line.fonts[cluster.font]).text
            bytes += "/\(name) \(DecimalNotation.text(size)) Tf\n".utf8
            font = cluster.font
        }
        let isReplaced = line.meanings.lacks(cluster)
        if isReplaced {
            endGlyphs()
            bytes += "/Span <</ActualText ".utf8 + ObjectWriter.bytes(of: .text(cluster.text)) + ">> BDC\n".utf8
        }
        let widths = line.fonts[cluster.font].widths
        for glyph in cluster.glyphs { show(glyph, width: widths[glyph.code] ?? 0) }
        if cluster.isSpace { carry += spacing }
        if isReplaced {
            endGlyphs()
            bytes += "EMC\n".utf8
        }
    }

    private mutating func show(_ glyph: ShapedGlyph, width: Int) {
        if glyph.y != rise {
            endGlyphs()
            bytes += "\(DecimalNotation.text(Double(glyph.y) * size / 1000)) Ts\n".utf8
            rise = glyph.y
        }
        // Rounded to tenths; what is lost is made up for with the next glyph.
        let shift = ((carry + Double(glyph.x)) * 10).rounded() / 10
        if shift != 0 {
            if isInString { items.append(UInt8(ascii: ">")) }
            items += " \(DecimalNotation.text(-shift))".utf8
            isInString = false
        }
        if !isInString { items.append(UInt8(ascii: "<")) }
        isInString = true
        let digits = String(glyph.code, radix: 16, uppercase: true)
        items += (String(repeating: "0", count: 4 - digits.count) + digits).utf8
        carry += Double(glyph.advance) - shift - Double(width)
    }

    private mutating func endGlyphs() {
        guard !items.isEmpty else { return }
        if isInString { items.append(UInt8(ascii: ">")) }
        bytes += "[".utf8 + items + "] TJ\n".utf8
        (items, isInString) = ([], false)
    }

    mutating func finished() -> [UInt8] {
        endGlyphs()
        if rise != 0 { bytes += "0 Ts\n".utf8 }
        return bytes
    }
}
