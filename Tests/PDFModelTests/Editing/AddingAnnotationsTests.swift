import FoundationEssentials
import TestSupport
import Testing

@testable import PDFModel

@Suite struct AddingAnnotationsTests {
    private func numbers(_ bytes: [UInt8]) throws -> [Int] {
        try #require(WrittenSection(of: bytes, headerOffset: 0)).entries.map(\.number)
    }

    @Test func `The smaller thing is written again, the array or the page`() throws {
        let page = try PDFFile(Fixture.bytes("annots-direct.pdf"))
        #expect(try numbers(page.appending(increment(page, adding: .square("new")))) == [3, 6, 7])
        let array = try PDFFile(Fixture.bytes("annots-indirect.pdf"))
        #expect(try numbers(array.appending(increment(array, adding: .square("new")))) == [6, 7, 8])
        let none = try PDFFile(Fixture.bytes("table.pdf"))
        #expect(try numbers(none.appending(increment(none, adding: .square("new")))) == [3, 7, 8])
    }

    @Test(arguments: [1, 2])
    func `Another page that shares the array stays as it was`(number: Int) throws {
        let file = try PDFFile(Fixture.bytes("annots-shared.pdf"))
        let finished = try PDFFile(file.appending(increment(file, adding: .square("new", onPage: number))))
        let other = 3 - number
        #expect(try finished.page(other) == file.page(other))
        #expect(try finished.annotations().map(\.annotation.page) == (number == 1 ? [1, 1, 2] : [1, 2, 2]))
        #expect(try finished.object(IndirectReference(8)) == file.object(IndirectReference(8)))
    }

    @Test(arguments: [1, 2, 3])
    func `A page object used twice becomes the page's own first`(number: Int) throws {
        let file = try PDFFile(Fixture.bytes("page-twice.pdf"))
        let finished = try PDFFile(file.appending(increment(file, adding: .square("new", onPage: number))))
        #expect(try finished.annotations().map(\.annotation.page) == [number])
        #expect(try finished.pageCount() == 3)
        for other in 1...3 where other != number { #expect(try finished.page(other) == file.page(other)) }
        let reference = try #require(finished.page(number).place.reference)
        let item = try #require(finished.annotations().first?.reference)
        #expect(try finished.object(item).dictionaryValue?[.pageOfAnnotation] == .reference(reference))
    }

    @Test func `Both uses of one page object can be annotated, each for itself`() throws {
        let file = try PDFFile(Fixture.bytes("page-twice.pdf"))
        let increment = try increment(file, adding: .square("a"), .square("c", onPage: 3))
        let finished = try PDFFile(file.appending(increment))
        #expect(try finished.annotations().map(\.annotation.name) == ["a", "c"])
        #expect(try finished.annotations().map(\.annotation.page) == [1, 3])
    }

    @Test func `A page dictionary that stood in the tree becomes an object`() throws {
        let file = try PDFFile(Fixture.bytes("page-direct.pdf"))
        let finished = try PDFFile(file.appending(increment(file, adding: .square("new"))))
        #expect(try finished.page(1).place.reference != nil)
        #expect(try finished.annotations().map(\.annotation.page) == [1])
        #expect(try finished.page(2) == file.page(2))
        #expect(try finished.page(1).dictionary[.parent] == file.page(1).dictionary[.parent])
    }

    @Test func `What is written has its page, its name, its date and its appearance`() throws {
        let file = try PDFFile(Fixture.bytes("table.pdf"))
        let finished = try PDFFile(file.appending(increment(file, adding: .square("new", onPage: 2))))
        let reference = try #require(finished.annotations().first?.reference)
        let entries = try #require(finished.object(reference).dictionaryValue)
        #expect(entries[.pageOfAnnotation] == .reference(IndirectReference(5)))
        #expect(entries[.name] == .text("new"))
        #expect(entries[.modified] == .text("D:20240901120000Z"))
        #expect(entries[.flags] == .integer(4))
        let normal = try #require(entries[.appearance]?.dictionaryValue?[.normal])
        #expect(try finished.resolve(normal).dictionaryValue?[.subtype] == .name(.form))
    }

    @Test func `Adding twice is adding once; another of the name is refused`() throws {
        let file = try PDFFile(Fixture.bytes("table.pdf"))
        var editor = try AnnotationEditor(file, now: .fixed)
        #expect(try editor.add(.square("a")) == .applied)
        #expect(try editor.add(.square("a")) == .alreadyApplied)
        #expect(throws: PDFError.nameTaken("a", page: 1)) { try editor.add(.square("a", contents: "other")) }
        #expect(try editor.add(.square("a", onPage: 2, contents: "other")) == .applied, "a name is unique on its page")
        #expect(try editor.add(.square(nil)) == .applied)
        #expect(try editor.add(.square(nil)) == .applied)
        let finished = try PDFFile(file.appending(editor.increment()))
        #expect(try finished.annotationCount() == 4)
        var again = try AnnotationEditor(finished, now: Date.fixed + 60)
        #expect(try again.add(.square("a")) == .alreadyApplied)
        #expect(throws: PDFError.nameTaken("a", page: 1)) { try again.add(.square("a", contents: "other")) }
        #expect(try again.increment().isEmpty)
    }

    @Test func `A reply refers to the annotation of that name on its page`() throws {
        let file = try PDFFile(Fixture.bytes("annots-direct.pdf"))
        var editor = try AnnotationEditor(file, now: .fixed)
        var reply = Annotation("Text", page: 1, rect: Rectangle(50, 50, 50, 50))
        reply.inReplyTo = "note"
        #expect(try editor.add(reply) == .applied)
        reply.inReplyTo = "nobody"
        #expect(throws: PDFError.noSuchAnnotation("nobody")) { try editor.add(reply) }
        let finished = try PDFFile(file.appending(editor.increment()))
        let listed = try #require(finished.annotations().last)
        #expect(listed.annotation.inReplyTo == "note")
        let reference = try #require(listed.reference)
        let entries = try finished.object(reference).dictionaryValue
        #expect(entries?[.inReplyTo] == .reference(IndirectReference(5)))
    }

    @Test(arguments: [1e30, -1e30, 253_402_300_800])
    func `A clock beyond what PDF can write is an error`(seconds: Double) throws {
        var editor = try AnnotationEditor(
            PDFFile(Fixture.bytes("table.pdf")), now: Date(timeIntervalSince1970: seconds))
        #expect(throws: PDFError.self) { try editor.add(.square("a")) }
    }
}
