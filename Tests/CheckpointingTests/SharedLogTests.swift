import FoundationEssentials
import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import Checkpointing

/// A log that processes reach whose lock is not seen here, because they have the data directory behind a mount: their lock
/// file tells of them (invariant 1).
struct SharedLogTests {
    /// Leaves the lock file of another process.
    private func leave(_ seconds: Double, _ mode: Int = 0o600, for name: String? = nil, in scene: Scene) throws {
        try PrivateDirectory.makeDurably(scene.store.directory)
        let path = lock(for: name, in: scene)
        path.removeName()
        try OpenFile(creating: path).write([7], at: 0)
        let attributes: [FileAttributeKey: Any] = [
            .modificationDate: Date(timeIntervalSinceNow: seconds), .posixPermissions: mode,
        ]
        try FileManager.default.setAttributes(attributes, ofItemAtPath: path.string)
    }

    private func lock(for name: String? = nil, in scene: Scene) -> FilePath {
        scene.store.directory.appending(".\(name ?? scene.identifier.description).checkpoint.pdfco-lock")
    }

    /// The lock file is never old while the test runs.
    private static let young = 86_400.0
    private static let old = -60.0

    @Test
    func
        `While a process behind a mount has the log, nobody writes it, and nobody takes what it has half written for damage`()
        async throws
    {
        try await Scene.use { scene in
            try scene.record("a")
            let bytes = try scene.path.readBytes()
            let torn = Array(LogRecord.bytes(.change, count: 1, payload: [1, 2, 3], after: 0).bytes.prefix(20))
            try leave(Self.young, in: scene)
            var impatient = scene.store
            impatient.timeout = .milliseconds(20)
            let refused = checkpointError { () throws(CheckpointError) in try impatient.log(scene.identifier) }
            #expect(refused == .timedOut(scene.path))
            #expect(try impatient.contents(scene.identifier)?.texts == ["a"])
            try OpenFile(updating: scene.path).append(torn)
            for isThere in [true, false] {
                if !isThere { scene.path.removeName() }
                let error = checkpointError { () throws(CheckpointError) in try impatient.contents(scene.identifier) }
                #expect(error == .timedOut(scene.path))
                let log = checkpointError { () throws(CheckpointError) in try impatient.existingLog(scene.identifier) }
                #expect(log == .timedOut(scene.path))
            }
            try scene.put(bytes + torn)
            lock(in: scene).removeName()
            #expect(try scene.store.contents(scene.identifier)?.lostBytes == torn.count)
            try scene.record("b")
            #expect(try scene.changes() == ["a", "b"])
        }
    }

    @Test
    func
        `Who takes over an old lock file gives the log another file, to which the process that stalled does not write`()
        async throws
    {
        try await Scene.use { scene in
            try scene.record("a")
            let stalled = try OpenFile(updating: scene.path)
            let end = try stalled.status().size
            try leave(Self.old, in: scene)
            try scene.record("b")
            try stalled.write(Array("late".utf8), at: end)
            #expect(try scene.changes() == ["a", "b"])
            #expect(try scene.names() == [scene.identifier.fileName.string])
        }
    }

    @Test func `A log that cannot be read to its end keeps every byte when its lock file is taken over`() async throws {
        try await Scene.use { scene in
            try scene.record("a")
            let bytes = try scene.path.readBytes() + [1, 2, 3]
            try scene.put(bytes)
            try leave(Self.old, in: scene)
            _ = try scene.store.existingLog(scene.identifier)
            #expect(try scene.path.readBytes() == bytes)
        }
    }

    private enum Action: CaseIterable {
        case record, recordTogether, undo, rewrite, remove, setAside, keep, rename
    }

    private func perform(_ action: Action, on log: CheckpointLog, in scene: Scene) throws(CheckpointError) {
        switch action {
        case .record: try log.record("b")
        case .recordTogether:
            log.beginGroup()
            try log.record("b")
            try log.endGroup()
        case .undo: _ = try log.undo()
        case .rewrite: try log.rewrite(under: scene.header)
        case .remove: try log.remove()
        case .setAside: _ = try log.setAside()
        case .keep: try log.keep(in: scene.store.history, adding: [], as: "saved")
        case .rename: try log.rename(to: CheckpointIdentifier("other"))
        }
    }

    @Test func `A process that was taken for dead acknowledges nothing, and neither removes nor replaces the log`()
        async throws
    {
        try await Scene.use { scene in
            for action in Action.allCases {
                try scene.record("a")
                let log = try #require(try scene.store.existingLog(scene.identifier))
                // Another process takes over.
                try leave(Self.young, in: scene)
                let identity = try FileStatus(of: scene.path).identity
                let error = checkpointError { () throws(CheckpointError) in try perform(action, on: log, in: scene) }
                #expect(error == .timedOut(scene.path), "\(action)")
                #expect(try FileStatus(of: scene.path).identity == identity, "\(action)")
                _ = consume log
                #expect(try lock(in: scene).readBytes() == [7], "\(action)")
                lock(in: scene).removeName()
            }
        }
    }

    @Test func `A log that gets another name is locked under it`() async throws {
        try await Scene.use { scene in
            let log = try scene.store.log(scene.identifier)
            try log.record("a")
            try log.rename(to: try CheckpointIdentifier("other"))
            #expect(try scene.names() == [".other.checkpoint.pdfco-lock", "other.checkpoint"])
            try log.park()
            #expect(try scene.names() == ["other.checkpoint"])
        }
    }

    @Test func `A lock file that a dead process left goes, with or without a log, and holds up nobody`() async throws {
        try await Scene.use { scene in
            for (age, mode) in [(Self.old, 0o600), (0, 0o444)] {
                try leave(age, mode, in: scene)
                #expect(try scene.store.existingLog(scene.identifier) == nil)
                #expect(try scene.names() == [])
                try leave(age, mode, in: scene)
                #expect(try scene.changes() == nil)
                try leave(age, mode, in: scene)
                try scene.record("a")
                #expect(try scene.names() == [scene.identifier.fileName.string])
                try leave(age, mode, in: scene)
                try leave(age, mode, for: "gone", in: scene)
                #expect(try scene.store.clear() == 2)
                #expect(try scene.names() == [scene.identifier.fileName.string])
                try #require(try scene.store.existingLog(scene.identifier)).remove()
            }
        }
    }
}
