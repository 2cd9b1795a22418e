import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// What is exported of real documents can be imported into blank ones.
struct CorpusExportTests {
    private static let documents = Corpus.documents.filter { $0.expectation == .annotate && !$0.isEncrypted }

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
                let (before, after) = (try annotations(one), try annotations(two))
                #expect(before.count == after.count)
                for (old, new) in zip(before, after) { expectSame(old, new) }
            }
        }
    }

    private func annotations(_ export: FilePath) throws -> [[String: JSONValue]] {
        try JSONDecoder().decode([[String: JSONValue]].self, from: Data(try export.readBytes()))
    }

    /// Compares annotations apart from what an import adds and derives: a name, dates, the rectangle around a shape, the
    /// order of a quadrilateral's corners, and the flags that every note has.
    private func expectSame(_ old: [String: JSONValue], _ new: [String: JSONValue]) {
        let hasShape = ["quadPoints", "line", "vertices", "inkList"].contains { old[$0] != nil }
        for key in Set(old.keys).union(new.keys) {
            let (before, after) = (old[key], new[key])
            let isSame: Bool =
                switch key {
                case "name", "creationDate", "modificationDate": before == nil || before == after
                // A note with an open window is open.
                case "open": before == after || old["popup"] == .text("open")
                case "rect": hasShape || before == after
                case "quadPoints": before?.numbers.sorted() == after?.numbers.sorted()
                case "flags" where old["subtype"] == .text("Text"):
                    Int(before?.numbers.first ?? 4) | 24 == Int(after?.numbers.first ?? 4) | 24
                default: before == after
                }
            #expect(isSame, "\(key) of \(old["subtype"] ?? .null): \(before ?? .null), \(after ?? .null)")
        }
    }
}
