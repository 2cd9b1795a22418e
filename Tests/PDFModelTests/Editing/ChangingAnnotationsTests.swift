import FoundationEssentials
import TestSupport
import Testing

@testable import PDFModel

@Suite struct ChangingAnnotationsTests {
    private func change(contents: String? = nil, color: Color? = nil) -> AnnotationChange {
        var change = AnnotationChange()
        change.contents = contents
        change.color = color
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

    /// Annotations as other programs write them, with what pdfco would write otherwise.
    @Test(arguments: [
        "/Subtype /Text /Name /Star /C [0 0.1 0.2 0.3] /F 0 /M (D:20190530143352+03'00') /RC (<p>x</p>) /Contents (x)",
        "/Subtype /Square /RD [2 2 2 2] /Border [0 0 3] /IC [0.5] /C [0.33333333] /CA 0.123456 /BE << /S /C /I 3 >>",
        "/Subtype /Line /L [1 2 30 40] /LE [/Slash /Own] /LL 12 /Cap true /Measure << /Type /Measure >>",
        "/Subtype /FreeText /DA (/Arial 9 Tf 0 g) /DS (font: 9pt Arial) /Q 2 /CL [1 2 3 4] /Contents (x)",
        "/Subtype /Highlight /QuadPoints [20 160 40 160 40 180 20 180] /C [1 0 0 0]", "/Subtype /Stamp /Name /Own",
        "/Subtype /Polygon /Vertices [1 2 30 40 50 1] /LE [/None /None]", "/Subtype /Caret /Sy /P /RD [1 1 1 1]",
    ])
    func `A change of what is not drawn writes its entry, the date and nothing else`(entries: String) throws {
        let annotation =
            "<< /Type /Annot /Rect [20 160 40 180] /NM (n) /AP << /N 5 0 R >> /OC 6 0 R /StructParent 2 \(entries) >>"
        var handmade = HandmadePDF.onePage("/Annots [4 0 R]", objects: [4: annotation, 5: "<< >>", 6: "<< >>"])
        handmade.table()
        let file = try PDFFile(handmade.bytes)
        let before = try #require(file.object(IndirectReference(4)).dictionaryValue)
        var change = AnnotationChange()
        change.subject = "new"
        var after = try #require(changed(file, "n", change).object(IndirectReference(4)).dictionaryValue)
        #expect(after[.subject] == .text("new"))
        #expect(after[.modified] == .string(PDFDate.string(.fixed)))
        (after[.subject], after[.modified]) = (before[.subject], before[.modified])
        #expect(after == before)
    }

    @Test(arguments: [
        ("/TiRo 12 Tf 1 0 0 rg", "/TiRo 20 Tf 1 0 0 rg", "/TiRo 12 Tf 0 1 0 rg"),
        ("0 0 1 rg/Helv 12 Tf", "0 0 1 rg/Helv 20 Tf", "0 1 0 rg/Helv 12 Tf"),
        ("0 1 1 0 k /TiRo 0 Tf 5 Tc", "0 1 1 0 k /TiRo 20 Tf 5 Tc", "0 1 0 rg /TiRo 0 Tf 5 Tc"),
        ("1 0 0 RG 0.5 g %x\n/F#41 9. Tf", "1 0 0 RG 0.5 g %x\n/F#41 20 Tf", "1 0 0 RG 0 1 0 rg %x\n/F#41 9. Tf"),
        ("/DeviceRGB cs 0 0 1 sc", "/DeviceRGB cs 0 0 1 sc /Helv 20 Tf", "/DeviceRGB cs 0 0 1 sc 0 1 0 rg"),
        ("] ) /", "] ) / /Helv 20 Tf", "] ) / 0 1 0 rg"),
    ])
    func `Of a default appearance only what is stated changes`(old: String, sized: String, coloured: String) throws {
        let string = PDFString(bytes: Array(old.utf8))
        let text: PDFDictionary = [
            .subtype: .name("FreeText"), .rectangle: .numbers([20, 160, 40, 180]), .name: .text("n"),
            .defaultAppearance: .string(string),
        ]
        var handmade = HandmadePDF.onePage("/Annots [4 0 R]")
        handmade.bytes(4, ObjectWriter.bytes(of: .dictionary(text)))
        handmade.table()
        let file = try PDFFile(handmade.bytes)
        func after(_ change: (inout AnnotationChange) -> Void) throws -> PDFDictionary? {
            var stated = AnnotationChange()
            change(&stated)
            return try changed(file, "n", stated).object(IndirectReference(4)).dictionaryValue
        }
        let (larger, green) = try (
            after { $0.fontSize = 20 }, after { $0.textColor = Color(red: 0, green: 1, blue: 0) }
        )
        #expect(larger?[.defaultAppearance] == .string(PDFString(bytes: Array(sized.utf8))))
        #expect(green?[.defaultAppearance] == .string(PDFString(bytes: Array(coloured.utf8))))
        #expect(larger?[.alignment] == nil)
    }

    @Test func `What pdfco cannot draw can be given contents and a colour, and nothing that it does not have`() throws {
        let link = "<< /Type /Annot /Subtype /Link /Rect [20 160 40 180] /NM (n) /Dest [3 0 R /Fit] /Border [0 0 1] >>"
        var handmade = HandmadePDF.onePage("/Annots [4 0 R]", objects: [4: link])
        handmade.table()
        let file = try PDFFile(handmade.bytes)
        let after = try changed(file, "n", change(contents: "where it leads")).object(IndirectReference(4))
        #expect(after.dictionaryValue?[.contents] == .text("where it leads"))
        #expect(after.dictionaryValue?[.border] == .numbers([0, 0, 1]))
        #expect(after.dictionaryValue?[.appearance] == nil)
        var editor = try AnnotationEditor(file, now: .fixed)
        #expect(try editor.update("n", onPages: [1], with: change(color: .black)) == .applied)
        let colored = try PDFFile(file.appending(editor.increment())).object(IndirectReference(4))
        #expect(colored.dictionaryValue?[.color] == .numbers([0, 0, 0]))
        #expect(colored.dictionaryValue?[.appearance] == nil)
        var redrawn = AnnotationChange()
        redrawn.redraws = true
        #expect(throws: PDFError.unsupportedSubtype("Link")) {
            try editor.update("n", onPages: [1], with: redrawn)
        }
        var authored = AnnotationChange()
        authored.author = "Ada"
        #expect(throws: PDFError.invalidAnnotation("author does not apply to Link")) {
            try editor.update("n", onPages: [1], with: authored)
        }
    }

    @Test func `The appearance stays where it looks the same and is drawn anew where not`() throws {
        let file = try PDFFile(Fixture.bytes("table.pdf"))
        let first = try PDFFile(file.appending(increment(file, adding: .square("a"))))
        let reference = try #require(first.annotations().first?.reference)
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
        let reference = try #require(listed.first?.reference)
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
