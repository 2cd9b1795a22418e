/// Lines of text as glyphs of standard fonts.
struct TypesetText {
    /// Each line without the space at which it was broken.
    private(set) var lines: [[StandardGlyph]] = []
    /// The positions of the lines that end a paragraph.
    private(set) var paragraphEnds: Set<Int> = []
    /// The characters that no standard font has, each once; a question mark replaces them.
    private(set) var missing: [Character] = []

    /// Sets `text` in lines no wider than `width`, broken at spaces, or within a word that is wider than a line.
    ///
    /// - Parameters:
    ///   - size: the font size, in points.
    ///   - width: in points; `nil` breaks lines only at the line breaks of the text.
    init(_ text: String, in font: StandardFont, size: Double, width: Double? = nil) {
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let glyphs = paragraph.compactMap { glyph($0, in: font) }
            lines += width.map { Self.wrap(glyphs, at: $0 / size) } ?? [glyphs]
            paragraphEnds.insert(lines.count - 1)
        }
    }

    /// The width of a line, in points.
    static func width(of line: [StandardGlyph], size: Double) -> Double { line.reduce(0) { $0 + $1.width } * size }

    /// Joiners, soft hyphens and variation selectors, which have no glyph of their own.
    private static let invisible: Set<Unicode.Scalar> = [
        "\u{AD}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{FE0E}", "\u{FE0F}", "\u{FEFF}",
    ]

    /// The glyph that shows `character`; `nil` for one that is invisible.
    private mutating func glyph(_ character: Character, in font: StandardFont) -> StandardGlyph? {
        if let glyph = font.glyph(character) { return glyph }
        let visible = String(String.UnicodeScalarView(character.unicodeScalars.filter { !Self.invisible.contains($0) }))
        guard let first = visible.first else { return nil }
        if visible.count == 1, let glyph = font.glyph(first) { return glyph }
        if !missing.contains(character) { missing.append(character) }
        return font.glyph("?")
    }

    /// - Parameter width: in units of the font size.
    private static func wrap(_ paragraph: [StandardGlyph], at width: Double) -> [[StandardGlyph]] {
        var lines: [[StandardGlyph]] = []
        var rest = paragraph[...]
        while let end = overflow(rest, width) {
            // The space that overflows is itself a possible break.
            if let space = rest[...end].lastIndex(where: \.isSpace), space > rest.startIndex {
                lines.append(Array(rest[..<space]))
                rest = rest[space...].drop(while: \.isSpace)
            } else {
                let end = max(end, rest.startIndex + 1)
                lines.append(Array(rest[..<end]))
                rest = rest[end...]
            }
        }
        return rest.isEmpty && !lines.isEmpty ? lines : lines + [Array(rest)]
    }

    /// The index of the first glyph that does not fit into `width`.
    private static func overflow(_ glyphs: ArraySlice<StandardGlyph>, _ width: Double) -> Int? {
        var used = 0.0
        for index in glyphs.indices {
            used += glyphs[index].width
            // A thousandth of the font size absorbs rounding errors of the sum.
            if used > width + 0.001 { return index }
        }
        return nil
    }
}
