import Mutations
import TestSupport
import Testing

@testable import PDFModel

/// A small file that is read without libqpdf is what libqpdf makes of it, and what libqpdf refuses is refused.
@Suite struct PlainReadingTests {
    private static let password = "user"

    /// Whether a plain reading did for all that was asked.
    private func answersTheSame(_ bytes: [UInt8], _ name: String) -> Bool {
        let password = name.contains("encrypted") ? Self.password : nil
        let plain = Answers(bytes, password: password, .plain)
        #expect(plain.differences(from: Answers(bytes, password: password, .whole)) == [], "\(name)")
        return plain.reasons.isEmpty
    }

    @Test func `Every fixture answers the same`() throws {
        var plain = 0
        for name in try Fixture.directory.list() where name.hasSuffix(".pdf") {
            if answersTheSame(try Fixture.bytes(name), name) { plain += 1 }
        }
        #expect(plain > 10, "most of those with tables need no libqpdf")
    }

    @Test(.corpus)
    func `Every small document of the corpus answers the same`() async throws {
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for document in Corpus.documents where !document.isEncrypted {
                group.addTask {
                    let bytes = try document.path.readBytes()
                    guard bytes.count <= 1 << 18 else { return 0 }
                    _ = answersTheSame(bytes, document.name)
                    return compare(bytes, document.name)
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(count > 200)
    }

    @Test func `Files made at random answer the same`() throws {
        for seed in 0..<120 { _ = answersTheSame(GeneratedFile(seed: UInt64(seed)).bytes, "file \(seed)") }
    }

    @Test func `Damaged files answer the same, and what libqpdf does not open is not opened`() throws {
        var sound = 0
        let fixtures = try ["table.pdf", "annots-shared.pdf", "inherited.pdf"].map { try Fixture.bytes($0) }
        for seed in 0..<600 {
            var mutation = Mutation(seed: UInt64(seed))
            let bytes = mutation.apply(
                to: seed < 120 ? GeneratedFile(seed: UInt64(seed % 20)).bytes : fixtures[seed % fixtures.count])
            let whole = Answers(bytes, .whole)
            let plain = Answers(bytes, .plain)
            #expect(plain.isRefused || !whole.isRefused, "file \(seed)")
            guard !whole.isRefused, !whole.hasDamage else { continue }
            if plain.reasons.isEmpty { sound += 1 }
            #expect(plain.differences(from: whole) == [], "file \(seed)")
        }
        #expect(sound > 20, "some damage is in what readers skip")
    }

    // MARK: Objects

    /// Compares each object that a plain reading has with libqpdf's; returns how many it has.
    private func compare(_ bytes: [UInt8], _ name: String) -> Int {
        let owner = OwnedBytes(bytes)
        guard let structure = FileStructure(owner.bytes), let file = try? PDFFile(bytes),
            let history = try? RevisionHistory(owner.bytes, structure),
            let plain = try? PlainReading(owner.bytes, structure, history, following: nil)
        else { return 0 }
        var count = 0
        for number in 1..<max(2, min(5000, plain.trailer[.size]?.integerValue ?? 0)) {
            let reference = IndirectReference(number)
            guard let object = try? plain.object(reference), !object.isNull else { continue }
            count += 1
            #expect(object == (try? file.object(reference)), "\(name): \(reference)")
            #expect((try? plain.entry(.type, of: reference)) == object.dictionaryValue?[.type] ?? .null)
            for isEncoded in [true, false] {
                guard let data = try? plain.streamData(reference, encoded: isEncoded) else { continue }
                #expect(data == (try? file.streamData(reference, encoded: isEncoded)), "\(name): \(reference)")
            }
        }
        return count
    }

    @Test func `Every object is the same`() throws {
        var count = 0
        for name in try Fixture.directory.list() where name.hasSuffix(".pdf") {
            count += compare(try Fixture.bytes(name), name)
        }
        for seed in 0..<120 { count += compare(GeneratedFile(seed: UInt64(seed)).bytes, "file \(seed)") }
        #expect(count > 200)
    }

    // MARK: Reading back

    /// Whether what was appended to `base` reads back as it should.
    private func isConfirmed(
        _ increment: Increment, to base: PDFFile, _ bytes: [UInt8], _ open: ([UInt8]) throws(PDFError) -> PDFFile
    ) -> Bool {
        do throws(PDFError) {
            let finished = try open(bytes)
            try increment.verify(in: finished)
            return try finished.pageCount() == base.pageCount()
        } catch {
            return false
        }
    }

    @Test(arguments: ["table.pdf", "annots-indirect.pdf", "inherited.pdf"])
    func `What libqpdf would not confirm is not confirmed`(name: String) throws {
        let base = try PDFFile(plain: Fixture.bytes(name))
        let increment = try increment(base, adding: .square("new"))
        let finished = base.appending(increment)
        #expect(isConfirmed(increment, to: base, finished) { bytes throws(PDFError) in try PDFFile(bytes) })
        let read = try PDFFile(plain: finished, following: base)
        try increment.verify(in: read)
        #expect(!read.isReadWhole && !base.isReadWhole)
        var refused = 0
        for place in stride(from: base.count, to: finished.count, by: TestScope.step) {
            for byte in Set([0x20, 0x28, 0x30, finished[place] ^ 1]) where byte != finished[place] {
                var bytes = finished
                bytes[place] = byte
                let byLibrary = isConfirmed(increment, to: base, bytes) { bytes throws(PDFError) in
                    try PDFFile(bytes)
                }
                let byBytes = isConfirmed(increment, to: base, bytes) { bytes throws(PDFError) in
                    try PDFFile(plain: bytes, following: base)
                }
                if !byBytes { refused += 1 }
                let around = bytes[(place - 20)..<min(place + 20, bytes.count)]
                #expect(byLibrary || !byBytes, "\(String(decoding: around, as: UTF8.self))")
            }
        }
        #expect(refused > TestScope.count(increment.count), "most of it counts")
    }

    // MARK: What libqpdf reads

    @Test(arguments: [
        "<< /A 1 /A 2 >>", "<< /Gone 90 0 R >>", "<< /A (a\rb) >>", "<< /A /a#1x >>", "<< /A --1.5 >>",
        "<< /A 1 >> stray", "<< /Beyond 4711 0 R >>", "(no container)", "5 0 R",
        "<< /Length 9 >>\nstream\nq Q\nendstream", "<< /Length 5 0 R >>\nstream\nq Q\nendstream",
        "<< /Length 3 >>\nstream\rq Q\nendstream", "<< /Length 3 >> stream q Q\nendstream",
        "<< /Length 3 >>\nstream\nq Q\n", "<< /Null 6 0 R >>",
    ])
    func `What readers may take in another way, libqpdf reads`(object: String) throws {
        var file = HandmadePDF.onePage("", objects: [4: object, 5: "3", 6: "null", 99: "(the last)"])
        file.table()
        let plain = try PDFFile(plain: file.bytes)
        #expect(try plain.pageCount() == 1)
        #expect(!plain.isReadWhole)
        _ = try? plain.object(IndirectReference(4))
        #expect(plain.isReadWhole)
        #expect(plain.reasonForWholeReading == nil, "no reason to tell the user")
    }

    @Test(arguments: [
        ("0000000000 65535 f", "000000000O 65535 f"), ("%PDF-1.7", "%PDF-x.7"),
        ("trailer\n<<", "trailer\n<</Encrypt 4 0 R"),
        ("/Pages 2 0 R", "/Pages 4 0 R"),
    ])
    func `A file that libqpdf opens otherwise is left to it`(words: (old: String, new: String)) throws {
        var file = HandmadePDF.onePage("", objects: [4: "[(a)]"])
        file.table()
        let bytes = file.bytes.replacing(words.old, with: words.new)
        #expect(bytes != file.bytes)
        let plain = Result { () throws(PDFError) in try PDFFile(plain: bytes) }
        switch plain {
        case .success(let file): #expect(file.isReadWhole)
        case .failure(let error): #expect(throws: error) { try PDFFile(bytes) }
        }
    }
}
