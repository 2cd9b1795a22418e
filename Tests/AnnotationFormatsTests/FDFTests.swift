import AnnotationFormats
import SystemPackage
import TestSupport
import Testing

@testable import PDFModel

struct FDFTests {
    @Test func `Acrobat's FDF is read: no table, broken strings, replies by name and by reference`() throws {
        var imported = try FDFFormat.read(Exchange.fixture("acrobat.fdf"), for: Exchange.document)
        imported.leaveOutActions()
        #expect(imported.identifiers.count == 2)
        let all = try Exchange.added(imported)
        try #require(all.map(\.name) == ["note", "by-name", "by-reference", "stamp", "link", "square"])
        #expect(all[0].contents == "A long text that is broken" && all[0].popup == .open)
        #expect(all[1].inReplyTo == "note" && all[2].inReplyTo == "note" && all[2].contents == "ü")
        let stamp = try #require(all[3].appearance.flatMap(FormAppearance.init))
        #expect(stamp.objects.count == 2)
        #expect(all[4].destination == .uri("https://example.org/") && all[4].border?.width == 0)
        #expect(all[5].page == 2 && all[5].border?.style == .dashed)
        #expect(
            imported.losses.sentences == [
                "the scripts of the FDF are not imported", "actions of a Text are left out: JavaScript",
                "a link with an action of the type JavaScript is left out",
                "actions of a Square are left out: JavaScript",
            ])
    }

    @Test func `Scripts and actions are read with what they refer to, and written again`() throws {
        let text = """
            %FDF-1.2
            1 0 obj<</FDF<</Annots[2 0 R 3 0 R 4 0 R 5 0 R]>>>>endobj
            2 0 obj<</Subtype/Link/Rect[0 0 9 9]/Page 0/NM(a)/A 6 0 R>>endobj
            3 0 obj<</Subtype/Link/Rect[0 0 9 9]/Page 0/NM(b)/A<</S/GoTo/D[1/Fit]/Next<</S/JavaScript/JS 7 0 R>>>>>>endobj
            4 0 obj<</Subtype/Link/Rect[0 0 9 9]/Page 0/NM(c)/A<</S/JavaScript/JS(x)/Next 8 0 R>>>>endobj
            5 0 obj<</Subtype/Square/Rect[0 0 9 9]/Page 0/NM(d)/AA<</E<</S/Rendition/R<</C<</D 9 0 R>>>>>>>>>>endobj
            6 0 obj<</S/Launch/F<</Type/Filespec/UF(a.txt)>>>>endobj
            7 0 obj<</Length 15>>stream
            app.alert('hi')
            endstream endobj
            8 0 obj<</S/JavaScript/JS(y)/Next 8 0 R>>endobj
            9 0 obj<</Length 99999999>>endobj
            trailer<</Root 1 0 R>>
            """
        let imported = try FDFFormat.read(text)
        let all = try Exchange.added(imported)
        let found = all.map { $0.actions.flatMap(AnnotationActions.init)?.types }
        // What is a circle, or no end, is no action; a link with nothing else is left out.
        try #require(all.map(\.name) == ["a", "b", "d"])
        #expect(found == [["Launch"], ["GoTo", "JavaScript"], ["Rendition"]])
        #expect(all[1].destination == .page(2))
        let script = all[1].actions.map { String(decoding: $0, as: UTF8.self) }
        #expect(script?.contains("app.alert") == true && script?.contains("[1 /Fit]") == true)
        let written = FDFFormat.write(all, of: Exchange.document)
        let again = try Exchange.added(FDFFormat.read(written.bytes, for: Exchange.document))
        #expect(again.map(\.actions) == all.map(\.actions))
        #expect(XFDFFormat.write(all, of: Exchange.document).losses.sentences.count == 3)
    }

    @Test(arguments: ["<</A 1>>", "<</X<<>>>>", "<<>>", "<</A<</F 1 0 R>>>>", "<</A<</S/Named>>>> 1", "[1]", ""])
    func `What is no dictionary of actions is refused`(text: String) {
        #expect(AnnotationActions(Array(text.utf8)) == nil)
    }

    @Test(arguments: [
        ("/Subtype/Square/Page 0", "/Rect is not an array of 4 numbers"),
        ("/Subtype/Square/Rect[0 0 9 9]", "/Page is missing, or not a whole number from 0"),
        (
            "/Subtype/Highlight/Rect[0 0 9 9]/Page 0/QuadPoints[1 2]",
            "/QuadPoints is not an array of 8 numbers for each quadrilateral"
        ),
        ("/Subtype/Text/Rect[0 0 9 9]/Page 0/IRT 9 0 R", "/IRT refers to an annotation without a name"),
        ("/Rect[0 0 9 9]/Page 0", "it has no subtype"), ("/Rect[0 0 9 9", "it is missing, or cannot be read"),
    ])
    func `An error names the object and the key`(entries: String, reason: String) throws {
        let text =
            "%FDF-1.2\n1 0 obj<</FDF<</Annots[2 0 R]>>>>endobj 2 0 obj<<\(entries)>>endobj trailer<</Root 1 0 R>>"
        let imported = try FDFFormat.read(text)
        guard case .failure(let error)? = imported.items.first?.change else {
            Issue.record("it was read")
            return
        }
        #expect(error.reason == reason && error.location?.hasPrefix("object 2") == true)
    }

    @Test func `Real files are read, or refused with a reason`() throws {
        guard Corpus.formats != nil else { return print("skipped: there is no directory formats beside the corpus") }
        let acrobat = try FDFFormat.read(Exchange.realFile("acrf-unformatted.fdf"), for: Exchange.document)
        #expect(try Exchange.added(acrobat).count == 16)
        for name in ["pdfbox-withcatalog.fdf", "pdfbox-nocatalog.fdf"] {
            let imported = try FDFFormat.read(Exchange.realFile(name), for: Exchange.document)
            #expect(imported.items.isEmpty)
            #expect(imported.losses.sentences == ["the values of form fields are not imported"])
        }
        #expect(throws: FormatError("it has no catalog with the entry /FDF")) { try FDFFormat.read("%FDF-1.2\n") }
    }

    @Test func `Written FDF opens in qpdf without a word`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("a.fdf")
            try file.write(FDFFormat.write(Exchange.everyKind, of: Exchange.document).bytes)
            let result = try await Command("qpdf", ["--show-object=trailer", file.string]).run()
            // It looks for the header of a PDF file, qpdf 12 for pages as well, and complains of nothing else.
            let expected = ["can't find PDF header", "operation succeeded with warnings", "unable to find page tree"]
            for line in result.errorLines { #expect(expected.contains { line.contains($0) }, "\(line)") }
            guard result.exitStatus != 2 else { return }
            #expect(result.outputText.contains("/Root 1 0 R"))
            let note = try await Command("qpdf", ["--show-object=2", file.string]).run()
            #expect(note.outputText.contains("/Subtype /Text"), "\(note.errorText)")
        }
    }
}
