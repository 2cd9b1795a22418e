import SystemPackage
import TestSupport
import Testing

/// A hint that names a command with which a document is mended holds: the command does it, loses nothing, and then the
/// refused command succeeds (invariant 17).
struct MendingHintTests {
    private static let edit = ["annotate", "square", "a.pdf", "--rect", "9,9,29,29", "--no-print", "--save"]
    /// What may be refused; `a.pdf` is the document.
    private static let commands = [
        edit, edit + ["--repair"], edit + ["--rewrite"], ["save", "a.pdf", "--repair"], ["save", "a.pdf", "--rewrite"],
        ["list", "a.pdf"], ["export", "a.pdf", "-o", "a.xfdf", "--force"],
    ]

    /// The words that readers show; of one that shows none, nothing.
    private static func words(_ file: FilePath, _ password: String?) async -> [[Substring]] {
        let texts = [
            try? await MuPDF.text(of: file, password: password), try? await Poppler.text(of: file, password: password),
            PythonReaders.areInstalled ? try? await PythonReaders.text(of: file, password: password) : nil,
        ]
        return texts.map { $0?.split { $0.isWhitespace } ?? [] }
    }

    /// Runs each command on a copy of the document, and each `save` that the hint of a refusal names on another.
    static func check(_ document: FilePath, password: String? = nil) async throws {
        try await withTemporaryDirectory { directory in
            func run(_ arguments: [String]) async throws -> CommandResult {
                var command = PDFCO.command(arguments)
                command.environment["PDFCO_PASSWORD"] = password
                command.directory = directory
                return try await CapturedProgram.run(command)
            }
            let file = directory.appending("a.pdf")
            let bytes = try document.readBytes()
            for command in commands {
                try file.write(bytes)
                let refused = try await run(command)
                guard refused.exitStatus == 65 else { continue }
                #expect(try file.readBytes() == bytes, "\(command)")
                let hint = refused.errorLines.last { $0.hasPrefix("hint: ") } ?? ""
                for named in hint.matches(of: #/pdfco (save a\.pdf [^;]*?)(?: appends| writes|$|;)/#) {
                    let words = named.1.replacing("OUT", with: "b.pdf").split(separator: " ").map(String.init)
                    try file.write(bytes)
                    let before = await Self.words(file, password)
                    let mended = try await run(words)
                    #expect(mended.exitStatus == 0, "\(words) after \(command): \(mended.errorText)")
                    if words.contains("b.pdf"), mended.exitStatus == 0 {
                        try file.write(directory.appending("b.pdf").readBytes())
                    }
                    let after = await Self.words(file, password)
                    let different = zip(before, after).filter { !$0.0.isEmpty && $0.0 != $0.1 }
                    #expect(different.count < 2, "\(words) after \(command)")
                    let again = try await run(command)
                    #expect(again.exitStatus == 0, "\(command) after \(words): \(again.errorText)")
                    Examples.found()
                }
            }
        }
    }

    @Test(.corpus, .examples(10), arguments: Corpus.documents.filter { !$0.isEncrypted || $0.password != nil })
    func `In real documents`(document: CorpusDocument) async throws {
        try await Self.check(document.path, password: document.password)
    }

    @Test(arguments: ["damaged-startxref", "damaged-lengths", "damaged-root", "damaged-tail", "wrong-count"])
    func `In small ones`(name: String) async throws {
        try await Self.check(Fixture.named("\(name).pdf"))
    }
}
