import FoundationEssentials
import PDFModel
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

    /// The documents that can be annotated, encrypted ones where their password is known.
    static let documents = Corpus.documents.filter {
        $0.expectation == .annotate || $0.expectation == .password && $0.password != nil
    }

    private struct Listing: Decodable {
        var annotations: [ForeignMarkup]
    }

    private static func hasSubject(_ subtype: String) -> Bool {
        AnnotationSubtype.named(subtype).properties.contains(Annotation.schema.subject.untyped)
    }

    /// Those of a document, with their objects, that can be updated: nothing locks them, and one page shows them; one
    /// that several pages show becomes several (invariant 19). Others have no subject.
    static func updatable(
        in file: FilePath, password: String? = nil
    ) async throws -> [(object: String, item: ForeignMarkup)] {
        let listed = try await PDFCO.run(["annotate", "list", file.string, "--json"], password: password)
        let all = try JSONDecoder().decode(Listing.self, from: Data(listed.output)).annotations
        let markup = all.filter { hasSubject($0.subtype) && $0.flags & (64 | 128) == 0 }
        let places = Dictionary(grouping: markup.compactMap(\.object)) { $0 }
        return markup.compactMap { item in item.object.map { ($0, item) } }.filter { places[$0.0]?.count == 1 }
    }
}
