import Glibc
import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import FileCoordination

/// A presenter coordinator whose process is stopped with Control-Z.
struct StoppedProcessTests {
    private func observer(_ scene: Scene) throws -> Peer {
        let peer = try Peer(["observe", scene.runtime.string, scene.document.string])
        try #require(try peer.next() == "presenting")
        return peer
    }

    @Test func `Nobody waits for presenters that were let go, and they hear afterwards what has changed`() async throws
    {
        try await Scene.use { scene in
            let peer = try observer(scene)
            peer.stop(by: SIGTSTP)
            let directory = RuntimeDirectory(scene.runtime)
            #expect(try FileCoordinator.presenters(ofItemAt: scene.document, in: directory).isEmpty)
            let conversation = try #require(try scene.begin(.writing([]), scene.document))
            #expect(conversation.warnings.isEmpty)
            try OpenFile(updating: scene.document).write(Array("two".utf8), at: 0)
            conversation.end()
            peer.goOn()
            #expect(try peer.next() == "changed")
            #expect(try FileCoordinator.presenters(ofItemAt: scene.document, in: directory).count == 1)
            // And again.
            peer.stop(by: SIGTSTP)
            #expect(try FileCoordinator.presenters(ofItemAt: scene.document, in: directory).isEmpty)
        }
    }

    @Test func `Who waits for an answer when the process is stopped need not`() async throws {
        try await Scene.use { scene in
            let peer = try observer(scene)
            try peer.say("hold")
            let reader = try Peer(["access", scene.runtime.string, "read", scene.document.string])
            #expect(try peer.next() == "relinquish to reader")
            peer.stop(by: SIGTSTP)
            #expect(try reader.next() == "granted")
        }
    }

    @Test func `An access ends before the process is stopped`() async throws {
        try await Scene.use { scene in
            let peer = try observer(scene)
            try peer.say("use")
            kill(peer.process, SIGTSTP)
            let directory = RuntimeDirectory(scene.runtime)
            while try !FileCoordinator.presenters(ofItemAt: scene.document, in: directory).isEmpty {
                await Task.yield()
            }
            #expect(try scene.outcome(of: "write", scene.document) == "timed out")
            try peer.say("end", answer: "ended")
            #expect(try scene.outcome(of: "write", scene.document, within: 60) == "in \(scene.document)")
            var status: CInt = 0
            waitpid(peer.process, &status, WUNTRACED)
            #expect(status == 0x7F | SIGSTOP << 8 || status == 0x7F | SIGTSTP << 8)
            peer.goOn()
            try peer.say("remove")
        }
    }

    @Test func `A group is observed as a whole or not at all, until it is let go`() async throws {
        try await Scene.use { scene in
            let directory = RuntimeDirectory(scene.runtime)
            let presenter = SilentPresenter(scene.document)
            let lost = SilentPresenter(scene.directory.appending("missing/file"))
            do {
                let coordinator = FilePresenterCoordinator(runtimeDirectory: directory)
                #expect(throws: FileCoordinationError.self) {
                    try coordinator.observeFilePresenters([presenter, lost])
                }
                #expect(try FileCoordinator.presenters(ofItemAt: scene.document, in: directory).isEmpty)
                try coordinator.observeFilePresenters([presenter])
                #expect(try FileCoordinator.presenters(ofItemAt: scene.document, in: directory).count == 1)
                coordinator.unobserveFilePresenters([lost])
            }
            #expect(try FileCoordinator.presenters(ofItemAt: scene.document, in: directory).isEmpty)
        }
    }

    private final class SilentPresenter: FilePresenter {
        let presentedItemPath: FilePath?

        init(_ path: FilePath) { presentedItemPath = path }
    }
}
