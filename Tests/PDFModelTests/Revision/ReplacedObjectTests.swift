import TestSupport
import Testing

@testable import PDFModel

/// Objects that an update puts in the place of others.
@Suite struct ReplacedObjectTests {
    @Test func `A replaced object keeps its generation`() throws {
        let file = try PDFFile(Fixture.bytes("generation.pdf"))
        var update = try IncrementalUpdate(of: file)
        let reference = IndirectReference(4, generation: 1)
        update.replace(reference, with: .array([.integer(7)]))
        let bytes = file.appending(try update.increment())
        let section = try #require(WrittenSection(of: bytes, headerOffset: 0))
        #expect(section.entries.map(\.generation) == [1])
        let finished = try PDFFile(bytes)
        #expect(try finished.object(reference) == .array([.integer(7)]))
    }

    @Test(arguments: ["stream.pdf", "hybrid.pdf"])
    func `An object out of an object stream is replaced by one of its own`(name: String) throws {
        let file = try PDFFile(Fixture.bytes(name))
        let compressed = name == "hybrid.pdf" ? IndirectReference(7) : try #require(file.page(1).place.reference)
        var update = try IncrementalUpdate(of: file)
        var dictionary = try #require(update.object(compressed).dictionaryValue)
        dictionary["Changed"] = .boolean(true)
        update.replace(compressed, with: .dictionary(dictionary))
        #expect(try update.object(compressed) == .dictionary(dictionary))
        let finished = try PDFFile(file.appending(update.increment()))
        #expect(try finished.object(compressed) == .dictionary(dictionary))
    }

    @Test(arguments: ["table.pdf", "stream.pdf"])
    func `Subsections are joined where numbers follow each other`(name: String) throws {
        let file = try PDFFile(Fixture.bytes(name))
        var update = try IncrementalUpdate(of: file)
        for number in [6, 2, 3, 4] { update.replace(IndirectReference(number), with: .integer(number)) }
        let section = try #require(WrittenSection(of: file.appending(try update.increment()), headerOffset: 0))
        #expect(section.subsections.prefix(2) == [[2, 3], [6, 1]])
        let isStream = file.crossReferenceKind() == .stream
        #expect(section.entries.count == (isStream ? 5 : 4), "a stream lists itself as well")
    }

    @Test(arguments: [9, 10, 99, 100, 4095, 65536])
    func `Offsets are right whatever the number of digits of the lengths`(length: Int) throws {
        for name in ["table.pdf", "stream.pdf"] {
            let file = try PDFFile(Fixture.bytes(name))
            for extra in 0..<12 {
                var update = try IncrementalUpdate(of: file)
                let text = PDFObject.string(PDFString(bytes: [UInt8](repeating: 0x61, count: length + extra)))
                let reference = update.add(text)
                let finished = try PDFFile(file.appending(update.increment()))
                #expect(try finished.object(reference) == text)
                #expect(UnfinishedIncrement.wholeLength(finished.bytes) == finished.count)
            }
        }
    }

    @Test func `A stream's data arrives as it was given`() throws {
        let file = try PDFFile(Fixture.bytes("table.pdf"))
        var update = try IncrementalUpdate(of: file)
        let reference = update.add(.stream(PDFStream(["Key": .null], data: Array(0...255) + Array("endstream".utf8))))
        let finished = try PDFFile(file.appending(update.increment()))
        #expect(try finished.object(reference).dictionaryValue == [.length: .integer(265)])
        #expect(finished.warnings.isEmpty)
    }
}
