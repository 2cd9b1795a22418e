import FoundationEssentials
import TestSupport
import Testing

@testable import PDFModel

/// What an update does to appearances that other programs drew.
@Suite struct ForeignAppearanceTests {
    private static let image =
        "<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 "
        + "/ColorSpace /DeviceGray /Length 1 >>\nstream\n0\nendstream"

    /// A page with one annotation, whose appearance is object 5.
    private static func file(_ entries: String, form: String = "", content: String = "0 0 9 9 re f") throws -> PDFFile {
        let annotation = "<< /Type /Annot /Subtype \(entries) /NM (a) /Rect [10 10 60 40] /AP << /N 5 0 R >> >>"
        let appearance =
            "<< /Type /XObject /Subtype /Form /BBox [0 0 50 30] \(form) /Length \(content.utf8.count) >>\n"
            + "stream\n\(content)\nendstream"
        var file = HandmadePDF.onePage("/Annots [4 0 R]", objects: [4: annotation, 5: appearance, 6: image])
        file.table()
        return try PDFFile(file.bytes)
    }

    /// The file after a change, and the warnings of the edit.
    private func changed(
        _ file: PDFFile, _ change: (inout AnnotationChange) -> Void
    ) throws -> (file: PDFFile, warnings: [String]) {
        var stated = AnnotationChange()
        change(&stated)
        var editor = try AnnotationEditor(file, now: .fixed)
        #expect(try editor.update("a", onPages: [1], with: stated) == .applied)
        return (try PDFFile(file.appending(editor.increment())), editor.warnings)
    }

    private func appearance(_ file: PDFFile) throws -> IndirectReference? {
        let entries = try file.object(IndirectReference(4)).dictionaryValue
        return try file.resolve(entries?[.appearance] ?? .null).dictionaryValue?[.normal]?.referenceValue
    }

    private func existing(_ file: PDFFile) throws -> ExistingAppearance? {
        let entries = try file.object(IndirectReference(4)).dictionaryValue ?? [:]
        return try IncrementalUpdate(of: file).appearance(of: entries)
    }

    @Test(arguments: [
        ("/Stamp /Name /Draft", "", "0 0 9 9 re f", "a stamp may have any appearance"),
        ("/Square /C [1 0 0]", "/Resources << /XObject << /I 6 0 R >> >>", "/I Do", "it shows an image"),
        (
            "/Square", "/Resources << /XObject << /F << >> >> /Pattern << /P 6 0 R >> >>", "0 0 9 9 re f",
            "it shows a pattern"
        ),
        ("/Line /L [10 10 60 40] /LL 12", "", "0 0 m 9 9 l S", "pdfco does not draw leader lines and captions"),
        ("/Line /L [10 10 60 40]", "", "BT /F 9 Tf (3 m) Tj ET", "it shows text"),
        ("/Text /Name /Star", "", "0 0 9 9 re f", "pdfco has no icon Star"),
        ("/FreeText /DA (/Times 9 Tf 0 g) /Contents (x)", "", "BT ET", "its text is set in Times"),
        ("/FreeText /DA (/Helv 9 Tf 0 g) /CL [1 2 3 4]", "", "BT ET", "its callout does not say where its text is"),
        ("/FreeText /DA (/Helv 9 Tf 0 g) /RC (<p>x</p>)", "", "BT ET", "pdfco does not draw rich text"),
        ("/Circle /BS << /S /B /W 2 >>", "", "0 0 9 9 re f", "pdfco does not draw a border that is beveled"),
        ("/Circle /BE << /S /Own >>", "", "0 0 9 9 re f", "pdfco does not draw the border effect Own"),
        ("/Square /CA 1 /ca 0.3", "", "0 0 9 9 re f", "pdfco does not draw lines and areas of different opacity"),
        ("/Circle /BM /Multiply", "", "0 0 9 9 re f", "pdfco does not draw the blend mode Multiply"),
        ("/FreeText /DA (0 g/Times 9 Tf) /Contents (x)", "", "BT ET", "its text is set in Times"),
        ("/Sound /Name /Speaker", "", "0 0 9 9 re f", "pdfco does not draw annotations of this subtype"),
    ])
    func `What pdfco cannot draw alike stays, with a warning`(
        entries: String, form: String, content: String, reason: String
    ) throws {
        let file = try Self.file(entries, form: form, content: content)
        let (finished, warnings) = try changed(file) { $0.color = .black }
        #expect(try appearance(finished) == IndirectReference(5))
        let entry = try finished.object(IndirectReference(4)).dictionaryValue
        #expect(entry?[.color] == .numbers([0, 0, 0]))
        #expect(entry?["Rect"] == .numbers([10, 10, 60, 40]))
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("because \(reason); redrawing") == true, "\(warnings)")
    }

    @Test func `What pdfco draws alike, and what is to be drawn anew, is drawn`() throws {
        let plain = try Self.file("/Square /C [1 0 0]")
        #expect(try appearance(changed(plain) { $0.color = .black }.file) != IndirectReference(5))
        let stamp = try Self.file("/Stamp /Name /Own")
        let (finished, warnings) = try changed(stamp) { $0.redraws = true }
        #expect(try appearance(finished) != IndirectReference(5))
        #expect(warnings == [])
        // The name is not pdfco's to change.
        #expect(try finished.object(IndirectReference(4)).dictionaryValue?[.icon] == .name("Own"))
    }

    @Test func `A shape within its rectangle stays as large when it is drawn anew`() throws {
        let file = try Self.file("/Square /C [1 0 0] /RD [5 6 7 8]")
        let finished = try changed(file) { $0.color = .black }.file
        let entries = try finished.object(IndirectReference(4)).dictionaryValue
        #expect(entries?["Rect"] == .numbers([15, 16, 53, 32]))
        #expect(entries?[.rectangleDifferences] == nil)
    }

    @Test func `A new rectangle moves an appearance as it is`() throws {
        let (finished, warnings) = try changed(Self.file("/Stamp /Name /Own")) { $0.rect = Rectangle(0, 0, 100, 60) }
        #expect(try appearance(finished) == IndirectReference(5))
        #expect(warnings == [])
        #expect(try finished.annotations().first?.annotation.rect == Rectangle(0, 0, 100, 60))
    }

    @Test(arguments: [
        ("/Polygon /Vertices [10 10 60 10 35 40] /Path [[10 10]]", "Vertices", [0.0, 0, 100, 0, 50, 60]),
        ("/PolyLine /Vertices [10 10 60 40]", "Vertices", [0, 0, 100, 60]),
        ("/Line /L [10 10 60 40]", "L", [0, 0, 100, 60]),
        ("/Highlight /QuadPoints [10 40 60 40 10 10 60 10]", "QuadPoints", [0, 60, 100, 60, 0, 0, 100, 0]),
        ("/Square /RD [5 5 10 15]", "RD", [10, 10, 20, 30]),
        ("/FreeText /DA (0 g) /CL [10 10 60 40]", "CL", [0, 0, 100, 60]),
    ])
    func `What is in a rectangle moves with an appearance that stays`(
        entries: String, key: String, numbers: [Double]
    ) throws {
        let file = try Self.file(entries, form: "/Resources << /XObject << /I 6 0 R >> >>", content: "/I Do")
        let finished = try changed(file) { $0.rect = Rectangle(0, 0, 100, 60) }.file
        #expect(try appearance(finished) == IndirectReference(5))
        let after = try #require(finished.object(IndirectReference(4)).dictionaryValue)
        #expect(after[.rectangle]?.numbersValue == [0, 0, 100, 60])
        #expect(after[Name(key)]?.numbersValue == numbers)
        #expect(after["Path"] == nil)
    }

    @Test func `The line of a callout moves with its text and an appearance that stays`() throws {
        let file = try Self.file(
            "/FreeText /DA (0 g) /CL [10 10 20 20] /RD [10 10 0 0]", form: "/Resources << /XObject << /I 6 0 R >> >>",
            content: "/I Do")
        let finished = try changed(file) { $0.rect = Rectangle(40, 60, 120, 100) }.file
        let after = try #require(try finished.annotations().first?.annotation)
        #expect(after.textBox == Rectangle(40, 60, 120, 100))
        #expect(after.rect == Rectangle(20, 40, 120, 100))
        #expect(after.callout == [Point(20, 40), Point(40, 60)])
    }

    @Test func `The strokes of ink move with an appearance that stays, and a path alone cannot`() throws {
        let form = "/Resources << /XObject << /I 6 0 R >> >>"
        let ink = try Self.file("/Ink /InkList [[10 10 60 40]]", form: form, content: "/I Do")
        let moved = try changed(ink) { $0.rect = Rectangle(20, 10, 70, 40) }.file
        #expect(try moved.annotations().first?.annotation.geometry == .inkList([[Point(20, 10), Point(70, 40)]]))
        var editor = try AnnotationEditor(
            Self.file("/Polygon /Path [[10 10] [60 10] [35 40]]", form: form, content: "/I Do"), now: .fixed)
        var change = AnnotationChange()
        change.rect = Rectangle(0, 0, 100, 60)
        #expect(throws: PDFError.self) { try editor.update("a", onPages: [1], with: change) }
    }

    @Test func `A new opacity leaves no other one beside it, and new vertices no path`() throws {
        let square = try changed(Self.file("/Square /CA 1 /ca 0.3")) { $0.opacity = 0.5 }.file
        let after = try #require(square.object(IndirectReference(4)).dictionaryValue)
        #expect(after[.opacity]?.numberValue == 0.5)
        #expect(after[.fillOpacity] == nil)
        let shape = try Self.file("/Polygon /Vertices [10 10 60 10 35 40] /Path [[10 10] [60 10] [35 40]]")
        let points = [Point(10, 10), Point(60, 10), Point(35, 30)]
        #expect(
            try changed(shape) { $0.vertices = points }.file.object(IndirectReference(4)).dictionaryValue?["Path"]
                == nil)
    }

    @Test func `A new opacity wraps the appearance, and another one wraps it once`() throws {
        var file = try Self.file("/Stamp /Name /Own", form: "/Matrix [0 1 -1 0 5 0]")
        for opacity in [0.5, 0.25, 0.75] {
            let (finished, warnings) = try changed(file) { $0.opacity = opacity }
            #expect(warnings == [])
            let outer = try #require(try appearance(finished))
            let existing = try #require(try existing(finished))
            #expect(existing.dictionary[.boundingBox] == .numbers([-25, 0, 5, 50]))
            let wrapper = try #require(try TranslucentAppearance(existing, in: IncrementalUpdate(of: finished)))
            #expect(outer == existing.reference)
            #expect(wrapper.opacity == opacity)
            #expect(wrapper.wrapped == IndirectReference(5))
            file = finished
        }
        let opaque = try changed(file) { $0.opacity = 1 }.file
        #expect(try appearance(opaque) == IndirectReference(5))
    }

    @Test func `An opacity that is drawn already is not applied twice, and more than it is not possible`() throws {
        let form = "/Resources << /ExtGState << /G << /ca 0.5 >> >> >>"
        let file = try Self.file("/Stamp /Name /Own /CA 0.5", form: form)
        let less = try changed(file) { $0.opacity = 0.25 }.file
        let existing = try #require(try existing(less))
        #expect(try TranslucentAppearance(existing, in: IncrementalUpdate(of: less))?.opacity == 0.5)
        let (more, warnings) = try changed(file) { $0.opacity = 0.75 }
        #expect(try appearance(more) == IndirectReference(5))
        #expect(warnings.count == 1)
    }
}
