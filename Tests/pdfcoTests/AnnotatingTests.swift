import SystemPackage
import TestSupport
import Testing

/// An annotation is added to every document that allows it, and every reader agrees on what came out.
struct AnnotatingTests {
    static let documents = Corpus.documents.filter(\.mustBeAnnotated)

    @Test(arguments: try Fixture.annotatable())
    func `A highlight in a fixture is seen by all readers and changes nothing else`(original: FilePath) async throws {
        try await withTemporaryDirectory { directory in
            try await HighlightedCopy(of: original, in: directory).expectAgreement()
        }
    }

    @Test(
        .corpus,
        arguments: documents)
    func `A highlight in a real document is seen by all readers`(document: CorpusDocument) async throws {
        try await withTemporaryDirectory { directory in
            // libqpdf 12 reconstructs files that 11 reads as they are. Such a file may be refused, with the repair as the hint.
            if try await QPDF.findings(in: document.path).contains(where: { $0.contains("Attempting to reconstruct") })
            {
                let tried = try await PDFCO.run(
                    PDFCO.highlight(document.path.copy(into: directory, as: "tried.pdf")))
                if tried.exitStatus != 0 { return expectRefusal(tried, 65, hint: "--repair") }
            }
            try await HighlightedCopy(of: document.path, in: directory).expectAgreement()
        }
    }

    @Test(arguments: try Fixture.annotatable(), ["replace", "append"])
    func `The same edit with the same clock gives the same bytes`(original: FilePath, method: String) async throws {
        try await withTemporaryDirectory { directory in
            let options = ["--save", "--method", method]
            let first = try await HighlightedCopy(of: original, in: directory, options: options).file.readBytes()
            let second = try await HighlightedCopy(of: original, in: directory, options: options).file.readBytes()
            #expect(first == second)
        }
    }

    @Test func `Options mean the same however they are written`() async throws {
        try await withTemporaryDirectory { directory in
            let (document, out) = (try Fixture.named("table.pdf").copy(into: directory), directory.appending("out.pdf"))
            let words = [
                ["--quiet", "--output", out.string], ["-q", "-o", out.string], ["-qo", out.string],
                ["--output=\(out)", "-q"],
            ]
            var written: Set<[UInt8]> = []
            for words in words {
                let command = [
                    "annotate", "square", document.string, "--rect", "9,9,29,29", "--name", "n", "--no-print",
                ]
                let result = try await CapturedProgram.run(command + ["--force"] + words)
                #expect(result.exitStatus == 0 && result.errors.isEmpty, "\(words): \(result.errors)")
                written.insert(try out.readBytes())
            }
            #expect(written.count == 1)
        }
    }

    @Test func `Adding the same annotation again changes nothing`() async throws {
        try await withTemporaryDirectory { directory in
            let copy = try await HighlightedCopy(of: Fixture.named("table.pdf"), in: directory)
            let before = try FileSnapshot(of: copy.file)
            let again = try await CapturedProgram.run(
                "annotate", "highlight", copy.file.string, "--page", "\(copy.page)", "--rect",
                copy.geometry.userSpaceRect(copy.shown).argument, "--contents", HighlightedCopy.contents,
                "--name", HighlightedCopy.name, "--save")
            #expect(again.exitStatus == 0)
            #expect(try FileSnapshot(of: copy.file) == before)
        }
    }
}

extension CorpusDocument {
    /// Whether this version must be able to annotate it.
    var mustBeAnnotated: Bool { expectation == .annotate && isExtensible && !isEncrypted && !isCertified }

    /// Encrypted so that everybody can open it, and perhaps annotate it.
    var opensWithoutPassword: Bool { isEncrypted && expectation == .annotate && !isCertified }
}
