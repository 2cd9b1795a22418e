import TestSupport
import Testing

@testable import PDFModel

@Suite struct ObjectWriterTests {
    private func read(_ bytes: [UInt8]) -> (object: PDFObject?, end: Int) {
        bytes.withUnsafeBytes { bytes in
            var reader = SyntaxReader(bytes, at: 0)
            return (reader.object(), reader.position)
        }
    }

    @Test func `What is written reads back equal`() {
        for seed in 0..<2000 {
            var samples = SampleObjects(seed: UInt64(seed))
            let object = samples.object()
            let bytes = ObjectWriter.bytes(of: object)
            let read = read(bytes)
            #expect(read.object == object.withoutNullEntries)
            #expect(read.end == bytes.count)
            #expect(!bytes.contains(UInt8(ascii: "%")))
            #expect(ObjectWriter.bytes(of: object) == bytes)
        }
    }

    @Test(arguments: ["/#1x", "/A#", "/A#0", "/#00", "/#G1#2", "/A#20#231", "/#2341", "/#23#23", "/A##41"])
    func `A name is written with the number signs that it had`(text: String) throws {
        let name = try #require(read(Array(text.utf8)).object)
        let expected = text == "/A##41" ? "/A#A" : text
        #expect(ObjectWriter.bytes(of: name) == Array(expected.utf8))
        #expect(read(ObjectWriter.bytes(of: name)).object == name)
    }

    /// A warning of libqpdf's is why the page is read with every entry.
    @Test func `A page whose names have stray number signs keeps them when it is written anew`() throws {
        let names = "/Mark [/#1x /A#20#231 /#2341] /#1y 12 /B#231 13"
        var file = HandmadePDF.onePage(names)
        file.table()
        let base = try PDFFile(file.bytes)
        let body = try increment(base, adding: .square("new")).body
        for name in ["/#1x ", "/A#20#231 ", "/#2341]", "/#1y 12", "/B#231 13"] {
            #expect(body.count(of: name) == 1, "\(name)")
        }
    }

    @Test(arguments: ["table.pdf", "stream.pdf"])
    func `libqpdf reads the same out of an update`(name: String) throws {
        let file = try PDFFile(Fixture.bytes(name))
        var update = try IncrementalUpdate(of: file)
        var written: [IndirectReference: PDFObject] = [:]
        for seed in 0..<500 {
            var samples = SampleObjects(seed: UInt64(10_000 + seed))
            let object = samples.object()
            // An indirect object may be anything but a reference to another.
            guard object.referenceValue == nil else { continue }
            written[update.add(object)] = object.withoutNullEntries
        }
        let finished = try PDFFile(file.appending(update.increment()))
        for (reference, object) in written {
            #expect(try finished.object(reference) == object)
        }
        #expect(finished.warnings.isEmpty)
    }

    @Test(arguments: UInt8.min...UInt8.max)
    func `Every byte survives in strings, and every one but NUL in names and keys`(byte: UInt8) throws {
        let file = try PDFFile(Fixture.bytes("table.pdf"))
        var update = try IncrementalUpdate(of: file)
        let name = Name(bytes: byte == 0 ? [1] : [0x41, byte, byte, 0x42])
        let string = PDFString(bytes: [byte, 0x28, byte, 0x5C, byte])
        let text = PDFString(bytes: [UInt8](repeating: 0x61, count: 20) + [byte])
        let object: PDFObject = .dictionary([name: .array([.name(name), .string(string), .string(text)])])
        let reference = update.add(object)
        #expect(read(ObjectWriter.bytes(of: object)).object == object)
        #expect(try PDFFile(file.appending(update.increment())).object(reference) == object)
    }

    @Test func `A page with names that are no UTF-8 keeps them when it is written again`() throws {
        let page = "/Resources << /Font << /F#E4 4 0 R /F#FC 4 0 R >> >> /Own#FFKey 1"
        var handmade = HandmadePDF.onePage(page, objects: [4: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"])
        handmade.table()
        let file = try PDFFile(handmade.bytes)
        let finished = try PDFFile(file.appending(increment(file, adding: .square("new"))))
        let fonts = try finished.page(1).dictionary[.resources]?.dictionaryValue?[.font]?.dictionaryValue
        #expect(fonts?.keys.sorted() == [Name(bytes: [0x46, 0xE4]), Name(bytes: [0x46, 0xFC])])
        #expect(
            try finished.page(1).dictionary[Name(bytes: Array("Own".utf8) + [0xFF] + Array("Key".utf8))] == .integer(1))
    }

    @Test func `Keys come in a fixed order, type and subtype first`() {
        let entries: PDFDictionary = [
            "B": .integer(1), "A": .null, .subtype: .name("S"), .type: .name("T"), "AA": .integer(2),
        ]
        let text = String(decoding: ObjectWriter.bytes(of: .dictionary(entries)), as: UTF8.self)
        #expect(text == "<< /Type /T /Subtype /S /AA 2 /B 1 >>")
    }
}
