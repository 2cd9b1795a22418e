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
                let other = scene.coordinator(within: .seconds(60))
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

    @Test func `A directory is uploaded as one archive, with all that is in it`() async throws {
        try await Scene.use { scene in
            let name = FilePath("Übung\n1")
            let directory = scene.directory.pushing(name)
            try await Scene.make(directory)
            try await Scene.make(directory.appending("empty"))
            try directory.appending("text").write(String(repeating: "Fjord ", count: 1_000_000).utf8)
            let words =
                "ln -s text link; mkfifo pipe; chmod 640 text; touch -d @1000000001 text; printf x >.text.pdfco-tmp"
            let make = Command("sh", ["-c", "cd \"$1\"; \(words)", "sh", directory.string])
            try #require(try await make.runNow().exitStatus == 0)
            // Each line: name, length, mode, bytes, and whether all checksums are right.
            let script = """
                import sys, zipfile, struct
                archive = zipfile.ZipFile(sys.argv[1])
                for item in archive.infolist():
                    time = struct.unpack("<i", item.extra[-4:])[0] if item.filename.endswith("text") else ""
                    print(repr(item.filename), item.file_size, oct(item.external_attr >> 16), archive.read(item)[:6], time)
                print(archive.testzip())
                """
            var path: FilePath?
            let listing = try await scene.coordinator().coordinate(readingItemAt: directory, options: .forUploading) {
                archive async in
                path = archive
                let written: Void? = try? scene.coordinator(within: .seconds(60)).coordinate(writingItemAt: directory) {
                    _ in
                }
                #expect(written != nil)
                return try? await Command("python3", ["-c", script, archive.string]).runNow().outputText
            }
            let archive = try #require(path)
            #expect(archive.lastComponent?.string == "Übung\n1.zip")
            #expect(throws: (any Error).self) { try archive.readBytes() }
            #expect(
                listing == """
                    'Übung\\n1/' 0 0o40755 b'' \n\
                    'Übung\\n1/empty/' 0 0o40755 b'' \n\
                    'Übung\\n1/link' 4 0o120777 b'text' \n\
                    'Übung\\n1/text' 6000000 0o100640 b'Fjord ' 1000000001
                    None

                    """)
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
