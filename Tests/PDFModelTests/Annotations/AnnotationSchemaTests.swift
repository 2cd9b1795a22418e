import Testing

@testable import PDFModel

@Suite struct AnnotationSchemaTests {
    private static let schema = Annotation.schema

    @Test func `The list of all properties has each`() {
        let declared = Mirror(reflecting: Self.schema).children.filter { "\($0.value)".hasPrefix("Property<") }
        #expect(declared.count == Self.schema.all.count)
        #expect(Set(Self.schema.all.map(\.name)).count == Self.schema.all.count)
    }

    @Test(arguments: Annotation.supportedSubtypes)
    func `A subtype has each property once, its rectangle first`(subtype: String) {
        let properties = AnnotationSubtype.named(subtype).properties
        #expect(Set(properties).count == properties.count)
        #expect(properties.first == Self.schema.rect.untyped)
        // An entry is read and written once.
        let entries = AnnotationSubtype.named(subtype).entries.filter { !$0.keys.isEmpty }
        #expect(entries.count == Set(properties.flatMap { $0.entry.keys.prefix(1) }).count)
    }

    @Test func `What a change states is kept in the order of the schema`() {
        var change = AnnotationChange()
        change.borderStyle = .beveled
        change.borderDash = [3]
        change.isPrinted = false
        change.flags = 5
        #expect(change.properties.map(\.name) == ["border.dash", "border.style", "flags", "print"])
        let changed = Annotation("Square", page: 1, rect: Rectangle(0, 0, 9, 9)).applying(change)
        #expect(changed.border == Border(style: .beveled, dash: [3]))
        #expect(changed.flags == 1)
        change.borderStyle = nil
        #expect(changed.applying(change).border?.style == .dashed)
    }

    @Test func `A change that removes is not one of nothing`() {
        var change = AnnotationChange()
        change.remove(\.color)
        #expect(!change.isEmpty)
        #expect(change.color == nil)
        #expect(change != AnnotationChange())
        #expect(Annotation("Square", page: 1, rect: Rectangle(0, 0, 9, 9)).applying(change).color == nil)
    }

    @Test func `The contents of a change are compared by code points`() {
        var (one, other) = (AnnotationChange(), AnnotationChange())
        one.contents = "\u{e9}"
        other.contents = "e\u{301}"
        #expect(one != other)
    }
}
