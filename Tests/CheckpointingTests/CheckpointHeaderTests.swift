import SystemPackage
import TestSupport
import Testing

@testable import Checkpointing

struct CheckpointHeaderTests {
    @Test(arguments: ["/a b.pdf", "/ä/\u{1F4C4}.pdf", "/line\nfeed.pdf", "/\"quoted\\.pdf", "/"])
    func `A header is one line that says what it was given`(path: String) throws {
        let header = CheckpointHeader(path: FilePath(path), base: "state\nof two lines", salt: "0a")
        #expect(!header.payload.contains(0x0A))
        let read = try #require(CheckpointHeader(payload: header.payload))
        #expect(read == header)
        #expect(read.path == FilePath(path))
        #expect(read.salt == "0a")
    }

    @Test func `A path that is not UTF-8 keeps its bytes`() throws {
        let path = FilePath(platformString: [0x2F, 0x61, CChar(bitPattern: 0xE4), CChar(bitPattern: 0xFF), 0])
        let read = try #require(CheckpointHeader(payload: CheckpointHeader(path: path, base: "").payload))
        #expect(read.path == path)
        #expect(read.path != FilePath(path.string))
    }

    @Test(arguments: [0x01, 0xFF] as [UInt8]) func `The header of the longest path is read without the rest`(
        byte: UInt8
    ) async throws {
        try await Scene.use { scene in
            let name = [CChar](repeating: CChar(bitPattern: byte), count: 4095)
            let path = FilePath(platformString: [0x2F] + name.dropFirst() + [0])
            let header = CheckpointHeader(path: path, base: "base", salt: CheckpointSeal.newSalt())
            try scene.store.log(scene.identifier).record(
                [UInt8](repeating: 0x78, count: 99), editCount: 1, under: header)
            #expect(scene.store.header(scene.identifier)?.path == path)
        }
    }

    @Test(arguments: ["", "{}", "{\"document\":1}", "[]"]) func `What is no header is none`(payload: String) {
        #expect(CheckpointHeader(payload: Array(payload.utf8)) == nil)
    }
}

struct CheckpointIdentifierTests {
    @Test func `An identifier follows from the path, and is a name`() throws {
        let identifier = CheckpointIdentifier(for: "/a.pdf")
        #expect(identifier == CheckpointIdentifier(for: "/a.pdf"))
        #expect(identifier != CheckpointIdentifier(for: "/b.pdf"))
        #expect(identifier.description.wholeMatch(of: #/[0-9a-f]{16}/#) != nil)
        #expect(CheckpointIdentifier(fileName: identifier.fileName) == identifier)
    }

    @Test func `A word of one's own is taken if it can be no path`() throws {
        for word in ["a", "Report-7_b", String(repeating: "x", count: 64)] {
            #expect(try CheckpointIdentifier(word).description == word)
        }
        for word in ["", ".", "..", "a/b", "a.b", "ä", "a b", "a\0", String(repeating: "x", count: 65)] {
            #expect(throws: CheckpointError.invalidIdentifier(word)) { try CheckpointIdentifier(word) }
        }
    }
}
