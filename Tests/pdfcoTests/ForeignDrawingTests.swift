import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// Annotations that other programs wrote, in real documents, look in three readers as before where an update does not
/// change their look.
struct ForeignDrawingTests {
    /// Those with the most kinds of annotations; `PDFCO_RENDERERS=all` takes every page of every document.
    private static let usual: Set = [
        "pl-annotations.pdf", "pp-commented.pdf", "pj-freetexts.pdf", "pj-annotation-polyline-polygon-wi.pdf",
        "ds-pdf-with-annotations.pdf", "pb-PasswordSample-40bit.pdf",
    ]
    private static let areAllDrawn = ProcessInfo.processInfo.environment["PDFCO_RENDERERS"] == "all"
    static let documents = ForeignMarkup.documents.filter { areAllDrawn || usual.contains($0.name) }
    private static let pageLimit = areAllDrawn ? Int.max : 3

    /// The annotations of a document that can be updated, on its first few pages with any.
    private func updatable(_ file: FilePath, _ password: String?) async throws -> [(
        object: String, item: ForeignMarkup
    )] {
        let found = try await ForeignMarkup.updatable(in: file, password: password)
        let pages = Set(Set(found.map(\.item.page)).sorted().prefix(Self.pageLimit))
        return found.filter { pages.contains($0.item.page) }
    }

    private func rasters(
        _ file: FilePath, _ pages: Set<Int>, _ password: String?
    ) async throws -> [String: Raster] {
        var rasters: [String: Raster] = [:]
        for page in pages.sorted() {
            for renderer in Renderer.allCases {
                rasters["\(renderer) page \(page)"] = try await renderer.draw(file, page: page, password: password)
            }
        }
        return rasters
    }

    @Test(
        .corpus, .examples(6),
        .enabled(if: PythonReaders.areInstalled, Comment(rawValue: PythonReaders.areMissing)), arguments: documents)
    func `Subject, author, and contents that are not shown change no pixel`(document: CorpusDocument) async throws {
        try await withTemporaryDirectory { directory in
            let file = try document.path.copy(into: directory)
            let found = try await updatable(file, document.password)
            guard !found.isEmpty else { return }
            Examples.found()
            let before = try await rasters(file, Set(found.map(\.item.page)), document.password)
            for options in [["--subject", "ours"], ["--author", "ours"], ["--contents", "ours"]] {
                let chosen = found.filter { options[0] != "--contents" || $0.item.subtype != "FreeText" }
                guard !chosen.isEmpty else { continue }
                let result = try await PDFCO.run(
                    ["annotate", "update", file.string] + chosen.map(\.object) + options + ["--save"],
                    password: document.password)
                try #require(result.exitStatus == 0, "\(result.errorText)")
                #expect(!result.errorText.contains("stays as it is"), "\(result.errorText)")
                for (place, raster) in try await rasters(file, Set(found.map(\.item.page)), document.password) {
                    #expect(raster == before[place], "\(options[0]): \(place)")
                }
            }
        }
    }

    @Test(
        .corpus, .examples(20),
        .enabled(if: PythonReaders.areInstalled, Comment(rawValue: PythonReaders.areMissing)), arguments: documents,
        [["--opacity", "0.5"], ["--color", "teal"]])
    func `Opacity and colour change pixels of the annotation alone`(
        document: CorpusDocument, options: [String]
    ) async throws {
        try await withTemporaryDirectory { directory in
            let file = try document.path.copy(into: directory)
            // One of each kind; more show nothing new.
            let found = try await updatable(file, document.password).filter(\.item.hasAppearance)
            for (_, same) in Dictionary(grouping: found, by: \.item.subtype) {
                let chosen = same[0]
                let page = chosen.item.page
                let before = try await rasters(file, [page], document.password)
                let result = try await PDFCO.run(
                    ["annotate", "update", file.string, chosen.object] + options + ["--save"],
                    password: document.password)
                guard result.exitStatus == 0 else {
                    #expect(result.exitStatus == 65, "\(result.errorText)")
                    continue
                }
                Examples.found()
                let geometry = try #require(
                    await MuPDF.pages(of: file, password: document.password).dropFirst(page - 1).first
                ).geometry
                let sides = chosen.item.rect
                // Readers blur edges and draw icons of a fixed size.
                let shown = geometry.shownRect(Rect(sides[0] - 4, sides[1] - 4, sides[2] + 4, sides[3] + 4))
                for (place, raster) in try await rasters(file, [page], document.password) {
                    let earlier = try #require(before[place])
                    // MuPDF rounds a page with transparency otherwise, by a few of 255 levels.
                    let difference = try raster.difference(from: earlier, around: shown, of: geometry, tolerance: 8)
                    #expect(difference.outsideCount == 0, "\(chosen.item.subtype) \(chosen.object), \(place)")
                }
                #expect(
                    try await QPDF.findings(in: file, password: document.password)
                        .subtracting(QPDF.findings(in: document.path, password: document.password)).isEmpty)
            }
        }
    }
}
