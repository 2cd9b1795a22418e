import Checkpointing
import FoundationEssentials
import LinuxFiles
import PDFModel
import SystemPackage
import TestSupport
import Testing

@testable import Documents

struct CreatingTests {
    private let document: BlankDocument

    init() throws {
        document = BlankDocument(
            try #require(PageSize("a4")), pageCount: 2, creationDate: Date(timeIntervalSince1970: 1_725_192_000))
    }

    @Test func `A new document appears whole, and replaces nothing unasked`() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory.appending("new.pdf")
            let planned = try OpenDocument<PDFContents>.create(document, at: path, dryRun: true).bytes
            #expect(try directory.list().isEmpty)
            #expect(try OpenDocument<PDFContents>.create(document, at: path).bytes == planned)
            let bytes = try path.readBytes()
            #expect(try bytes == document.bytes() && bytes.count == planned)
            #expect(throws: DocumentError(.fileExists, path)) {
                try OpenDocument<PDFContents>.create(document, at: path)
            }

            try path.write(Array("something else".utf8))
            try path.setMode(0o640)
            #expect(throws: DocumentError(.fileExists, path)) {
                try OpenDocument<PDFContents>.create(document, at: path, dryRun: true)
            }
            _ = try OpenDocument<PDFContents>.create(document, at: path, replacingExisting: true)
            #expect(try path.readBytes() == bytes)
            #expect(try FileStatus(of: path).mode == 0o640)
            #expect(try directory.list() == ["new.pdf"])
        }
    }

    @Test(arguments: [true, false])
    func `A new document inherits nothing from the one that was there, whose changes are kept`(
        wasDeleted: Bool
    ) async throws {
        try await withTemporaryDirectory { directory in
            let (path, store) = (directory.appending("new.pdf"), CheckpointStore(dataDirectory: directory))
            let documents = DocumentStore<PDFContents>(checkpoints: store)
            func create() throws -> (CheckpointIdentifier, Int)? {
                try OpenDocument<PDFContents>.create(document, at: path, replacingExisting: !wasDeleted, in: store)
                    .setApart
            }
            #expect(try create() == nil)
            for name in ["first", "second"] {
                _ = try documents.perform(
                    Job(path, [.edit(.square(name))], to: .checkpoint(DocumentSaving<PDFContents>())))
                if wasDeleted { path.removeName() }
                let (identifier, edits) = try #require(try create())
                #expect(identifier.description == "\(CheckpointIdentifier(for: path))-\(name == "first" ? 1 : 2)")
                #expect(edits == 1)
                #expect(
                    try documents.read(path) { document throws(DocumentError) in try document.annotations() }.isEmpty)
                let kept = OpenDocument<PDFContents>.recoverable(identifier, in: store)
                #expect(kept?.path == path && kept?.edits == 1)
            }
        }
    }

    @Test func `A directory, a missing directory and a device are no places for a document`() async throws {
        try await withTemporaryDirectory { directory in
            #expect(throws: DocumentError(.notReplaceable("a directory"), directory)) {
                try OpenDocument<PDFContents>.create(document, at: directory, replacingExisting: true)
            }
            #expect(throws: DocumentError(.notReplaceable("a device"), "/dev/null")) {
                try OpenDocument<PDFContents>.create(document, at: "/dev/null", replacingExisting: true)
            }
            let path = directory.appending("no/new.pdf")
            #expect(throws: DocumentError(.noSuchDirectory(for: path), directory.appending("no"))) {
                try OpenDocument<PDFContents>.create(document, at: path)
            }
        }
    }
}
