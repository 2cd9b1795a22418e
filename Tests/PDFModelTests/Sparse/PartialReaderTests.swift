// Longer than most files: each form in which a file can be written has its test here, with the comparison that they share.

import Mutations
import TestSupport
import Testing

@testable import PDFModel

/// A file that is read no further than it is asked answers as one that libqpdf has read whole, and what libqpdf refuses is
/// refused.
@Suite struct PartialReaderTests {
    /// Whether a partial reader did for all that was asked.
    private static func answersTheSame(_ bytes: [UInt8], password: String? = nil, _ name: String) -> Bool {
        let partial = Answers(bytes, password: password, .partial)
        #expect(partial.differences(from: Answers(bytes, password: password, .whole)) == [], "\(name)")
        return partial.reasons.isEmpty
    }

    private static func fixtures() throws -> [(name: String, bytes: [UInt8])] {
        try Fixture.directory.list().filter { $0.hasSuffix(".pdf") }.sorted().map { ($0, try Fixture.bytes($0)) }
    }

    /// A file made at random or, four times out of five, a fixture, damaged.
    private static func damaged(_ seed: UInt64, _ fixtures: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var mutation = Mutation(seed: seed)
        let (turn, rest) = seed.quotientAndRemainder(dividingBy: 5)
        return mutation.apply(
            to: rest == 0 ? GeneratedFile(seed: seed).bytes : fixtures[Int(turn % UInt64(fixtures.count))].bytes)
    }

    /// Whether there is a reference to a number, or of a generation, that no object can have: to nothing, for pdfco. libqpdf 12 reads
    /// no object in which one is, and so perhaps no file.
    private static func hasImpossibleReference(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes, as: UTF8.self).contains(/[0-9]{10} +[0-9]+ +R|[0-9] +[0-9]{5,} +R/)
    }

    // MARK: Questions

    @Test func `Every fixture answers the same`() throws {
        let partial = try Self.fixtures().count { name, bytes in
            Self.answersTheSame(bytes, password: name.contains("encrypted") ? "user" : nil, name)
        }
        #expect(partial > 25, "most of them need no whole reading")
    }

    @Test(.corpus)
    func `Every document of the corpus answers the same`() async throws {
        let partial = try await withThrowingTaskGroup(of: Bool.self) { group in
            for document in Corpus.documents {
                group.addTask {
                    Self.answersTheSame(
                        try document.path.readBytes(), password: document.password, document.name)
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(partial > Corpus.documents.count / 2, "most of them need no whole reading")
    }

    @Test func `Files made at random answer the same`() throws {
        let seeds = TestScope.seeds(120)
        let partial = seeds.count { Self.answersTheSame(GeneratedFile(seed: $0).bytes, "file \($0)") }
        #expect(partial > seeds.count / 3, "\(partial) of \(seeds.count) need no whole reading")
    }

    @Test func `Damaged files answer the same, and what libqpdf does not open is not opened`() throws {
        let (seeds, fixtures) = (TestScope.seeds(600), try Self.fixtures())
        var sound = 0
        for seed in seeds {
            let bytes = Self.damaged(seed, fixtures)
            let whole = Answers(bytes, .whole)
            let partial = Answers(bytes, .partial)
            #expect(
                partial.isRefused || !whole.isRefused || Self.hasImpossibleReference(bytes), "file \(seed)")
            guard !whole.isRefused, !whole.hasDamage else { continue }
            if partial.reasons.isEmpty { sound += 1 }
            #expect(partial.differences(from: whole) == [], "file \(seed)")
        }
        #expect(sound > seeds.count / 30, "some damage is in what readers skip: \(sound) of \(seeds.count)")
    }

    // MARK: Objects

    /// What came of asking for each object of files.
    private struct Count {
        var given = 0
        var leftToLibrary = 0

        static func += (left: inout Self, right: Self) {
            left.given += right.given
            left.leftToLibrary += right.leftToLibrary
        }
    }

    /// Compares each object that a partial reader has with libqpdf's.
    private static func compare(_ bytes: [UInt8], _ name: String) -> Count {
        let owner = OwnedBytes(bytes)
        var count = Count()
        guard let structure = FileStructure(owner.bytes),
            let history = try? RevisionHistory(owner.bytes, structure),
            let partial = try? PartialReader(owner.bytes, structure, history, keeping: owner)
        else { return count }
        let document: QPDFDocument
        do { document = try PDFFile(bytes, password: nil, .whole).whole() } catch {
            if Self.hasImpossibleReference(bytes) { return count }
            #expect(throws: PDFError.self, "\(name): libqpdf refuses it: \(error)") {
                try PDFFile(bytes, password: nil, .partial)
            }
            return count
        }
        let numbers = 1..<max(2, min(5000, partial.trailer[.size]?.integerValue ?? 0))
        let references = numbers.map { IndirectReference($0) }
        let whole = references.map { try? document.wholeObject($0) }
        let objects = references.map { try? document.object($0) }
        for (reference, (object, whole)) in zip(references, zip(objects, whole)) {
            guard let own = try? partial.objects.object(reference) else {
                count.leftToLibrary += 1
                continue
            }
            count.given += 1
            // It may be wrong for others only: as an object stream, as the length of one. Or another object is damaged: one of
            // the same stream, or one in whose search libqpdf has read what the sections do not lead to.
            let complaint = document.complaints.ofObjects[reference].map(\.detail) ?? ""
            let isOfOther =
                own == object?.restoring(own)
                && (document.complaints.ofObjects.count > 1 || complaint.contains("error reading object"))
            #expect(
                complaint.isEmpty || complaint.contains(/object stream|^\/Length|integer out of range/) || isOfOther,
                "\(name): \(reference): \(complaint)")
            if !document.complaints.hasDamage {
                #expect(own == object?.restoring(own), "\(name): \(reference)")
                let written = try? partial.objects.wholeObject(reference)
                #expect(written == whole?.restoring(written ?? .null, withKeys: true), "\(name): \(reference)")
            }
            #expect((try? partial.objects.entry(.type, of: reference)) == own.dictionaryValue?[.type] ?? .null)
            guard case .stream = own, !complaint.contains("integer out of range") else { continue }
            // What another object made libqpdf repair shows in all that it reads later.
            let reading = document.complaints.hasDamage ? try? document.anew() : document
            for isEncoded in [true, false] {
                guard let data = try? partial.objects.streamData(reference, encoded: isEncoded) else { continue }
                #expect(
                    data == (try? reading?.streamData(reference, encoded: isEncoded)), "\(name): \(reference)")
            }
        }
        return count
    }

    @Test func `Every object of a fixture is the same`() throws {
        var count = Count()
        for (name, bytes) in try Self.fixtures() { count += Self.compare(bytes, name) }
        #expect(count.given > 150 && count.leftToLibrary < count.given / 20, "\(count)")
    }

    @Test(.corpus)
    func `Every object of the corpus is the same`() async throws {
        let count = try await withThrowingTaskGroup(of: Count.self) { group in
            for document in Corpus.documents where !document.isEncrypted {
                group.addTask { Self.compare(try document.path.readBytes(), document.name) }
            }
            return try await group.reduce(into: Count()) { $0 += $1 }
        }
        #expect(count.given > 10_000 && count.leftToLibrary < count.given / 20, "\(count)")
    }

    @Test func `Every object of a file made at random is the same`() {
        var count = Count()
        let seeds = TestScope.seeds(120)
        for seed in seeds { count += Self.compare(GeneratedFile(seed: seed).bytes, "file \(seed)") }
        #expect(count.given > 16 * seeds.count && count.leftToLibrary < count.given / 2, "\(count)")
    }

    @Test func `Every object of a damaged file is the same`() throws {
        var count = Count()
        let (seeds, fixtures) = (TestScope.seeds(600), try Self.fixtures())
        for seed in seeds { count += Self.compare(Self.damaged(seed, fixtures), "file \(seed)") }
        #expect(count.given > seeds.count / 2, "\(count)")
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
        let partial = try PDFFile(partial: file.bytes)
        #expect(try partial.page(1).dictionary == PDFFile(file.bytes).page(1).dictionary)
        #expect(try partial.page(1).dictionary["Gone"] == nil)
        #expect(try partial.wholeObject(IndirectReference(3)).dictionaryValue?["Gone"]?.referenceValue?.number == 90)
        let increment = try increment(partial, adding: .square("new"))
        #expect(!partial.isReadWhole)
        let finished = try PDFFile(partial: partial.appending(increment), following: partial)
        try increment.verify(in: finished)
        #expect(!finished.isReadWhole)
        let page = try PDFFile(partial.appending(increment)).page(1).dictionary
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

    @Test func `A reference that was read as null in an array is restored`() {
        let (gone, other) = (PDFObject.reference(IndirectReference(9)), PDFObject.integer(1))
        let written = PDFObject.dictionary([
            "A": .array([gone, other, .null, .array([gone])]), "B": .dictionary(["C": .array([gone])]), "D": gone,
        ])
        let read = PDFObject.dictionary([
            "A": .array([.null, other, .null, .array([.null])]), "B": .dictionary(["C": .array([.null])]),
        ])
        var restored = written.dictionaryValue ?? [:]
        restored["D"] = nil
        #expect(read.restoring(written) == .dictionary(restored))
        #expect(read.restoring(written, withKeys: true) == written)
        #expect(read.restoring(.null) == read)
        #expect(PDFObject.array([.null]).restoring(.array([gone, gone])) == .array([.null]))
    }

    @Test(arguments: [nil, "user"])
    func `A reference to nothing in an array stays`(password: String?) throws {
        var bytes = try Fixture.bytes(password == nil ? "table.pdf" : "encrypted.pdf")
        let page = try #require(PDFFile(bytes, password: password, .whole).page(1).place.reference)
        let before = try PDFFile(bytes, password: password, .whole)
        var update = try IncrementalUpdate(of: before)
        var dictionary = try #require(update.object(page).dictionaryValue)
        let gone = IndirectReference(1, generation: 9)
        dictionary["B"] = .array([.reference(gone)])
        update.replace(page, with: .dictionary(dictionary))
        bytes = before.appending(try update.increment())
        for file in [try PDFFile(bytes, password: password, .whole), try PDFFile(bytes, password: password, .partial)] {
            let increment = try increment(file, adding: .square("new"))
            let finished = try PDFFile(file.appending(increment), password: password, .whole)
            #expect(try finished.page(1).dictionary["B"] == .array([.reference(gone)]))
        }
    }

    @Test func `An object in another's place is not taken for it`() throws {
        var file = HandmadePDF.onePage(objects: [4: "<< /Kind /Other >>", 5: "<< /Kind /Last >>"])
        file.table()
        // The entry of object 4 leads to object 5.
        let places = file.bytes.indices(of: "0 obj").map { String("0000000000\($0 - 2)".suffix(10)) }
        try #require(places.count > 4)
        let bytes = file.bytes.replacing("\(places[3]) 00000 n", with: "\(places[4]) 00000 n")
        let partial = try PDFFile(partial: bytes)
        #expect(try partial.pageCount() == 1)
        #expect(!partial.isReadWhole)
        #expect(throws: PDFError.self) { try partial.object(IndirectReference(4)) }
        #expect(throws: PDFError.self) { try PDFFile(bytes).object(IndirectReference(4)) }
        #expect(partial.reasonForWholeReading == "object 4 0 R is not where the cross-reference section says")
    }

    @Test func `A reference beyond the last object lets libqpdf read all`() throws {
        var file = HandmadePDF.onePage("/Contents [9 0 R]", objects: [4: "(last)"])
        file.table()
        let partial = try PDFFile(partial: file.bytes)
        #expect(
            try increment(partial, adding: .square("new")).bytes
                == increment(PDFFile(file.bytes), adding: .square("new")).bytes)
        #expect(partial.isReadWhole)
    }

    @Test func `A wrong password is refused, and an encrypted file is read whole`() throws {
        let bytes = try Fixture.bytes("encrypted.pdf")
        #expect(throws: PDFError.passwordRequired(given: true)) { try PDFFile(partial: bytes, password: "wrong") }
        #expect(try PDFFile(partial: bytes, password: "user").reasonForWholeReading == "it is encrypted")
    }

    @Test func `A page with thousands of annotations in its own array is read and written without libqpdf`() throws {
        let links = (0..<3000).map { "<< /Type /Annot /Subtype /Link /Rect [\($0) 10 \($0 + 5) 20] /A 4 0 R >>" }
        var file = HandmadePDF.onePage(
            "/Annots [\(links.joined(separator: "\n"))]", objects: [4: "<< /S /URI /URI (a) >>"])
        file.table()
        for isPartial in [true, false] {
            let read = isPartial ? try PDFFile(partial: file.bytes) : try PDFFile(file.bytes)
            let increment = try increment(read, adding: .square("new"))
            #expect(read.isReadWhole != isPartial)
            let finished = try PDFFile(read.appending(increment))
            try increment.verify(in: finished)
            let annotations = try finished.annotations()
            #expect(annotations.count == 3001)
            #expect(annotations.last?.annotation.name == "new")
        }
    }

    // MARK: Streams

    /// A stream, or an object stream, whose length leads back to itself.
    @Test(arguments: [4, 5])
    func `A length that needs itself is left to libqpdf`(length: Int) throws {
        let members = "5 0 << /Kind /Member >>"
        let file = HandmadePDF.onePage(objects: [
            4: "<< /Type /ObjStm /N 1 /First 4 /Length \(length) 0 R >>\nstream\n\(members)\nendstream"
        ])
        let entries = try (1...4).map { number in
            CrossReferenceEntry(
                reference: IndirectReference(number),
                location: .file(try #require(file.bytes.indices(of: "\(number) 0 obj").first)))
        }
        let place = file.end
        let member = CrossReferenceEntry(reference: IndirectReference(5), location: .objectStream(4, index: 0))
        let section = try NewSection(
            kind: .stream, entries: entries + [member], trailer: [.root: .reference(IndirectReference(1))],
            last: IndirectReference(6)
        ).bytes(at: place, comment: "")
        let partial = try PDFFile(partial: file.bytes + section)
        #expect(try partial.pageCount() == 1)
        #expect(!partial.isReadWhole)
        for number in [5, 4] { _ = try? partial.object(IndirectReference(number)) }
        #expect(partial.isReadWhole)
    }

    /// libqpdf decodes what the rows are made of by each filter of PNG.
    @Test(arguments: [1, 3, 4], [1, 8, 16])
    func `Rows are decoded as by libqpdf`(colors: Int, bits: Int) throws {
        let columns = 7
        let length = (colors * bits * columns + 7) / 8
        var generator = SeededGenerator(state: UInt64(colors * bits))
        let data = (0..<50).flatMap { row in
            [UInt8(row % 5)] + (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
        }
        let parameters: PDFDictionary = [
            "Predictor": .integer(15), "Colors": .integer(colors), "BitsPerComponent": .integer(bits),
            "Columns": .integer(columns),
        ]
        var stream = PDFStream.compressed(data)
        stream.dictionary[.decodeParameters] = .dictionary(parameters)
        let base = try PDFFile(Fixture.bytes("table.pdf"))
        var update = try IncrementalUpdate(of: base)
        let reference = update.add(.stream(stream))
        let bytes = base.appending(try update.increment())
        let partial = try PDFFile(partial: bytes)
        let decoded = try #require(try partial.streamData(reference))
        #expect(!partial.isReadWhole && decoded.count == 50 * length)
        #expect(try PDFFile(bytes).streamData(reference) == decoded)
        #expect(PredictorRow.decoded(data + [0], parameters) == nil)
        #expect(PredictorRow.decoded([5] + data.dropFirst(), parameters) == nil)
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
        let base = try PDFFile(partial: Fixture.bytes(name))
        let increment = try increment(base, adding: .square("new"))
        let finished = base.appending(increment)
        #expect(isConfirmed(increment, to: base, finished) { bytes throws(PDFError) in try PDFFile(bytes) })
        let read = try PDFFile(partial: finished, following: base)
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
                    try PDFFile(partial: bytes, following: base)
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
        "<< /A 1 /A 2 >>", "<< /A (a\rb) >>", "<< /A /a#1x >>", "<< /A --1.5 >>", "<< /A 4294967296 >>",
        "<< /A 9223372036854775808 >>", "<< /A\u{0B} /B >>",
        "<< /A 1 >> stray", "<< /Beyond 4711 0 R >>", "[4711 0 R]", "5 0 R",
        "<< /Length 9 >>\nstream\nq Q\nendstream", "<< /Length 6 0 R >>\nstream\nq Q\nendstream",
        "<< /Length 3 >>\nstream\rq Q\nendstream", "<< /Length 3 >> stream q Q\nendstream",
        "<< /Length 3 >>\nstream\nq Q\n",
    ])
    func `What readers may take in another way, libqpdf reads`(object: String) throws {
        var file = HandmadePDF.onePage("", objects: [4: object, 5: "3", 6: "null", 99: "(the last)"])
        file.table()
        let partial = try PDFFile(partial: file.bytes)
        #expect(try partial.pageCount() == 1)
        #expect(!partial.isReadWhole)
        _ = try? partial.object(IndirectReference(4))
        #expect(partial.isReadWhole)
    }

    @Test(arguments: [
        "<< /Gone 90 0 R >>", "<< /Null 6 0 R >>", "<< /Inner << /Gone 90 0 R /There 5 0 R >> >>",
        "[<< /Gone 90 0 R >> 90 0 R]", "(text)", "/Name", "true", "null", "-1.50", "<< /A (a\\rb) >>",
        "<< /Length 5 0 R >>\nstream\nq Q\nendstream",
    ])
    func `What every reader takes alike, libqpdf need not read`(object: String) throws {
        var file = HandmadePDF.onePage("", objects: [4: object, 5: "3", 6: "null", 99: "(the last)"])
        file.table()
        let partial = try PDFFile(partial: file.bytes)
        let owner = OwnedBytes(file.bytes)
        let document = try QPDFDocument.opened(owner.bytes, keeping: owner, passwords: [nil], mode: .strict)
        let reference = IndirectReference(4)
        let own = try partial.object(reference)
        #expect(try own == document.object(reference).restoring(own))
        let written = try partial.wholeObject(reference)
        #expect(try written == document.wholeObject(reference).restoring(written, withKeys: true))
        #expect(!partial.isReadWhole)
    }

    @Test(arguments: [
        ("0000000000 65535 f", "000000000O 65535 f"), ("%PDF-1.7", "%PDF-x.7"),
        ("trailer\n<<", "trailer\n<</Encrypt 4 0 R"), ("trailer\n<<", "trailer\n<</ID [(a\rb)]"),
        ("/Pages 2 0 R", "/Pages 4 0 R"),
    ])
    func `A file that libqpdf opens otherwise is left to it`(words: (old: String, new: String)) throws {
        var file = HandmadePDF.onePage("", objects: [4: "[(a)]"])
        file.table()
        let bytes = file.bytes.replacing(words.old, with: words.new)
        #expect(bytes != file.bytes)
        let partial = Result { () throws(PDFError) in try PDFFile(partial: bytes) }
        switch partial {
        case .success(let file): #expect(file.isReadWhole)
        case .failure(let error): #expect(throws: error) { try PDFFile(bytes) }
        }
    }

    @Test(arguments: [false, true])
    func `A cross-reference stream of no number, or with an odd Index, is none`(hasNumber: Bool) throws {
        var bytes = try Fixture.bytes("stream.pdf")
        if hasNumber {
            bytes = bytes.replacing("/Type /XRef", with: "/Index () /Type /XRef")
        } else {
            let place = try PDFFile(bytes).startXRef
            for digit in place..<(bytes[place...].firstIndex(of: 0x20) ?? place) { bytes[digit] = UInt8(ascii: "0") }
        }
        #expect(try bytes != Fixture.bytes("stream.pdf"))
        #expect(throws: PDFError.self) { try PDFFile(bytes, password: nil, .whole) }
        #expect(throws: PDFError.self) { try PDFFile(partial: bytes) }
    }
}
