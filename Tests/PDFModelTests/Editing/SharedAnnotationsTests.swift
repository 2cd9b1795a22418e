import TestSupport
import Testing

@testable import PDFModel

/// Pages that show the same objects, of which an edit names one (invariant 19).
@Suite struct SharedAnnotationsTests {
    private static let note = "<< /Type /Annot /Subtype /Text /Rect [10 10 30 30] /NM (a) /Contents (c) >>"

    /// A document of two pages whose page objects, arrays or annotations are the same.
    private static let shared: [String: [Int: String]] = [
        "a page twice": pages("3 0 R 3 0 R", "/Annots [5 0 R]"),
        "a page twice, and its array": pages("3 0 R 3 0 R", "/Annots 6 0 R"),
        "an array": pages("3 0 R 4 0 R", "/Annots 6 0 R", "/Annots 6 0 R"),
        throughReference: pages("3 0 R 4 0 R", "/Annots 6 0 R", "/Annots 7 0 R"),
        "an annotation": pages("3 0 R 4 0 R", "/Annots [5 0 R]", "/Annots [5 0 R]"),
        "an annotation in two arrays": pages("3 0 R 4 0 R", "/Annots 6 0 R", "/Annots 8 0 R"),
        "an annotation in place of an array": pages("3 0 R 4 0 R", "/Annots 5 0 R", "/Annots [5 0 R]"),
    ]

    private static let throughReference = "an array through another reference"

    /// A partial reader does not look into the arrays of other pages, where such a reference is.
    private static func readings(_ what: String) -> [Bool] { what == throughReference ? [false] : [false, true] }

    private static func pages(_ kids: String, _ first: String, _ second: String = "") -> [Int: String] {
        [
            2: "<< /Type /Pages /Count 2 /Kids [\(kids)] >>",
            3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] \(first) >>",
            4: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] \(second) >>",
            5: note, 6: "[5 0 R]", 7: "6 0 R", 8: "[5 0 R]",
        ]
    }

    private func edited(
        _ objects: [Int: String], isPartial: Bool, _ edit: (inout AnnotationEditor) throws -> Void
    ) throws -> [[Annotation]] {
        let bytes = HandmadePDF.bytes(objects)
        let file = isPartial ? try PDFFile(partial: bytes) : try PDFFile(bytes)
        var editor = try AnnotationEditor(file, now: .fixed)
        try edit(&editor)
        let finished = try PDFFile(file.appending(editor.increment()))
        let annotations = try finished.annotations().map(\.annotation)
        #expect(try finished.annotationCount() == annotations.count)
        return [1, 2].map { page in annotations.filter { $0.page == page } }
    }

    @Test(arguments: shared.keys.sorted(), [1, 2])
    func `A change on one page leaves the other as it was`(what: String, number: Int) throws {
        let objects = try #require(Self.shared[what])
        var change = AnnotationChange()
        change.contents = "changed"
        for isPartial in Self.readings(what) {
            let pages = try edited(objects, isPartial: isPartial) { editor in
                _ = try editor.update("a", onPages: [number], with: change)
            }
            #expect(pages.map { $0.map(\.contents) } == (number == 1 ? [["changed"], ["c"]] : [["c"], ["changed"]]))
        }
    }

    @Test(arguments: shared.keys.sorted(), [1, 2])
    func `What is added to one page is not on the other`(what: String, number: Int) throws {
        let objects = try #require(Self.shared[what])
        for isPartial in Self.readings(what) {
            let pages = try edited(objects, isPartial: isPartial) { _ = try $0.add(.square("new", onPage: number)) }
            #expect(pages.map { $0.map(\.name) } == (number == 1 ? [["a", "new"], ["a"]] : [["a"], ["a", "new"]]))
        }
    }

    @Test(arguments: shared.keys.sorted(), [1, 2])
    func `What is removed from one page stays on the other`(what: String, number: Int) throws {
        let objects = try #require(Self.shared[what])
        for isPartial in Self.readings(what) {
            let pages = try edited(objects, isPartial: isPartial) { _ = try $0.remove("a", onPages: [number]) }
            #expect(pages.map(\.count) == (number == 1 ? [0, 1] : [1, 0]))
        }
    }

    @Test func `A change on all pages is made on each`() throws {
        var change = AnnotationChange()
        change.contents = "changed"
        for objects in Self.shared.values {
            let pages = try edited(objects, isPartial: false) { _ = try $0.update("a", onPages: [1, 2], with: change) }
            #expect(pages.map { $0.map(\.contents) } == [["changed"], ["changed"]])
        }
    }

    @Test(arguments: ["/Annots [9 0 R 10 0 R]", "/Annots 6 0 R", "/Annots 9 0 R"])
    func `Another page that refers to objects which are not there shows none of the new ones`(entry: String) throws {
        var objects = Self.pages("3 0 R 4 0 R", "", entry)
        objects[6] = "[9 0 R 10 0 R]"
        for isPartial in [false, true] {
            let pages = try edited(objects, isPartial: isPartial) { _ = try $0.add(.square("new")) }
            #expect(pages.map { $0.map(\.name) } == [["new"], []])
        }
    }

    @Test func `As many annotations are counted as are listed`() throws {
        let items = "5 0 R 6 0 R 7 0 R null 9 0 R << /Subtype /Text /Rect [0 0 1 1] >> << /Rect [0 0 1 1] >>"
        let others = [5: Self.note, 6: "<< /Rect [0 0 1 1] >>", 7: "[1]", 8: "/Text"]
        var file = HandmadePDF.onePage("/Annots [\(items) << /Subtype 8 0 R >> << /Subtype (Text) >>]", objects: others)
        file.table()
        for file in [try PDFFile(file.bytes), try PDFFile(partial: file.bytes)] {
            #expect(try file.annotations().count == 3)
            #expect(try file.annotationCount() == 3)
        }
    }
}
