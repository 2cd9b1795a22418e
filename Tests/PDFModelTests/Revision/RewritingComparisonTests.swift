import TestSupport
import Testing

@testable import PDFModel

/// What is found where a document that was written anew is not the same (invariant 16).
@Suite struct RewritingComparisonTests {
    private static let page = "/Contents 4 0 R /Annots [5 0 R] /Mark /A"
    private static let objects = [
        4: "<< /Length 5 >>\nstream\n0 0 m\nendstream",
        5: "<< /Subtype /Text /Rect [0 0 9 9] /Contents (a) /IRT 6 0 R >>",
        6: "<< /Subtype /Square /Rect [0 0 9 9.5] /F 4 /Hidden true >>",
        7: "<< /Author (somebody) >>",
    ]

    private static func file(
        _ page: String = page, _ changed: [Int: String] = [:], trailer: String = "/Info 7 0 R"
    ) throws -> QPDFDocument {
        var file = HandmadePDF.onePage(page, objects: objects.merging(changed, uniquingKeysWith: { $1 }))
        file.table(trailer: trailer)
        let memory = OwnedBytes(file.bytes)
        return try .opened(memory.bytes, keeping: memory, passwords: [nil], mode: .strict)
    }

    private func difference(_ before: QPDFDocument, _ after: QPDFDocument) -> String? {
        before.difference(from: after)
    }

    @Test func `The same document, its objects numbered otherwise and its streams coded otherwise, is the same`() throws
    {
        let other = [
            4: "/A", 8: "<< /Length 12 /Filter /ASCIIHexDecode >>\nstream\n302030206D>  \nendstream",
            9: Self.objects[5] ?? "",
        ]
        let after = try Self.file("/Mark 4 0 R /Annots [9 0 R] /Contents 8 0 R", other)
        #expect(try difference(Self.file(), after) == nil)
    }

    @Test(arguments: [
        (page.replacing("/Mark /A", with: "/Mark /B"), [:], "object 3 0"),
        (page.replacing("/Mark", with: "/Mask"), [:], "object 3 0"),
        (page.replacing("5 0 R", with: "5 0 R 5 0 R"), [:], "object 3 0"),
        (page.replacing("5 0 R", with: "6 0 R"), [:], "object 5 0"),
        (page, [4: "<< /Length 5 >>\nstream\n0 1 m\nendstream"], "the data of object 4 0"),
        (page, [4: "<< /Length 5 /Filter /DCTDecode >>\nstream\n0 0 m\nendstream"], "the data of object 4 0"),
        (page, [4: "null"], "object 4 0"),
        (page, [5: "<< /Subtype /Text /Rect [0 0 9 9] /Contents (b) /IRT 6 0 R >>"], "object 5 0"),
        (page, [5: "<< /Subtype /Text /Rect [0 0 9 9] /Contents (a) /IRT 5 0 R >>"], "object 6 0"),
        (page, [6: "<< /Subtype /Square /Rect [0 0 9 9.6] /F 4 /Hidden true >>"], "object 6 0"),
        (page, [6: "<< /Subtype /Square /Rect [0 0 9 9.5] /F 4 /Hidden false >>"], "object 6 0"),
        (page, [2: "<< /Type /Pages /Count 1 /Kids [3 0 R] /Rotate 90 >>"], "object 3 0"),
        (page, [7: "<< /Author (nobody) >>"], "object 7 0"),
    ])
    func `What is not the same is found`(page: String, changed: [Int: String], place: String) throws {
        let found = try #require(try difference(Self.file(), Self.file(page, changed)))
        #expect(found.hasPrefix(place), "\(found)")
    }

    @Test func `Metadata that is lost is found, and two objects that became one`() throws {
        #expect(try difference(Self.file(), Self.file(trailer: "")) != nil)
        let equal = [5: "<< /A 1 >>", 6: "<< /A 1 >>"]
        let before = try Self.file("/Annots [5 0 R 6 0 R]", equal)
        #expect(
            difference(before, try Self.file("/Annots [5 0 R 5 0 R]", equal)) == "object 6 0, which has become another")
    }

    @Test(arguments: try Fixture.names())
    func `Every fixture is rewritten in every form, and is the same`(name: String) throws {
        let file = try PDFFile(Fixture.bytes(name))
        for streams in RewriteOptions.ObjectStreams.allCases {
            for linearize in [false, true] {
                let options = RewriteOptions(objectStreams: streams, linearize: linearize)
                let written = try PDFFile(file.rewritten(options))
                #expect(try written.pageCount() == file.pageCount())
            }
        }
    }
}
