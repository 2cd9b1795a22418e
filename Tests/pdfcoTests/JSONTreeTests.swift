import FoundationEssentials
import Testing

@testable import pdfco

struct JSONTreeTests {
    private struct Sample: Encodable {
        struct Part: Encodable {
            var width = 1.5
            var style: String? = "solid"
        }

        enum Key: String, CodingKey { case text, part, again, missing, last }

        func encode(to encoder: any Encoder) throws {
            var first = encoder.container(keyedBy: Key.self)
            try first.encode("one", forKey: .text)
            try first.encodeNil(forKey: .missing)
            var nested = first.nestedContainer(keyedBy: Key.self, forKey: .part)
            try nested.encode(1, forKey: .text)
            var same = first.nestedContainer(keyedBy: Key.self, forKey: .part)
            try same.encode(true, forKey: .again)
            // A second container adds to the first.
            var second = encoder.container(keyedBy: Key.self)
            try second.encode("two", forKey: .text)
            try second.encode([Part(), Part(width: -0, style: nil)], forKey: .again)
            try second.encode([String: Int](), forKey: .last)
        }
    }

    /// What Foundation's encoder makes of a value.
    private func expected(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return ShownText.json(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    private func expectSame(_ value: some Encodable) throws {
        #expect(try String(decoding: JSONTree.bytes(of: value), as: UTF8.self) == expected(value))
    }

    @Test func `It is what Foundation's encoder writes`() throws {
        try expectSame(Sample())
        try expectSame([Int.max, Int.min, 0])
        try expectSame([0.1, 1, -2.5, 1e21, 1e-7, 123456789.125, 1e-300, 1e16, 100000])
        try expectSame([Float(0.1)])
        try expectSame([UInt8(7)])
        try expectSame([[], ["a"], ["b", nil]] as [[String?]])
        try expectSame(["b": 1, "a": 2, "B": 3, "a1": 4, "é": 5, "": 6])
        for text in [
            #"""\/"#, "a/b", "Größe – 漢字 👍🏽", "a\u{301}", (0..<0x100).map { String(UnicodeScalar($0)!) }.joined(),
        ] {
            try expectSame([text])
        }
        for code in [0x61C, 0x200E, 0x2028, 0x202E, 0x2069, 0x10FFFF] { try expectSame([String(UnicodeScalar(code)!)]) }
    }

    @Test func `A number that JSON lacks is an error`() {
        #expect(throws: EncodingError.self) { try JSONTree.bytes(of: [Double.nan]) }
        #expect(throws: EncodingError.self) { try JSONTree.bytes(of: ["a": Double.infinity]) }
    }
}
