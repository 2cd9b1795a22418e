import TestSupport

@testable import PDFModel

/// A document of one page with a signature field, object 4, whose signature is object 5 and covers the whole file.
struct SignedFile {
    /// Further entries of the field, of its signature, and of the catalog.
    var field = ""
    var signature = ""
    var catalog = ""
    /// Entries of the page, and objects besides or instead.
    var page = ""
    var objects: [Int: String] = [:]
    /// The gap in which the signature stands.
    var contents = "<00FF>"

    /// What `/ByteRange` says before it is known, of the same length.
    private static let range = "[0 AAAA BBBB CCCC]"

    func read() throws -> PDFFile {
        var all = [
            4: "<< /FT /Sig /T (one) /V 5 0 R \(field) >>",
            5: "<< /Type /Sig /ByteRange \(Self.range) /Contents \(contents) \(signature) >>",
        ]
        all.merge(objects) { $1 }
        var file = HandmadePDF.onePage(page, catalog: "/AcroForm << /Fields [4 0 R] >> \(catalog)", objects: all)
        file.table()
        let start = file.bytes.indices(of: "/Contents \(contents)").first.map { $0 + 10 } ?? 0
        let end = start + contents.utf8.count
        var bytes = file.bytes
        for (place, number) in [("AAAA", start), ("BBBB", end), ("CCCC", bytes.count - end)] {
            bytes = bytes.replacing(place, with: String("000\(number)".suffix(4)))
        }
        return try PDFFile(bytes)
    }

    /// One entry of `/Reference`.
    static func reference(_ method: String, _ parameters: String) -> String {
        "<< /Type /SigRef /TransformMethod /\(method) /TransformParams << \(parameters) >> >>"
    }
}
