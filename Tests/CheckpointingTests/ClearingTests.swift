import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import Checkpointing

struct ClearingTests {
    @Test func `Where there is no directory, nothing is cleared and none is made`() async throws {
        try await Scene.use { scene in
            let removed = try scene.store.clear()
            #expect(removed == 0)
            #expect((try? FileStatus(of: scene.dataDirectory)) == nil)
        }
    }

    @Test func `What dead processes left is removed: temporaries and logs without a first change`() async throws {
        try await Scene.use { scene in
            try scene.record("a")
            let whole = try scene.path.readBytes()
            let headerEnd = LogBytes(beginningUnder: scene.header).bytes.count
            for count in [0, 10, 30, headerEnd, headerEnd + 9] {
                try leave("cut\(count).checkpoint", Array(whole.prefix(count)), in: scene)
            }
            try leave(".\(scene.identifier.fileName.string).pdfco-tmp", whole, in: scene)
            try leave("notes.txt", [], in: scene)
            // The temporary goes when its log is opened, and does not count.
            #expect(try scene.store.clear() == 5)
            #expect(try scene.names() == [scene.identifier.fileName.string, "notes.txt"].sorted())
            #expect(try scene.changes() == ["a"])
            #expect(try scene.store.clear() == 0)
        }
    }

    @Test func `What living processes have is left alone, and what is damaged or set aside`() async throws {
        try await Scene.use { scene in
            try scene.record("a")
            let whole = try scene.path.readBytes()
            let begun = try scene.store.log(CheckpointIdentifier("begun"))
            let replacement = try AtomicReplacement(replacing: scene.path)
            var damaged = whole
            try #require(whole.count > 3)
            damaged[whole.count - 3] ^= 1
            try leave("damaged.checkpoint", damaged, in: scene)
            try leave("aside.damaged", damaged, in: scene)
            try leave("newer.checkpoint", Array("pdfco-checkpoint 2\n".utf8), in: scene)
            let before = try scene.names()
            #expect(before.count == 7)
            #expect(try scene.store.clear() == 0)
            #expect(try scene.names() == before)
            try begun.record("b")
            _ = consume replacement
        }
    }

    private func leave(_ name: String, _ bytes: [UInt8], in scene: Scene) throws {
        try OpenFile(creating: scene.store.directory.appending(name)).write(bytes, at: 0)
    }
}
