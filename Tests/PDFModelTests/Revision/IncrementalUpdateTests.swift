import FoundationEssentials
import TestSupport
import Testing

@testable import PDFModel

/// The ten rules for incremental updates (ISO 32000-2, 7.5.6), for each of the fixtures that can be annotated.
@Suite struct IncrementalUpdateTests {
    @Test(arguments: try Fixture.names())
    func `The increment reads back, and reading it back finds what differs`(name: String) throws {
        let file = try PDFFile(Fixture.bytes(name))
        let increment = try increment(file, adding: .square("new"))
        let finished = try PDFFile(file.appending(increment))
        try increment.verify(in: finished)
        #expect(throws: PDFError.self) { try increment.verify(in: file) }
        #expect(try finished.annotations().contains { $0.annotation.name == "new" && $0.hasAppearance })
        #expect(finished.revisions().count == file.revisions().count + 1)
        #expect(finished.revisions().last?.bytes == finished.count)
        let hadLineEnd = name != "no-final-newline.pdf"
        let older = file.revisions().map { Revision(number: $0.number, bytes: $0.bytes + (hadLineEnd ? 0 : 1)) }
        #expect(Array(finished.revisions().dropLast()) == older, "each with its line end")
    }

    @Test(arguments: try Fixture.names())
    func `The section has the form of the one before, a table after a hybrid one`(name: String) throws {
        let file = try PDFFile(Fixture.bytes(name))
        let increment = try increment(file, adding: .square("new"))
        let finished = try PDFFile(file.appending(increment))
        let form = try #require(file.crossReferenceKind())
        #expect(finished.crossReferenceKind() == (form == .hybrid ? .table : form))
    }

    @Test(arguments: try Fixture.names())
    func `The section lists new and changed objects alone, sorted, where they stand`(name: String) throws {
        let file = try PDFFile(Fixture.bytes(name))
        let increment = try increment(file, adding: .square("new"))
        let bytes = file.appending(increment)
        let section = try #require(WrittenSection(of: bytes, headerOffset: file.headerOffset))
        #expect(section.entries.map(\.number) == Set(section.entries.map(\.number)).sorted())
        for (left, right) in zip(section.subsections, section.subsections.dropFirst()) {
            #expect(left[0] + left[1] < right[0], "subsections that touch are one")
        }
        for entry in section.entries {
            let object = bytes.dropFirst(file.headerOffset + entry.offset)
            #expect(object.starts(with: "\(entry.number) \(entry.generation) obj\n".utf8))
            #expect(file.headerOffset + entry.offset >= file.count)
        }
        #expect(increment.bytes.count(of: " obj\n") == section.entries.count)
        let highest = try file.history().highestObject
        #expect(section.integer("/Size") == max(highest, section.entries.map(\.number).max() ?? 0) + 1)
        #expect(section.integer("/Prev") == file.startXRef)
    }

    @Test(arguments: try Fixture.names())
    func `A line end comes first where it is missing, then the mark, and no second header`(name: String) throws {
        let file = try PDFFile(Fixture.bytes(name))
        let increment = try increment(file, adding: .square("new"))
        let separator = file.bytes.last == 0x0A || file.bytes.last == 0x0D ? "" : "\n"
        #expect(increment.bytes.starts(with: "\(separator)%pdfco-increment 2 base=\(file.count) ".utf8))
        #expect(increment.bytes.count(of: "%PDF-") == 0)
        #expect(increment.bytes.count(of: "%%EOF") == 1)
        #expect(increment.bytes.suffix(6).elementsEqual("%%EOF\n".utf8))
    }

    @Test(arguments: try Fixture.names())
    func `The same document, edits and clock give the same bytes, another clock others`(name: String) throws {
        let bytes = try Fixture.bytes(name)
        let once = try increment(PDFFile(bytes), adding: .square("a"), .square("b"))
        let again = try increment(PDFFile(bytes), adding: .square("a"), .square("b"))
        #expect(once.bytes == again.bytes)
        let later = try increment(PDFFile(bytes), adding: .square("a"), .square("b"), now: Date.fixed + 1)
        #expect(once.bytes != later.bytes)
    }

    @Test(arguments: try Fixture.names())
    func `A second update stands on the first`(name: String) throws {
        var file = try PDFFile(Fixture.bytes(name))
        let old = try file.annotationCount()
        let pages = try file.pageCount()
        for number in 1...3 {
            let increment = try increment(file, adding: .square("square-\(number)"))
            file = try PDFFile(file.appending(increment))
            try increment.verify(in: file)
        }
        #expect(try file.pageCount() == pages)
        let names = try file.annotations(onPages: .first).compactMap(\.annotation.name)
        #expect(names.suffix(3) == ["square-1", "square-2", "square-3"])
        #expect(try file.annotationCount() == old + 3)
    }

    @Test func `Of thousands of new objects some of each kind are read back, and the last, behind all others`() throws {
        let file = try PDFFile(Fixture.bytes("table.pdf"))
        let marks = (1...1000).map { Annotation.square("mark \($0)") }
        var update = try AnnotationEditor(file, now: .fixed)
        for mark in marks { _ = try update.add(mark) }
        let increment = try update.increment()
        let finished = try PDFFile(file.appending(increment))
        try increment.verify(in: finished)
        #expect((256..<600).contains(increment.checked.count))
        let isStream = try increment.checked.map { reference in
            if case .stream = try finished.object(reference) { true } else { false }
        }
        #expect(isStream.contains(true) && isStream.contains(false))

        // One byte less in the first new object, and one more behind the last: whatever is between is not where it should be.
        var bytes = file.appending(increment)
        let first = try #require(bytes[file.count...].firstRange(of: Array("obj\n".utf8)))
        let section = try #require(bytes.indices(of: "\nxref\n").last)
        bytes.insert(0x0A, at: section)
        bytes.remove(at: first.upperBound - 1)
        #expect(throws: PDFError.self) { try increment.verify(in: PDFFile(bytes)) }
    }

    @Test(arguments: [1, 100_000])
    func `Numbers that are mentioned are found around and in streams of any length`(length: Int) throws {
        var document = HandmadePDF.onePage(objects: [2: "<< /Type /Pages /Count 1 /Kids [3 0 R] /A 20 0 R >>"])
        let data = String(repeating: " 30 0 R ", count: length)
        document.object(4, "<< /B 21 0 R /Length \(data.utf8.count) >>\nstream\n\(data)\nendstream")
        document.object(5, "[22 0 R]")
        document.object(6, "<< /C 23 0 R /Length 0 >>\nstream\n\nendstream")
        document.object(7, "[24 0 R]")
        document.table()
        let found = try PDFFile(document.bytes).mentionedNumbers(from: 8)
        #expect(found == [20, 21, 22, 23, 24, 30])
    }

    @Test func `Without an edit there is nothing to append`() throws {
        let file = try PDFFile(Fixture.bytes("table.pdf"))
        #expect(try increment(file).isEmpty)
        #expect(try IncrementalUpdate(of: file).increment().bytes.isEmpty)
    }
}
