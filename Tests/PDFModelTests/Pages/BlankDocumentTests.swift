import FoundationEssentials
import TestSupport
import Testing

@testable import PDFModel

struct BlankDocumentTests {
    @Test(arguments: [
        ("a0", 2383.937, 3370.3937), ("A4", 595.2756, 841.8898), ("a10", 73.7008, 104.8819),
        ("a4-landscape", 841.8898, 595.2756), ("b5", 498.8976, 708.6614), ("letter", 612, 792), ("legal", 612, 1008),
        ("tabloid", 792, 1224), ("612x792", 612, 792), ("210x297mm", 595.2756, 841.8898), ("8.5x11in", 612, 792),
        ("100x200pt-landscape", 200, 100), ("3x14400", 3, 14400),
    ])
    func `A size is a name or two lengths`(text: String, width: Double, height: Double) throws {
        let size = try #require(PageSize(text))
        #expect(abs(size.width - width) < 0.001 && abs(size.height - height) < 0.001, "\(size)")
    }

    @Test(arguments: [
        "", "a", "a11", "a-1", "a04", "a+4", "c4", "a4landscape", "-landscape", "612", "612x", "x792", "1x2x3", "2x100",
        "100x14401", "nanx100", "infx100", "1e9x1e9", "-100x100", "10x20cm", "10 x 20mm", "\u{301}a4",
    ])
    func `Other words are no sizes`(text: String) { #expect(PageSize(text) == nil) }

    @Test(arguments: [1, 2, 10_000]) func `A new document has so many pages of that size`(count: Int) throws {
        let size = try #require(PageSize("a5-landscape"))
        let document = BlankDocument(size, pageCount: count, creationDate: Self.date)
        let bytes = try document.bytes()
        #expect(try document.bytes() == bytes)
        let memory = OwnedBytes(bytes)
        let file = try PDFFile(bytes: memory.bytes, keeping: memory, password: nil, for: .editing)
        #expect(try file.pageCount() == count)
        #expect(file.version == "1.7" && file.crossReferenceKind() == .table && file.revisions().count == 1)
        #expect(file.warnings.isEmpty)
    }

    @Test func `Documents that differ in anything have different identifiers`() throws {
        let (a4, a5) = (try #require(PageSize("a4")), try #require(PageSize("a5")))
        let documents = [
            BlankDocument(a4, creationDate: Self.date),
            BlankDocument(a5, creationDate: Self.date),
            BlankDocument(a4, pageCount: 2, creationDate: Self.date),
            BlankDocument(a4, creationDate: Self.date.addingTimeInterval(1)),
        ]
        let identifiers = try documents.map { document in
            try #require(String(decoding: document.bytes(), as: UTF8.self).firstMatch(of: #/\/ID \[[^\]]*\]/#)?.output)
        }
        #expect(Set(identifiers).count == documents.count)
    }

    private static let date = Date(timeIntervalSince1970: 1_725_192_000)
}
