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
            let planned = try DocumentFile.create(document, at: path, dryRun: true)
            #expect(try directory.list().isEmpty)
            #expect(try DocumentFile.create(document, at: path) == planned)
            let bytes = try path.readBytes()
            #expect(try bytes == document.bytes() && bytes.count == planned)
            #expect(throws: DocumentError(.fileExists, path)) { try DocumentFile.create(document, at: path) }

            try path.write(Array("something else".utf8))
            try path.setMode(0o640)
            #expect(throws: DocumentError(.fileExists, path)) {
                try DocumentFile.create(document, at: path, dryRun: true)
            }
            _ = try DocumentFile.create(document, at: path, replacingExisting: true)
            #expect(try path.readBytes() == bytes)
            #expect(try FileStatus(of: path).mode == 0o640)
            #expect(try directory.list() == ["new.pdf"])
        }
    }

    @Test func `A directory, a missing directory and a device are no places for a document`() async throws {
        try await withTemporaryDirectory { directory in
            #expect(throws: DocumentError(.notReplaceable("a directory"), directory)) {
                try DocumentFile.create(document, at: directory, replacingExisting: true)
            }
            #expect(throws: DocumentError(.notReplaceable("a device"), "/dev/null")) {
                try DocumentFile.create(document, at: "/dev/null", replacingExisting: true)
            }
            let path = directory.appending("no/new.pdf")
            #expect(throws: DocumentError(.noSuchDirectory(for: path), directory.appending("no"))) {
                try DocumentFile.create(document, at: path)
            }
        }
    }
}
