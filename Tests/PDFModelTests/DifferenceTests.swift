import Testing

@testable import PDFModel

/// What differs between two lists of annotations, and which of a list a word names.
struct DifferenceTests {
    private func listed(
        _ name: String?, _ contents: String = "x", object: Int? = nil, page: Int = 1, subtype: String = "Text"
    ) -> ListedAnnotation {
        var annotation = Annotation(subtype, page: page, rect: Rectangle(9, 9, 29, 29))
        (annotation.name, annotation.contents) = (name, contents)
        return ListedAnnotation(
            annotation: annotation, reference: object.map { IndirectReference($0, generation: 0) },
            hasAppearance: true)
    }

    private func difference(
        _ old: [ListedAnnotation], _ new: [ListedAnnotation], areOfOneDocument: Bool = false
    ) -> [String] {
        let difference = AnnotationDifference(from: old, to: new, areOfOneDocument: areOfOneDocument)
        #expect(difference.isEmpty == (old == new) || !areOfOneDocument)
        return difference.added.map { "+\($0.annotation.contents ?? "")" }
            + difference.changed.map { "\($0.before.annotation.contents ?? "")>\($0.after.annotation.contents ?? "")" }
            + difference.removed.map { "-\($0.annotation.contents ?? "")" }
    }

    @Test func `An annotation is the same one by its name, on whatever page`() {
        #expect(difference([listed("a", "1")], [listed("a", "2", page: 2)]) == ["1>2"])
        #expect(difference([listed("a", "1"), listed("b", "2")], [listed("b", "2")]) == ["-1"])
        #expect(difference([], [listed("a", "1")]) == ["+1"])
    }

    @Test func `An object says which one it is in one document, and nothing in two`() {
        let (old, new) = ([listed(nil, "1", object: 7)], [listed(nil, "2", object: 7)])
        #expect(difference(old, new, areOfOneDocument: true) == ["1>2"])
        #expect(difference(old, new) == ["+2", "-1"])
        // The number was used again.
        let other = [listed(nil, "2", object: 7, subtype: "Square")]
        #expect(difference(old, other, areOfOneDocument: true) == ["+2", "-1"])
    }

    @Test func `Of several with one name, or none, each is compared with its like`() {
        let twins = [listed("a", "1"), listed("a", "2"), listed(nil, "3"), listed(nil, "3")]
        #expect(difference(twins, twins.reversed()) == [])
        #expect(difference(twins, [listed("a", "2"), listed(nil, "3")]) == ["-1", "-3"])
        #expect(difference([listed("a", "1"), listed("a", "2")], [listed("a", "1")]) == ["-2"])
    }

    @Test func `A change names the properties`() {
        let change = AnnotationDifference(
            from: [listed("a", "1")], to: [listed("a", "2", page: 2)], areOfOneDocument: false)
        #expect(
            change.changed.map(\.properties) == [["page", "contents"]]
                || change.changed.first?.properties == ["contents"])
    }

    @Test(arguments: [
        ("note-1", ["note-1"]), ("note", ["note-1", "note-22"]), ("note-2", []), ("not", []),
        ("(7 0 R)", ["unnamed"]),
        ("7 0 R", ["unnamed"]), ("abcd", ["pdfco-abcd0123"]), ("pdfco-abcd", ["pdfco-abcd0123"]), ("9999", []),
        ("", []),
    ]) func `A word names an annotation by its name, its beginning or its object`(word: String, names: [String]) {
        let all = [
            listed("note-1", "note-1"), listed("note-22", "note-22"), listed(nil, "unnamed", object: 7),
            listed("pdfco-abcd0123", "pdfco-abcd0123"),
        ]
        #expect(all.named(word).compactMap(\.annotation.contents) == names)
    }

    @Test(arguments: [
        ("note-1", "note-1"), ("pdfco-x", "pdfco-x"), ("pdfco-0123456789abcdef", "01234567"),
        ("0a1b2c3d-28e3-4e91-8697-a7436164f733", "0a1b2c3d"),
        ("0a1b2c3d-28e3-4e91-8697-a7436164f73g", "0a1b2c3d-28e3-4e91-8697-a7436164f73g"),
        ("", ""), ("pdfco-", "pdfco-"),
    ]) func `Of a generated name eight characters are shown`(name: String, short: String) {
        #expect(Annotation.short(name) == short)
    }
}
