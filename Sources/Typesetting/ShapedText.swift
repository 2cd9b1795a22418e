package import FoundationEssentials

/// A text as glyphs of embedded fonts: everything that is needed to write it into a PDF file.
///
/// It depends on nothing outside of itself, so that an edit that contains it can be made again where the fonts are
/// gone.
package struct ShapedText: Codable, Equatable, Sendable {
    package var fonts: [SubsetFont]
    /// One for each line of the text that a line break of the text ends.
    package var paragraphs: [ShapedParagraph]
    /// The PostScript name of the font that the request names; `nil` if it names none.
    package var namedFont: String?

    package init(fonts: [SubsetFont], paragraphs: [ShapedParagraph], namedFont: String? = nil) {
        (self.fonts, self.paragraphs, self.namedFont) = (fonts, paragraphs, namedFont)
    }
}

package struct ShapedParagraph: Codable, Equatable, Sendable {
    /// The embedding level of the paragraph: 1 if it runs from right to left (Unicode Standard Annex #9).
    package var level: Int
    /// In the order of the text.
    package var runs: [ShapedRun]

    package init(level: Int, runs: [ShapedRun]) { (self.level, self.runs) = (level, runs) }
}

/// Adjoining characters with one font and one embedding level.
package struct ShapedRun: Codable, Equatable, Sendable {
    /// The index of the font.
    package var font: Int
    /// Odd if it runs from right to left.
    package var level: Int
    /// From left to right.
    package var glyphs: [ShapedGlyph]

    package init(font: Int, level: Int, glyphs: [ShapedGlyph]) {
        (self.font, self.level, self.glyphs) = (font, level, glyphs)
    }
}

/// A glyph and its position; lengths are in thousandths of the font size. Written as an array of five numbers.
package struct ShapedGlyph: Codable, Equatable, Sendable {
    /// The code in the subset font: its CID.
    package var code: Int
    /// The index of the first Unicode scalar, within the paragraph, of the characters that it belongs to.
    package var cluster: Int
    package var advance: Int
    package var x: Int
    package var y: Int

    package init(code: Int, cluster: Int, advance: Int, x: Int, y: Int) {
        (self.code, self.cluster, self.advance, self.x, self.y) = (code, cluster, advance, x, y)
    }

    package init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        code = try list.decode(Int.self)
        cluster = try list.decode(Int.self)
        advance = try list.decode(Int.self)
        x = try list.decode(Int.self)
        y = try list.decode(Int.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for number in [code, cluster, advance, x, y] { try list.encode(number) }
    }
}

/// A font with the glyphs of one text and no others.
package struct SubsetFont: Codable, Equatable, Sendable {
    /// The form of the font program.
    package enum Format: String, Codable, Sendable {
        case trueType
        /// Compact Font Format without its OpenType wrapper.
        case compact
    }

    /// The PostScript name of the whole font.
    package var name: String
    package var format: Format
    /// Compressed with zlib.
    package var program: Data
    /// The length in bytes of the program before compression.
    package var length: Int
    /// The widths of its glyphs, by code; in thousandths of the font size, as all lengths here.
    package var widths: [Int: Int]
    package var ascent: Int
    /// Negative below the baseline.
    package var descent: Int
    package var capHeight: Int
    /// Left, bottom, right, top.
    package var box: [Int]
    /// In degrees counter-clockwise from the vertical.
    package var italicAngle: Double
    package var isFixedPitch: Bool
    package var isBold: Bool

    package init(
        name: String, format: Format, program: Data, length: Int, widths: [Int: Int], ascent: Int, descent: Int,
        capHeight: Int, box: [Int], italicAngle: Double, isFixedPitch: Bool, isBold: Bool
    ) {
        (self.name, self.format, self.program, self.length) = (name, format, program, length)
        (self.widths, self.ascent, self.descent, self.capHeight) = (widths, ascent, descent, capHeight)
        (self.box, self.italicAngle, self.isFixedPitch, self.isBold) = (box, italicAngle, isFixedPitch, isBold)
    }
}
