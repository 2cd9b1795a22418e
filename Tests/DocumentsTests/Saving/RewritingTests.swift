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
            #expect(summary.crossReference == .stream)
            #expect(try file.annotationNames() == ["new"])
            #expect(try FileStatus(of: file.path).mode == 0o640)
            #expect(try file.names() == ["revisions.pdf"])
        }
    }

    @Test func `Rewriting to a file leaves the document as it was, linearizes, and is deterministic`() async throws {
        try await DocumentOnDisk.with { file in
            let before = try FileSnapshot(of: file.path).bytes
            let outputs = ["a.pdf", "b.pdf"].map { file.folder.appending($0) }
            for output in outputs {
                _ = try file.open(for: .rewriting).rewrite(RewriteOptions(linearize: true), to: output)
            }
            #expect(try outputs[0].readBytes() == outputs[1].readBytes())
            #expect(try DocumentFile(openingFileAt: outputs[0], for: .reading).summary().isLinearized)
            #expect(try file.bytes() == before)
            #expect(throws: DocumentError.fileExists(outputs[0])) {
                try file.open(for: .rewriting).rewrite(RewriteOptions(), to: outputs[0])
            }
        }
    }

    @Test func `Signatures are not made invalid unasked`() async throws {
        try await DocumentOnDisk.with("certified.pdf") { file in
            let before = try file.bytes()
            let document = try file.open(for: .rewriting)
            #expect(throws: DocumentError.wouldInvalidateSignatures(count: 1)) {
                try document.rewrite(RewriteOptions())
            }
            #expect(try file.bytes() == before)
            _ = try document.rewrite(RewriteOptions(), force: true)
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
                { _ = try document.save(method) }, { _ = try document.save(to: file.folder.appending("out.pdf")) },
            ] {
                let error = #expect(throws: DocumentError.self) { try save() }
                guard case .pdf(.damaged) = error else {
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
            #expect(throws: DocumentError.conflict) { try document.rewrite(RewriteOptions()) }
            #expect(try file.bytes() == other)
            #expect(try file.names() == ["table.pdf"])
        }
    }
}
