import FoundationEssentials
import SystemPackage
import TestSupport

/// A markup annotation of another program, as `annotate list` shows it.
struct ForeignMarkup: Decodable {
    var subtype: String
    var page: Int
    var object: String?
    var flags: Int
    var rect: [Double]
    var hasAppearance: Bool

    private struct Listing: Decodable {
        var annotations: [ForeignMarkup]
    }

    private static let subtypes: Set = [
        "Text", "FreeText", "Line", "Square", "Circle", "Polygon", "PolyLine", "Highlight", "Underline", "Squiggly",
        "StrikeOut", "Caret", "Stamp", "Ink", "FileAttachment", "Sound", "Redact", "Projection",
    ]

    /// Those of a document, with their objects, that can be updated: nothing locks them, and one page shows them; one
    /// that several pages show becomes several (invariant 19). Others have no subject.
    static func updatable(in file: FilePath) async throws -> [(object: String, item: ForeignMarkup)] {
        let listed = try await PDFCO.run(["annotate", "list", file.string, "--json"])
        let all = try JSONDecoder().decode(Listing.self, from: Data(listed.output)).annotations
        let markup = all.filter { subtypes.contains($0.subtype) && $0.flags & (64 | 128) == 0 }
        let places = Dictionary(grouping: markup.compactMap(\.object)) { $0 }
        return markup.compactMap { item in item.object.map { ($0, item) } }.filter { places[$0.0]?.count == 1 }
    }
}
