import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// What is exported of real documents can be imported into blank ones.
struct CorpusExportTests {
    private static let sizeLimit = 1 << 20

    private static let documents = Corpus.documents.filter { document in
        let size = (try? document.path.readBytes().count) ?? .max
        return document.expectation == .annotate && !document.isEncrypted && size <= sizeLimit
    }

    private struct Opened: Decodable {
        var pages: Int
        var annotationCount: Int
    }

    /// Pages of the size of ISO A2, on which everything has room.
    private func blank(_ pages: Int, _ file: FilePath) async throws {
        let result = try await PDFCO.run(["open", "--new", file.string, "--size", "a2", "--pages", "\(pages)"])
        try #require(result.exitStatus == 0, "\(result.errorText)")
    }

    @Test(
        .enabled(if: Corpus.directory != nil, "PDFCO_CORPUS names no directory of test documents"),
        arguments: documents)
    func `Everything exported is imported, and exported from there it is the same`(
        document: CorpusDocument
    ) async throws {
        try await withTemporaryDirectory { directory in
            let opened = try await PDFCO.run(["open", document.path.string, "--json"])
            try #require(opened.exitStatus == 0, "\(opened.errorText)")
            let summary = try JSONDecoder().decode(Opened.self, from: Data(opened.output))
            guard summary.annotationCount > 0 else { return }
            for format in ["json", "xfdf", "fdf"] {
                let (one, two) = (directory.appending("one.\(format)"), directory.appending("two.\(format)"))
                let copy = directory.appending("\(format).pdf")
                let exported = try await PDFCO.run(
                    ["annotate", "export", document.path.string, "--format", format, "-o", one.string])
                try #require(exported.exitStatus == 0, "\(exported.errorText)")
                try await blank(summary.pages, copy)
                let imported = try await PDFCO.run(["annotate", "import", copy.string, one.string, "--save"])
                #expect(imported.exitStatus == 0, "\(format): \(imported.errorText)")
                guard format == "json", imported.exitStatus == 0 else { continue }
                let again = try await PDFCO.run(
                    ["annotate", "export", copy.string, "--format", format, "-o", two.string])
                #expect(again.exitStatus == 0, "\(again.errorText)")
                #expect(try lines(one) == lines(two))
            }
        }
    }

    /// The lines of an export, sorted: annotations to which others reply come first.
    private func lines(_ file: FilePath) throws -> [String] {
        String(decoding: try file.readBytes(), as: UTF8.self).split(separator: "\n").map(String.init).sorted()
    }
}
