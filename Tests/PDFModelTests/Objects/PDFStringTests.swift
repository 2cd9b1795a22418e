import Mutations
import Testing

@testable import PDFModel

@Suite struct PDFStringTests {
    @Test func `Text of any characters reads back equal`() {
        var generator = SeededGenerator(state: 3)
        let ranges: [ClosedRange<UInt32>] = [0x00...0xFF, 0x100...0x2FF, 0x2000...0x22FF, 0x10000...0x1FFFF]
        for _ in 0..<1000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...12, using: &generator) {
                let range = ranges[Int.random(in: 0..<ranges.count, using: &generator)]
                guard let scalar = Unicode.Scalar(UInt32.random(in: range, using: &generator)), scalar != "\u{1B}"
                else { continue }
                text.unicodeScalars.append(scalar)
            }
            #expect(Array(PDFString(text: text).text.unicodeScalars) == Array(text.unicodeScalars))
        }
    }

    @Test func `Every code of PDFDocEncoding that means something is used for it`() {
        for code in UInt8.min...UInt8.max {
            let text = PDFString(bytes: [code]).text
            guard text != "\u{FFFD}" else {
                #expect([0x7F, 0x9F, 0xAD].contains(code))
                continue
            }
            #expect(PDFString(text: text).bytes == [code])
        }
        #expect(PDFString(bytes: [0xA0, 0x80, 0x18, 0x9E, 0xE4]).text == "€•˘žä")
    }

    @Test(
        arguments: [
            ([0xFE, 0xFF, 0x27, 0x13], "✓"), ([0xFF, 0xFE, 0x13, 0x27], "✓"),
            ([0xEF, 0xBB, 0xBF, 0xE2, 0x9C, 0x93], "✓"),
            ([0xFE, 0xFF, 0x00, 0x1B, 0x00, 0x64, 0x00, 0x65, 0x00, 0x1B, 0x00, 0x41], "A"), ([0xFE, 0xFF], ""),
            ([0xFE], "þ"),
            ([0xFE, 0xFF, 0xD8, 0x00], "\u{FFFD}"), ([0xFE, 0xFF, 0x00, 0x41, 0x00], "A"), ([], ""),
        ] as [([UInt8], String)])
    func `Every encoding is read`(bytes: [UInt8], text: String) {
        #expect(PDFString(bytes: bytes).text == text)
    }

    @Test(arguments: ["þÿ", "ÿþ", "ï»¿"])
    func `Text that would read as a mark is written as UTF-16`(text: String) {
        #expect(PDFString(text: text).bytes.starts(with: [0xFE, 0xFF]))
        #expect(PDFString(text: text).text == text)
    }
}
