import FoundationEssentials
import Testing

@testable import PDFModel

@Suite struct AnnotationReadingTests {
    private func read(
        _ entries: PDFDictionary, resolving: @escaping (PDFObject) throws(PDFError) -> PDFObject = { $0 }
    ) throws -> Annotation {
        let annotation = Annotation(reading: entries, page: 3, resolving: resolving)
        return try #require(annotation)
    }

    @Test func `A dictionary without subtype is no annotation`() {
        #expect(Annotation(reading: [.type: .name(.annotation)], page: 1) { $0 } == nil)
    }

    @Test func `Values of wrong types are passed over`() throws {
        let keys: [Name] = [
            .rectangle, .contents, .author, .subject, .name, .color, .interiorColor, .opacity, .borderStyle, .border,
            .flags, .icon, .lineEndings, .defaultAppearance, .alignment, .inReplyTo, .creationDate, .modified,
            .quadPoints,
            .line, .vertices, .inkList,
        ]
        let values: [PDFObject] = [
            .null, .boolean(true), .integer(-3), .real("1e"), .string(PDFString(bytes: [0xFE, 0xFF, 0xD8])),
            .name("X"), .array([.integer(1), .name("Y")]), .array([]), .dictionary([:]), .reference(.init(9)),
        ]
        for subtype in Annotation.supportedSubtypes + ["Widget", "Polygon", "Popup", "Anything"] {
            for value in values {
                var entries: PDFDictionary = [.subtype: .name(Name(subtype))]
                for key in keys { entries[key] = value }
                let annotation = try read(entries) { object throws(PDFError) in
                    if case .reference = object { throw .damaged("unreadable") }
                    return object
                }
                #expect(annotation.subtype == subtype)
                #expect(annotation.geometry.points.isEmpty)
                _ = try? annotation.validated(on: SampleAnnotations.page())
            }
        }
    }

    @Test func `References are followed down to the numbers`() throws {
        let objects: [IndirectReference: PDFObject] = [
            .init(1): .array([.reference(.init(2)), .integer(2), .integer(30), .integer(40)]), .init(2): .integer(1),
            .init(3): .dictionary([.name: .text("first")]),
        ]
        let entries: PDFDictionary = [
            .subtype: .name("Text"), .rectangle: .reference(.init(1)), .inReplyTo: .reference(.init(3)),
        ]
        let annotation = try read(entries) { object throws(PDFError) in
            guard let reference = object.referenceValue else { return object }
            return objects[reference] ?? .null
        }
        #expect(annotation.rect == Rectangle(1, 2, 30, 40))
        #expect(annotation.inReplyTo == "first")
        #expect(annotation.page == 3)
    }

    @Test(
        arguments: [
            ([], nil), ([0.5], Color(red: 0.5, green: 0.5, blue: 0.5)),
            ([1, 0, 0.25], Color(red: 1, green: 0, blue: 0.25)),
            ([0, 1, 0.5, 0.25], Color(red: 0.75, green: 0, blue: 0.25)), ([1, 2], nil),
            ([2, -1, 0], Color(red: 1, green: 0, blue: 0)),
        ] as [([Double], Color?)])
    func `Colours of every space are read`(components: [Double], color: Color?) throws {
        #expect(try read([.subtype: .name("Square"), .color: .numbers(components)]).color == color)
    }

    @Test func `A field name is no author`() throws {
        #expect(try read([.subtype: .name("Widget"), .author: .text("field")]).author == nil)
    }

    @Test func `Borders of both forms are read`() throws {
        let old: PDFObject = .array([.integer(0), .integer(0), .integer(2), .numbers([3, 1])])
        #expect(
            try read([.subtype: .name("Square"), .border: old]).border
                == Border(width: 2, style: .dashed, dash: [3, 1]))
        let new: PDFObject = .dictionary(["W": .integer(5), "S": .name("B")])
        #expect(
            try read([.subtype: .name("Square"), .border: old, .borderStyle: new]).border
                == Border(width: 5, style: .beveled))
        #expect(try read([.subtype: .name("Square")]).border == Border())
    }

    @Test(arguments: [
        ("/Helv 9 Tf 0.5 g", TextStyle(fontSize: 9, color: Color(red: 0.5, green: 0.5, blue: 0.5))),
        ("1 0 0 rg /F1 0 Tf", TextStyle(fontSize: 12, color: Color(red: 1, green: 0, blue: 0))),
        ("nonsense Tf rg", TextStyle()),
    ])
    func `Default appearance strings are read`(string: String, style: TextStyle) throws {
        #expect(try read([.subtype: .name("FreeText"), .defaultAppearance: .text(string)]).textStyle == style)
    }

    @Test func `Only the entries of what changes are written anew, and what contradicts them goes`() throws {
        let old: PDFDictionary = [
            .subtype: .name("Square"), .rectangle: .numbers([0, 0, 9, 9]), .interiorColor: .numbers([1, 0, 0, 0.5]),
            .border: .numbers([0, 0, 1]), "RD": .numbers([1, 1, 1, 1]), "Foreign": .integer(7),
            .color: .numbers([0.3333333]), .popup: .reference(.init(8)), "RC": .text("<p>old</p>"),
            .contents: .text("old"),
        ]
        var change = AnnotationChange()
        change.remove(\.interiorColor)
        change.contents = "new"
        let updated = try read(old).applying(change).validated(on: SampleAnnotations.page())
        let entries = updated.entries(replacing: change.properties, in: old, isRedrawn: true)
        for key in ["Foreign", .popup, .border, .color, .rectangle] as [Name] { #expect(entries[key] == old[key]) }
        for gone in [.interiorColor, "RD", "RC"] as [Name] { #expect(entries[gone] == nil) }
        #expect(entries[.contents] == .text("new"))
        change = AnnotationChange()
        change.borderWidth = 3
        let wider = try read(old).applying(change).entries(replacing: change.properties, in: old, isRedrawn: false)
        #expect(wider[.border] == nil)
        #expect(wider[.borderStyle] != nil)
        for key in ["RD", "RC", .interiorColor] as [Name] { #expect(wider[key] == old[key]) }
    }
}
