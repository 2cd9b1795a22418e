import FoundationEssentials
import TestSupport
import Testing

@testable import PDFModel

/// What annotations say beyond the properties that pdfco can set, and where links lead.
@Suite struct AnnotationDetailsTests {
    private func details(_ entries: String, objects: [Int: String] = [:]) throws -> AnnotationDetails {
        try listed(entries, objects: objects).details
    }

    private func listed(_ entries: String, catalog: String = "", objects: [Int: String] = [:]) throws
        -> ListedAnnotation
    {
        let annotation = "<< /Type /Annot /Rect [1 1 9 9] \(entries) >>"
        var file = HandmadePDF.onePage(
            "/Annots [4 0 R]", catalog: catalog, objects: objects.merging([4: annotation], uniquingKeysWith: { $1 }))
        file.table()
        return try #require(try PDFFile(file.bytes).annotations().first)
    }

    @Test(arguments: [
        ("/A << /S /URI /URI (https://example.org/a) >>", LinkDestination.uri("https://example.org/a")),
        ("/Dest [3 0 R /Fit]", .page(1)), ("/A << /S /GoTo /D [9 0 R /Fit] >>", .page(nil)),
        ("/Dest [0 /Fit]", .page(1)), ("/A << /S /GoTo /D (two) >>", .named("two", page: 1)),
        ("/Dest /Old", .named("Old", page: 1)), ("/Dest (none)", .named("none", page: nil)),
        ("/A << /S /GoToR /F (b.pdf) /D [4 /Fit] >>", .file("b.pdf", page: 5)),
        ("/Dest [9223372036854775807 /Fit]", .page(nil)), ("/Dest [-1 /Fit]", .page(nil)),
        ("/A << /S /GoTo /D (far) >>", .named("far", page: nil)),
        ("/A << /S /GoToR /F (b.pdf) /D [9223372036854775807 /Fit] >>", .file("b.pdf", page: nil)),
        ("/A << /S /Launch /F << /F (c.txt) /UF (c.txt) >> >>", .file("c.txt", page: nil)),
        ("/A << /S /Named /N /NextPage >>", .action("NextPage")), ("/A << /S /JavaScript >>", .action("JavaScript")),
    ])
    func `A link leads somewhere`(entries: String, destination: LinkDestination) throws {
        let catalog = "/Dests << /Old [3 0 R /Fit] >> /Names << /Dests << /Kids [5 0 R 6 0 R] >> >>"
        let objects = [
            5: "<< /Limits [(a) (o)] /Names [(a) [9 0 R /Fit] (far) [9223372036854775807 /Fit] (o) null] >>",
            6: "<< /Limits [(p) (z)] /Names [(p) null (two) << /D [3 0 R /Fit] >>] >>",
        ]
        let link = try listed("/Subtype /Link " + entries, catalog: catalog, objects: objects).annotation
        #expect(link.destination == destination)
    }

    @Test func `An action that leads to a page that no document has is left as it is`() throws {
        let actions = try #require(AnnotationActions(Array("<</A<</S/GoTo/D[9223372036854775807/Fit]>>>>".utf8)))
        #expect(actions.entries { _ in .null } == actions.entries)
    }

    @Test(arguments: [
        ("/Dests 5 0 R", "/Subtype /Link /Dest /d"), ("/Names << /Dests 6 0 R >>", "/Subtype /Link /Dest (d)"),
        ("", "/Subtype /Widget /Parent 7 0 R /T (f"),
    ])
    func `Thousands of annotations may share one object`(catalog: String, entries: String) throws {
        let numbers = Array(100..<2600)
        var objects = [
            5: "<< \(numbers.map { "/d\($0) [3 0 R /Fit]" }.joined(separator: " ")) >>",
            6: "<< /Names [\(numbers.map { "(d\($0)) [3 0 R /Fit]" }.joined(separator: " "))] >>",
            7: "<< /T (form) /FT /Tx /Kids [\(numbers.map { "\($0) 0 R" }.joined(separator: " "))] >>",
        ]
        for number in numbers {
            let end = entries.contains("(") ? "\(number))" : "\(number)"
            objects[number] = "<< /Rect [1 1 9 9] \(entries.replacing(")", with: ""))\(end) >>"
        }
        var file = HandmadePDF.onePage(
            "/Annots [\(numbers.map { "\($0) 0 R" }.joined(separator: " "))]", catalog: catalog, objects: objects)
        file.table()
        let last = try #require(try PDFFile(file.bytes).annotations().last)
        #expect(last.annotation.destination == nil || last.annotation.destination == .named("d2599", page: 1))
        #expect(
            last.details.field == nil || last.details.field == FormField(name: "form.f2599", type: "Tx", value: nil))
    }

    @Test(arguments: ["/V 8 0 R", "/V [8 0 R (a) [(b)]]"])
    func `The value of a field that is a list within itself is read once`(value: String) throws {
        let field = try details("/Subtype /Widget /T (f) /FT /Ch \(value)", objects: [8: "[8 0 R]"]).field
        #expect(field == FormField(name: "f", type: "Ch", value: value.contains("(a)") ? "a" : ""))
    }

    @Test func `A field has the names of its parents, and their type and value`() throws {
        let parents = [5: "<< /T (address) /FT /Tx /V (Here) /Kids [6 0 R] >>", 6: "<< /T (city) /Parent 5 0 R >>"]
        let field = try details("/Subtype /Widget /Parent 6 0 R", objects: parents).field
        #expect(field == FormField(name: "address.city", type: "Tx", value: "Here"))
        let choice = try details("/Subtype /Widget /T (c) /FT /Ch /V [(a) (b)] /Parent 4 0 R").field
        #expect(choice?.type == "Ch")
        #expect(choice?.value == "a, b")
    }

    @Test func `A file has a name, a size and a type`() throws {
        let objects = [
            5: "<< /Type /Filespec /F (x) /UF (data.csv) /EF << /F 6 0 R >> >>",
            6:
                "<< /Subtype /text#2Fcsv /Params << /Size 3 /ModDate (D:20260102030405Z) >> /Length 3 >>\nstream\na,b\nendstream",
        ]
        let file = try #require(
            try listed("/Subtype /FileAttachment /FS 5 0 R", objects: objects).annotation.attachment)
        #expect(file.name == "data.csv")
        #expect(file.size == 3)
        #expect(file.type == "text/csv")
        #expect(file.modificationDate == Date(timestamp: "2026-01-02T03:04:05Z"))
    }

    @Test func `A pop-up window names its parent, free text its callout, a measurement its scale`() throws {
        let popup = try details("/Subtype /Popup /Open true /Parent 5 0 R", objects: [5: "<< /NM (note) >>"])
        #expect(popup.parent == "note")
        #expect(popup.isOpen == true)
        let text = try listed("/Subtype /FreeText /CL [1 2 3 4 5 6] /RC (<p>x</p>)")
        #expect(text.annotation.callout == [Point(1, 2), Point(3, 4), Point(5, 6)])
        #expect(text.annotation.calloutEnding == LineEnding.none)
        #expect(text.annotation.richContents == "<p>x</p>")
        #expect(try details("/Subtype /Line /Measure << /R (1 cm = 2 m) >>").scale == "1 cm = 2 m")
    }
}
