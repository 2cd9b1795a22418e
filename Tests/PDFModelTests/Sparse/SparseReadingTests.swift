import Mutations
import TestSupport
import Testing

@testable import PDFModel

/// A file that is read no further than it is asked answers as one that libqpdf has read whole.
@Suite struct SparseReadingTests {
    @Test func `Every fixture answers the same`() throws {
        var sparse = 0
        for name in try Fixture.directory.list() where name.hasSuffix(".pdf") {
            let bytes = try Fixture.bytes(name)
            if answersTheSame(bytes, password: name.contains("encrypted") ? "user" : nil, name) { sparse += 1 }
        }
        #expect(sparse > 30, "most of them need no whole reading")
    }

    @Test(.corpus)
    func `Every document of the corpus answers the same`() async throws {
        let sparse = try await withThrowingTaskGroup(of: Bool.self) { group in
            for document in Corpus.documents {
                group.addTask {
                    answersTheSame(try document.path.readBytes(), password: document.password, document.name)
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(sparse > Corpus.documents.count * 2 / 3, "most of them need no whole reading")
    }

    @Test func `Files made at random answer the same`() throws {
        let sparse = (0..<120).count { answersTheSame(GeneratedFile(seed: UInt64($0)).bytes, "file \($0)") }
        #expect(sparse > 60, "many of them need no whole reading")
    }

    @Test func `Damaged files answer the same, or are refused for what nobody asked for`() throws {
        var refused = 0
        for seed in 0..<120 {
            var mutation = Mutation(seed: UInt64(seed))
            let bytes = mutation.apply(to: GeneratedFile(seed: UInt64(seed % 20)).bytes)
            let whole = Answers(bytes, .whole)
            let sparse = Answers(bytes, .sparse)
            if whole.isRefused || whole.hasDamage {
                refused += 1
            } else {
                #expect(sparse.differences(from: whole) == [], "file \(seed)")
            }
        }
        #expect(refused < 100, "much damage leaves a file that libqpdf does not complain of")
    }

    // MARK: What hurts

    @Test func `A page that is written anew keeps every key`() throws {
        var file = HandmadePDF.onePage(
            "/Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject 6 0 R >> /Group 7 0 R /Gone 90 0 R",
            objects: [
                4: "<< /Length 8 0 R >>\nstream\nq Q\nendstream", 5: "<< /Type /Font >>", 6: "<< /I 5 0 R >>",
                7: "<< >>",
                8: "3", 95: "(the last)",
            ])
        file.table()
        let sparse = try PDFFile(sparse: file.bytes)
        let increment = try increment(sparse, adding: .square("new"))
        #expect(!sparse.isReadWhole)
        let finished = try PDFFile(sparse: sparse.appending(increment), following: sparse)
        try increment.verify(in: finished)
        #expect(!finished.isReadWhole)
        let page = try PDFFile(sparse.appending(increment)).page(1).dictionary
        #expect(
            Set(page.keys) == ["Type", "Parent", "MediaBox", "Contents", "Resources", "Group", "Annots"])
        #expect(page["Resources"]?.dictionaryValue?.count == 2)
    }

    @Test func `A reading that has lost a key is found out`() throws {
        let bytes = try Fixture.bytes("table.pdf")
        let page = try PDFFile(bytes).page(1)
        let reference = try #require(page.place.reference)
        let place = try #require(bytes.indices(of: "\(reference.number) 0 obj").first)
        let written = try bytes.withUnsafeBytes { try WrittenObject($0, at: place, named: reference) }
        #expect(written.agrees(with: .dictionary(page.dictionary)) { _ in true })
        for key in page.dictionary.keys {
            var less = page.dictionary
            less[key] = nil
            #expect(!written.agrees(with: .dictionary(less)) { _ in true }, "\(key)")
        }
    }

    @Test func `An object in another's place is not taken for it`() throws {
        var file = HandmadePDF.onePage(objects: [4: "<< /Kind /Other >>", 5: "<< /Kind /Last >>"])
        file.table()
        // The entry of object 4 leads to object 5.
        let places = file.bytes.indices(of: "0 obj").map { String("0000000000\($0 - 2)".suffix(10)) }
        try #require(places.count > 4)
        let bytes = file.bytes.replacing("\(places[3]) 00000 n", with: "\(places[4]) 00000 n")
        let sparse = try PDFFile(sparse: bytes)
        #expect(try sparse.pageCount() == 1)
        #expect(!sparse.isReadWhole)
        #expect(throws: PDFError.self) { try sparse.object(IndirectReference(4)) }
        #expect(throws: PDFError.self) { try PDFFile(bytes).object(IndirectReference(4)) }
        #expect(sparse.reasonForWholeReading == "object 4 0 R is not where the cross-reference section says")
    }

    @Test func `A reference beyond the last object lets libqpdf read all`() throws {
        var file = HandmadePDF.onePage("/Contents [9 0 R]", objects: [4: "(last)"])
        file.table()
        let sparse = try PDFFile(sparse: file.bytes)
        #expect(
            try increment(sparse, adding: .square("new")).bytes
                == increment(PDFFile(file.bytes), adding: .square("new")).bytes)
        #expect(sparse.isReadWhole)
    }

    @Test func `A wrong password is refused`() throws {
        let bytes = try Fixture.bytes("encrypted.pdf")
        #expect(throws: PDFError.passwordRequired(given: true)) { try PDFFile(sparse: bytes, password: "wrong") }
        #expect(try !PDFFile(sparse: bytes, password: "user").isReadWhole)
    }
}

/// Whether a sparse reading did for all that was asked.
@discardableResult private func answersTheSame(_ bytes: [UInt8], password: String? = nil, _ name: String) -> Bool {
    let whole = Answers(bytes, password: password, .whole)
    let sparse = Answers(bytes, password: password, .sparse)
    #expect(sparse.differences(from: whole) == [], "\(name)")
    return sparse.reasons.isEmpty
}
