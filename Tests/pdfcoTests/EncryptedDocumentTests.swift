import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// Encrypted documents are annotated by increments that are encrypted as they are.
struct EncryptedDocumentTests {
    static let documents = Corpus.documents.filter {
        $0.isEncrypted && $0.password != nil && $0.expectation != .either
    }

    @Test(arguments: EncryptionScheme.all, [("metadata.pdf", "user"), ("stream.pdf", "owner")])
    func `A document of every scheme is annotated with either password, and all readers see it`(
        scheme: EncryptionScheme, document: (name: String, password: String)
    ) async throws {
        try await withTemporaryDirectory { directory in
            let original = directory.appending("original.pdf")
            let password = document.password
            try await scheme.encrypt(Fixture.named(document.name), to: original)
            let expected = Encryption(
                method: scheme.method, revision: scheme.revision, opened: password, mayAnnotate: true)
            #expect(try await encryption(of: original, password) == expected)
            let copy = try await HighlightedCopy(of: original, in: directory.making("copy"), password: password)
            try await expectAgreement(copy, password)
            #expect(try await encryption(of: copy.file, password) == expected)
        }
    }

    @Test(arguments: EncryptionScheme.all)
    func `Metadata stay as they were, in the clear or not`(scheme: EncryptionScheme) async throws {
        try await withTemporaryDirectory { directory in
            let original = directory.appending("original.pdf")
            try await scheme.encrypt(Fixture.named("metadata.pdf"), to: original)
            let copy = try await HighlightedCopy(of: original, in: directory.making("copy"), password: "user")
            let bytes = String(decoding: try copy.file.readBytes(), as: UTF8.self)
            #expect(bytes.contains("<x:xmpmeta") == scheme.hasClearMetadata)
            // poppler and MuPDF decipher metadata that are in the clear, and so read them only of a decrypted copy.
            let plain = directory.appending("plain.pdf")
            _ = try await Command("qpdf", ["--decrypt", "--password=user", copy.file.string, plain.string]).run()
            let metadata = try await Command("pdfinfo", ["-meta", plain.string]).run()
            #expect(metadata.outputText.contains("<dc:format>application/pdf</dc:format>"))
        }
    }

    @Test(
        .corpus,
        arguments: documents)
    func `A real encrypted document is annotated, or refused to those whom its owner does not permit it`(
        document: CorpusDocument
    ) async throws {
        try await withTemporaryDirectory { directory in
            for password in [document.password, document.ownerPassword].compactMap(\.self) {
                guard try await QPDF.isRestricted(document.path, password: password) else {
                    let copy = try await HighlightedCopy(
                        of: document.path, in: directory.making("annotated \(password)"), password: password)
                    try await expectAgreement(copy, password)
                    continue
                }
                let file = try document.path.copy(into: directory.making("refused \(password)"))
                let before = try FileSnapshot(of: file)
                for options in [[], ["--ignore-signatures"]] {
                    let result = try await CapturedProgram.run(PDFCO.highlight(file) + options, password: password)
                    expectRefusal(result, 77, hint: "owner password")
                    #expect(try FileSnapshot(of: file) == before)
                }
            }
        }
    }

    @Test func `The same edit of an encrypted document gives the same bytes`() async throws {
        try await withTemporaryDirectory { directory in
            let original = directory.appending("original.pdf")
            try await EncryptionScheme.r6.encrypt(Fixture.named("stream.pdf"), to: original)
            var results: Set<[UInt8]> = []
            for name in ["first", "second"] {
                let copy = try await HighlightedCopy(of: original, in: directory.making(name), password: "user")
                results.insert(try copy.file.readBytes())
            }
            #expect(results.count == 1)
        }
    }

    // MARK: Steps

    private struct Encryption: Decodable, Equatable {
        var method: String
        var revision: Int
        var opened: String
        var mayAnnotate: Bool
    }

    private struct Summary: Decodable {
        var encryption: Encryption?
    }

    private func encryption(of file: FilePath, _ password: String) async throws -> Encryption? {
        let result = try await CapturedProgram.run(["open", file.string, "--json"], password: password)
        return try JSONDecoder().decode(Summary.self, from: Data(result.output)).encryption
    }

    /// Besides what ``HighlightedCopy`` asks of everybody: qpdf reads the contents of another annotation, poppler and
    /// MuPDF the text of its appearance, and the text of the pages stays as it was.
    private func expectAgreement(_ copy: HighlightedCopy, _ password: String) async throws {
        try await copy.expectAgreement()
        #expect(
            try await MuPDF.text(of: copy.file, password: password)
                == MuPDF.text(of: copy.original, password: password))
        let contents = "Readable"
        let added = try await CapturedProgram.run(
            ["annotate", "free-text", copy.file.string, "--rect", copy.geometry.userSpaceRect(copy.shown).argument]
                + ["--page", "\(copy.page)", "--contents", contents, "--save"], password: password)
        #expect(added.exitStatus == 0, "\(added.errorText)")
        let objects = try await QPDF.objects(of: copy.file, password: password)
        #expect(objects.contains("\"/Contents\": \"u:\(contents)\""))
        #expect(try await Poppler.text(of: copy.file, password: password).contains(contents))
        #expect(try await MuPDF.text(of: copy.file, password: password).contains(contents))
        #expect(try copy.file.readBytes().starts(with: copy.original.readBytes()))
    }
}
