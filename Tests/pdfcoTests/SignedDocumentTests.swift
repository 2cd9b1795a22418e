import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// What a signature forbids needs `--ignore-signatures`, and no signature breaks by an annotation.
struct SignedDocumentTests {
    /// How a document that pyHanko signed takes an annotation.
    struct Case {
        var name: String
        /// Part of the message that refuses it; `nil` where it is annotated.
        var refusal: String?
        /// For each signature what pyHanko finds changed afterwards, by a policy that knows annotations.
        var verdicts: [PyHanko.Change]
    }

    /// pyHanko allows annotations where pdfco adds them unasked, and nowhere else.
    ///
    /// `OTHER` is its word for what no rule of its policy explains. It says so of a first signature once there is a
    /// second signature field, because its rule for such fields tolerates no other annotation.
    static let cases = [
        Case(name: "approved.pdf", verdicts: [allowed]), Case(name: "approved-stream.pdf", verdicts: [allowed]),
        Case(name: "approved-twice.pdf", verdicts: [unexplained, allowed]),
        Case(name: "certified-1.pdf", refusal: "certification allows no changes (DocMDP 1)", verdicts: [forbidden]),
        Case(
            name: "certified-2.pdf", refusal: "certification allows filling in forms only (DocMDP 2)",
            verdicts: [forbidden]),
        Case(name: "certified-3.pdf", verdicts: [allowed]),
        Case(name: "locked-1.pdf", refusal: "'first' locks it and allows no changes", verdicts: [forbidden]),
        Case(
            name: "locked-2.pdf", refusal: "'first' locks it and allows filling in forms only", verdicts: [forbidden]),
        Case(name: "locked-3.pdf", verdicts: [allowed]),
        Case(
            name: "certified-3-locked-1.pdf", refusal: "'second' locks it and allows no changes",
            verdicts: [unexplained, forbidden]),
        Case(name: "to-be-locked.pdf", verdicts: [unexplained]), Case(name: "field-locked.pdf", verdicts: [allowed]),
        Case(name: "fields-locked.pdf", verdicts: [allowed]), Case(name: "field-excluded.pdf", verdicts: [allowed]),
        Case(name: "encrypted-approved.pdf", verdicts: [allowed]),
        Case(name: "encrypted-certified-3.pdf", verdicts: [allowed]),
    ]

    private static let allowed = PyHanko.Change("ANNOTATIONS", isAllowed: true)
    private static let forbidden = PyHanko.Change("ANNOTATIONS", isAllowed: false)
    private static let unexplained = PyHanko.Change("OTHER", isAllowed: false)

    @Test(.enabled(if: PyHanko.isInstalled, "\(PyHanko.isMissing)"), .examples(18))
    func `Signatures stay intact, and what they forbid is refused, as pyHanko sees it`() async throws {
        try await withTemporaryDirectory { directory in
            let signed = try directory.making("signed")
            try await PyHanko.sign(into: signed)
            #expect(try signed.list() == Self.cases.map(\.name).sorted())
            let annotated = try directory.making("annotated")
            for item in Self.cases { try await annotate(item, signed, annotated) }

            let judged = try await PyHanko.judge(
                Self.cases.flatMap { [signed.appending($0.name), annotated.appending($0.name)] })
            for item in Self.cases {
                let before = try #require(judged[signed.appending(item.name)])
                let after = try #require(judged[annotated.appending(item.name)])
                try await expectReport(of: annotated.appending(item.name), after, signed.appending(item.name))
                #expect(after.map(\.annotationChange) == item.verdicts, "\(item.name)")
                for (before, after) in zip(before, after) {
                    #expect(before.isIntact == true && before.isValid == true, "\(item.name)")
                    #expect(before.change?.isAllowed == true, "\(item.name)")
                    #expect(after.isIntact == true && after.isValid == true, "\(item.name)")
                    #expect(after.revision == before.revision, "\(item.name)")
                    #expect(after.coverage == "ENTIRE_REVISION", "\(item.name)")
                    // pyHanko's own policy has no rule for annotations: whatever adds one, it says this of it.
                    #expect(after.change == Self.unexplained, "\(item.name)")
                }
            }
        }
    }

    /// pdfco counts the revision that each signature covers as pyHanko does, and the bytes of the newest.
    private func expectReport(of file: FilePath, _ judged: [PyHanko.Signature], _ original: FilePath) async throws {
        let result = try await CapturedProgram.run(["open", file.string, "--json"], password: "user")
        let summary = try JSONDecoder().decode(SignatureReportTests.Summary.self, from: Data(result.output))
        let signatures = summary.signatures.filter(\.signed)
        #expect(signatures.map(\.field) == judged.map(\.field))
        #expect(signatures.map(\.revision) == judged.map(\.revision), "\(file)")
        #expect(signatures.allSatisfy { !$0.coversWholeFile })
        guard summary.signatures.allSatisfy(\.signed) else { return }
        #expect(try signatures.last?.coveredBytes == original.readBytes().count, "\(file)")
    }

    /// Annotates a copy, against its signatures where they forbid it, and asks poppler about it.
    private func annotate(_ item: Case, _ signed: FilePath, _ directory: FilePath) async throws {
        let original = signed.appending(item.name)
        let file = try original.copy(into: directory)
        let password = item.name.hasPrefix("encrypted") ? "user" : nil
        let before = try FileSnapshot(of: file)
        if let refusal = item.refusal {
            let result = try await CapturedProgram.run(PDFCO.highlight(file), password: password)
            expectRefusal(result, 65, hint: "--ignore-signatures")
            #expect(result.errorText.contains(refusal), "\(result.errorText)")
            #expect(try FileSnapshot(of: file) == before)
        }
        let options = item.refusal == nil ? [] : ["--ignore-signatures"]
        try await expectSignaturesKept(file, PDFCO.highlight(file) + options, password: password)
        let valid = try await Poppler.signatures(in: file, password: password).filter(\.isValid)
        #expect(valid.count == item.verdicts.count, "\(item.name)")
    }

    /// Object 13 of these documents is the widget of the field `field`.
    @Test(.enabled(if: PyHanko.isInstalled, "\(PyHanko.isMissing)"))
    func `What shows a locked field stays, and other annotations are changed and removed`() async throws {
        try await withTemporaryDirectory { directory in
            try await PyHanko.sign(into: directory)
            let cases = [("field-locked.pdf", true), ("fields-locked.pdf", true), ("field-excluded.pdf", false)]
            for (name, isLocked) in cases {
                let file = directory.appending(name)
                let remove = ["annotate", "remove", file.string, "13 0 R", "--save"]
                if isLocked {
                    let before = try FileSnapshot(of: file)
                    let result = try await CapturedProgram.run(remove)
                    expectRefusal(result, 65, hint: "--ignore-signatures")
                    #expect(result.errorText.contains("'field', which the signature in the field 'first' locks"))
                    #expect(try FileSnapshot(of: file) == before)
                }
                let update = ["annotate", "update", file.string, "note-1", "--contents", "Changed", "--save"]
                try await expectSignaturesKept(file, update)
                try await expectSignaturesKept(file, ["annotate", "remove", file.string, "note-2", "--save"])
                try await expectSignaturesKept(file, remove + (isLocked ? ["--ignore-signatures"] : []))
                #expect(try await Poppler.signatures(in: file).map(\.isValid) == [true])
            }
            let judged = try await PyHanko.judge(cases.map { directory.appending($0.0) })
            for (file, signatures) in judged { #expect(signatures.map(\.isIntact) == [true], "\(file)") }
            #expect(judged.count == cases.count)
        }
    }

    // MARK: Real documents

    /// Without the document that lost its last byte, which its signature covers: it breaks where force appends another.
    static let certified = Corpus.documents.filter { $0.isCertified && !$0.isEncrypted }
    static let annotatable = Corpus.documents.filter { $0.tags.contains("signed") && $0.mustBeAnnotated }
    static let signedCorpus = Corpus.documents.filter {
        let isAnnotated = $0.tags.contains("signed") && $0.mustBeAnnotated
        let isForced = $0.isCertified && !$0.isEncrypted && $0.name != "ds-pdf-eof.pdf"
        return isAnnotated || isForced
    }

    @Test(
        .corpus, .examples(2),
        arguments: certified)
    func `A certified document is refused, and annotated where signatures are ignored`(document: CorpusDocument)
        async throws
    {
        try await withTemporaryDirectory { directory in
            let file = try document.path.copy(into: directory)
            let before = try FileSnapshot(of: file)
            expectRefusal(try await CapturedProgram.run(PDFCO.highlight(file)), 65, hint: "--ignore-signatures")
            #expect(try FileSnapshot(of: file) == before)
            try await expectSignaturesKept(file, PDFCO.highlight(file, "--ignore-signatures"))
        }
    }

    @Test(
        .corpus, .examples(9),
        arguments: annotatable)
    func `Every signature that was valid is valid after an annotation`(document: CorpusDocument) async throws {
        try await withTemporaryDirectory { directory in
            let file = try document.path.copy(into: directory)
            try await expectSignaturesKept(file, PDFCO.highlight(file))
            try await expectRewriteRefused(file)
        }
    }

    @Test(
        .corpus, .enabled(if: PyHanko.isInstalled, "\(PyHanko.isMissing)"), .examples(10))
    func `Every signature of a real document that was intact is intact, and covers what it covered`() async throws {
        try await withTemporaryDirectory { directory in
            for document in Self.signedCorpus {
                let file = try document.path.copy(into: directory)
                #expect(
                    try await CapturedProgram.run(PDFCO.highlight(file, "--ignore-signatures")).exitStatus == 0,
                    "\(document.name)")
            }
            let judged = try await PyHanko.judge(
                Self.signedCorpus.flatMap { [$0.path, directory.appending($0.name)] })
            for document in Self.signedCorpus {
                let before = try #require(judged[document.path])
                let after = try #require(judged[directory.appending(document.name)])
                #expect(!before.isEmpty && after.map(\.field) == before.map(\.field), "\(document.name)")
                for (before, after) in zip(before, after) {
                    if before.isIntact == true { Examples.found() }
                    #expect(after.isIntact == before.isIntact, "\(document.name)")
                    #expect(after.isValid == before.isValid, "\(document.name)")
                    #expect(after.revision == before.revision, "\(document.name)")
                    #expect(after.error == before.error, "\(document.name)")
                }
            }
        }
    }

    // MARK: Steps

    private func expectSignaturesKept(_ file: FilePath, _ command: [String], password: String? = nil) async throws {
        let before = try file.readBytes()
        let signatures = try await Poppler.signatures(in: file, password: password)
        #expect(!signatures.isEmpty)
        let result = try await CapturedProgram.run(command, password: password)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(try file.readBytes().starts(with: before))
        // Those that were not valid poppler may judge differently once the file goes on behind them.
        let after = try await Poppler.signatures(in: file, password: password)
        #expect(after.map(\.field) == signatures.map(\.field))
        #expect(after.map(\.signedRanges) == signatures.map(\.signedRanges))
        for (before, after) in zip(signatures, after) where before.isValid {
            #expect(after.isValid, "\(after)")
            Examples.found()
        }
    }

    private func expectRewriteRefused(_ file: FilePath) async throws {
        let before = try FileSnapshot(of: file)
        let result = try await CapturedProgram.run("save", "--rewrite", file.string)
        expectRefusal(result, 65, hint: "--ignore-signatures")
        #expect(result.errorText.contains("would become invalid"))
        #expect(try FileSnapshot(of: file) == before)
    }
}
