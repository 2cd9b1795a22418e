import SystemPackage
import TestSupport
import Testing

/// What a certification forbids needs `--force`, and no signature breaks by it.
struct CertifiedDocumentTests {
    @Test(
        .enabled(if: Corpus.folder != nil, "PDFCO_CORPUS names no folder of test documents"),
        arguments: Corpus.documents.filter { $0.isCertified && !$0.isEncrypted })
    func `A certified document is refused, and annotated with force`(document: CorpusDocument) async throws {
        try await withTemporaryFolder { folder in
            let file = try document.path.copy(into: folder)
            let before = try FileSnapshot(of: file)
            expectRefusal(try await PDFCO.run(PDFCO.highlight(file)), 65, hint: "--force")
            #expect(try FileSnapshot(of: file) == before)
            try await expectSignaturesKept(file, PDFCO.highlight(file, "--force"), before)
        }
    }

    @Test(
        .enabled(if: Corpus.folder != nil, "PDFCO_CORPUS names no folder of test documents"),
        arguments: Corpus.documents.filter { $0.tags.contains("signed") && $0.mustBeAnnotated })
    func `Every signature that was valid is valid after an annotation`(document: CorpusDocument) async throws {
        try await withTemporaryFolder { folder in
            let file = try document.path.copy(into: folder)
            try await expectSignaturesKept(file, PDFCO.highlight(file), FileSnapshot(of: file))
        }
    }

    private func expectSignaturesKept(_ file: FilePath, _ command: [String], _ before: FileSnapshot) async throws {
        let valid = try await validSignatures(in: file)
        let result = try await PDFCO.run(command)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(try file.readBytes().starts(with: before.bytes))
        #expect(try await validSignatures(in: file).starts(with: valid))
    }

    /// The signatures that poppler's pdfsig finds valid; others it may judge differently once the file goes on behind them.
    private func validSignatures(in file: FilePath) async throws -> [String] {
        let result = try await Command("pdfsig", ["-nocert", file.string]).run()
        return result.outputText.split(separator: "\n").map(String.init).filter { $0.contains("Signature is Valid") }
    }
}
