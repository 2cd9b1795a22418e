import SystemPackage
import TestSupport
import Testing

/// Rewriting keeps what readers show, or is refused: libqpdf takes what it cannot read for null.
struct RewritingTests {
    private static func irregular(_ name: String) -> FilePath {
        Fixture.directory.appending("Rewriting").appending(name)
    }

    /// Every way in which libqpdf rewrites `a.pdf`.
    private static let ways = [
        "save --rewrite a.pdf", "save --rewrite --linearize a.pdf", "save --rewrite --object-streams generate a.pdf",
        "save --rewrite --object-streams disable a.pdf -o b.pdf && mv b.pdf a.pdf",
        "annotate square a.pdf --rect 9,9,29,29 --no-print --rewrite --save",
    ]

    @Test(arguments: [
        "length-wrong.pdf", "length-zero.pdf", "length-absent.pdf", "length-missing-object.pdf", "endstream-glued.pdf",
        "offset-wrong.pdf",
    ])
    func `What libqpdf mends while it reads is kept as it mends it`(name: String) async throws {
        let original = Self.irregular(name)
        // Not every version of a reader reads all of the originals.
        let shown = [try? await Poppler.text(of: original), try? await MuPDF.text(of: original)]
            .map { $0?.contains { $0.isLetter } == true ? $0 : nil }
        try #require(shown.contains { $0 != nil })
        for way in Self.ways {
            try await withTemporaryDirectory { directory in
                let file = try original.copy(into: directory, as: "a.pdf")
                let result = try await PDFCO.shell("pdfco \(way)", in: directory)
                #expect(result.exitStatus == 0, "\(way): \(result.errorText)")
                #expect(try await QPDF.isClean(file), "\(way)")
                if let text = shown[0] { #expect(try await Poppler.text(of: file) == text, "\(way)") }
                if let text = shown[1] { #expect(try await MuPDF.text(of: file) == text, "\(way)") }
            }
        }
    }

    @Test(arguments: ["large-integer.pdf", "large-integer-in-annotation.pdf", "contents-freed.pdf"])
    func `What libqpdf gives up, and what only some readers find, is not dropped unseen`(name: String) async throws {
        for way in Self.ways {
            try await withTemporaryDirectory { directory in
                let file = try Self.irregular(name).copy(into: directory, as: "a.pdf")
                let before = try FileSnapshot(of: file)
                expectRefusal(try await PDFCO.shell("pdfco \(way)", in: directory), 65)
                #expect(try FileSnapshot(of: file) == before, "\(way)")
                #expect(try directory.list() == ["a.pdf"], "\(way)")
            }
        }
    }

    @Test func `A linearized file states no more pages`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Self.irregular("count-1-two-kids.pdf").copy(into: directory)
            let before = try FileSnapshot(of: file)
            expectRefusal(try await CapturedProgram.run("save", "--rewrite", "--linearize", file.string), 65)
            #expect(try FileSnapshot(of: file) == before)
            try await expectSuccess(["save", "--rewrite", file.string])
            #expect(try await Poppler.pageCount(of: file) == 1)
        }
    }

    @Test(arguments: [[], ["--repair"]])
    func `An edit keeps a reference to a freed object, which some readers show`(options: [String]) async throws {
        try await withTemporaryDirectory { directory in
            let original = Self.irregular("contents-freed.pdf")
            let file = try original.copy(into: directory)
            try await expectSuccess(["annotate", "square", file.string, "--rect", "9,9,29,29", "--save"] + options)
            #expect(try await Poppler.text(of: file) == Poppler.text(of: original))
            #expect(try await MuPDF.text(of: file) == MuPDF.text(of: original))
            #expect(try await QPDF.findings(in: file).subtracting(QPDF.findings(in: original)).isEmpty)
        }
    }

    @Test(arguments: [
        (kids: "[3 0 R]", count: "7", pages: 1), ("[3 0 R 3 0 R]", "99", 2), ("[3 0 R 4 0 R]", "9", 2),
        ("[3 0 R 99 0 R]", "2", 2), ("[3 0 R 4 0 R]", "1", 1),
    ])
    func `A count above the number of pages becomes that number, a lower one stays`(
        kids: String, count: String, pages: Int
    ) async throws {
        var objects = [2: "<< /Type /Pages /Count \(count) /Kids \(kids) >>"]
        objects[3] = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>"
        objects[4] = "<< /Type /Pages /Parent 2 0 R /Count 5 /Kids [5 0 R] >>"
        objects[5] = "<< /Type /Page /Parent 4 0 R /MediaBox [0 0 300 200] >>"
        for unused in 6..<106 { objects[unused] = "(unused)" }
        // libqpdf linearizes no document with more pages than it says, nor one with a page that is not there.
        let isLinearized = count != "1" && !kids.contains("99")
        for way in Self.ways where isLinearized || !way.contains("--linearize") {
            try await withTemporaryDirectory { directory in
                let file = directory.appending("a.pdf")
                let original = HandmadePDF.bytes(objects)
                try file.write(original)
                let result = try await PDFCO.shell("pdfco \(way)", in: directory)
                // libqpdf 12 takes a page that is not there out of the tree, which is refused.
                let isRefused = kids.contains("99") && result.exitStatus == 65
                #expect(result.exitStatus == 0 || isRefused, "\(way): \(result.errorText)")
                if isRefused { #expect(try file.readBytes() == original, "\(way)") }
                #expect(try await Poppler.pageCount(of: file) == pages, "\(way)")
            }
        }
    }

    @Test func `An edit keeps an entry that refers to object 0, by which some readers go`() async throws {
        try await withTemporaryDirectory { directory in
            let original = directory.appending("a.pdf")
            try original.write(
                HandmadePDF.bytes([
                    2: "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
                    3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /CropBox 0 0 R >>",
                ]))
            let file = try original.copy(into: directory, as: "b.pdf")
            for name in ["first", "second"] {
                try await expectSuccess(
                    ["square", file.string, "--rect", "9,9,29,29", "--name", name, "--no-print", "--save"])
            }
            let pages = try file.readBytes().count(of: "/CropBox 0 0 R")
            #expect(pages == 3)
            let before = try #require(try await MuPDF.pages(of: original).first?.geometry)
            let after = try #require(try await MuPDF.pages(of: file).first?.geometry)
            #expect(after.width == before.width && after.height == before.height)
        }
    }

    private func expectSuccess(_ arguments: [String]) async throws {
        let result = try await CapturedProgram.run(arguments)
        #expect(result.exitStatus == 0, "\(result.errorText)")
    }

    private static let fixtures = Result {
        try Fixture.directory.list().filter { $0.hasSuffix(".pdf") && $0 != "encrypted.pdf" }.sorted()
    }

    @Test(arguments: try fixtures.get())
    func `A rewritten fixture shows what it showed`(name: String) async throws {
        let isSound = !name.hasPrefix("damaged") && name != "truncated.pdf"
        try await expectSameLook(of: Fixture.named(name), isSound: isSound)
    }

    @Test(.corpus, .long, .examples(120), arguments: Corpus.documents)
    func `A rewritten document shows what it showed`(document: CorpusDocument) async throws {
        // Of a file that libqpdf has to reconstruct, some readers show nothing at all.
        let findings = try await QPDF.findings(in: document.path, password: document.password)
        try await expectSameLook(
            of: document.path, password: document.password,
            isSound: document.mustBeAnnotated && !document.needsRepair
                && !findings.contains { $0.contains("Attempting to reconstruct") })
    }

    /// Rewrites a document, and compares its words, annotations and first page with the original's, as each reader sees
    /// them: a damaged one as at least one reader does, since others show less of the original.
    private func expectSameLook(of original: FilePath, password: String? = nil, isSound: Bool) async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("rewritten.pdf")
            var arguments = ["save", "--rewrite", "--ignore-signatures", original.string, "-o", file.string]
            if let password {
                try directory.appending("password").write(password.utf8)
                arguments += ["--password-file", directory.appending("password").string]
            }
            let result = try await CapturedProgram.run(arguments)
            guard result.exitStatus == 0 else {
                expectRefusal(result, 65, 66, 77)
                #expect(try directory.list().filter { $0 != "password" }.isEmpty)
                return
            }
            Examples.found()
            // The readers that show something else.
            var differences: Set<String> = []
            for renderer in Renderer.installed {
                let before = try? await renderer.draw(original, page: 1, dotsPerInch: 36, password: password)
                let after = try? await renderer.draw(file, page: 1, dotsPerInch: 36, password: password)
                if before != after { differences.insert(renderer.rawValue) }
            }
            let words = try? await Poppler.text(of: original, password: password)
            if words != (try? await Poppler.text(of: file, password: password)) {
                differences.insert(Renderer.poppler.rawValue)
            }
            let listing = try? await MuPDF.pages(of: original, password: password)
            if listing != (try? await MuPDF.pages(of: file, password: password)) {
                differences.insert(Renderer.mupdf.rawValue)
            }
            if isSound {
                // One reader alone may show another revision than the others, or ignore what it does not know.
                #expect(differences.count <= 1, "\(differences)")
            } else if words?.contains(where: \.isLetter) == true {
                #expect(differences.count < Renderer.installed.count, "\(differences)")
            }
        }
    }
}
