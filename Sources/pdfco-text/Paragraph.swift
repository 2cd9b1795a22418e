import CTextShaping
import Typesetting

/// One paragraph, divided into runs that HarfBuzz can shape.
struct Paragraph {
    let scalars: [Unicode.Scalar]
    /// The embedding level of the whole paragraph, and of each scalar (Unicode Standard Annex #9).
    let level: Int
    let levels: [Int]
    let scripts: [hb_script_t]

    /// A part with one font, one level and one script.
    struct Run {
        var range: Range<Int>
        var font: Int
        var level: Int
        var script: hb_script_t
    }

    init(_ text: Substring) {
        // Tabulators are shown as spaces.
        scalars = text.unicodeScalars.map { $0 == "\t" ? " " : $0 }
        scripts = Script.resolved(scalars)
        (level, levels) = Self.levels(of: scalars)
    }

    private static func levels(of scalars: [Unicode.Scalar]) -> (Int, [Int]) {
        let text = scalars.map(\.value)
        let count = FriBidiStrIndex(text.count)
        var types = [FriBidiCharType](repeating: FriBidiCharType(rawValue: 0), count: text.count)
        var brackets = [FriBidiBracketType](repeating: 0, count: text.count)
        var levels = [FriBidiLevel](repeating: 0, count: text.count)
        fribidi_get_bidi_types(text, count, &types)
        fribidi_get_bracket_types(text, count, types, &brackets)
        var direction = FriBidiParType(FRIBIDI_PAR_ON.rawValue)
        guard fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, &levels) != 0 else {
            return (0, text.map { _ in 0 })
        }
        return (direction == FRIBIDI_PAR_RTL ? 1 : 0, levels.map(Int.init))
    }

    /// Returns the runs in the order of the text.
    ///
    /// - Parameter font: returns the index of the font for the scalars of one character.
    func runs(_ font: (ArraySlice<Unicode.Scalar>, hb_script_t) throws -> Int) rethrows -> [Run] {
        var runs: [Run] = []
        var start = 0
        for character in String(String.UnicodeScalarView(scalars)) {
            let range = start..<start + character.unicodeScalars.count
            start = range.upperBound
            let chosen = try font(scalars[range], scripts[range.lowerBound])
            for index in range {
                let isSame = runs.last.map {
                    $0.font == chosen && $0.level == levels[index] && $0.script == scripts[index]
                }
                if isSame == true {
                    runs[runs.count - 1].range = runs[runs.count - 1].range.lowerBound..<index + 1
                } else {
                    runs.append(
                        Run(range: index..<index + 1, font: chosen, level: levels[index], script: scripts[index]))
                }
            }
        }
        return runs
    }

    /// Returns the glyphs of a run from left to right, with their numbers in the whole font.
    func shape(_ run: Run, in font: FontFace, _ language: Language) -> [ShapedGlyph] {
        guard let buffer = hb_buffer_create() else { return [] }
        defer { hb_buffer_destroy(buffer) }
        hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS)
        // The rest of the paragraph is the context in which letters join.
        hb_buffer_add_utf32(
            buffer, scalars.map(\.value), Int32(scalars.count), UInt32(run.range.lowerBound), Int32(run.range.count))
        hb_buffer_set_direction(buffer, run.level.isMultiple(of: 2) ? HB_DIRECTION_LTR : HB_DIRECTION_RTL)
        hb_buffer_set_script(buffer, run.script)
        hb_buffer_set_language(buffer, hb_language_from_string(language.rawValue, -1))
        hb_shape(font.font, buffer, nil, 0)
        var count: UInt32 = 0
        guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
            let positions = hb_buffer_get_glyph_positions(buffer, nil)
        else { return [] }
        return (0..<Int(count)).map { index in
            ShapedGlyph(
                code: Int(infos[index].codepoint), cluster: Int(infos[index].cluster),
                advance: Int(positions[index].x_advance), x: Int(positions[index].x_offset),
                y: Int(positions[index].y_offset))
        }
    }
}
