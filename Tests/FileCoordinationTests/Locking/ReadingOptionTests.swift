import SystemPackage
import TestSupport
import Testing

@testable import FileCoordination

/// What reading options give the accessor.
struct ReadingOptionTests {
    @Test func `Uploading sees a snapshot, and others may write meanwhile`() async throws {
        try await Scene.use { scene in
            var snapshot: FilePath?
            let text = try scene.coordinator().coordinate(readingItemAt: scene.document, options: .forUploading) {
                path in
                snapshot = path
                let other = scene.coordinator(within: .seconds(20))
                let written: Void? = try? other.coordinate(writingItemAt: scene.document) { path in
                    try? path.write("two".utf8)
                }
                #expect(written != nil)
                return try? String(decoding: path.readBytes(), as: UTF8.self)
            }
            #expect(text == "one")
            let gone = try #require(snapshot)
            #expect(gone.lastComponent == scene.document.lastComponent)
            #expect(throws: (any Error).self) { try gone.readBytes() }
        }
    }

    @Test func `A directory's snapshot holds what is inside it`() async throws {
        try await Scene.use { scene in
            let text = try await scene.coordinator().coordinate(readingItemAt: scene.directory, options: .forUploading)
            {
                path async in try? String(decoding: path.appending("document").readBytes(), as: UTF8.self)
            }
            #expect(text == "one")
        }
    }

    @Test func `The accessor gets the link or what it leads to, as it likes`() async throws {
        try await Scene.use { scene in
            let link = scene.directory.appending("link")
            #expect(try await Command("ln", ["-s", "document", link.string]).runNow().exitStatus == 0)
            #expect(try scene.coordinator().coordinate(readingItemAt: link) { $0 } == link)
            let resolved = try scene.coordinator().coordinate(readingItemAt: link, options: .resolvesSymbolicLink) {
                $0
            }
            #expect(resolved == scene.document)
        }
    }

    @Test func `A file that is not there cannot be read`() async throws {
        try await Scene.use { scene in
            let missing = scene.directory.appending("missing")
            #expect(throws: FileCoordinationError.noSuchItem(missing)) {
                try scene.coordinator().coordinate(readingItemAt: missing) { _ in }
            }
        }
    }
}
