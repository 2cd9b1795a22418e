import SystemPackage
import TestSupport
import Testing

/// Documents that cannot be annotated are refused with a reason, and left byte for byte as they were.
struct RefusedDocumentTests {
    static let refused = Corpus.documents.filter {
        !$0.mustBeAnnotated && !$0.opensWithoutPassword && $0.expectation != .either
    }
    /// Readers disagree on them.
    static let disputed = Corpus.documents.filter { $0.expectation == .either }

    @Test(
        arguments: [
            ("encrypted.pdf", 77, "--password-file"), ("certified.pdf", 65, nil),
            ("damaged-startxref.pdf", 65, "--rewrite"), ("truncated.pdf", 65, "--rewrite"),
        ] as [(String, Int, String?)])
    func `A protected or damaged fixture is refused`(name: String, status: Int, hint: String?) async throws {
        try await expectUntouched(Fixture.named(name)) { result in
            expectRefusal(result, status, hint: hint)
        }
    }

    @Test(
        .corpus,
        arguments: refused)
    func `A real document that cannot be annotated is refused`(document: CorpusDocument) async throws {
        try await expectUntouched(document.path) { result in
            if document.isEncrypted || document.isCertified {
                expectRefusal(result, 65, 77)
            } else if document.expectation == .annotate {
                // By repairing or rewriting, whatever helps: `MendingHintTests` runs the hints.
                expectRefusal(result, 65, hint: "pdfco save ")
            } else {
                expectRefusal(result, 65, 66)
            }
        }
    }

    @Test(
        .corpus,
        arguments: disputed)
    func `A document on which readers disagree is annotated or refused`(document: CorpusDocument) async throws {
        try await withTemporaryDirectory { directory in
            let file = try document.path.copy(into: directory)
            let before = try FileSnapshot(of: file)
            let result = try await CapturedProgram.run(PDFCO.highlight(file))
            if result.exitStatus == 0 {
                #expect(try file.readBytes().starts(with: before.bytes))
                #expect(try directory.list() == before.neighbours)
            } else {
                expectRefusal(result, 65, 77)
                #expect(try FileSnapshot(of: file) == before)
            }
        }
    }

    private func expectUntouched(_ original: FilePath, _ expectation: (CommandResult) -> Void) async throws {
        try await withTemporaryDirectory { directory in
            let file = try original.copy(into: directory)
            let before = try FileSnapshot(of: file)
            for method in ["replace", "append"] {
                expectation(try await CapturedProgram.run(PDFCO.highlight(file, "--method", method)))
                #expect(try FileSnapshot(of: file) == before)
            }
        }
    }
}
