import TestSupport
import Testing

@testable import PDFModel

@Suite struct RemovingAnnotationsTests {
    private func removed(_ file: PDFFile, _ name: String, pages: [Int] = [1]) throws -> PDFFile {
        var editor = try AnnotationEditor(file, now: .fixed)
        #expect(try editor.remove(name, onPages: pages) == .applied)
        #expect(try editor.remove(name, onPages: pages) == .alreadyApplied)
        return try PDFFile(file.appending(editor.increment()))
    }

    @Test func `The pop-up window goes with its annotation, replies stay`() throws {
        let file = try PDFFile(Fixture.bytes("foreign-annotations.pdf"))
        let before = try file.annotations().map(\.reference)
        let finished = try removed(file, "note-1")
        #expect(try finished.annotations().map(\.reference) == before.filter { $0?.number != 5 && $0?.number != 6 })
        #expect(try finished.annotations().contains { $0.annotation.name == "note-2" })
    }

    @Test(arguments: ["annots-shared.pdf"])
    func `Another page that shows the annotation keeps it`(name: String) throws {
        let finished = try removed(PDFFile(Fixture.bytes(name)), "note", pages: [2])
        #expect(try finished.annotations().map(\.annotation.page) == [1])
    }

    @Test func `The last one removed leaves an empty array`() throws {
        for name in ["annots-direct.pdf", "annots-indirect.pdf"] {
            let finished = try removed(PDFFile(Fixture.bytes(name)), "note")
            #expect(try finished.annotationCount() == 0)
            let again = try PDFFile(finished.appending(increment(finished, adding: .square("note"))))
            #expect(try again.annotations().map(\.annotation.subtype) == ["Square"])
        }
    }

    @Test func `One without a name is removed and changed by its object`() throws {
        let file = try PDFFile(Fixture.bytes("foreign-annotations.pdf"))
        let unnamed = try #require(try file.annotations().first { $0.annotation.name == nil && $0.reference != nil })
        let object = try #require(unnamed.reference)
        let finished = try removed(file, object.description)
        #expect(try !finished.annotations().contains { $0.reference == object })
        #expect(try finished.annotationCount() == file.annotationCount() - 1)
    }

    @Test func `What was added and removed again is no longer there`() throws {
        let file = try PDFFile(Fixture.bytes("table.pdf"))
        var editor = try AnnotationEditor(file, now: .fixed)
        _ = try editor.add(.square("a"))
        _ = try editor.add(.square("b"))
        #expect(try editor.remove("a", onPages: [1, 2]) == .applied)
        #expect(try editor.add(.square("a", contents: "again")) == .applied)
        let finished = try PDFFile(file.appending(editor.increment()))
        #expect(try finished.annotations().map(\.annotation.name) == ["b", "a"])
        #expect(try finished.annotations().last?.annotation.contents == "again")
    }

    @Test func `Removing what is not there changes nothing`() throws {
        var editor = try AnnotationEditor(PDFFile(Fixture.bytes("annots-direct.pdf")), now: .fixed)
        #expect(try editor.remove("nobody", onPages: [1]) == .alreadyApplied)
        #expect(try editor.increment().isEmpty)
    }
}
