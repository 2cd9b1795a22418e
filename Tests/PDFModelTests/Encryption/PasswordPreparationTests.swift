import Testing

@testable import PDFModel

/// Passwords become the bytes that files were encrypted with.
struct PasswordPreparationTests {
    /// The first four are the examples of RFC 4013, section 3.
    @Test(arguments: [
        ("I\u{AD}X", "IX"), ("user", "user"), ("\u{AA}", "a"), ("\u{2168}", "IX"), ("", ""), (" ", " "),
        ("a\u{A0}b\u{3000}c", "a b c"), ("\u{FEFF}w\u{200D}\u{FE0F}", "w"), ("e\u{301}", "\u{E9}"),
        ("\u{FB01}\u{FF41}", "fia"), ("\u{1D400}\u{F900}", "A\u{8C48}"), ("\u{1100}\u{1161}", "\u{AC00}"),
        ("q\u{323}\u{307}", "q\u{323}\u{307}"), ("q\u{307}\u{323}", "q\u{323}\u{307}"), ("日本語", "日本語"),
    ])
    func `A password is prepared by SASLprep`(typed: String, prepared: String) {
        #expect(Array(PasswordPreparation.prepared(typed).utf8) == Array(prepared.utf8))
    }

    @Test(
        arguments: [
            ("", [[]]), (" ", [[0x20]]), ("owner", [[0x6F, 0x77, 0x6E, 0x65, 0x72]]),
            ("ä", [[0xC3, 0xA4], [0xE4]]), ("a\u{308}", [[0xC3, 0xA4], [0x61, 0xCC, 0x88], [0xE4]]),
            ("€", [[0xE2, 0x82, 0xAC], [0xA0], [0x80]]), ("ﬁ", [[0x66, 0x69], [0xEF, 0xAC, 0x81], [0x93]]),
            ("語", [[0xE8, 0xAA, 0x9E]]),
        ] as [(String, [[UInt8]])])
    func `Prepared UTF-8 is tried, UTF-8 as typed, PDFDocEncoding and Windows' encoding, each once`(
        password: String, encodings: [[UInt8]]
    ) {
        let candidates = PasswordPreparation.candidates(for: password).compactMap(\.self)
        #expect(candidates == encodings.map { $0.map(CChar.init(bitPattern:)) + [0] })
    }
}
