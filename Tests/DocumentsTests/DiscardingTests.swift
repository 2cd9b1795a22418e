import Checkpointing
import FoundationEssentials
import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import Documents

/// What is removed is what was examined (invariant 7).
struct DiscardingTests {
    @Test func `Other changes, recorded in the same second, are not taken for those that were examined`() async throws {
        try await withTemporaryDirectory { directory in
            let store = CheckpointStore(dataDirectory: directory.appending("data"))
            let path = directory.appending("a.pdf")
            let identifier = CheckpointIdentifier(for: path)
            let date = Date(timeIntervalSince1970: 1_000_000_000)
            let record = { (change: String) in
                try store.log(identifier).record(
                    Array(change.utf8), editCount: 1, under: CheckpointHeader(path: path, base: "base"))
                let log = store.path(of: identifier).string
                try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: log)
            }
            try record("one")
            let examined = try #require(OpenDocument<PDFContents>.recoverable(identifier, in: store))
            try store.existingLog(identifier)?.remove()
            try record("two")
            let discard = {
                try OpenDocument<PDFContents>.discardChanges(identifier, of: path, in: store, ifStill: $0)?.edits
            }
            #expect(try discard(examined) == nil)
            #expect(try discard(OpenDocument<PDFContents>.recoverable(identifier, in: store)) == 1)
            #expect(OpenDocument<PDFContents>.recoverable(identifier, in: store) == nil)
        }
    }
}
