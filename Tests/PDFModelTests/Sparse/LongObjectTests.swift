import TestSupport
import Testing

@testable import PDFModel

/// A long object that is read in libqpdf's place is what libqpdf makes of it.
@Suite struct LongObjectTests {
    /// How many of the file's objects were read in libqpdf's place, where none is too short for that.
    private func compare(_ bytes: [UInt8], _ name: String) -> Int {
        let owner = OwnedBytes(bytes)
        guard let structure = FileStructure(owner.bytes),
            let history = try? RevisionHistory(owner.bytes, structure), let file = try? PDFFile(bytes),
            let document = try? QPDFDocument.opened(owner.bytes, keeping: owner, passwords: [nil], mode: .strict)
        else { return 0 }
        let written = WrittenObjects(
            owner.bytes, headerOffset: structure.headerOffset, history, readBy: document)
        var count = 0
        let size = (try? document.trailer()[.size]?.integerValue) ?? 0
        for number in 1..<max(2, min(size, 5000)) {
            let reference = IndirectReference(number)
            try? written.take([reference])
            guard let own = try? written.taken(reference) else { continue }
            count += 1
            #expect(own == (try? file.object(reference)), "\(name): \(reference)")
        }
        return count
    }

    @Test func `Every object of a fixture is the same`() throws {
        var count = 0
        for name in try Fixture.directory.list() where name.hasSuffix(".pdf") {
            count += compare(try Fixture.bytes(name), name)
        }
        #expect(count > 100)
    }

    @Test(.corpus)
    func `Every object of the corpus is the same`() async throws {
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for document in Corpus.documents {
                group.addTask { compare(try document.path.readBytes(), document.name) }
            }
            return try await group.reduce(0, +)
        }
        #expect(count > 10_000)
    }

    @Test func `Files made at random are the same`() {
        #expect((0..<120).reduce(0) { $0 + compare(GeneratedFile(seed: UInt64($1)).bytes, "file \($1)") } > 500)
    }

    @Test(arguments: [
        "<< /A 1 /A 2 >>", "<< /Gone 90 0 R >>", "<< /A (a\rb) >>", "<< /A /a#1x >>", "<< /A --1.5 >>",
        "<< /A 1 >> stray", "<< /Beyond 4711 0 R >>", "(no container)",
    ])
    func `What readers may take in another way, libqpdf reads`(object: String) throws {
        let bytes = HandmadePDF.onePage("", objects: [4: object, 99: "(the last)"]).bytes
        let owner = OwnedBytes(bytes)
        let place = try #require(bytes.indices(of: "4 0 obj").first)
        let written = try? WrittenObject(owner.bytes, at: place, named: IndirectReference(4))
        #expect(try written?.unambiguous(size: 100, from: 0) { $0.number != 90 } == nil)
    }

    @Test func `A page with thousands of annotations in its own array is read and written without libqpdf`() throws {
        let links = (0..<3000).map { "<< /Type /Annot /Subtype /Link /Rect [\($0) 10 \($0 + 5) 20] /A 4 0 R >>" }
        var file = HandmadePDF.onePage(
            "/Annots [\(links.joined(separator: "\n"))]", objects: [4: "<< /S /URI /URI (a) >>"])
        file.table()
        for isSparse in [true, false] {
            let read = isSparse ? try PDFFile(sparse: file.bytes) : try PDFFile(file.bytes)
            #expect(read.isReadWhole != isSparse)
            let increment = try increment(read, adding: .square("new"))
            let finished = try PDFFile(read.appending(increment))
            try increment.verify(in: finished)
            let annotations = try finished.annotations()
            #expect(annotations.count == 3001)
            #expect(annotations.last?.annotation.name == "new")
        }
    }
}
