import SystemPackage
import TestSupport
import Testing

/// Encrypted documents are annotated by increments that are encrypted as they are.
struct EncryptedDocumentTests {
    /// The seven schemes of the standard security handler, as qpdf is asked for them.
    static let schemes: [[String]] = [
        ["40"], ["128", "--use-aes=n"], ["128", "--force-V4"], ["128", "--use-aes=y"],
        ["128", "--use-aes=y", "--cleartext-metadata"], ["256", "--force-R5"], ["256"],
        ["256", "--cleartext-metadata"],
    ]

    @Test(arguments: schemes, ["table.pdf", "stream.pdf"])
    func `A document of every scheme is annotated with either password`(scheme: [String], name: String) async throws {
        try await withTemporaryFolder { folder in
            for password in ["user", "owner"] {
                let file = folder.appending("\(password).pdf")
                try await encrypt(Fixture.named(name), to: file, scheme)
                try await expectAnnotated(file, password: password, folder)
            }
        }
    }

    @Test(
        .enabled(if: Corpus.folder != nil, "PDFCO_CORPUS names no folder of test documents"),
        arguments: Corpus.documents.filter {
            $0.isEncrypted && $0.password != nil && !$0.isCertified && $0.expectation != .either
        })
    func `A real encrypted document is annotated, or refused where its owner does not permit it`(
        document: CorpusDocument
    ) async throws {
        try await withTemporaryFolder { folder in
            let file = try document.path.copy(into: folder)
            let before = try FileSnapshot(of: file)
            let password = document.password ?? ""
            let result = try await annotate(file, password: password)
            if document.tags.contains("perm-noannot"), result.exitStatus != 0 {
                expectRefusal(result, 77, hint: "owner password")
                #expect(try FileSnapshot(of: file) == before)
            } else {
                try await expectAgreement(file, with: before, document.path, password: password, folder)
            }
        }
    }

    @Test(arguments: ["user", nil, "", " ", "Owner", "näher"] as [String?])
    func `Whoever may not annotate is told so and changes nothing`(password: String?) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending("x.pdf")
            try await encrypt(
                Fixture.named("table.pdf"), to: file, ["256", "--modify=none", "--annotate=n"])
            let before = try FileSnapshot(of: file)
            expectRefusal(try await annotate(file, password: password), 77, hint: "--password-file")
            #expect(try FileSnapshot(of: file) == before)
            #expect(try await annotate(file, password: "owner").exitStatus == 0)
        }
    }

    @Test func `A password of one space, and one from a file or standard input, opens a document`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending("x.pdf")
            try await encrypt(Fixture.named("table.pdf"), to: file, ["256"], user: " ", owner: "owner")
            #expect(try await PDFCO.run("open", file.string).exitStatus == 77)
            #expect(try await open(file, ["PDFCO_PASSWORD": " "]).exitStatus == 0)
            let secret = folder.appending("secret")
            try secret.write(Array(" \nanother line\n".utf8))
            #expect(try await PDFCO.run("open", file.string, "--password-file", secret.string).exitStatus == 0)
            var command = PDFCO.command(["open", file.string, "--password-file", "-"])
            command.input = Array(" \n".utf8)
            #expect(try await command.run().exitStatus == 0)
        }
    }

    @Test func `The same edit of an encrypted document gives the same bytes`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending("x.pdf")
            try await encrypt(Fixture.named("stream.pdf"), to: file, ["256"])
            let original = try file.readBytes()
            var results: Set<[UInt8]> = []
            for _ in 0..<2 {
                try file.write(original)
                _ = try await annotate(file, password: "user")
                results.insert(try file.readBytes())
            }
            #expect(results.count == 1)
        }
    }

    // MARK: Steps

    private func encrypt(
        _ original: FilePath, to file: FilePath, _ scheme: [String], user: String = "user", owner: String = "owner"
    ) async throws {
        let options = ["--allow-weak-crypto", "--encrypt", user, owner] + scheme
        let result = try await Command("qpdf", options + ["--", original.string, file.string]).run()
        try #require(result.exitStatus == 0, "\(result.errorText)")
    }

    private func open(_ file: FilePath, _ environment: [String: String]) async throws -> CommandResult {
        try await PDFCO.command(["open", file.string], environment: environment).run()
    }

    private func annotate(_ file: FilePath, password: String?) async throws -> CommandResult {
        let arguments = [
            "annotate", "text", file.string, "--rect", "72,96,92,116", "--contents", HighlightedCopy.contents, "--name",
            HighlightedCopy.name, "--save",
        ]
        var variables = PDFCO.fixedClock
        variables["PDFCO_PASSWORD"] = password
        return try await PDFCO.command(arguments, environment: variables).run()
    }

    private func expectAnnotated(_ file: FilePath, password: String, _ folder: FilePath) async throws {
        let original = folder.appending("original.pdf")
        let before = try FileSnapshot(of: file)
        try original.write(before.bytes)
        let result = try await annotate(file, password: password)
        try #require(result.exitStatus == 0, "\(result.errorText)")
        try await expectAgreement(file, with: before, original, password: password, folder)
    }

    /// The old bytes are a prefix; qpdf decrypts everything; poppler and MuPDF read the old text and the new note.
    private func expectAgreement(
        _ file: FilePath, with before: FileSnapshot, _ original: FilePath, password: String, _ folder: FilePath
    ) async throws {
        let bytes = try file.readBytes()
        #expect(bytes.count > before.bytes.count && bytes.starts(with: before.bytes))
        let check = try await Command("qpdf", ["--check", "--password=\(password)", file.string]).run()
        let checkBefore = try await Command("qpdf", ["--check", "--password=\(password)", original.string]).run()
        #expect(check.exitStatus == 0 || check.exitStatus == checkBefore.exitStatus, "\(check.errorText)")
        let plain = folder.appending("plain.pdf")
        _ = try await Command("qpdf", ["--decrypt", "--password=\(password)", file.string, plain.string]).run()
        let annotations = try await MuPDF.pages(of: plain)[0].annotations.filter { $0.name == HighlightedCopy.name }
        #expect(annotations.map(\.contents) == [HighlightedCopy.contents])
        let text = try await text(file, password)
        #expect(text.exitStatus == 0)
        #expect(text.output == (try await self.text(original, password)).output)
        let drawn = try await Command("mutool", ["draw", "-p", password, "-F", "txt", file.string, "1"]).run()
        let drawnBefore = try await Command("mutool", ["draw", "-p", password, "-F", "txt", original.string, "1"]).run()
        #expect(drawn.exitStatus == 0 && drawn.output == drawnBefore.output)
    }

    private func text(_ file: FilePath, _ password: String) async throws -> CommandResult {
        try await Command("pdftotext", ["-upw", password, "-opw", password, file.string, "-"]).run()
    }
}
