import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import FileCoordination

/// What happens between an access and presenters that answer, fail, hang or die.
struct ConversationTests {
    @Test func `The presenter saves before another process reads, and is not asked to where that is not wanted`()
        async throws
    {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document)
            try peer.say("write two")
            let coordinator = FileCoordinator(runtimeDirectory: RuntimeDirectory(scene.runtime))
            func read(_ options: FileCoordinator.ReadingOptions) throws -> String {
                try coordinator.coordinate(readingItemAt: scene.document, options: options) { path in
                    Result { String(decoding: try path.readBytes(), as: UTF8.self) }
                }.get()
            }
            #expect(try read(.withoutChanges) == "one")
            #expect(try peer.next(2) == ["relinquish to reader", "reacquire from reader"])
            #expect(try read([]) == "two")
            #expect(try peer.next(3) == ["relinquish to reader", "save", "reacquire from reader"])
            #expect(coordinator.warnings.isEmpty)
            // Its own save is not told to it.
            #expect(try scene.heard(by: peer, of: scene.document) == [])
        }
    }

    @Test func `An access waits until the presenter has answered`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document)
            try peer.say("hold")
            let reader = try Peer(["access", scene.runtime.string, "read", scene.document.string])
            #expect(try peer.next() == "relinquish to reader")
            #expect(!reader.hasSomethingToSay)
            try peer.say("release")
            #expect(try peer.next() == "save")
            #expect(try reader.next() == "granted")
        }
    }

    @Test func `An error of the presenter is the error of the access, and the presenter reacquires`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document)
            try peer.say("fail no room")
            let error = #expect(throws: FileCoordinationError.self) {
                _ = try scene.begin(.reading([]), scene.document)
            }
            #expect(error == .presenterFailed(scene.document, reason: "no room"))
            #expect(try peer.next(3) == ["relinquish to reader", "save", "reacquire from reader"])
        }
    }

    @Test func `The presenter reacquires when the process that wrote is killed`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document)
            let writer = try Peer(["access", scene.runtime.string, "write", scene.document.string])
            #expect(try writer.next() == "granted")
            writer.kill()
            #expect(try peer.next(2) == ["relinquish to writer", "reacquire from writer"])
        }
    }

    @Test func `A presenter that dies while it is asked counts as done`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document)
            try peer.say("hold")
            let reader = try Peer(["access", scene.runtime.string, "read", scene.document.string])
            #expect(try peer.next() == "relinquish to reader")
            peer.kill()
            #expect(try reader.next() == "granted")
        }
    }

    @Test func `What a dead presenter left is cleared away by whoever meets it`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document)
            peer.kill()
            let presenters = scene.runtime.appending("presenters")
            #expect(try presenters.list().count == 1)
            let conversation = try #require(try scene.begin(.reading([]), scene.document))
            #expect(conversation.warnings.isEmpty)
            #expect(try presenters.list().isEmpty)
        }
    }

    @Test func `A stopped presenter is passed over with a warning`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document)
            peer.stop()
            let conversation = try #require(try scene.begin(.reading([]), scene.document))
            #expect(
                conversation.warnings == [
                    "a presenter of \(scene.document) in process \(peer.process) does not respond (stopped?) and was skipped"
                ])
            peer.goOn()
        }
    }

    @Test func `A presenter that hangs is passed over after half of the time`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document)
            try peer.say("hold")
            let conversation = try #require(try scene.begin(.reading([]), scene.document, timeout: .seconds(2)))
            #expect(
                conversation.warnings == [
                    "a presenter of \(scene.document) in process \(peer.process) did not answer in time and was skipped"
                ])
        }
    }

    @Test func `An access that is not to read without an answer fails, at once or when its time is over`() async throws
    {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document)
            peer.stop()
            let presenter = "a presenter of \(scene.document) in process \(peer.process)"
            for (policy, timeout) in [(FileCoordinator.UnansweredPolicy.fail, 60), (.wait, 2)] {
                let error = #expect(throws: FileCoordinationError.self) {
                    _ = try scene.begin(.reading([]), scene.document, timeout: .seconds(timeout), unanswered: policy)
                }
                #expect(
                    error
                        == .presenterDidNotAnswer(
                            scene.document, reason: "\(presenter) does not respond (stopped?)"))
            }
            peer.goOn()
        }
    }

    /// A presenter that hears from two accesses would answer them one after the other.
    @Test func `Presenters that answer the same access do not wait for each other, whichever is asked first`()
        async throws
    {
        try await Scene.use { scene in
            let peers = try (0..<3).map { _ in try scene.peer(scene.document) }
            for peer in peers {
                try peer.say("write two")
                try peer.say("hold")
            }
            let readers = try (0..<2).map { _ in
                try Peer(["access", scene.runtime.string, "read", scene.document.string])
            }
            // Each presenter is answering when the first one writes.
            for peer in peers { #expect(try peer.next() == "relinquish to reader") }
            for peer in peers { try peer.say("release") }
            for reader in readers { #expect(try reader.next() == "granted") }
            #expect(try scene.document.readBytes() == Array("two".utf8))
        }
    }

    @Test func `A cancelled access does not wait for the presenter`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document)
            try peer.say("hold")
            let cancellation = Cancellation()
            let (results, continuation) = AsyncStream.makeStream(of: FileCoordinationError?.self)
            try DedicatedThread.run(name: "reading") {
                do throws(FileCoordinationError) {
                    _ = try scene.begin(.reading([]), scene.document, cancellation: cancellation)
                    continuation.yield(nil)
                } catch {
                    continuation.yield(error)
                }
            }
            #expect(try peer.next() == "relinquish to reader")
            cancellation.cancel()
            #expect(await results.first { _ in true } == .cancelled)
        }
    }

    @Test func `A presenter hears nothing of its own purpose but versions`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document, purpose: "ours")
            let conversation = try #require(try scene.begin(.writing([]), scene.document, purpose: "ours"))
            conversation.item(scene.document, .gained, FileVersionIdentifier(rawValue: "v1"))
            conversation.item(scene.document, .lost, FileVersionIdentifier(rawValue: "v1"))
            conversation.item(scene.document, .resolved, FileVersionIdentifier(rawValue: "v2"))
            conversation.end()
            #expect(try scene.heard(by: peer, of: scene.document) == ["gained v1", "lost v1", "resolved v2"])
        }
    }

    @Test func `The presenter of a directory hears of versions inside`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.directory)
            let conversation = try #require(try scene.begin(.reading([]), scene.document))
            for kind in [VersionEvent.Kind.gained, .lost, .resolved] {
                conversation.item(scene.document, kind, FileVersionIdentifier(rawValue: "v"))
            }
            let heard = try scene.heard(by: peer, of: scene.directory)
            #expect(heard.suffix(3) == ["document gained v", "document lost v", "document resolved v"])
        }
    }

    @Test func `A move is told before the presenter reacquires, and it is found at the new place`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document)
            let conversation = try #require(try scene.begin(.writing(.forMoving), scene.document))
            let moved = scene.directory.appending("moved")
            #expect(try await Command("mv", [scene.document.string, moved.string]).run().exitStatus == 0)
            conversation.itemMoved(from: scene.document, to: moved)
            conversation.end()
            #expect(try peer.next(3) == ["relinquish to writer", "moved to moved", "reacquire from writer"])
            _ = try scene.begin(.reading(.withoutChanges), scene.document)
            #expect(try scene.heard(by: peer, of: moved) == [])
            _ = try scene.begin(.reading(.withoutChanges), moved)
            #expect(try peer.next() == "relinquish to reader")
        }
    }

    @Test func `A presenter is described by its process and since when it is there`() async throws {
        try await Scene.use { scene in
            let directory = RuntimeDirectory(scene.runtime)
            #expect(try FileCoordinator.presenters(ofItemAt: scene.document, in: directory).isEmpty)
            let peer = try scene.peer(scene.document)
            let presenters = try FileCoordinator.presenters(ofItemAt: scene.document, in: directory)
            #expect(presenters.map(\.process) == [peer.process])
            let socket = try #require(
                try PresenterDirectories(in: directory)?.presenters(of: scene.document).first?.socket)
            #expect(presenters.map(\.since) == [try FileStatus(of: socket).modificationTime.seconds])
        }
    }

    @Test func `The presenters of an item and of every directory around it are found, up to the root`() async throws {
        try await Scene.use { scene in
            var items = [scene.document]
            while items[items.count - 1] != "/" { items.append(items[items.count - 1].removingLastComponent()) }
            let directories = try PresenterDirectories(making: RuntimeDirectory(scene.runtime))
            #expect(directories.presentersAround(scene.document).around.isEmpty)
            let sockets = try items.map { try directories.register($0, purpose: PurposeKey("p")) }
            let found = directories.presentersAround(scene.document)
            #expect((found.ofItem + found.around).map(\.item) == items)
            #expect((found.ofItem + found.around).map(\.socket) == sockets.map(\.path))
            #expect(directories.presentersAround("/").ofItem.map(\.item) == ["/"])
            #expect(directories.presentersAround("/").around.isEmpty)
        }
    }

    @Test func `A coordinator makes no runtime directory`() async throws {
        try await Scene.use { scene in
            let conversation = try scene.begin(.reading([]), scene.document)
            #expect(conversation == nil)
            #expect(throws: Errno.noSuchFileOrDirectory) { try scene.runtime.stat() }
        }
    }
}
