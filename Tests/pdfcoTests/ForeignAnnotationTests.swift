import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// Annotations that other programs wrote, in real documents: an edit changes what it names and nothing else (invariant 22).
struct ForeignAnnotationTests {
    @Test(.corpus, .examples(18), arguments: ForeignMarkup.documents)
    func `An update of the subject writes it, the date and nothing else`(document: CorpusDocument) async throws {
        try await withTemporaryDirectory { directory in
            let file = try document.path.copy(into: directory)
            let objects = try await ForeignMarkup.updatable(in: file, password: document.password).map(\.object)
                .sorted()
            guard !objects.isEmpty else { return }
            let before = try await dictionaries(file, document.password)
            let command = ["annotate", "update", file.string] + objects + ["--subject", "A subject of ours", "--save"]
            let result = try await PDFCO.run(command, password: document.password)
            try #require(result.exitStatus == 0, "\(result.errorText)")
            let after = try await dictionaries(file, document.password)
            var compared = 0
            for object in objects {
                guard let old = before[object], var new = after[object] else { continue }
                #expect(new["/Subj"] == .text("u:A subject of ours"))
                (new["/Subj"], new["/M"]) = (old["/Subj"], old["/M"])
                #expect(new == old, "\(object)")
                compared += 1
            }
            #expect(compared > 0)
            Examples.found()
        }
    }

    @Test(.corpus, .examples(14), arguments: ForeignMarkup.documents)
    func `A new opacity wraps what another program drew, and changes nothing else`(
        document: CorpusDocument
    ) async throws {
        try await withTemporaryDirectory { directory in
            let file = try document.path.copy(into: directory)
            let updatable = try await ForeignMarkup.updatable(in: file, password: document.password).filter(
                \.item.hasAppearance)
            let objects = updatable.map(\.object).sorted()
            guard !objects.isEmpty else { return }
            let before = try await dictionaries(file, document.password)
            let findings = try await QPDF.findings(in: file, password: document.password)
            let result = try await PDFCO.run(
                ["annotate", "update", file.string] + objects + ["--opacity", "0.25", "--save"],
                password: document.password)
            guard result.exitStatus == 0 else {
                // An appearance that readers read in two ways is damage.
                #expect(result.exitStatus == 65, "\(result.errorText)")
                #expect(try file.readBytes() == document.path.readBytes())
                return
            }
            let after = try await dictionaries(file, document.password)
            Examples.found()
            for object in objects {
                guard let old = before[object], var new = after[object], new["/AP"] != old["/AP"] else { continue }
                #expect(new["/CA"] == .number(0.25))
                for key in ["/CA", "/M", "/AP"] { new[key] = old[key] }
                #expect(new == old, "\(object)")
            }
            #expect(try await QPDF.findings(in: file, password: document.password).subtracting(findings).isEmpty)
        }
    }

    /// The dictionaries of a document by their objects, as qpdf reads them.
    private func dictionaries(_ file: FilePath, _ password: String?) async throws -> [String: [String: JSONValue]] {
        struct Document: Decodable {
            var qpdf: [[String: JSONValue]]
        }
        let document = try JSONDecoder().decode(
            Document.self, from: Data(try await QPDF.objects(of: file, password: password).utf8))
        var dictionaries: [String: [String: JSONValue]] = [:]
        for (key, object) in document.qpdf.last ?? [:] {
            guard case .object(let parts) = object, case .object(let entries) = parts["value"] else { continue }
            dictionaries[String(key.dropFirst(4))] = entries
        }
        return dictionaries
    }
}
