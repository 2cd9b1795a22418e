import CTextShaping
import Typesetting

/// Turns requests into shaped texts.
struct Shaper {
    let library: FontLibrary

    func shape(_ request: TextRequest) throws -> ShapedText {
        guard request.text.utf8.count <= TextReply.textLimit else {
            throw TextProblem(.tooLong, "the text is longer than \(TextReply.textLimit >> 10) KiB")
        }
        let language = Language(of: request.text.unicodeScalars)
        let paragraphs = request.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { Paragraph($0) }
        var fonts: [FontFace] = []
        if let named = try library.named(request) { fonts = [named] }
        let wanted = Self.scalars(of: paragraphs)

        var shaped: [ShapedParagraph] = []
        for paragraph in paragraphs {
            var last = 0
            let runs = try paragraph.runs { character, script in
                last = try font(for: character, script, &fonts, after: last, wanted, request, language)
                return last
            }
            shaped.append(
                ShapedParagraph(
                    level: paragraph.level,
                    runs: try runs.map { run in
                        let glyphs = paragraph.shape(run, in: fonts[run.font], language).filter { glyph in
                            glyph.code != 0 || !Self.isInvisible(paragraph.scalars[glyph.cluster])
                        }
                        if let missing = glyphs.first(where: { $0.code == 0 }) {
                            throw Self.lacking(paragraph.scalars[missing.cluster], run.script)
                        }
                        return ShapedRun(font: run.font, level: run.level, glyphs: glyphs)
                    }))
        }
        var text = try SubsetFont.text(of: shaped, in: fonts)
        text.namedFont = request.font == nil ? nil : fonts[0].postScriptName
        return text
    }

    /// The scalars that need a glyph, by script, each once.
    private static func scalars(of paragraphs: [Paragraph]) -> [hb_script_t.RawValue: [Unicode.Scalar]] {
        var found: [hb_script_t.RawValue: [Unicode.Scalar]] = [:]
        var seen: Set<Unicode.Scalar> = []
        for paragraph in paragraphs {
            for (scalar, script) in zip(paragraph.scalars, paragraph.scripts)
            where !isInvisible(scalar) && seen.insert(scalar).inserted {
                found[script.rawValue, default: []].append(scalar)
            }
        }
        return found
    }

    /// Whether no font needs to have it. A noncharacter is nothing that a font could show.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
            || scalar.properties.isNoncharacterCodePoint || scalar.properties.generalCategory == .control
    }

    /// Returns the index of the font for a character: the one of the character before if it has it, one that is used
    /// already, or the best for all of the text in that script.
    private func font(
        for character: ArraySlice<Unicode.Scalar>, _ script: hb_script_t, _ fonts: inout [FontFace], after last: Int,
        _ wanted: [hb_script_t.RawValue: [Unicode.Scalar]], _ request: TextRequest, _ language: Language
    ) throws -> Int {
        let visible = character.filter { !Self.isInvisible($0) }
        if visible.isEmpty, !fonts.isEmpty { return last }
        let order = [last] + fonts.indices.filter { $0 != last }
        // Any font that has a letter can show it, but the scripts of a text look best each in one font.
        for index in order where fonts.indices.contains(index) && visible.allSatisfy(fonts[index].has) {
            return index
        }
        let first = visible.first ?? " "
        var all = wanted[script.rawValue] ?? []
        all.removeAll { $0 == first }
        guard let found = try library.font(for: [first] + all, request, language: language) else {
            throw Self.lacking(first, script)
        }
        fonts.append(found)
        return fonts.count - 1
    }

    private static func lacking(_ scalar: Unicode.Scalar, _ script: hb_script_t) -> TextProblem {
        let own = Script.of(scalar)
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        // A symbol belongs to no script.
        guard !Script.isShared(own) else {
            return TextProblem(.noFont, "no font has the character \(scalar) (\(code))", package: "fonts-noto-core")
        }
        let (name, package) = Script.names(of: script)
        return TextProblem(.noFont, "no font has the \(name) letter \(scalar) (\(code))", package: package)
    }
}
