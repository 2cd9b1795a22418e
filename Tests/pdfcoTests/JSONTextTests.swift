import FoundationEssentials
import Testing

@testable import pdfco

struct JSONTextTests {
    @Test func `No character of a value controls the terminal, and the value stays`() throws {
        let codes = Array(0..<0x100) + [0x61C, 0x200E, 0x2028, 0x202E, 0x2069, 0x10FFFF]
        let texts =
            codes.compactMap { UnicodeScalar($0).map { String($0) } } + [#"""\/"#, "Größe – 漢字 👍🏽", "a\u{301}"]
        let text = try #require(Console.encoded(texts))
        #expect(!text.unicodeScalars.contains(where: ShownText.isControl))
        #expect(try JSONDecoder().decode([String].self, from: Data(text.utf8)) == texts)
    }

    @Test func `Keys are in order, numbers as short as they can be`() {
        #expect(Console.encoded(["b": 1, "a": 0.5, "B": -2]) == #"{"B":-2,"a":0.5,"b":1}"#)
    }
}
