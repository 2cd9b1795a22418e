import SystemPackage
import TestSupport
import Testing

/// The other tests lean on what these readers say, so they are tried on an annotation that MuPDF itself added.
struct ReadersTests {
    /// MuPDF appends to no file with junk before the header, and finds circles in deep page trees that have none, as its
    /// memory happens to be; poppler draws no page that stands directly in `/Kids`.
    @Test(arguments: try Fixture.annotatable(except: "header-junk.pdf", "deep-tree.pdf", "page-direct.pdf"))
    func `MuPDF and poppler draw and list an annotation that MuPDF added`(original: FilePath) async throws {
        try await withTemporaryDirectory { directory in
            let file = try original.copy(into: directory)
            let page = try #require(try await MuPDF.pages(of: file).first)
            let shown = page.geometry.shownRect(0.3, 0.3, 0.6, 0.7)
            let script = directory.appending("add.js")
            try script.write(Self.script(shown).utf8)
            let added = try await Command("mutool", ["run", script.string, file.string]).run()
            #expect(added.exitStatus == 0, "\(added.errorText)")

            let annotations = try #require(try await MuPDF.pages(of: file).first).annotations
            #expect(annotations.contains { $0.contents == "added" && $0.subtype == "Square" })
            for draw in [MuPDF.draw, Poppler.draw] {
                let before = try await draw(original, 1, 50)
                let after = try await draw(file, 1, 50)
                let difference = try after.difference(from: before, around: shown, of: page.geometry)
                #expect(difference.insideCount > 0)
                #expect(difference.outsideCount == 0)
            }
        }
    }

    @Test func `qpdf reports the same findings for the same faults under another name`() async throws {
        try await withTemporaryDirectory { directory in
            let original = Fixture.named("damaged-startxref.pdf")
            let copy = try original.copy(into: directory, as: "other.pdf")
            let findings = try await QPDF.findings(in: original)
            #expect(!findings.isEmpty)
            #expect(try await QPDF.findings(in: copy) == findings)
            #expect(try await QPDF.isClean(Fixture.named("table.pdf")))
        }
    }

    /// MuPDF takes the rectangle as it is shown.
    private static func script(_ rect: Rect) -> String {
        """
        var document = new PDFDocument(scriptArgs[0])
        var annotation = document.loadPage(0).createAnnotation("Square")
        annotation.setRect([\(rect.argument)])
        annotation.setInteriorColor([1, 0, 0])
        annotation.setContents("added")
        annotation.update()
        document.save(scriptArgs[0], "incremental")
        """
    }
}
