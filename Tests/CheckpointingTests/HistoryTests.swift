import FoundationEssentials
import LinuxFiles
import TestSupport
import Testing

@testable import Checkpointing

/// The history of what was saved.
struct HistoryTests {
    @Test func `A log that is kept is no checkpoint any more, and says what was saved`() async throws {
        try await Scene.use { scene in
            try scene.record("first", "second")
            let log = try #require(try scene.store.existingLog(scene.identifier))
            try log.noteSaving(as: "before the rest")
            try log.keep(
                in: scene.store.history, adding: [CheckpointedChange(payload: Array("third".utf8), editCount: 1)],
                as: "all")
            #expect(try scene.names().isEmpty)
            let kept = scene.store.history.savedLogs(scene.identifier, since: 0).map(\.contents)
            #expect(kept.map(\.texts) == [["first", "second", "third"]] && kept[0].saving == "all")
            // It is found by its document alone.
            #expect(scene.store.history.savedLogs(CheckpointIdentifier(for: "/other.pdf"), since: 0).isEmpty)
            #expect(scene.store.history.savedLogs(scene.identifier, since: FileTime.now.seconds + 60).isEmpty)
        }
    }

    @Test func `A log that is damaged, or has nowhere to go, is only removed`() async throws {
        try await Scene.use { scene in
            try scene.record("first")
            // The history is a file.
            try OpenFile(creating: scene.store.history.directory).write([], at: 0)
            let log = try #require(try scene.store.existingLog(scene.identifier))
            try log.keep(in: scene.store.history, adding: [], as: "all")
            #expect(try scene.names().isEmpty)
        }
    }

    @Test func `The oldest logs go where all are too large`() async throws {
        try await Scene.use { scene in
            let history = scene.store.history
            try PrivateDirectory.makeDurably(history.directory)
            for number in 1...4 {
                let path = history.directory.appending("x.\(number).saved")
                try OpenFile(creating: path).truncate(to: 30 << 20)
                let date = Date(timeIntervalSinceNow: Double(number - 10))
                try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path.string)
            }
            history.removeOldest()
            #expect(try history.directory.list().sorted() == ["x.3.saved", "x.4.saved"])
        }
    }
}
