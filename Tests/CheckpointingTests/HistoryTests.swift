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
            let kept = try scene.store.history.savedLogs(scene.identifier, since: 0).map(\.contents)
            #expect(kept.map(\.texts) == [["first", "second", "third"]] && kept[0].saving == "all")
            // It is found by its document alone.
            #expect(try scene.store.history.savedLogs(CheckpointIdentifier(for: "/other.pdf"), since: 0).isEmpty)
            #expect(try scene.store.history.savedLogs(scene.identifier, since: FileTime.now.seconds + 60).isEmpty)
        }
    }

    @Test func `A log that is damaged, or has nowhere to go, is only removed`() async throws {
        try await Scene.use { scene in
            try scene.record("first")
            // The history is a file.
            try OpenFile(creating: scene.store.history.directory).write([], at: 0)
            let log = try #require(try scene.store.existingLog(scene.identifier))
            #expect(try log.keep(in: scene.store.history, adding: [], as: "all") != nil)
            #expect(try scene.names().isEmpty)
        }
    }

    @Test func `While a save adds to the history, nothing is removed from it`() async throws {
        try await Scene.use { scene in
            let (history, later) = (scene.store.history, FileTime.now.seconds + 60)
            try history.noteSave(scene.identifier, "note", now: later)
            let saver = try OpenFile(reading: history.directory)
            #expect(try saver.tryLock(.shared))
            #expect(history.removeOld(writtenUntil: later) == 0)
            #expect(try history.savesNoted(scene.identifier, since: 0) == ["note"])
            try saver.unlock()
            #expect(history.removeOld(writtenUntil: later) == 1)
        }
    }

    @Test func `A log that is just being set aside is not removed`() async throws {
        try await Scene.use { scene in
            try scene.record("first")
            let log = try #require(try scene.store.existingLog(scene.identifier))
            let later = FileTime.now.seconds + 60
            _ = try log.setAside()
            #expect(try scene.store.removeLogsSetAside(until: later, dryRun: false) == 0)
            _ = consume log
            #expect(try scene.store.removeLogsSetAside(until: 0, dryRun: false) == 0)
            #expect(try scene.store.removeLogsSetAside(until: later, dryRun: false) == 1)
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
