import TestSupport
import Testing

@testable import PDFModel

/// A file about which something is odd is read whole, and says why; or libqpdf refuses it.
@Suite struct IrregularFileTests {
    /// Why the file is read whole; `nil` if it is not. Throws where it is refused.
    private func reason(_ bytes: [UInt8]) throws -> String? {
        let file = try PDFFile(partial: bytes)
        _ = try? increment(file, adding: .square("new"))
        return file.reasonForWholeReading
    }

    /// Expects that the file is read whole, by libqpdf 12 in vain.
    private func expectWhole(_ bytes: [UInt8], because expected: String? = nil) {
        do {
            let reason = try #require(try reason(bytes))
            #expect(expected == nil || reason == expected)
        } catch {
            guard case PDFError.damaged? = error as? PDFError else {
                Issue.record(error)
                return
            }
        }
    }

    @Test func `A sound file needs no whole reading`() throws {
        var file = HandmadePDF.onePage()
        file.table()
        #expect(try reason(file.bytes) == nil)
    }

    @Test func `Entries that are not 20 bytes long`() throws {
        var file = HandmadePDF.onePage()
        file.table(lineEnd: "\n")
        #expect(try reason(file.bytes)?.contains("malformed") == true)
    }

    @Test func `A comment within a table is refused`() {
        var file = HandmadePDF.onePage()
        file.table(comment: "%comment\n")
        #expect(throws: PDFError.self) { try reason(file.bytes) }
    }

    @Test(arguments: [3, 5]) func `A wrong size`(size: Int) throws {
        var file = HandmadePDF.onePage()
        file.table(size: size)
        #expect(try reason(file.bytes) == "its /Size is not one more than the highest object number")
    }

    @Test(arguments: ["/Prev 7", "/Prev (text)", "/Prev 1.5", "/XRefStm 9", "/XRefStm /Name"])
    func `A chain that leads nowhere is refused`(entry: String) {
        var file = HandmadePDF.onePage()
        file.table(trailer: entry)
        #expect(throws: PDFError.self) { try reason(file.bytes) }
    }

    @Test func `A chain that runs in a circle`() throws {
        var file = HandmadePDF.onePage()
        file.table(trailer: "/Prev 0000000000")
        let number = String("0000000000\(file.lastSection ?? 0)".suffix(10))
        #expect(try reason(file.bytes.replacing("/Prev 0000000000", with: "/Prev \(number)")) != nil)
    }

    @Test func `An object that two subsections list`() throws {
        var file = HandmadePDF.onePage()
        let place = file.end
        let entries = (0..<3).map { _ in "0000000015 00000 n \n" }.joined()
        file.finish(
            "xref\n0 1\n0000000000 65535 f \n1 3\n\(entries)3 1\n0000000015 00000 n \ntrailer\n<< /Size 4 /Root 1 0 R >>\n",
            startXRef: place)
        expectWhole(file.bytes)
    }

    @Test(arguments: [1, 4, 9]) func `An object stream in an object stream`(other: Int) throws {
        let file = HandmadePDF()
        let place = file.end
        let entries = [(1, 4), (4, other)].map { number, stream in
            CrossReferenceEntry(reference: IndirectReference(number), location: .objectStream(stream, index: 0))
        }
        let section = try NewSection(
            kind: .stream, entries: entries, trailer: [.root: .reference(IndirectReference(1))],
            last: IndirectReference(9)
        ).bytes(at: place, comment: "")
        expectWhole(file.bytes + section, because: "object 1 0 R is in an object stream that is not in the file")
    }

    @Test func `Strings in the trailer that are elsewhere`() throws {
        var file = HandmadePDF.onePage(objects: [4: "(identifier)"])
        file.table(trailer: "/ID [4 0 R 4 0 R]")
        #expect(try reason(file.bytes) == "its trailer has an unexpected indirect reference")
    }

    /// libqpdf gives up a chain with a number that it cannot hold, and repairs the file; and it follows a reference in what says
    /// how the stream is encoded before it knows where objects are, and then never finds that object.
    @Test(arguments: [
        ("/Type /XRef", "/C 99999999999999999999 /Type /XRef"), ("/Type /XRef", "/DL 99999999999999999999 /Type /XRef"),
        ("/Size 9", "/Size -9"), ("/Type /XRef", "/Index [0 9 4 0] /Type /XRef"),
        ("/DecodeParms << ", "/DecodeParms << /P 2 0 R "),
        ("/Filter /FlateDecode", "/Filter [/FlateDecode 2 0 R]"),
    ])
    func `A cross-reference stream with entries that libqpdf cannot take`(words: (old: String, new: String)) throws {
        let bytes = try replacing(words.old, with: words.new)
        #expect(try bytes.count > Fixture.bytes("stream.pdf").count)
        expectWhole(bytes)
    }

    /// A fixture with other words in its cross-reference stream.
    private func replacing(_ old: String, with new: String) throws -> [UInt8] {
        let sound = try Fixture.bytes("stream.pdf")
        let place = try PDFFile(sound).startXRef
        let bytes = sound[..<place] + sound[place...].replacing(Array(old.utf8), with: Array(new.utf8))
        #expect(Array(bytes) != sound)
        return Array(bytes)
    }

    /// libqpdf takes the stream for the page.
    @Test func `A cross-reference stream with the number of a page`() throws {
        expectWhole(try replacing("8 0 obj", with: "3 0 obj"))
    }

    @Test func `An older trailer with a number that is none`() throws {
        var file = HandmadePDF.onePage()
        file.table(trailer: "/C 99999999999999999999")
        let older = file.lastSection ?? 0
        file.finish("xref\n0 0\ntrailer\n<< /Size 4 /Root 1 0 R /Prev \(older) >>\n", startXRef: file.end)
        expectWhole(file.bytes)
    }

    /// libqpdf 11 finds the older object of that number, poppler and MuPDF the newer one, libqpdf 12 none where it was not freed.
    @Test(arguments: [(true, true), (false, true), (true, false)])
    func `A reference to a number that has another generation`(isThere: Bool, isFreed: Bool) throws {
        var file = HandmadePDF.onePage(objects: isThere ? [4: "<< /Length 0 >>\nstream\n\nendstream"] : [:])
        file.table()
        let freeing = file.end
        let free = isFreed ? "4 1\n0000000000 00001 f \n" : "0 0\n"
        file.finish(
            "xref\n\(free)trailer\n<< /Size 5 /Root 1 0 R /Prev \(file.lastSection ?? 0) >>\n", startXRef: freeing)
        let place = file.end
        file.finish(
            "4 1 obj\n(anew)\nendobj\n", startXRef: file.lastSection ?? 0)
        let page = file.end
        file.finish(
            "3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>\nendobj\n",
            startXRef: file.lastSection ?? 0)
        let table = file.end
        let digits = { (place: Int) in String("0000000000\(place)".suffix(10)) }
        let entries = "\(digits(page)) 00000 n \n\(digits(place)) 00001 n \n"
        file.finish("xref\n3 2\n\(entries)trailer\n<< /Size 5 /Root 1 0 R /Prev \(freeing) >>\n", startXRef: table)
        #expect(try reason(file.bytes) == "object 4 has another generation")
    }

    /// libqpdf 12 takes the object of the highest generation for the only one.
    @Test func `A number that an older section lists with a higher generation`() throws {
        var file = HandmadePDF.onePage("/Contents 4 0 R", objects: [4: "<< /Length 0 >>\nstream\n\nendstream"])
        file.table()
        let place = try #require(file.bytes.indices(of: "4 0 obj").first)
        for generation in ["00005", "00000"] {
            let entry = "\(String("0000000000\(place)".suffix(10))) \(generation) n \n"
            file.finish(
                "xref\n4 1\n\(entry)trailer\n<< /Size 5 /Root 1 0 R /Prev \(file.lastSection ?? 0) >>\n",
                startXRef: file.end)
        }
        #expect(try reason(file.bytes) == "object 4 has another generation")
    }

    /// libqpdf 12 leaves out the second one.
    @Test(arguments: ["4 0 5 0 (a)", "4 3 5 0 (b)(a)"])
    func `An object stream that lists its objects in another order than it has them`(data: String) {
        #expect(throws: PartialReadingError.self) {
            try ObjectStreamContents(
                Array(data.utf8),
                [.type: .name(.objectStream), .firstObject: .integer(8), .objectCount: .integer(2)])
        }
    }

    /// A page and an object that the table of a hybrid section lists as free or not at all, and its stream lists.
    private func hybrid(isFree: Bool, trailer: String = "") throws -> [UInt8] {
        var file = HandmadePDF.onePage(objects: [4: "(found)"])
        let places = try (1...4).map { try #require(file.bytes.indices(of: "\($0) 0 obj").first) }
        let stream = file.end
        let dictionary = "<< /Type /XRef /Size 6 /Root 1 0 R /W [1 2 1] /Index [4 1] /Length 4 >>"
        let row = [1, UInt8(places[3] >> 8), UInt8(places[3] & 0xFF), 0]
        file.bytes(5, Array("\(dictionary)\nstream\n".utf8) + row + Array("\nendstream".utf8))
        let table = file.end
        let entry = { (place: Int) in String("0000000000\(place)".suffix(10)) + " 00000 n \n" }
        let listed = places.prefix(3).map(entry).joined()
        file.finish(
            "xref\n0 \(isFree ? 5 : 4)\n0000000000 65535 f \n\(listed)\(isFree ? "0000000000 00000 f \n" : "")"
                + "5 1\n\(entry(stream))trailer\n<< /Size 6 /Root 1 0 R /XRefStm \(stream) \(trailer)>>\n",
            startXRef: table)
        return file.bytes
    }

    /// libqpdf 11 goes by the table, libqpdf 12 by the stream.
    @Test(arguments: [true, false])
    func `An object that the table lists as free, and its hidden stream not`(isFree: Bool) throws {
        let partial = try PDFFile(partial: hybrid(isFree: isFree))
        let object = try? partial.object(IndirectReference(4))
        #expect(partial.reasonForWholeReading == (isFree ? "object 4 is free, and in a hidden section not" : nil))
        #expect(isFree || object == .string(PDFString(text: "found")))
    }

    /// The section that lists the hidden objects for libqpdf is a stream, of which such a key would be one.
    @Test func `A trailer keeps a key of streams where a copy lists hidden objects`() throws {
        let bytes = try hybrid(isFree: true, trailer: "/F 3 0 R /DL 4 0 R /FFilter 90 0 R ")
        let trailer = try PDFFile(bytes, password: nil, .whole).trailer()
        #expect(trailer["F"]?.referenceValue?.number == 3)
        #expect(trailer["DL"]?.referenceValue?.number == 4)
        #expect(trailer["FFilter"] == nil)
    }

    /// A file with an object stream of the objects 5 and 6, of which it lists only the first, and something else for the other.
    private func leavingMember(_ entry: CrossReferenceEntry) throws -> [UInt8] {
        let data = "5 0 6 4 (a) (b)"
        let stream = "<< /Type /ObjStm /N 2 /First 8 /Length \(data.count) >>\nstream\n\(data)\nendstream"
        let file = HandmadePDF.onePage(objects: [4: stream])
        var entries = [CrossReferenceEntry(reference: IndirectReference(0), location: .free)]
        for number in 1...4 {
            let place = try #require(file.bytes.indices(of: "\(number) 0 obj").first)
            entries.append(CrossReferenceEntry(reference: IndirectReference(number), location: .file(place)))
        }
        entries.append(
            CrossReferenceEntry(reference: IndirectReference(5), location: .objectStream(4, index: 0)))
        let section = NewSection(
            kind: .stream, entries: entries + [entry], trailer: [.root: .reference(IndirectReference(1))],
            last: IndirectReference(7))
        return try file.bytes + section.bytes(at: file.end, comment: "")
    }

    /// libqpdf 11 complains of the object once it has read the stream.
    @Test(arguments: [WayOfReading.whole, .partial])
    func `An object that is free, and still in an object stream, is null`(way: WayOfReading) throws {
        let bytes = try leavingMember(CrossReferenceEntry(reference: IndirectReference(6), location: .free))
        let file = try PDFFile(bytes, password: nil, way)
        #expect(try file.object(IndirectReference(5)) == .string(PDFString(text: "a")))
        #expect(try file.object(IndirectReference(6)) == .null)
        #expect(!file.hasDamage && file.warnings.isEmpty && file.isReadWhole == (way == .whole))
    }

    /// libqpdf 11 has two entries of that number once it has read the stream.
    @Test(arguments: [false, true])
    func `An object stream has no say in what has another generation`(isStreamRead: Bool) throws {
        let other = CrossReferenceEntry(reference: IndirectReference(6, generation: 9), location: .file(9))
        let file = try PDFFile(leavingMember(other), password: nil, .whole)
        if isStreamRead { _ = try file.object(IndirectReference(5)) }
        #expect(throws: PDFError.damaged("object 6 0 R cannot be read")) { try file.object(IndirectReference(6)) }
    }
}
