import LinuxFiles
import TestSupport
import Testing

@testable import Checkpointing

/// A log that a program keeps open between its changes, without its lock.
struct ParkedLogTests {
    private func resumed(_ log: CheckpointLog) throws -> Bool { try log.resume(until: .now + .seconds(60)) }

    @Test func `What others record and undo meanwhile is read before the next change`() async throws {
        try await Scene.use { scene in
            let log = try scene.store.log(scene.identifier)
            try log.record("a")
            try log.park()
            try scene.record("b", "c")
            #expect(try #require(try scene.store.existingLog(scene.identifier)).undo() == 1)
            #expect(try resumed(log))
            #expect(log.contents.texts == ["a", "b"])
            try log.record("d")
            try log.park()
            #expect(try scene.changes() == ["a", "b", "d"])
        }
    }

    @Test func `A log that was removed or written anew meanwhile is not resumed`() async throws {
        try await Scene.use { scene in
            for isRewritten in [false, true] {
                let log = try scene.store.log(scene.identifier)
                try log.record("a")
                try log.park()
                let other = try #require(try scene.store.existingLog(scene.identifier))
                if isRewritten { try other.rewrite(under: scene.header) } else { try other.remove() }
                _ = consume other
                #expect(try !resumed(log))
            }
            #expect(try scene.changes() == ["a"])
        }
    }

    @Test func `What another process left half written meanwhile is cut off`() async throws {
        try await Scene.use { scene in
            let log = try scene.store.log(scene.identifier)
            try log.record("a")
            for (count, next) in [(5, "b"), (20, "c")] {
                try log.park()
                let bytes = try scene.path.readBytes()
                let torn = Array(LogRecord.bytes(.change, count: 1, payload: [1, 2, 3], after: 0).bytes.prefix(count))
                try OpenFile(updating: scene.path).append(torn)
                #expect(try resumed(log))
                try log.record(next)
                #expect(try scene.path.readBytes().starts(with: bytes))
            }
            try log.park()
            #expect(try scene.changes() == ["a", "b", "c"])
            #expect(try scene.store.contents(scene.identifier)?.lostBytes == 0)
        }
    }
}
