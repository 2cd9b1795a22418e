import CTextShaping
import LinuxFiles
import SystemPackage

/// One face of a font file, opened with HarfBuzz.
final class FontFace {
    let face: OpaquePointer
    /// Lengths are in thousandths of the font size.
    let font: OpaquePointer
    private(set) lazy var postScriptName: String =
        name(.postScript) ?? name(.full) ?? "Font"
    private(set) lazy var isTrueType = hasTable("glyf")
    /// What a subset has of the whole font, without glyphs.
    private(set) lazy var emptySubset = makeEmptySubset()
    /// A face with only the tables that an embedded font needs: with the others, above all the one that maps characters,
    /// HarfBuzz takes longer to make a subset.
    private(set) lazy var outlines: FontFace? = makeOutlines()

    init(_ face: OpaquePointer) {
        self.face = face
        font = hb_font_create(face)
        hb_font_set_scale(font, 1000, 1000)
    }

    deinit {
        hb_font_destroy(font)
        hb_face_destroy(face)
    }

    /// Opens the faces of a file; none if it is no font. HarfBuzz maps the file and checks each table that it uses.
    static func all(inFileAt path: FilePath) -> [FontFace] {
        // Opening a FIFO would wait for somebody to write.
        guard (try? FileStatus(of: path))?.kind == .regular,
            let blob = path.withPlatformString({ hb_blob_create_from_file_or_fail($0) })
        else { return [] }
        defer { hb_blob_destroy(blob) }
        return (0..<min(hb_face_count(blob), 64)).compactMap { index in
            hb_face_create(blob, index).map { FontFace($0) }
        }
    }

    /// Returns a table of the font; empty if there is none.
    func table(_ tag: String) -> [UInt8] {
        guard let blob = hb_face_reference_table(face, Self.tag(tag)) else { return [] }
        defer { hb_blob_destroy(blob) }
        return Self.bytes(of: blob)
    }

    static func bytes(of blob: OpaquePointer) -> [UInt8] {
        var length: UInt32 = 0
        guard let data = hb_blob_get_data(blob, &length) else { return [] }
        return Array(UnsafeRawBufferPointer(start: data, count: Int(length)))
    }

    private func hasTable(_ tag: String) -> Bool {
        guard let blob = hb_face_reference_table(face, Self.tag(tag)) else { return false }
        defer { hb_blob_destroy(blob) }
        return hb_blob_get_length(blob) > 0
    }

    static func tag(_ text: String) -> hb_tag_t { text.utf8.reduce(0) { $0 << 8 | hb_tag_t($1) } }

    /// Why the font cannot be embedded, to complete the sentence "the font … cannot be used: …"; `nil` if it can.
    var obstacle: String? {
        guard hb_face_get_glyph_count(face) > 0 else { return "it is not a readable font" }
        guard isTrueType || hasTable("CFF ") else { return "PDF does not support its outlines" }
        let metrics = table("OS/2")
        // fsType: its lowest bits 2 alone are "restricted license embedding"; 0x200 is "bitmaps only".
        guard metrics.count > 9 else { return nil }
        let permission = Int(metrics[8]) << 8 | Int(metrics[9])
        return permission & 0xF == 2 || permission & 0x200 != 0 ? "its maker does not permit embedding it" : nil
    }

    /// The names of a font and their identifiers (OpenType, "name" table); some HarfBuzz versions have no integers for them.
    enum Name: UInt32 {
        case family = 1
        case full = 4
        case postScript = 6
        case typographicFamily = 16
    }

    /// Returns a name in English; `nil` if the font has none.
    func name(_ name: Name) -> String? {
        var bytes = [CChar](repeating: 0, count: 256)
        var count = UInt32(bytes.count)
        let length = hb_ot_name_get_utf8(
            face, name.rawValue, hb_language_from_string("en", -1), &count, &bytes)
        guard length > 0 else { return nil }
        let text = String(decoding: bytes.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    }

    var family: String { name(.typographicFamily) ?? name(.family) ?? "" }
    /// From 100, thin, to 900, black; 400 is regular.
    var weight: Int { Int(hb_style_get_value(font, HB_STYLE_TAG_WEIGHT)) }
    /// In percent of the usual width.
    var width: Int { Int(hb_style_get_value(font, HB_STYLE_TAG_WIDTH)) }
    /// In degrees, negative to the right.
    var slant: Double { Double(hb_style_get_value(font, HB_STYLE_TAG_SLANT_ANGLE)) }
    var isItalic: Bool { hb_style_get_value(font, HB_STYLE_TAG_ITALIC) > 0 || slant != 0 }
    var isFixedPitch: Bool { table("post").dropFirst(12).prefix(4).contains { $0 != 0 } }

    func has(_ scalar: Unicode.Scalar) -> Bool {
        var glyph: hb_codepoint_t = 0
        return hb_font_get_nominal_glyph(font, scalar.value, &glyph) != 0 && glyph != 0
    }

    /// The numbers of the blocks of 256 code points of which the font has any, in ascending order.
    var blocks: [Int] {
        guard let set = hb_set_create() else { return [] }
        defer { hb_set_destroy(set) }
        hb_face_collect_unicodes(face, set)
        var blocks: [Int] = []
        var (first, last) = (hb_codepoint_t.max, hb_codepoint_t.max)
        while hb_set_next_range(set, &first, &last) != 0, first <= 0x10FFFF {
            for block in Int(first >> 8)...Int(min(last, 0x10FFFF) >> 8) where blocks.last != block {
                blocks.append(block)
            }
        }
        return blocks
    }
}
