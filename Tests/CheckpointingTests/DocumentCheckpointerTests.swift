import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import Checkpointing

struct DocumentCheckpointerTests {
    private let outcomes = Outcomes()

    private func checkpointer(
        _ scene: Scene, _ strategy: DocumentCheckpointer.Strategy,
        seal: (@Sendable (String) -> CheckpointSeal)? = nil
    ) -> DocumentCheckpointer {
        let header = scene.header
        return DocumentCheckpointer(
            scene.identifier, in: scene.store, strategy: strategy,
            header: { () throws(CheckpointError) in header }, seal: seal, didWrite: outcomes.add)
    }

    private func record(_ text: String, _ checkpointer: DocumentCheckpointer) throws {
        try checkpointer.record(Array(text.utf8), editCount: 1)
    }

    @Test func `Immediately means before the call returns`() async throws {
        try await Scene.use { scene in
            let checkpointer = checkpointer(scene, .immediate)
            #expect(try !checkpointer.checkpointExists)
            for count in 1...3 {
                try record("\(count)", checkpointer)
                #expect(try scene.changes() == (1...count).map { "\($0)" })
                #expect(outcomes.all == [DocumentCheckpointer.Outcome](repeating: .success(1), count: count))
            }
            #expect(try checkpointer.checkpointExists)
            #expect(try !checkpointer.saveCheckpoint())
        }
    }

    @Test func `Manually means when it is saved`() async throws {
        try await Scene.use { scene in
            let checkpointer = checkpointer(scene, .manual)
            #expect(try !checkpointer.saveCheckpoint())
            for text in ["a", "b"] { try record(text, checkpointer) }
            #expect(try !checkpointer.checkpointExists)
            #expect(outcomes.all == [])
            #expect(try checkpointer.saveCheckpoint())
            #expect(try scene.changes() == ["a", "b"])
            #expect(outcomes.all == [.success(2)])
            #expect(try !checkpointer.saveCheckpoint())
            #expect(outcomes.all.count == 1)
        }
    }

    @Test func `Timed means by itself when the interval is over, and again for later changes`() async throws {
        try await Scene.use { scene in
            let checkpointer = checkpointer(scene, .timed(interval: .milliseconds(20)))
            for text in ["a", "b"] {
                let start = ContinuousClock.now
                try record(text, checkpointer)
                #expect(try outcomes.first(text == "a" ? 1 : 2).last == .success(1))
                #expect(ContinuousClock.now - start >= .milliseconds(20))
            }
            #expect(try scene.changes() == ["a", "b"])
        }
    }

    @Test func `Within a long interval nothing is written, unless somebody asks`() async throws {
        try await Scene.use { scene in
            let checkpointer = checkpointer(scene, .timed(interval: .seconds(3600)))
            try record("a", checkpointer)
            #expect(try !checkpointer.checkpointExists)
            #expect(try checkpointer.saveCheckpoint())
            #expect(try scene.changes() == ["a"])
        }
    }

    @Test func `Another strategy holds at once for what is pending`() async throws {
        try await Scene.use { scene in
            let checkpointer = checkpointer(scene, .manual)
            try record("a", checkpointer)
            checkpointer.strategy = .timed(interval: .seconds(3600))
            #expect(try !checkpointer.checkpointExists)
            checkpointer.strategy = .timed(interval: .milliseconds(1))
            #expect(try outcomes.first(1) == [.success(1)])
            checkpointer.strategy = .timed(interval: .seconds(3600))
            try record("b", checkpointer)
            checkpointer.strategy = .immediate
            #expect(checkpointer.strategy == .immediate)
            #expect(try outcomes.first(2) == [.success(1), .success(1)])
            checkpointer.strategy = .manual
            try record("c", checkpointer)
            #expect(try scene.changes() == ["a", "b"])
        }
    }

    @Test func `What is pending when the object goes is written, unless that was left to its owner`() async throws {
        try await Scene.use { scene in
            var timed: DocumentCheckpointer? = checkpointer(scene, .timed(interval: .seconds(3600)))
            try record("a", try #require(timed))
            timed = nil
            #expect(try outcomes.first(1) == [.success(1)])
            var manual: DocumentCheckpointer? = checkpointer(scene, .manual)
            try record("b", try #require(manual))
            manual = nil
            #expect(try scene.changes() == ["a"])
        }
    }

    @Test func `The thread ends with the object`() async throws {
        try await Scene.use { scene in
            let ended = try WakeUp()
            let sentinel = Sentinel(ended)
            let header = scene.header
            var checkpointer: DocumentCheckpointer? = DocumentCheckpointer(
                scene.identifier, in: scene.store, strategy: .timed(interval: .milliseconds(1)),
                header: { () throws(CheckpointError) in header },
                didWrite: { [outcomes] in sentinel.tell($0, outcomes) })
            try record("a", try #require(checkpointer))
            _ = try outcomes.first(1)
            _ = consume sentinel
            checkpointer = nil
            // Only the thread could still hold what the handler holds.
            #expect(try wait(for: [ended], atMost: .seconds(60)) == [true])
        }
    }

    @Test func `Deleting removes the log and drops what is pending`() async throws {
        try await Scene.use { scene in
            let checkpointer = checkpointer(scene, .manual)
            #expect(try !checkpointer.deleteCheckpoint())
            try record("a", checkpointer)
            try checkpointer.saveCheckpoint()
            try record("b", checkpointer)
            #expect(try checkpointer.deleteCheckpoint())
            #expect(try !checkpointer.checkpointExists)
            #expect(try !checkpointer.saveCheckpoint())
            try record("c", checkpointer)
            try checkpointer.saveCheckpoint()
            #expect(try scene.changes() == ["c"])
        }
    }

    @Test func `Two of them and a command edit one document, and all changes count`() async throws {
        try await Scene.use { scene in
            let first = checkpointer(scene, .immediate)
            let second = checkpointer(scene, .immediate)
            for text in ["a", "d", "g"] { try record(text, text == "d" ? second : first) }
            try scene.record("command")
            #expect(try #require(try scene.store.existingLog(scene.identifier)).undo() == 1)
            try record("h", first)
            #expect(try scene.changes() == ["a", "d", "g", "h"])
            try #require(try scene.store.existingLog(scene.identifier)).remove()
            try record("i", second)
            try record("j", first)
            #expect(try scene.changes() == ["i", "j"])
            let log = try #require(try scene.store.existingLog(scene.identifier))
            try log.rewrite(under: scene.header, adding: Array("k".utf8), editCount: 1)
            _ = consume log
            try record("l", first)
            try record("m", second)
            #expect(try scene.changes() == ["i", "j", "k", "l", "m"])
        }
    }

    @Test func `What another process left half written between two changes is cut off`() async throws {
        try await Scene.use { scene in
            let checkpointer = checkpointer(scene, .immediate)
            try record("a", checkpointer)
            for (count, next) in [(5, "b"), (20, "c")] {
                let bytes = try scene.path.readBytes()
                let torn = Array(LogRecord.bytes(.change, count: 1, payload: [1, 2, 3], after: 0).bytes.prefix(count))
                try OpenFile(updating: scene.path).append(torn)
                try record(next, checkpointer)
                #expect(try scene.path.readBytes().starts(with: bytes))
            }
            #expect(try scene.changes() == ["a", "b", "c"])
            #expect(try scene.store.contents(scene.identifier)?.lostBytes == 0)
        }
    }

    @Test func `Many threads may record at once`() async throws {
        try await Scene.use { scene in
            let first = checkpointer(scene, .immediate)
            let second = checkpointer(scene, .timed(interval: .milliseconds(1)))
            let waiters = try (0..<8).map { thread in
                try Waiter {
                    for number in 0..<10 {
                        let checkpointer = thread % 2 == 0 ? first : second
                        try checkpointer.record(Array("\(thread) \(number)".utf8), editCount: 1)
                    }
                }
            }
            for waiter in waiters { try waiter.get() }
            try first.saveCheckpoint()
            try second.saveCheckpoint()
            let changes = try #require(try scene.changes())
            #expect(changes.count == 80)
            for thread in 0..<8 {
                #expect(changes.filter { $0.hasPrefix("\(thread) ") } == (0..<10).map { "\(thread) \($0)" })
            }
        }
    }

    @Test func `A log that another process holds is waited for, and then told as a failure`() async throws {
        try await Scene.use { scene in
            let held = try scene.store.log(scene.identifier)
            try held.record("a")
            var impatient = scene.store
            impatient.timeout = .milliseconds(10)
            let header = scene.header
            let checkpointer = DocumentCheckpointer(
                scene.identifier, in: impatient, strategy: .timed(interval: .milliseconds(1)),
                header: { () throws(CheckpointError) in header }, didWrite: outcomes.add)
            try record("b", checkpointer)
            // It tries again and again by itself.
            #expect(try outcomes.first(2) == [.failure(.timedOut(scene.path)), .failure(.timedOut(scene.path))])
            checkpointer.strategy = .immediate
            let error = checkpointError { () throws(CheckpointError) in
                try checkpointer.record(Array("c".utf8), editCount: 1)
            }
            #expect(error == .timedOut(scene.path))
            _ = consume held
            try checkpointer.saveCheckpoint()
            #expect(try scene.changes() == ["a", "b", "c"])
        }
    }

    @Test func `A damaged log is told, and set aside when it is deleted`() async throws {
        try await Scene.use { scene in
            try scene.record("a", "b")
            var bytes = try scene.path.readBytes()
            bytes[bytes.count - 2] ^= 1
            try scene.put(bytes)
            let checkpointer = checkpointer(scene, .immediate)
            let error = checkpointError { () throws(CheckpointError) in
                try checkpointer.record(Array("c".utf8), editCount: 1)
            }
            guard case .damaged(scene.path, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(try checkpointer.deleteCheckpoint())
            #expect(try scene.store.logsSetAside().map { try $0.path.readBytes() } == [bytes])
        }
    }

    @Test func `Changes of an encrypted document are sealed with the salt of its log, by everybody`() async throws {
        try await Scene.use { scene in
            let makeSeal: @Sendable (String) -> CheckpointSeal = { CheckpointSeal(secret: [1, 2, 3], salt: $0) }
            let first = checkpointer(scene, .immediate, seal: makeSeal)
            let second = checkpointer(scene, .immediate, seal: makeSeal)
            let texts = ["one", "two", "three"]
            for text in texts { try record(text, text == "two" ? second : first) }
            let contents = try #require(try scene.store.contents(scene.identifier))
            let seal = makeSeal(try #require(contents.header?.salt))
            #expect(contents.appliedChanges.map { seal.opened($0.payload) } == texts.map { Array($0.utf8) })
            let readable = checkpointer(scene, .immediate)
            let error = checkpointError { () throws(CheckpointError) in try readable.record([1], editCount: 1) }
            #expect(error == .wrongKey(scene.path))
        }
    }

    @Test func `Nothing sealed comes into a log that can be read`() async throws {
        try await Scene.use { scene in
            try scene.record("a")
            let sealing = checkpointer(scene, .immediate) { CheckpointSeal(secret: [1], salt: $0) }
            let error = checkpointError { () throws(CheckpointError) in try sealing.record([1], editCount: 1) }
            #expect(error == .wrongKey(scene.path))
            #expect(try scene.changes() == ["a"])
        }
    }
}

/// Says when it goes.
private final class Sentinel: Sendable {
    private let ended: WakeUp

    init(_ ended: WakeUp) { self.ended = ended }

    func tell(_ outcome: DocumentCheckpointer.Outcome, _ outcomes: Outcomes) { outcomes.add(outcome) }

    deinit { ended.signal() }
}
