import SystemPackage
import TestSupport
import Testing

@testable import Checkpointing

struct CheckpointLogTests {
    @Test func `What was recorded is found again, in its order and under its header`() async throws {
        try await Scene.use { scene in
            #expect(try scene.changes() == nil)
            let every = String(decoding: (0...255).filter { $0 != 0x0A }.map { UInt8($0 & 0x7F) }, as: UTF8.self)
                .filter { $0 != "\n" }
            let log = try scene.store.log(scene.identifier)
            try log.record("first")
            try log.record(Array(every.utf8), editCount: 7, under: scene.header)
            try log.record([], editCount: 0, under: scene.header)
            #expect(log.contents.texts == ["first", every, ""])
            _ = consume log
            let contents = try #require(try scene.store.contents(scene.identifier))
            #expect(contents.texts == ["first", every, ""])
            #expect(contents.appliedChanges.map(\.editCount) == [1, 7, 0])
            #expect(contents.editCount == 8)
            #expect(contents.header == scene.header)
            #expect(contents.lostBytes == 0 && !contents.isDamaged)
            var payloads: [String] = []
            contents.forEachPayload { _, payload in payloads.append(String(decoding: payload, as: UTF8.self)) }
            #expect(payloads == contents.texts)
            #expect(try scene.store.identifiers() == [scene.identifier])
            let description = try #require(try scene.store.description(of: scene.identifier))
            #expect(description.path == scene.path)
            #expect(description.bytes == (try scene.path.readBytes().count))
            #expect(scene.store.header(scene.identifier) == scene.header)
        }
    }

    @Test func `A log that was opened and not written leaves nothing`() async throws {
        try await Scene.use { scene in
            #expect(try scene.store.existingLog(scene.identifier) == nil)
            _ = try scene.store.log(scene.identifier)
            #expect(try scene.names() == [])
            #expect(try scene.store.existingLog(scene.identifier) == nil)
        }
    }

    @Test func `What a save will make is noted until another change comes`() async throws {
        try await Scene.use { scene in
            let log = try scene.store.log(scene.identifier)
            try log.noteSaving(as: "too early")
            #expect(log.contents.saving == nil)
            try log.record("a")
            try log.noteSaving(as: "state ä")
            #expect(log.contents.saving == "state ä")
            _ = consume log
            #expect(try scene.store.contents(scene.identifier)?.saving == "state ä")
            try scene.record("b")
            #expect(try scene.store.contents(scene.identifier)?.saving == nil)
        }
    }

    @Test func `A log is written anew under another header, and goes on`() async throws {
        try await Scene.use { scene in
            let log = try scene.store.log(scene.identifier)
            for change in ["a", "b", "c"] { try log.record(change) }
            #expect(try log.undo(1) == 1)
            let other = CheckpointHeader(path: "/moved.pdf", base: "newer", salt: "00")
            try log.rewrite(under: other, adding: Array("d".utf8), editCount: 2)
            #expect(log.contents.texts == ["a", "b", "d"])
            #expect(log.contents.undoneTexts == [])
            try log.record("e")
            _ = consume log
            let contents = try #require(try scene.store.contents(scene.identifier))
            #expect(contents.texts == ["a", "b", "d", "e"])
            #expect(contents.header == other)
            #expect(contents.editCount == 5)
            #expect(try scene.names() == [scene.identifier.fileName.string])
        }
    }

    @Test func `What is removed is gone, and may be begun again`() async throws {
        try await Scene.use { scene in
            let log = try scene.store.log(scene.identifier)
            try log.record("a")
            try log.remove()
            try log.remove()
            #expect(try scene.names() == [])
            _ = consume log
            try scene.record("b")
            #expect(try scene.changes() == ["b"])
        }
    }

    @Test func `The log of a moved document gets another name, but never that of another log`() async throws {
        try await Scene.use { scene in
            let other = CheckpointIdentifier(for: "/moved.pdf")
            try scene.record("a")
            try scene.store.log(other).record("b")
            let log = try #require(try scene.store.existingLog(scene.identifier))
            #expect(checkpointError { () throws(CheckpointError) in try log.rename(to: other) } != nil)
            #expect(log.identifier == scene.identifier)
            try scene.store.existingLog(other)?.remove()
            try log.rename(to: other)
            try log.record("c")
            #expect(log.path == scene.store.directory.appending(other.fileName))
            _ = consume log
            #expect(try scene.store.contents(other)?.texts == ["a", "c"])
            #expect(try scene.changes() == nil)
        }
    }

    @Test func `Logs that were set aside are all kept`() async throws {
        try await Scene.use { scene in
            var kept: [[UInt8]] = []
            for change in ["a", "b", "c"] {
                try scene.record(change)
                kept.append(try scene.path.readBytes())
                let aside = try #require(try scene.store.existingLog(scene.identifier)).setAside()
                #expect(try aside.readBytes() == kept.last)
                #expect(try scene.changes() == nil)
            }
            let aside = try scene.store.logsSetAside().map { try $0.path.readBytes() }
            #expect(Set(aside) == Set(kept))
            #expect(try scene.store.identifiers() == [])
        }
    }
}
