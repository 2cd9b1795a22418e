import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// Annotations that other programs wrote, in real documents: an edit changes what it names and nothing else (invariant 22).
struct ForeignAnnotationTests {
    private struct Listing: Decodable {
        struct Item: Decodable {
            var subtype: String
            var page: Int
            var object: String?
            var flags: Int
            var hasAppearance: Bool
        }
        var annotations: [Item]
    }

    /// More of one document show nothing new.
    private static let limit = 40

    @Test(
        .enabled(if: Corpus.directory != nil, "PDFCO_CORPUS names no directory of test documents"),
        arguments: Corpus.documents.filter { $0.expectation == .annotate && !$0.isEncrypted })
    func `An update of the subject writes it, the date and nothing else`(document: CorpusDocument) async throws {
        try await withTemporaryDirectory { directory in
            let file = try document.path.copy(into: directory)
            let listed = try await PDFCO.run(["annotate", "list", file.string, "--json"])
            let all = try JSONDecoder().decode(Listing.self, from: Data(listed.output)).annotations
            // Those of the standard's markup annotations that nothing locks; others have no subject.
            let markup = all.filter { Self.markup.contains($0.subtype) && $0.flags & (64 | 128) == 0 }
            // One that several pages show becomes several (invariant 19).
            let places = Dictionary(grouping: markup.compactMap(\.object)) { $0 }
            let objects = Array(places.filter { $0.value.count == 1 }.keys.sorted().prefix(Self.limit))
            guard !objects.isEmpty else { return }
            let before = try await dictionaries(file)
            let command = ["annotate", "update", file.string] + objects + ["--subject", "A subject of ours", "--save"]
            let result = try await PDFCO.run(command)
            try #require(result.exitStatus == 0, "\(result.errorText)")
            let after = try await dictionaries(file)
            var compared = 0
            for object in objects {
                guard let old = before[object], var new = after[object] else { continue }
                #expect(new["/Subj"] == .text("u:A subject of ours"))
                (new["/Subj"], new["/M"]) = (old["/Subj"], old["/M"])
                #expect(new == old, "\(object)")
                compared += 1
            }
            #expect(compared > 0)
        }
    }

    @Test(
        .enabled(if: Corpus.directory != nil, "PDFCO_CORPUS names no directory of test documents"),
        arguments: Corpus.documents.filter { $0.expectation == .annotate && !$0.isEncrypted })
    func `A new opacity wraps what another program drew, and changes nothing else`(
        document: CorpusDocument
    ) async throws {
        try await withTemporaryDirectory { directory in
            let file = try document.path.copy(into: directory)
            let listed = try await PDFCO.run(["annotate", "list", file.string, "--json"])
            let all = try JSONDecoder().decode(Listing.self, from: Data(listed.output)).annotations
            let markup = all.filter {
                Self.markup.contains($0.subtype) && $0.flags & (64 | 128) == 0 && $0.hasAppearance
            }
            let places = Dictionary(grouping: markup.compactMap(\.object)) { $0 }
            let objects = Array(places.filter { $0.value.count == 1 }.keys.sorted().prefix(Self.limit))
            guard !objects.isEmpty else { return }
            let before = try await dictionaries(file)
            let findings = try await QPDF.findings(in: file)
            let result = try await PDFCO.run(
                ["annotate", "update", file.string] + objects + ["--opacity", "0.25", "--save"])
            guard result.exitStatus == 0 else {
                // An appearance that readers read in two ways is damage.
                #expect(result.exitStatus == 65, "\(result.errorText)")
                #expect(try file.readBytes() == document.path.readBytes())
                return
            }
            let after = try await dictionaries(file)
            for object in objects {
                guard let old = before[object], var new = after[object], new["/AP"] != old["/AP"] else { continue }
                #expect(new["/CA"] == .number(0.25))
                for key in ["/CA", "/M", "/AP"] { new[key] = old[key] }
                #expect(new == old, "\(object)")
            }
            #expect(try await QPDF.findings(in: file).subtracting(findings).isEmpty)
        }
    }

    /// The dictionaries of a document by their objects, as qpdf reads them.
    private func dictionaries(_ file: FilePath) async throws -> [String: [String: JSONValue]] {
        struct Document: Decodable {
            var qpdf: [[String: JSONValue]]
        }
        let document = try JSONDecoder().decode(Document.self, from: Data(try await QPDF.objects(of: file).utf8))
        var dictionaries: [String: [String: JSONValue]] = [:]
        for (key, object) in document.qpdf.last ?? [:] {
            guard case .object(let parts) = object, case .object(let entries) = parts["value"] else { continue }
            dictionaries[String(key.dropFirst(4))] = entries
        }
        return dictionaries
    }

    private static let markup: Set = [
        "Text", "FreeText", "Line", "Square", "Circle", "Polygon", "PolyLine", "Highlight", "Underline", "Squiggly",
        "StrikeOut", "Caret", "Stamp", "Ink", "FileAttachment", "Sound", "Redact", "Projection",
    ]
}
