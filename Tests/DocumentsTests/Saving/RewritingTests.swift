import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import Documents
@testable import PDFModel

@Suite struct RewritingTests {
    @Test func `A rewritten document has its edits, one revision and its mode`() async throws {
        try await DocumentOnDisk.with("revisions.pdf") { file in
            try file.path.setMode(0o640)
            let document = try file.open(for: .rewriting)
            _ = try document.perform([.square("new")])
            var percentages: [Int] = []
            let report = try document.rewrite(RewriteOptions(objectStreams: .generate)) { percentages.append($0) }
            #expect(report.bytes == (try file.bytes().count))
            #expect(report.method == nil)
            #expect(percentages.last == 100)
            #expect(percentages == percentages.sorted())
            let summary = try document.summary()
            #expect(summary.revisions.count == 1)
            #expect(summary.structure.crossReference == .stream)
            #expect(try file.annotationNames() == ["new"])
            #expect(try FileStatus(of: file.path).mode == 0o640)
            #expect(try file.names() == ["revisions.pdf"])
        }
    }

    @Test func `Rewriting to a file leaves the document as it was, linearizes, and is deterministic`() async throws {
        try await DocumentOnDisk.with { file in
            let before = try FileSnapshot(of: file.path).bytes
            let outputs = ["a.pdf", "b.pdf"].map { file.directory.appending($0) }
            for output in outputs {
                _ = try file.open(for: .rewriting).rewrite(RewriteOptions(linearize: true), to: .file(output))
            }
            #expect(try outputs[0].readBytes() == outputs[1].readBytes())
            #expect(
                try OpenDocument<PDFContents>(openingFileAt: outputs[0], for: .read()).summary().structure.isLinearized)
            #expect(try file.bytes() == before)
            #expect(throws: DocumentError(.fileExists, outputs[0])) {
                try file.open(for: .rewriting).rewrite(RewriteOptions(), to: .file(outputs[0]))
            }
        }
    }

    @Test func `Signatures are not made invalid unasked`() async throws {
        try await DocumentOnDisk.with("certified.pdf") { file in
            let before = try file.bytes()
            let document = try file.open(for: .rewriting)
            #expect(throws: DocumentError(.pdf(.wouldInvalidateSignatures(count: 1)), document.path)) {
                try document.rewrite(RewriteOptions())
            }
            #expect(try file.bytes() == before)
            _ = try document.rewrite(RewriteOptions(), ignoringSignatures: true)
            #expect(try file.bytes() != before)
        }
    }

    @Test func `A damaged file is recovered by rewriting, edits included`() async throws {
        try await DocumentOnDisk.with("damaged-startxref.pdf") { file in
            let document = try file.open(for: .rewriting)
            _ = try document.perform([.square("new")])
            _ = try document.rewrite(RewriteOptions())
            #expect(try file.annotationNames() == ["new"])
            #expect(try document.summary().editingDisabled == nil)
        }
    }

    @Test(arguments: [SaveMethod.replace, .append])
    func `A damaged file is not saved by an increment that its bytes cannot carry`(method: SaveMethod) async throws {
        try await DocumentOnDisk.with("damaged-startxref.pdf") { file in
            let before = try file.bytes()
            let document = try file.open(for: .rewriting)
            _ = try document.perform([.square("new")])
            for save in [
                { _ = try document.save(method) }, { _ = try document.save(to: file.directory.appending("out.pdf")) },
            ] {
                let error = #expect(throws: DocumentError.self) { try save() }
                guard case .damaged = error?.situation.pdf else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
            #expect(try file.bytes() == before)
            #expect(try file.names() == ["damaged-startxref.pdf"])
        }
    }

    @Test func `A change meanwhile is a conflict`() async throws {
        try await DocumentOnDisk.with { file in
            let other = try Fixture.named("stream.pdf").readBytes()
            let document = try file.open(for: .rewriting)
            try file.path.remove()
            try file.path.write(other)
            #expect(throws: DocumentError(.conflict, document.path)) { try document.rewrite(RewriteOptions()) }
            #expect(try file.bytes() == other)
            #expect(try file.names() == ["table.pdf"])
        }
    }

    private static let options = [
        RewriteOptions(), RewriteOptions(objectStreams: .disable), RewriteOptions(objectStreams: .generate),
        RewriteOptions(linearize: true),
    ]

    @Test(arguments: options)
    func `Names keep their number signs`(options: RewriteOptions) async throws {
        try await DocumentOnDisk.with { file in
            var bytes = HandmadePDF.onePage(
                "/Mark [/COLOR#20#231 4 0 R << /C#2341 /#2341 >>] /K#231 << /#23#23 5 0 R >>",
                objects: [4: "/COLOR#20#231", 5: "[/Separation /COLOR#20#231 /#1x]"])
            bytes.table()
            try file.path.write(bytes.bytes)
            _ = try file.open(for: .rewriting).rewrite(options)
            let memory = try OwnedBytes(file.bytes())
            let written = try PDFFile(bytes: memory.bytes, keeping: memory, for: .editing)
            let page = try written.page(1).dictionary
            let items = try #require(page["Mark"]?.arrayValue)
            try #require(items.count == 3)
            #expect(items[0] == .name("COLOR #1"))
            #expect(try written.resolve(items[1]) == .name("COLOR #1"))
            #expect(items[2] == .dictionary(["C#41": .name("#41")]))
            let reference = try #require(page["K#1"]?.dictionaryValue?["##"])
            let stray = PDFObject.name(Name(bytes: [0, 0x31, 0x78]))
            #expect(try written.resolve(reference) == .array([.name("Separation"), .name("COLOR #1"), stray]))
        }
    }

    @Test(arguments: options)
    func `A stream without data is kept`(options: RewriteOptions) async throws {
        try await DocumentOnDisk.with { file in
            var bytes = HandmadePDF.onePage(
                "/Contents 4 0 R", objects: [4: "<< /Length 0 /Key 5 0 R >>\nstream\n\nendstream", 5: "(value)"])
            bytes.table()
            try file.path.write(bytes.bytes)
            _ = try file.open(for: .rewriting).rewrite(options)
            let memory = try OwnedBytes(file.bytes())
            let written = try PDFFile(bytes: memory.bytes, keeping: memory, for: .editing)
            let contents = try #require(try written.page(1).dictionary["Contents"]?.referenceValue)
            #expect(try written.streamData(contents) == [])
        }
    }

    /// The key's length need not be stated of version 4 (7.6.2), and libqpdf 11 then writes 0.
    @Test(arguments: options, ["/Length 128", "/Length 16 "])
    func `An encrypted document opens with its password afterwards`(options: RewriteOptions, length: String)
        async throws
    {
        try await DocumentOnDisk.with { file in
            let encrypted = file.directory.appending("encrypted.pdf")
            let arguments = [
                "--encrypt", "user", "owner", "128", "--use-aes=y", "--", file.path.string, encrypted.string,
            ]
            #expect(try await Command("qpdf", arguments).run().exitStatus == 0)
            let changed = length == "/Length 128" ? "           " : length
            try file.path.write(encrypted.readBytes().replacing(" /Length 128", with: " " + changed))
            for password in ["user", "owner"] {
                let document = try OpenDocument<PDFContents>(
                    openingFileAt: file.path, for: .rewriting, password: password)
                _ = try document.rewrite(options)
                #expect(try await QPDF.findings(in: file.path, password: password).isEmpty)
                #expect(try await Poppler.text(of: file.path, password: password).contains("Page"))
            }
        }
    }
}
