import TestSupport
import Testing

@testable import PDFModel

/// Objects that are listed and cannot be read, on the way to an edit (invariant 18).
@Suite struct UnreadableObjectTests {
    private static let note = "<< /Type /Annot /Subtype /Text /Rect [10 10 30 30] /NM (a) /Contents (c) >>"

    /// A page with that entry, an array of annotations and an annotation, objects 4 and 5; of `lost`, the table has a wrong offset.
    private func file(
        _ page: String, _ array: String = "[5 0 R]", note: String = note, more: [Int: String] = [:], lost: Int? = nil
    ) throws -> [UInt8] {
        var file = HandmadePDF.onePage(page, objects: more.merging([4: array, 5: note]) { $1 })
        file.table()
        guard let lost else { return file.bytes }
        let row = try #require(file.bytes.indices(of: "\n\(lost) 1\n").last) + "\n\(lost) 1\n".utf8.count
        var bytes = file.bytes
        bytes.replaceSubrange(row..<(row + 10), with: Array("0000000009".utf8))
        return bytes
    }

    private func expectDamaged(_ bytes: [UInt8], _ body: (PDFFile) throws -> Void) throws {
        for file in [try PDFFile(bytes), try PDFFile(partial: bytes)] {
            let error = #expect(throws: PDFError.self) { try body(file) }
            guard case .damaged = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test(arguments: [("/Annots 4 0 R", 4), ("/Annots 4 0 R", 5), ("/Annots [5 0 R]", 5)])
    func `Annotations that cannot be read are not edited over`(page: String, lost: Int) throws {
        let bytes = try file(page, lost: lost)
        try expectDamaged(bytes) { _ = try increment($0, adding: .square("new")) }
        try expectDamaged(bytes) { _ = try $0.annotations() }
        try expectDamaged(bytes) { _ = try $0.annotationCount() }
    }

    @Test func `A repair keeps the annotations that the table had lost`() throws {
        let repaired = try PDFFile(file("/Annots 4 0 R", lost: 4), for: .repairing)
        let finished = try PDFFile(repaired.appending(increment(repaired, adding: .square("new"))))
        #expect(try finished.annotations().map(\.annotation.name) == ["a", "new"])
    }

    @Test func `Contents that cannot be read are not dropped by a change`() throws {
        let note = Self.note.replacing("(c)", with: "6 0 R")
        let bytes = try file("/Annots [5 0 R]", note: note, more: [6: "(c)"], lost: 6)
        var change = AnnotationChange()
        change.author = "A"
        try expectDamaged(bytes) { file in
            var editor = try AnnotationEditor(file, now: .fixed)
            _ = try editor.update("a", onPages: [1], with: change)
        }
    }

    @Test func `What the page draws need not be sound, and stays referred to`() throws {
        let contents = "<< /Length 0 >>\nstream\n\nendstream"
        let bytes = try file("/Contents 6 0 R /Annots [5 0 R]", more: [6: contents], lost: 6)
        let file = try PDFFile(bytes)
        #expect(try file.annotationCount() == 1)
        let finished = try PDFFile(file.appending(increment(file, adding: .square("new"))))
        #expect(try finished.page(1).dictionary[.contents] == .reference(IndirectReference(6)))
        #expect(try file.pageFingerprint(1) == finished.pageFingerprint(1))
    }

    @Test func `An array of another generation is damage, because readers do not agree on it`() throws {
        let bytes = try file("/Annots 4 1 R")
        try expectDamaged(bytes) { _ = try increment($0, adding: .square("new")) }
        try expectDamaged(bytes) { _ = try $0.annotationCount() }
    }

    @Test func `A page with two arrays of annotations is damage`() throws {
        let bytes = try file("/Annots [5 0 R] /Annots []")
        try expectDamaged(bytes) { _ = try increment($0, adding: .square("new")) }
    }

    @Test func `An array that no section lists is null, and no damage`() throws {
        let bytes = try file("/Annots 9 0 R")
        let file = try PDFFile(bytes)
        let finished = try PDFFile(file.appending(increment(file, adding: .square("new"))))
        #expect(try finished.annotations().map(\.annotation.name) == ["new"])
    }

    @Test func `An object that its object stream does not have is damage`() throws {
        let bytes = try Self.objectStreamWithout(5)
        try expectDamaged(bytes) { _ = try increment($0, adding: .square("new")) }
    }

    /// A file whose cross-reference stream says that an object is in a stream which has another there.
    private static func objectStreamWithout(_ lost: Int) throws -> [UInt8] {
        var file = HandmadePDF.onePage("/Annots \(lost) 0 R")
        let data = "6 0 [ ]"
        let stream = file.end
        file.object(7, "<< /Type /ObjStm /N 1 /First 4 /Length \(data.utf8.count) >>\nstream\n\(data)\nendstream")
        let section = file.end
        let places = ["1 0 obj", "2 0 obj", "3 0 obj"].map { file.bytes.indices(of: $0)[0] }
        var entries = places.enumerated().map {
            CrossReferenceEntry(reference: IndirectReference($0.offset + 1), location: .file($0.element))
        }
        entries.insert(CrossReferenceEntry(reference: IndirectReference(0), location: .free), at: 0)
        entries.append(CrossReferenceEntry(reference: IndirectReference(lost), location: .objectStream(7, index: 0)))
        entries.append(CrossReferenceEntry(reference: IndirectReference(7), location: .file(stream)))
        let new = NewSection(
            kind: .stream, entries: entries, trailer: [.root: .reference(IndirectReference(1))],
            last: IndirectReference(8))
        return file.bytes + (try new.bytes(at: section))
    }

    @Test(arguments: ["6 0 R", "7 0 R"])
    func `A reference in the place of the array leads to the annotations`(array: String) throws {
        let bytes = try file("/Annots 4 0 R", array, more: [6: "[5 0 R]", 7: "6 0 R"])
        for file in [try PDFFile(bytes), try PDFFile(partial: bytes)] {
            #expect(try file.annotations().map(\.annotation.name) == ["a"])
            #expect(try file.annotationCount() == 1)
            let finished = try PDFFile(file.appending(increment(file, adding: .square("new"))))
            #expect(try finished.annotations().map(\.annotation.name) == ["a", "new"])
            #expect(try finished.object(IndirectReference(6)).arrayValue?.count == 2)
        }
    }

    @Test func `References that lead to each other lead to nothing`() throws {
        let file = try PDFFile(file("/Annots 4 0 R", "6 0 R", more: [6: "4 0 R"]))
        let finished = try PDFFile(file.appending(increment(file, adding: .square("new"))))
        #expect(try finished.annotations().map(\.annotation.name) == ["new"])
    }
}

extension String {
    fileprivate func replacing(_ old: String, with new: String) -> String {
        String(decoding: Array(utf8).replacing(old, with: new), as: UTF8.self)
    }
}
