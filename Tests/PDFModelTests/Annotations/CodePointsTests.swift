import TestSupport
import Testing

@testable import PDFModel

/// Texts that look the same and have other code points.
@Suite struct CodePointsTests {
    private static let composed = "caf\u{E9}"
    private static let decomposed = "cafe\u{301}"

    @Test func `A composed and a decomposed name are two annotations`() throws {
        let file = try PDFFile(Fixture.bytes("table.pdf"))
        var editor = try AnnotationEditor(file, now: .fixed)
        #expect(try editor.add(.square(Self.composed)) == .applied)
        #expect(try editor.add(.square(Self.decomposed, contents: "other")) == .applied)
        #expect(try editor.remove(Self.decomposed, onPages: [1]) == .applied)
        let finished = try PDFFile(file.appending(editor.increment()))
        let names = try finished.annotations().compactMap(\.annotation.name)
        #expect(names.map { Array($0.utf8) } == [Array(Self.composed.utf8)])
    }

    @Test func `Contents that differ in code points are not applied already`() throws {
        let file = try PDFFile(Fixture.bytes("table.pdf"))
        var editor = try AnnotationEditor(file, now: .fixed)
        _ = try editor.add(.square("a", contents: Self.composed))
        #expect(throws: PDFError.nameTaken("a", page: 1)) {
            try editor.add(.square("a", contents: Self.decomposed))
        }
        var change = AnnotationChange()
        change.contents = Self.decomposed
        #expect(try editor.update("a", onPages: [1], with: change) == .applied)
        let finished = try PDFFile(file.appending(editor.increment()))
        let contents = try #require(finished.annotations().first?.annotation.contents)
        #expect(Array(contents.utf8) == Array(Self.decomposed.utf8))
    }

    @Test func `A reply is to the annotation whose name has the same code points`() throws {
        let file = try PDFFile(Fixture.bytes("table.pdf"))
        var editor = try AnnotationEditor(file, now: .fixed)
        _ = try editor.add(.square(Self.composed))
        var reply = Annotation.square("reply")
        reply.inReplyTo = Self.decomposed
        #expect(throws: PDFError.noSuchAnnotation(Self.decomposed)) { try editor.add(reply) }
        _ = try editor.add(.square(Self.decomposed))
        reply.inReplyTo = Self.composed
        _ = try editor.add(reply)
        var change = AnnotationChange()
        change.inReplyTo = Self.decomposed
        #expect(try editor.update("reply", onPages: [1], with: change) == .applied)
    }

    @Test func `A lock of a field does not count for one of another name`() {
        let lock = FieldLock(.field, .include, fields: [Self.composed])
        #expect(lock.locks(Self.composed))
        #expect(lock.locks("\(Self.composed).kid"))
        #expect(!lock.locks(Self.decomposed))
    }

    @Test func `Annotations and changes are equal where their code points are`() {
        var (one, other) = (Annotation.square("a"), Annotation.square("a"))
        #expect(one == other)
        (one.author, other.author) = (Self.composed, Self.decomposed)
        #expect(one != other)
        var (change, otherChange) = (AnnotationChange(), AnnotationChange())
        (change.subject, otherChange.subject) = (Self.composed, Self.decomposed)
        #expect(change != otherChange)
    }
}
