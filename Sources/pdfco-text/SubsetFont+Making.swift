import CTextShaping
import FoundationEssentials
import Typesetting

extension SubsetFont {
    /// Returns a text with a subset of each font; its glyphs get their codes in the subsets.
    static func text(of paragraphs: [ShapedParagraph], in fonts: [FontFace]) throws -> ShapedText {
        var used = [Set<Int>](repeating: [], count: fonts.count)
        for run in paragraphs.flatMap(\.runs) { used[run.font].formUnion(run.glyphs.map(\.code)) }
        let kept = fonts.indices.filter { !used[$0].isEmpty }
        var subsets: [Int: (font: SubsetFont, codes: [Int: Int])] = [:]
        for index in kept { subsets[index] = try fonts[index].subset(used[index]) }
        var text = ShapedText(fonts: kept.compactMap { subsets[$0]?.font }, paragraphs: paragraphs)
        for paragraph in text.paragraphs.indices {
            text.paragraphs[paragraph].runs.removeAll { $0.glyphs.isEmpty }
            for run in text.paragraphs[paragraph].runs.indices {
                let font = text.paragraphs[paragraph].runs[run].font
                let codes = subsets[font]?.codes ?? [:]
                text.paragraphs[paragraph].runs[run].font = kept.firstIndex(of: font) ?? 0
                text.paragraphs[paragraph].runs[run].glyphs = text.paragraphs[paragraph].runs[run].glyphs.map {
                    var glyph = $0
                    glyph.code = codes[glyph.code] ?? 0
                    return glyph
                }
            }
        }
        return text
    }
}

extension FontFace {
    /// The tables that draw glyphs, which are all that PDF readers use of an embedded font (ISO 32000-2, 9.9).
    private static let trueTypeTables = ["glyf", "loca", "head", "hhea", "hmtx", "maxp"]
    private static let compactTables = ["CFF ", "head", "maxp"]

    func makeOutlines() -> FontFace? {
        guard let face = hb_face_builder_create() else { return nil }
        for name in isTrueType ? Self.trueTypeTables : Self.compactTables {
            let table = hb_face_reference_table(self.face, Self.tag(name))
            hb_face_builder_add_table(face, Self.tag(name), table)
            hb_blob_destroy(table)
        }
        return FontFace(face)
    }

    /// Returns a font with only these glyphs, and the codes that they have in it.
    func subset(_ glyphs: Set<Int>) throws -> (font: SubsetFont, codes: [Int: Int]) {
        let failure = TextProblem(.unusableFont, "the font '\(postScriptName)' cannot be used: it is damaged")
        guard let outlines, let input = hb_subset_input_create_or_fail() else { throw failure }
        defer { hb_subset_input_destroy(input) }
        for glyph in glyphs.sorted() { hb_set_add(hb_subset_input_glyph_set(input), hb_codepoint_t(glyph)) }
        hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_NO_HINTING.rawValue)
        guard let plan = hb_subset_plan_create_or_fail(outlines.face, input) else { throw failure }
        defer { hb_subset_plan_destroy(plan) }
        guard let made = hb_subset_plan_execute_or_fail(plan) else { throw failure }
        let subset = FontFace(made)

        let map = hb_subset_plan_old_to_new_glyph_mapping(plan)
        let program = isTrueType ? subset.program : subset.table("CFF ")
        let identifiers = isTrueType ? nil : CompactFont(program).identifiers
        var codes: [Int: Int] = [:]
        var widths: [Int: Int] = [:]
        for glyph in glyphs.union([0]) {
            let new = Int(hb_map_get(map, hb_codepoint_t(glyph)))
            guard new < 0xFFFF, identifiers.map(\.indices)?.contains(new) != false else { throw failure }
            let code = identifiers?[new] ?? new
            codes[glyph] = code
            widths[code] = Int(hb_font_get_glyph_h_advance(self.font, hb_codepoint_t(glyph)))
        }
        var font = emptySubset
        font.program = Self.compressed(program)
        (font.length, font.widths) = (program.count, widths)
        return (font, codes)
    }

    private var program: [UInt8] {
        guard let blob = hb_face_reference_blob(face) else { return [] }
        defer { hb_blob_destroy(blob) }
        return Self.bytes(of: blob)
    }

    func makeEmptySubset() -> SubsetFont {
        var extents = hb_font_extents_t()
        hb_font_get_h_extents(font, &extents)
        var capHeight: hb_position_t = 0
        if hb_ot_metrics_get_position(font, HB_OT_METRICS_TAG_CAP_HEIGHT, &capHeight) == 0 {
            capHeight = extents.ascender * 3 / 4
        }
        return SubsetFont(
            name: postScriptName, format: isTrueType ? .trueType : .compact, program: Data(), length: 0, widths: [:],
            ascent: Int(extents.ascender), descent: Int(extents.descender), capHeight: Int(capHeight), box: box,
            italicAngle: slant, isFixedPitch: isFixedPitch, isBold: weight >= 600)
    }

    /// The bounding box in the table `head`.
    private var box: [Int] {
        let head = table("head")
        guard head.count >= 44 else { return [0, 0, 1000, 1000] }
        let unitsPerEm = max(1, Int(head[18]) << 8 | Int(head[19]))
        return stride(from: 36, to: 44, by: 2).map { offset in
            let value = Int16(truncatingIfNeeded: Int(head[offset]) << 8 | Int(head[offset + 1]))
            return Int(value) * 1000 / unitsPerEm
        }
    }

    private static func compressed(_ bytes: [UInt8]) -> Data {
        var length = compressBound(uLong(bytes.count))
        var result = [UInt8](repeating: 0, count: Int(length))
        guard compress2(&result, &length, bytes, uLong(bytes.count), 9) == Z_OK else { return Data() }
        return Data(result.prefix(Int(length)))
    }
}
