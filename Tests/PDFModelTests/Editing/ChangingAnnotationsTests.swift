import FoundationEssentials
import TestSupport
import Testing

@testable import PDFModel

@Suite struct ChangingAnnotationsTests {
    private func change(contents: String? = nil, color: Color? = nil) -> AnnotationChange {
        var change = AnnotationChange()
        change.contents = contents
        if let color { change.color = .some(color) }
        return change
    }

    /// The file after a change of the annotations of that name.
    private func changed(
        _ file: PDFFile, _ name: String, pages: [Int] = [1], _ change: AnnotationChange
    ) throws -> PDFFile {
        var editor = try AnnotationEditor(file, now: .fixed)
        #expect(try editor.update(name, onPages: pages, with: change) == .applied)
        #expect(try editor.update(name, onPages: pages, with: change) == .alreadyApplied)
        let increment = try editor.increment()
        let finished = try PDFFile(file.appending(increment))
        try increment.verify(in: finished)
        return finished
    }

    @Test func `Keys that pdfco does not know stay, and the object is written alone`() throws {
        let note = "<< /Type /Annot /Subtype /Text /Rect [20 160 40 180] /NM (n) /Own [1 (x)] /StructParent 3 /F 28 >>"
        var handmade = HandmadePDF.onePage("/Annots [4 0 R]", objects: [4: note])
        handmade.table()
        let finished = try changed(PDFFile(handmade.bytes), "n", change(contents: "new"))
        let entries = try #require(finished.object(IndirectReference(4)).dictionaryValue)
        #expect(entries["Own"]?.arrayValue?.count == 2)
        #expect(entries["StructParent"] == .integer(3))
        #expect(entries[.contents] == .text("new"))
        #expect(entries[.flags] == .integer(28))
        let section = try #require(WrittenSection(of: Array(finished.bytes), headerOffset: 0))
        #expect(section.entries.map(\.number).first == 4)
        #expect(try finished.page(1) == PDFFile(handmade.bytes).page(1))
    }

    @Test func `The appearance stays where it looks the same and is drawn anew where not`() throws {
        let file = try PDFFile(Fixture.bytes("table.pdf"))
        let first = try PDFFile(file.appending(increment(file, adding: .square("a"))))
        let reference = try #require(first.annotations()[0].reference)
        let old = try first.object(reference).dictionaryValue?[.appearance]
        let same = try changed(first, "a", change(contents: "only words"))
        #expect(try same.object(reference).dictionaryValue?[.appearance] == old)
        let other = try changed(first, "a", change(color: Color(red: 0, green: 1, blue: 0)))
        #expect(try other.object(reference).dictionaryValue?[.appearance] != old)
    }

    @Test func `A dictionary that stood in the array becomes an object`() throws {
        let note = "<< /Type /Annot /Subtype /Text /Rect [20 160 40 180] /NM (n) /F 4 >>"
        var handmade = HandmadePDF.onePage("/Annots [\(note)]")
        handmade.table()
        let finished = try changed(PDFFile(handmade.bytes), "n", change(contents: "new"))
        let listed = try finished.annotations()
        #expect(listed.map(\.annotation.contents) == ["new"])
        let reference = try #require(listed[0].reference)
        #expect(try finished.object(reference).dictionaryValue?[.pageOfAnnotation] == .reference(IndirectReference(3)))
    }

    @Test func `A change on one page leaves the other that shows the same annotation alone`() throws {
        // Once two pages share the array, once one page object stands in the tree twice.
        var handmade = HandmadePDF.onePage(
            "/Annots [4 0 R]",
            objects: [
                2: "<< /Type /Pages /Count 2 /Kids [3 0 R 3 0 R] >>",
                4: "<< /Type /Annot /Subtype /Text /Rect [20 160 40 180] /Contents (A note) /NM (note) /F 4 >>",
            ])
        handmade.table()
        for bytes in [try Fixture.bytes("annots-shared.pdf"), handmade.bytes] {
            let file = try PDFFile(bytes)
            let finished = try changed(file, "note", pages: [2], change(contents: "new"))
            #expect(try finished.annotations().map(\.annotation.contents) == ["A note", "new"])
            let both = try changed(file, "note", pages: [1, 2], change(contents: "new"))
            #expect(try both.annotations().map(\.annotation.contents) == ["new", "new"])
        }
    }

    @Test func `Two changes in one session come together`() throws {
        let file = try PDFFile(Fixture.bytes("annots-shared.pdf"))
        var editor = try AnnotationEditor(file, now: .fixed)
        _ = try editor.update("note", onPages: [1], with: change(contents: "one"))
        _ = try editor.update("note", onPages: [1], with: change(color: Color(red: 0, green: 0, blue: 1)))
        let finished = try PDFFile(file.appending(editor.increment()))
        let annotation = try #require(finished.annotations(onPages: .first).first?.annotation)
        #expect(annotation.contents == "one")
        #expect(annotation.color == Color(red: 0, green: 0, blue: 1))
        #expect(try finished.annotationCount() == 2)
    }

    @Test func `A name that is not there is an error, and nothing is to be written`() throws {
        var editor = try AnnotationEditor(PDFFile(Fixture.bytes("annots-direct.pdf")), now: .fixed)
        #expect(throws: PDFError.noSuchAnnotation("x")) {
            try editor.update("x", onPages: [1], with: change(contents: "a"))
        }
        #expect(throws: PDFError.pageOutOfRange(2, pageCount: 1)) {
            try editor.update("note", onPages: [2], with: change(contents: "a"))
        }
        #expect(try editor.increment().isEmpty)
    }
}
