import TestSupport
import Testing

@testable import PDFModel

/// What is found in a file whose cross-reference sections are of no use.
@Suite struct RecoveredFileTests {
    /// A file of one page whose `startxref` leads nowhere.
    private func damaged(_ change: (inout HandmadePDF) -> Void) -> [UInt8] {
        var file = HandmadePDF.onePage()
        change(&file)
        file.finish("trailer\n<< /Root 1 0 R >>\n", startXRef: 7)
        return file.bytes
    }

    /// The file with a square, repaired, read strictly.
    private func repaired(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws -> PDFFile {
        #expect(throws: PDFError.self, sourceLocation: sourceLocation) { try PDFFile(bytes).pageCount() }
        let file = try PDFFile(bytes, for: .repairing)
        let increment = try increment(file, adding: .square("new"))
        let finished = try PDFFile(file.appending(increment))
        try increment.verify(in: finished)
        try increment.verifyPages(in: finished, of: file)
        try finished.checkSoundness()
        #expect(try finished.trailer()[.previous] == nil, sourceLocation: sourceLocation)
        #expect(try finished.annotations().map(\.annotation.name).last == "new", sourceLocation: sourceLocation)
        return finished
    }

    private func section(of finished: PDFFile) throws -> WrittenSection {
        try #require(WrittenSection(of: Array(finished.bytes), headerOffset: finished.headerOffset))
    }

    @Test(arguments: ["damaged-startxref.pdf", "damaged-root.pdf", "damaged-stream.pdf", "damaged-header-junk.pdf"])
    func `The section lists every number from 0, each object where it stands`(name: String) throws {
        let finished = try repaired(Fixture.bytes(name))
        let section = try section(of: finished)
        #expect(section.subsections.map { $0[0] } == [0])
        let size = section.integer("/Size")
        #expect(section.subsections.map { $0[1] } == [size])
        let bytes = Array(finished.bytes)
        for entry in section.entries.dropFirst() where entry.offset > 0 {
            let object = bytes.dropFirst(finished.headerOffset + entry.offset)
            #expect(object.starts(with: "\(entry.number) \(entry.generation) obj".utf8))
        }
    }

    @Test func `New objects are numbered above what anything refers to`() throws {
        let bytes = damaged { file in
            file.object(4, "<< /Lost [30 0 R << /Kid 41 0 R >>] >>")
        }
        #expect(try repaired(bytes).annotations().last?.reference?.number ?? 0 > 41)
    }

    @Test func `A number that no reader knows is left out and not counted with`() throws {
        let bytes = damaged { file in
            file.object(9_000_000, "(beyond)")
            file.object(8_000_000, "(far)")
        }
        let finished = try repaired(bytes)
        #expect(finished.count < bytes.count + 10_000, "nor does a number make a section of millions of entries")
        #expect(try finished.object(IndirectReference(9_000_000)) == .null)
        #expect(try finished.object(IndirectReference(8_000_000)).stringValue?.text == "far")
    }

    @Test(arguments: [Int.min, -1, 0, 1, 60, 9_000_000, Int.max])
    func `A size in the trailer is counted with where it can be`(size: Int) throws {
        var file = HandmadePDF.onePage()
        file.finish("trailer\n<< /Root 1 0 R /Size \(size) >>\n", startXRef: 7)
        let number = try repaired(file.bytes).annotations().last?.reference?.number ?? 0
        #expect(size == 60 ? number >= 60 : number < 10)
    }

    @Test func `Of a number that appears twice the later counts, and the higher generation`() throws {
        let bytes = damaged { file in
            file.object(4, "(old)")
            file.object(4, "(new)")
            file.object(5, generation: 1, "(one)")
            file.object(5, "(none)")
        }
        let finished = try repaired(bytes)
        #expect(try finished.object(IndirectReference(4)).stringValue?.text == "new")
        #expect(try finished.object(IndirectReference(5, generation: 1)).stringValue?.text == "one")
        #expect(throws: PDFError.self, "readers do not agree on another generation") {
            try finished.object(IndirectReference(5))
        }
    }

    @Test func `Of several trailers the newest counts`() throws {
        var file = HandmadePDF.onePage(objects: [4: "<< /Title (Old) >>"])
        file.table(trailer: "/Info 4 0 R /ID [<01> <02>]")
        file.object(5, "<< /Type /Catalog /Pages 2 0 R /Lang (new) >>")
        file.finish("trailer\n<< /Root 5 0 R /Size 6 >>\n", startXRef: 7)
        let finished = try repaired(file.bytes)
        #expect(try finished.catalog()["Lang"]?.stringValue?.text == "new")
        let trailer = try finished.trailer()
        #expect(trailer["Info"] == .reference(IndirectReference(4)))
        #expect(trailer[.fileIdentifier]?.arrayValue?.first == .string(PDFString(bytes: [1])))
    }

    @Test func `An attached PDF is not taken for the document`() throws {
        var attached = HandmadePDF.onePage("/Contents 4 0 R", objects: [4: "<< /Length 0 >>\nstream\n\nendstream"])
        attached.table()
        let data = String(decoding: attached.bytes, as: UTF8.self)
        let bytes = damaged { file in
            file.object(4, "<< /Length \(attached.bytes.count) >>\nstream\n\(data)\nendstream")
        }
        let finished = try repaired(bytes)
        #expect(try finished.page(1).dictionary["Contents"] == nil)
        #expect(try finished.streamData(IndirectReference(4)) == attached.bytes)
    }

    @Test(arguments: ["<< /Length 3 >>", "<< /Length 9 0 R >>", "<< /Length 5 0 R >>", "<< >>"])
    func `A stream with a wrong length is written anew with all its data`(dictionary: String) throws {
        let bytes = damaged { file in
            file.object(4, "\(dictionary)\nstream\n0 0 300 200 re f\nendstream")
            file.object(5, "4")
        }
        let finished = try repaired(bytes)
        let stream = try finished.object(IndirectReference(4))
        #expect(stream.dictionaryValue?[.length] == .integer(16))
        #expect(try finished.streamData(IndirectReference(4)) == Array("0 0 300 200 re f".utf8))
    }

    @Test func `An object in which the file ends is left out, a stream is kept`() throws {
        let objects = HandmadePDF.onePage().bytes
        for object in ["<< /Key (value) /Other [1 2", "<< /Key (val", "<< /Key /Nam", "12"] {
            let finished = try repaired(objects + Array("40 0 obj\n\(object)".utf8))
            #expect(try finished.object(IndirectReference(40)) == .null)
        }
        let stream = try repaired(objects + Array("40 0 obj\n<< /Length 100 >>\nstream\nall of".utf8))
        #expect(try stream.streamData(IndirectReference(40)) == Array("all of".utf8))
    }

    @Test(arguments: [
        "(ne", "<< /Key (new) ", "<< /Key (new) >>\nendo", "<< /Length 60 >>\nstream\nnew ", "<< /Length 60 >>\nstr",
        "<< /Length 60 >>\nstream\nnew\nendst", "12", "",
    ])
    func `An object in which the file ends is the one that its number stood for before`(stump: String) throws {
        let text = "4 0 obj\n(old)\nendobj\n40 0 obj\n(new)\nendobj\n4 0 obj\n\(stump)"
        let finished = try repaired(HandmadePDF.onePage().bytes + Array(text.utf8))
        #expect(try finished.object(IndirectReference(4)).stringValue?.text == "old")
        #expect(try finished.object(IndirectReference(40)).stringValue?.text == "new")
    }

    @Test(arguments: ["", "5 0 obj\n<< /Length 60 >>\nstream\nnew ", "5 0 obj\n(new)\nendobj\nxref\n0 1\n"])
    func `Cut before the startxref of its last revision, a file is the revision before`(end: String) throws {
        for filler in [0, 2000] {
            var file = HandmadePDF.onePage("/Mark 1", objects: [4: Self.title])
            file.table(trailer: "/Info 4 0 R")
            file.object(3, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Mark 2 /Contents 5 0 R >>")
            file.object(6, "(\(String(repeating: "x", count: filler)))")
            let bytes = file.bytes + Array(end.utf8)
            let finished =
                if filler == 0 { try PDFFile(bytes) } else { try repaired(bytes) }
            #expect(try finished.page(1).dictionary["Mark"] == .integer(1))
            #expect(try title(of: finished) == "Right")
        }
    }

    /// What is behind the section of the second revision, which replaces the page.
    @Test(arguments: ["startxref", "startxref\n", "startxref \n%%EOF\n", "startxref\nabc\n%%EOF"])
    func `Behind a startxref without a number, the last trailer and the objects before it count`(end: String) throws {
        for filler in [0, 2000] {
            var file = HandmadePDF.onePage("/Mark 1", objects: [4: Self.title])
            file.table(trailer: "/Info 4 0 R")
            file.object(3, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Mark 2 >>")
            file.object(5, "<< /Title (New) /Producer (p) >>")
            file.object(6, "(\(String(repeating: "x", count: filler)))")
            file.table(trailer: "/Info 5 0 R")
            let start = try #require(file.bytes.indices(of: "startxref").last)
            let finished = try repaired(Array(file.bytes[..<start]) + Array(end.utf8))
            #expect(try finished.page(1).dictionary["Mark"] == .integer(2))
            #expect(try title(of: finished) == "New")
        }
    }

    @Test func `A document without pages is beyond repair`() {
        let text = "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\ntrailer << /Root 1 0 R >>"
        #expect(throws: PDFError.unrecoverable(nil)) { try PDFFile(Array(text.utf8), for: .repairing) }
    }

    @Test(arguments: ["damaged-startxref.pdf", "damaged-stream.pdf", "damaged-lengths.pdf"])
    func `A repair that is cut off is counted off`(name: String) throws {
        let file = try PDFFile(Fixture.bytes(name), for: .repairing)
        let increment = try IncrementalUpdate(of: file).increment()
        let finished = file.appending(increment)
        for end in (file.count + increment.mark.count)..<(finished.count - 1) {
            let length = finished[..<end].withUnsafeBytes { UnfinishedIncrement.wholeLength($0) }
            #expect(length == file.count, "cut at \(end)")
        }
    }

    /// What is copied into the increment may be the end of another file, and only a whole block is proved to be a copy.
    @Test func `A repair that is cut off in a copied end of file is counted off where that is proved to be ours`()
        throws
    {
        let bytes = damaged { file in
            file.object(4, "<< /Length 3 >>\nstream\nstartxref\n12\n%%EOF\nendstream")
        }
        let file = try PDFFile(bytes, for: .repairing)
        let increment = try IncrementalUpdate(of: file).increment()
        let place = file.count + (try #require(increment.bytes.indices(of: "%%EOF").first)) + 5
        let finished = file.appending(increment)
        let lengths = [place, (place / 64 + 1) * 64].map { end in
            finished.prefix(end).withUnsafeBytes { UnfinishedIncrement.wholeLength($0) }
        }
        #expect(lengths == [place, file.count])
    }

    // MARK: The document that readers find (invariant 17)

    private static let title = "<< /Title (Right) /Producer (p) >>"

    /// A file of two documents, of which the first is the one that `trailer` names.
    private func withSecondDocument(_ end: String) -> [UInt8] {
        var file = HandmadePDF.onePage("/Mark 1", objects: [4: Self.title])
        file.object(5, "<< /Type /Catalog /Pages 6 0 R >>")
        file.object(6, "<< /Type /Pages /Count 1 /Kids [7 0 R] >>")
        file.object(7, "<< /Type /Page /Parent 6 0 R /MediaBox [0 0 300 200] /Mark 2 >>")
        file.object(8, "<< /Title (Wrong) /Producer (p) >>")
        file.finish("trailer\n<< /Root 1 0 R /Info 4 0 R >>\n\(end)", startXRef: 7)
        return file.bytes
    }

    private func title(of file: PDFFile) throws -> String? {
        let information = try file.resolve(file.trailer()[.information] ?? .null).dictionaryValue
        return information?["Title"]?.stringValue.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private static let other = "trailer << /Root 5 0 R /Info 8 0 R >>"

    @Test(arguments: [
        "% \(other)\n", "%\(other)\r", "9 0 obj\n(\(other))\nendobj\n",
        "9 0 obj\n<< /Length 5 >>\nstream\n\(other)\nendstream\nendobj\n",
        "9 0 obj\n<< /Key >>\nstream\n\(other)\nendstream\nendobj\n", "9 0 obj\n<< /A (\(other)) /B >>\nendobj\n",
    ])
    func `What looks like a trailer within something else is none`(end: String) throws {
        let finished = try repaired(withSecondDocument(end))
        #expect(try finished.page(1).dictionary["Mark"] == .integer(1))
        #expect(try title(of: finished) == "Right")
    }

    @Test func `The trailer that startxref leads to comes before one behind it`() throws {
        var file = HandmadePDF.onePage("/Mark 1 /Contents 9 0 R", objects: [4: Self.title])
        file.object(5, "<< /Type /Catalog /Pages 6 0 R >>")
        file.object(6, "<< /Type /Pages /Count 1 /Kids [7 0 R] >>")
        file.object(7, "<< /Type /Page /Parent 6 0 R /MediaBox [0 0 300 200] /Mark 2 >>")
        file.object(9, "<< /Length 1 0 R >>\nstream\n0 0 m\nendstream")
        file.table(trailer: "/Info 4 0 R")
        let start = try #require(file.lastSection)
        file.text("trailer << /Root 5 0 R /Info 4 0 R >>\nstartxref\n\(start)\n%%EOF\n")
        let bytes = file.bytes.replacing("9 0 obj", with: "9 0 obx")
        let repairing = try PDFFile(bytes, for: .repairing)
        let finished = try PDFFile(repairing.appending(increment(repairing, adding: .square("new"))))
        #expect(try finished.page(1).dictionary["Mark"] == .integer(1))
        #expect(try title(of: finished) == "Right")
    }

    @Test func `Metadata is found where no trailer is left, and kept where one names it`() throws {
        var file = HandmadePDF.onePage(objects: [4: Self.title])
        file.text("startxref\n7\n%%EOF\n")
        #expect(try title(of: repaired(file.bytes)) == "Right")
        #expect(try title(of: repaired(withSecondDocument("trailer << /Root 1 0 R >>\n"))) == "Right")
        let none = try repaired(damaged { file in file.object(4, Self.title) })
        #expect(try none.trailer()[.information] == nil, "its trailer names none")
    }

    @Test(arguments: ["", "/Count 0", "/Count 9", "/Count -1", "/Count (2)", "/Count 9 0 R"])
    func `Wrong counts in the page tree are put right`(count: String) throws {
        let page = "<< /Type /Page /MediaBox [0 0 300 200]"
        let bytes = damaged { file in
            file.object(2, "<< /Type /Pages \(count) /Kids [4 0 R 6 0 R 3 0 R] /Rotate 90 >>")
            file.object(4, "<< /Type /Pages \(count) /Parent 2 0 R /Kids 7 0 R >>")
            file.object(5, "\(page) /Parent 4 0 R >>")
            file.object(6, "<< /Type /Pages \(count) /Parent 2 0 R /Kids [] >>")
            file.object(7, "[5 0 R]")
        }
        let finished = try repaired(bytes)
        for (node, pages) in [2: 2, 4: 1, 6: 0] {
            #expect(try finished.object(IndirectReference(node)).dictionaryValue?[.count] == .integer(pages))
        }
        #expect(try finished.object(IndirectReference(2)).dictionaryValue?[.rotate] == .integer(90))
        #expect(try finished.pageCount() == 2)
    }

    @Test func `New objects are numbered as the table is, whatever object nobody refers to`() throws {
        let end = "trailer\n<< /Root 1 0 R /Size 5 >>\n"
        var file = HandmadePDF.onePage(objects: [4: Self.title])
        file.object(250_001, "(stray)")
        file.finish(end, startXRef: 7)
        let finished = try repaired(file.bytes)
        #expect(try finished.history().highestObject < 20)
        #expect(try finished.object(IndirectReference(250_001)) == .null)

        var used = HandmadePDF.onePage("/Mark 250001 0 R", objects: [4: Self.title])
        used.object(250_001, "(used)")
        used.finish(end, startXRef: 7)
        #expect(
            try repaired(used.bytes).object(IndirectReference(250_001)) == .string(PDFString(bytes: Array("used".utf8)))
        )
    }

    @Test(arguments: [99_999_999, 8_388_606])
    func `A size that cannot be does not number new objects`(size: Int) throws {
        var file = HandmadePDF.onePage()
        file.finish("trailer\n<< /Root 1 0 R /Size \(size) >>\n", startXRef: 7)
        #expect(try repaired(file.bytes).history().highestObject < 20)
    }
}
