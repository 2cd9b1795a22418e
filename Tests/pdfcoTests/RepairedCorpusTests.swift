import SystemPackage
import TestSupport
import Testing

/// Real documents that need repair before other tools could add to them.
struct RepairedCorpusTests {
    static let repairable = Corpus.documents.filter { $0.expectation == .annotate && $0.needsRepair }
    static let others = Corpus.documents.filter { $0.expectation != .annotate && !$0.isEncrypted }

    @Test(
        .corpus, .examples(10),
        arguments: repairable)
    func `A real document that needs repair is annotated and sound to all readers`(
        document: CorpusDocument
    ) async throws {
        try await withTemporaryDirectory { directory in
            let file = try document.path.copy(into: directory)
            let result: SaveResult = try await PDFCO.run(
                RepairTests.highlight(file, "--repair") + ["--json"]
            ).json()
            #expect(result.repaired == true)
            #expect(try file.readBytes().starts(with: document.path.readBytes()))

            // What is wrong with the contents, or with the page tree, stays as it was.
            let findings = try await QPDF.findings(in: file)
            let before = try await QPDF.findings(in: document.path)
            #expect(findings.subtracting(before).allSatisfy(Self.isAboutContents), "\(findings)")
            #expect(findings.allSatisfy { !Self.isRepair($0) })
            // In some damaged files, qpdf 12 prints another /Count than the file has.
            #expect(try await QPDF.shownPageCount(of: file) == QPDF.shownPageCount(of: document.path))

            #expect(try await Poppler.pageCount(of: file) == Poppler.pageCount(of: document.path))
            #expect(try await Poppler.text(of: file) == Poppler.text(of: document.path))

            // MuPDF repairs whatever does not begin with its header, and cannot repair everything.
            guard (try? await MuPDF.pages(of: document.path))?.isEmpty == false else { return }
            #expect(try await MuPDF.pages(of: file).first?.annotations.map(\.name).contains("mark") == true)
            if let text = try? await MuPDF.text(of: document.path) { #expect(try await MuPDF.text(of: file) == text) }
            guard !document.tags.contains("hdrjunk") else { return }
            #expect(try await MuPDF.repairMessages(of: file).isEmpty)
            Examples.found()
        }
    }

    @Test(
        .corpus, .examples(9),
        arguments: others)
    func `Any other document is repaired or left as it is`(document: CorpusDocument) async throws {
        try await withTemporaryDirectory { directory in
            let file = try document.path.copy(into: directory)
            let before = try FileSnapshot(of: file)
            let result = try await PDFCO.run(RepairTests.highlight(file, "--repair"))
            if result.exitStatus == 0 {
                #expect(try file.readBytes().starts(with: before.bytes))
                #expect(try await QPDF.findings(in: file).allSatisfy { !Self.isRepair($0) })
                #expect(try await MuPDF.pages(of: file).first?.annotations.map(\.name).contains("mark") == true)
                #expect(try await Poppler.pageCount(of: file) == QPDF.pageCount(of: file))
                Examples.found()
            } else {
                expectRefusal(result, 65, 66, 77)
                #expect(try FileSnapshot(of: file) == before)
            }
        }
    }

    /// Whether qpdf says that it repairs the file.
    private static func isRepair(_ finding: String) -> Bool {
        ["file is damaged", "reconstruct", "expected endstream", "recover"].contains { finding.contains($0) }
    }

    /// Whether qpdf complains of what is in a stream, which it may see only once the stream is whole.
    private static func isAboutContents(_ finding: String) -> Bool {
        ["(content", "decoding stream data", "processed without"].contains { finding.contains($0) }
    }
}
