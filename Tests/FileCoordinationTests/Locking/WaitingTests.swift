import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import FileCoordination

/// What happens while an access waits.
struct WaitingTests {
    private func run(_ program: String, _ arguments: String...) async throws {
        #expect(try await Command(program, arguments).runNow().exitStatus == 0)
    }

    /// Lets something happen while one process has the document and another one waits to write it, and returns what the
    /// other one tells when its turn has come.
    private func whileWaiting(
        _ scene: Scene, _ kind: String = "write", _ change: () async throws -> Void
    ) async throws -> (peer: Peer, outcome: String) {
        let holder = try scene.ask("write", scene.document)
        let waiting = try scene.begin(kind, scene.document)
        try await scene.someoneWaits(toWrite: scene.document)
        try await change()
        try holder.peer.say("end")
        return (waiting, try waiting.next())
    }

    @Test func `A file that was replaced is let go of for the new one`() async throws {
        try await Scene.use { scene in
            let waiting = try await whileWaiting(scene) {
                try scene.directory.appending("new").write("two".utf8)
                try await run("mv", "\(scene.directory)/new", scene.document.string)
            }
            #expect(waiting.outcome == "in \(scene.document)")
            let now = try OpenFile(reading: scene.document)
            #expect(try !now.tryLock(.shared))
        }
    }

    @Test func `A file that was moved is followed`() async throws {
        try await Scene.use { scene in
            let other = scene.directory.removingLastComponent().appending("other")
            try await Scene.make(other)
            let waiting = try await whileWaiting(scene) { try await run("mv", scene.document.string, "\(other)/moved") }
            #expect(waiting.outcome == "in \(other)/moved")
            #expect(try scene.outcome(of: "read", other.appending("moved")) == "timed out")
            #expect(try scene.outcome(of: "write", scene.document) == "in \(scene.document)")
        }
    }

    @Test func `A directory that was moved is followed, too`() async throws {
        try await Scene.use { scene in
            let moved = scene.directory.removingLastComponent().appending("moved")
            let waiting = try await whileWaiting(scene) { try await run("mv", scene.directory.string, moved.string) }
            #expect(waiting.outcome == "in \(moved)/document")
        }
    }

    @Test func `Whoever replaces an item stays at its path`() async throws {
        try await Scene.use { scene in
            let waiting = try await whileWaiting(scene, "replace") {
                try await run("mv", scene.document.string, "\(scene.directory)/moved")
            }
            #expect(waiting.outcome == "in \(scene.document)")
        }
    }

    @Test func `A file that was removed is an error`() async throws {
        try await Scene.use { scene in
            let waiting = try await whileWaiting(scene) { try await run("rm", scene.document.string) }
            #expect(waiting.outcome == "no such item")
        }
    }

    @Test func `When the holder is killed the next one is in`() async throws {
        try await Scene.use { scene in
            let holder = try scene.ask("write", scene.document)
            let waiting = try scene.begin("write", scene.document)
            try await scene.someoneWaits(toWrite: scene.document)
            holder.peer.kill()
            #expect(try waiting.next() == "in \(scene.document)")
        }
    }

    @Test func `Readers do not come before a writer who waits`() async throws {
        try await Scene.use { scene in
            let reader = try scene.ask("read", scene.document)
            let writer = try scene.begin("write", scene.document)
            try await scene.someoneWaits(toWrite: scene.document)
            #expect(try scene.outcome(of: "read", scene.document) == "timed out")
            try reader.peer.say("end")
            #expect(try writer.next() == "in \(scene.document)")
        }
    }

    @Test func `A writer who gives up lets readers in again`() async throws {
        try await Scene.use { scene in
            _ = try scene.ask("read", scene.document)
            let writer = try scene.begin("write", scene.document)
            try await scene.someoneWaits(toWrite: scene.document)
            writer.kill()
            #expect(try scene.outcome(of: "read", scene.document, within: 20) == "in \(scene.document)")
        }
    }

    @Test func `One that was stopped while it waits is passed by after a while`() async throws {
        try await Scene.use { scene in
            let reader = try scene.ask("read", scene.document)
            let writer = try scene.begin("write", scene.document)
            try await scene.someoneWaits(toWrite: scene.document)
            writer.stop()
            #expect(try scene.outcome(of: "read", scene.document, within: 20) == "in \(scene.document)")
            try reader.peer.say("end")
            #expect(try scene.outcome(of: "write", scene.document, within: 20) == "in \(scene.document)")
        }
    }

    @Test func `Several items are had all or none`() async throws {
        try await Scene.use { scene in
            let other = scene.directory.appending("other")
            try other.write("other".utf8)
            let holder = try scene.ask("write", other)
            let both = try scene.ask("write", scene.document, "read", other.string)
            #expect(both.outcome == "timed out")
            #expect(try scene.outcome(of: "write", scene.document) == "in \(scene.document)")
            try holder.peer.say("end")
            let again = try scene.ask("write", scene.document, "read", other.string, within: 20)
            #expect(again.outcome == "in \(scene.document) \(other)")
        }
    }

    @Test func `Two who want the same items in different orders do not wait for each other for ever`() async throws {
        try await Scene.use { scene in
            let items = [scene.document, scene.directory.appending("other")]
            try items[1].write("other".utf8)
            await withTaskGroup(of: Bool.self) { group in
                for order in [[0, 1], [1, 0], [0, 1], [1, 0]] {
                    group.addTask {
                        for _ in 0..<50 {
                            let intents = order.map { FileAccessIntent.writingIntent(with: items[$0]) }
                            let coordinator = scene.coordinator(within: .seconds(60))
                            let granted: Void? = try? await coordinator.coordinate(with: intents) { (_) async in }
                            guard granted != nil else { return false }
                        }
                        return true
                    }
                }
                for await succeeded in group { #expect(succeeded) }
            }
        }
    }

    @Test func `Waiting ends at its deadline, and when it is cancelled`() async throws {
        try await Scene.use { scene in
            _ = try scene.ask("write", scene.document)
            #expect(throws: FileCoordinationError.timedOut(scene.document)) {
                try scene.coordinator(within: .milliseconds(20)).coordinate(readingItemAt: scene.document) { _ in }
            }
            let coordinator = scene.coordinator(within: nil)
            let waiting = Task {
                do {
                    try await coordinator.coordinate(writingItemAt: scene.document) { (_) async in }
                    return FileCoordinationError?.none
                } catch {
                    return error as? FileCoordinationError
                }
            }
            try await scene.someoneWaits(toWrite: scene.document)
            coordinator.cancel()
            #expect(await waiting.value == .cancelled)
            #expect(throws: FileCoordinationError.cancelled) {
                try coordinator.coordinate(readingItemAt: scene.document) { _ in }
            }
        }
    }

    @Test func `A task that is cancelled stops waiting`() async throws {
        try await Scene.use { scene in
            _ = try scene.ask("write", scene.document)
            let waiting = Task {
                do {
                    let coordinator = scene.coordinator(within: nil)
                    try await coordinator.coordinate(writingItemAt: scene.document) { (_) async in }
                    return FileCoordinationError?.none
                } catch {
                    return error as? FileCoordinationError
                }
            }
            try await scene.someoneWaits(toWrite: scene.document)
            waiting.cancel()
            #expect(await waiting.value == .cancelled)
        }
    }
}
