import TestSupport
import Testing

@testable import PDFModel

@Suite struct PageAttributesTests {
    private func page(_ entries: String, root: String = "") throws -> Page {
        let bytes = HandmadePDF.bytes([
            2: "<< /Type /Pages /Count 1 /Kids [3 0 R] \(root) >>", 3: "<< /Type /Page /Parent 2 0 R \(entries) >>",
            4: "[10 20 110 220]", 5: "110",
        ])
        return try PDFFile(bytes).page(1)
    }

    @Test(arguments: [
        ("0", 0), ("90", 90), ("-90", 270), ("450", 90), ("-450", 270), ("360", 0), ("180", 180), ("45", 0),
        ("(90)", 0), ("90.0", 90), ("-90.", 270), ("270.4", 270), ("89.9", 0),
        ("1\(String(repeating: "0", count: 99)).0", 0),
        ("null", 0), ("1.5", 0), ("9223372036854775807", 0), ("-9223372036854775808", 0),
    ])
    func `Rotations are told as 0, 90, 180 or 270`(notation: String, rotation: Int) throws {
        #expect(try page("/Rotate \(notation)").rotation == rotation)
        #expect(try page("", root: "/Rotate \(notation)").rotation == rotation)
    }

    @Test(arguments: [
        ("", Rectangle(0, 0, 612, 792)), ("/MediaBox [0 0 300 200]", Rectangle(0, 0, 300, 200)),
        ("/MediaBox [300 200 0 0]", Rectangle(0, 0, 300, 200)), ("/MediaBox 4 0 R", Rectangle(10, 20, 110, 220)),
        ("/MediaBox [10 20 5 0 R 220.]", Rectangle(10, 20, 110, 220)),
        ("/MediaBox [0 0 300 200] /CropBox [-10 50 100 400]", Rectangle(0, 50, 100, 200)),
        ("/MediaBox [0 0 300 200] /CropBox [400 400 500 500]", Rectangle(0, 0, 300, 200)),
        ("/MediaBox [0 0 300] /CropBox (x)", Rectangle(0, 0, 612, 792)),
        ("/MediaBox [0 0 /A 200]", Rectangle(0, 0, 612, 792)),
    ])
    func `The crop box lies within the media box`(entries: String, box: Rectangle) throws {
        #expect(try page(entries).cropBox == box)
    }

    @Test func `Attributes come from the nearest node that states them`() throws {
        let inherited = try PDFFile(Fixture.bytes("inherited.pdf")).page(1)
        #expect(inherited.cropBox == Rectangle(10, 10, 290, 190))
        #expect(inherited.rotation == 90)
        #expect(try page("/Rotate 180", root: "/Rotate 90 /MediaBox [0 0 50 50]").rotation == 180)
        #expect(try page("/Rotate 180", root: "/Rotate 90 /MediaBox [0 0 50 50]").cropBox == Rectangle(0, 0, 50, 50))
        let rotated = try PDFFile(Fixture.bytes("rotated.pdf"))
        #expect(try PageTree(rotated).pages().map(\.rotation) == [0, 90, 180, 270])
        #expect(try PDFFile(Fixture.bytes("cropped.pdf")).page(1).cropBox == Rectangle(50, 40, 250, 160))
    }

    @Test(arguments: [("report.pdf", "5ba48d6896a2a85e"), ("cropped.pdf", "c18a1724860fc129")])
    func `A fingerprint is the one in checkpoints of earlier programs`(name: String, fingerprint: String) throws {
        #expect(try PDFFile(Fixture.bytes(name)).pageFingerprint(1) == fingerprint)
    }

    @Test func `A page knows its place in the tree`() throws {
        let direct = try PDFFile(Fixture.bytes("page-direct.pdf"))
        #expect(try direct.page(1).place == Page.Place(reference: nil, parent: IndirectReference(2), index: 0))
        #expect(try direct.page(2).place.reference == IndirectReference(5))
        let twice = try PDFFile(Fixture.bytes("page-twice.pdf"))
        #expect(try PageTree(twice).pages().map(\.place.index) == [0, 1, 2])
    }
}
