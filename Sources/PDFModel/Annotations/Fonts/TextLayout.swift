internal import CUnistring
internal import Typesetting

/// A text in lines: in standard fonts, or as it was shaped for embedded ones. Lengths are in units of the font size.
struct TextLayout {
    enum Line {
        case standard([StandardGlyph])
        case embedded(EmbeddedLine)

        var width: Double {
            switch self {
            case .standard(let glyphs): TypesetText.width(of: glyphs, size: 1)
            case .embedded(let line): line.width
            }
        }

        var spaceCount: Int {
            switch self {
            case .standard(let glyphs): glyphs.count(where: \.isSpace)
            case .embedded(let line): line.spaceCount
            }
        }
    }

    private(set) var lines: [Line]
    /// The positions of the lines that end a paragraph.
    let paragraphEnds: Set<Int>
    /// The characters that no standard font has; a question mark replaces them.
    private(set) var missing: [Character] = []
    /// From the top to the first baseline.
    let ascent: Double
    /// From a baseline to the bottom of its letters.
    let depth: Double
    /// The distance between baselines.
    let lineHeight: Double
    /// The space below the last baseline.
    let descent: Double

    /// - Parameters:
    ///   - width: in units of the font size; `nil` breaks lines only at the line breaks of the text.
    ///   - lineSpacing: the distance between baselines; `nil` for the font's own.
    init(
        _ text: String, in font: StandardFont, shaped: ShapedText?, width: Double? = nil, lineSpacing: Double? = nil
    ) {
        if let shaped, shaped.isValid(for: text) {
            let embedded = EmbeddedText(text, shaped, width: width)
            lines = embedded.lines.map { .embedded($0) }
            paragraphEnds = embedded.paragraphEnds
            (ascent, depth, descent) = (embedded.ascent, embedded.depth, embedded.depth)
            lineHeight = lineSpacing ?? embedded.ascent + embedded.depth
        } else {
            let typeset = TypesetText(text, in: font, size: 1, width: width)
            lines = typeset.lines.map { .standard($0) }
            (paragraphEnds, missing) = (typeset.paragraphEnds, typeset.missing)
            (ascent, depth, descent) = (0.9, StandardFont.depth, 0.25)
            lineHeight = lineSpacing ?? 1.15
        }
    }

    /// The height of `count` lines.
    func height(ofLines count: Int) -> Double { ascent + Double(max(0, count - 1)) * lineHeight + descent }

    /// The distance from the top to a baseline.
    func baseline(ofLine index: Int) -> Double { ascent + Double(index) * lineHeight }
}

/// Where lines of a text may be broken (Unicode Standard Annex #14).
enum LineBreaks {
    /// Returns for each scalar whether a line may begin with it.
    static func before(_ scalars: [Unicode.Scalar]) -> [Bool] {
        guard !scalars.isEmpty else { return [] }
        var breaks = [CChar](repeating: 0, count: scalars.count)
        cunistring_line_breaks(scalars.map(\.value), scalars.count, &breaks)
        return breaks.map { $0 == CChar(UC_BREAK_POSSIBLE) }
    }
}
