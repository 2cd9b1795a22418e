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

    @Test func `The pop-up window and the replies go with their annotation`() throws {
        let file = try PDFFile(Fixture.bytes("foreign-annotations.pdf"))
        let before = try file.annotations()
        let reply = try #require(before.first { $0.annotation.inReplyTo == "note-1" })
        #expect(reply.annotation.name == "note-2")
        let finished = try removed(file, "note-1")
        let gone = [5, 6, reply.reference?.number]
        #expect(
            try finished.annotations().map(\.reference)
                == before.map(\.reference).filter { !gone.contains($0?.number) })
    }

    @Test func `Replies that are kept become annotations of their own`() throws {
        let file = try PDFFile(Fixture.bytes("foreign-annotations.pdf"))
        var editor = try AnnotationEditor(file, now: .fixed)
        #expect(try editor.remove("note-1", onPages: [1], keepsReplies: true) == .applied)
        #expect(editor.warnings == [])
        let finished = try PDFFile(file.appending(editor.increment()))
        let kept = try #require(try finished.annotations().first { $0.annotation.name == "note-2" })
        #expect(kept.annotation.inReplyTo == nil)
        let object = try #require(kept.reference)
        let (before, after) = try (file.object(object).dictionaryValue, finished.object(object).dictionaryValue)
        #expect(Set((before ?? [:]).keys).subtracting((after ?? [:]).keys) == [.inReplyTo, "RT"])
    }

    @Test func `Replies to replies go as well, and are counted`() throws {
        let file = try PDFFile(Fixture.bytes("table.pdf"))
        var editor = try AnnotationEditor(file, now: .fixed)
        _ = try editor.add(.square("parent"))
        for (name, target) in [("a", "parent"), ("b", "a"), ("c", "b"), ("d", "parent")] {
            var reply = Annotation("Text", page: 1, rect: Rectangle(20, 20, 40, 40))
            (reply.name, reply.inReplyTo) = (name, target)
            _ = try editor.add(reply)
        }
        _ = try editor.add(.square("other"))
        #expect(try editor.remove("parent", onPages: [1]) == .applied)
        #expect(editor.warnings == ["4 replies to 'parent' are removed with it; replies can be kept"])
        let finished = try PDFFile(file.appending(editor.increment()))
        #expect(try finished.annotations().map(\.annotation.name) == ["other"])
    }

    @Test(arguments: ["/NM (same)", "/NM (12 0 R)", ""])
    func `Others that share the name of a reply stay`(name: String) throws {
        let objects = [
            10: "<< /Subtype /Square /Rect [1 1 9 9] /NM (root) >>",
            11: "<< /Subtype /Text /Rect [1 1 9 9] \(name) /IRT 10 0 R >>",
            12: "<< /Subtype /Square /Rect [1 1 9 9] /NM (\(name.isEmpty ? "11 0 R" : "same")) >>",
        ]
        var document = HandmadePDF.onePage("/Annots [10 0 R 11 0 R 12 0 R]", objects: objects)
        document.table()
        let finished = try removed(PDFFile(document.bytes), "root")
        #expect(try finished.annotations().map(\.reference) == [IndirectReference(12)])
    }

    @Test func `What is no pop-up window stays, although an annotation refers to it as its own`() throws {
        let objects = [
            10: "<< /Subtype /Square /Rect [1 1 9 9] /NM (other) >>",
            11: "<< /Subtype /Square /Rect [1 1 9 9] /NM (wrong) /Popup 10 0 R >>",
        ]
        var document = HandmadePDF.onePage("/Annots [10 0 R 11 0 R]", objects: objects)
        document.table()
        let file = try PDFFile(document.bytes)
        #expect(try removed(file, "wrong").annotations().map(\.annotation.name) == ["other"])
        var change = AnnotationChange()
        change.popup = .open
        var editor = try AnnotationEditor(file, now: .fixed)
        #expect(try editor.update("wrong", onPages: [1], with: change) == .applied)
        let finished = try PDFFile(file.appending(editor.increment()))
        #expect(try finished.annotations().map(\.annotation.subtype) == ["Square", "Square", "Popup"])
        #expect(try finished.object(IndirectReference(10)) == file.object(IndirectReference(10)))
    }

    @Test func `A reply can be made to an annotation without a name`() throws {
        let file = try PDFFile(Fixture.bytes("foreign-annotations.pdf"))
        let unnamed = try #require(try file.annotations().first { $0.annotation.name == nil && $0.reference != nil })
        let object = try #require(unnamed.reference)
        var reply = Annotation("Text", page: 1, rect: unnamed.annotation.rect)
        (reply.name, reply.inReplyTo) = ("reply", object.description)
        var editor = try AnnotationEditor(file, now: .fixed)
        #expect(try editor.add(reply) == .applied)
        #expect(try editor.add(reply) == .alreadyApplied)
        let finished = try PDFFile(file.appending(editor.increment()))
        let found = try #require(try finished.annotations().first { $0.annotation.name == "reply" })
        #expect(found.annotation.inReplyTo == object.description)
        let reference = try #require(found.reference)
        let entries = try #require(finished.object(reference).dictionaryValue)
        #expect(entries[.inReplyTo] == .reference(object))
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
