import SystemPackage
import TestSupport
import Testing

@testable import Checkpointing

/// Several processes that edit one document share its log.
struct CrowdTests {
    @Test(arguments: [2, 16]) func `What several processes record at once is all there, once and in order`(
        processes: Int
    ) async throws {
        try await Scene.use { scene in
            let count = 100 / processes
            try await withThrowingTaskGroup(of: CommandResult.self) { group in
                for process in 0..<processes {
                    group.addTask { try await scene.command("p\(process)", count: count).runNow() }
                }
                for try await result in group { #expect(result.outputText.hasSuffix("done\n"), "\(result.errorText)") }
            }
            let changes = try #require(try scene.changes())
            #expect(changes.count == processes * count)
            for process in 0..<processes {
                let own = changes.filter { $0.hasPrefix("p\(process) ") }
                #expect(own == (0..<count).map { "p\(process) \($0)" })
            }
        }
    }

    @Test func `Whoever waits for a log that is removed meanwhile begins a new one`() async throws {
        try await Scene.use { scene in
            try scene.record("a")
            let log = try #require(try scene.store.existingLog(scene.identifier))
            let writer = try Waiter { try scene.record("b") }
            let reader = try Waiter { try scene.changes() }
            try waitUntilOpen(3, scene.path)
            try log.remove()
            _ = consume log
            try writer.get()
            // The reader comes before the writer or after it.
            let seen = try reader.get()
            #expect(seen == nil || seen == ["b"])
            #expect(try scene.changes() == ["b"])
        }
    }

    @Test func `Whoever waits for a log that is written anew meanwhile finds the new one`() async throws {
        try await Scene.use { scene in
            try scene.record("a")
            let log = try #require(try scene.store.existingLog(scene.identifier))
            let writer = try Waiter { try scene.record("c") }
            let reader = try Waiter { try #require(try scene.changes()) }
            try waitUntilOpen(3, scene.path)
            try log.rewrite(under: scene.header, adding: Array("b".utf8), editCount: 1)
            // The new file is locked as the old one was.
            let impatient = CheckpointStore(dataDirectory: scene.dataDirectory, timeout: .zero)
            let error = checkpointError { () throws(CheckpointError) in try impatient.contents(scene.identifier) }
            #expect(error == .timedOut(scene.path))
            _ = consume log
            try writer.get()
            #expect([["a", "b"], ["a", "b", "c"]].contains(try reader.get()))
            #expect(try scene.changes() == ["a", "b", "c"])
        }
    }

    @Test func `Whoever has waited as long as it may says so`() async throws {
        try await Scene.use { scene in
            let log = try scene.store.log(scene.identifier)
            try log.record("a")
            let dataDirectory = scene.dataDirectory
            for timeout in [Duration.zero, .milliseconds(30)] {
                let store = CheckpointStore(dataDirectory: dataDirectory, timeout: timeout)
                let start = ContinuousClock.now
                let errors = [
                    checkpointError { () throws(CheckpointError) in try store.log(scene.identifier) },
                    checkpointError { () throws(CheckpointError) in try store.existingLog(scene.identifier) },
                    checkpointError { () throws(CheckpointError) in try store.contents(scene.identifier) },
                ]
                #expect(errors == [.timedOut(scene.path), .timedOut(scene.path), .timedOut(scene.path)])
                #expect(ContinuousClock.now - start >= timeout * 3)
            }
            try log.record("b")
        }
    }
}
