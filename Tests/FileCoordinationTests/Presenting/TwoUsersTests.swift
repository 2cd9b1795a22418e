import Glibc
import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import FileCoordination

/// Presenters belong to one user: others neither find them nor speak to them.
struct TwoUsersTests {
    private static let launcher = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

    /// Only root may become somebody else, who must be able to run the other process.
    static func isPermitted() async throws -> Bool {
        guard geteuid() == 0 else { return false }
        let result = try await Command(launcher[0], Array(launcher.dropFirst()) + ["test", "-x", Peer.program]).run()
        return result.exitStatus == 0
    }

    private func run(_ words: String...) async throws {
        try #require(try await Command(words[0], Array(words.dropFirst())).runNow().exitStatus == 0)
    }

    @Test(.enabled("only root can act as two users") { try await isPermitted() })
    func `A runtime directory of somebody else is refused, to presenters and coordinators`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document)
            let refusal = "error \(FileCoordinationError.runtimeDirectoryNotPrivate(scene.runtime))"
            for arguments in [["present"], ["access"]] {
                let words = arguments + [scene.runtime.string] + (arguments == ["access"] ? ["read"] : [])
                let other = try Peer(words + [scene.document.string], launcher: Self.launcher)
                #expect(try other.next() == refusal)
            }
            try await run("chown", "65534", scene.runtime.string)
            let error = #expect(throws: FileCoordinationError.self) {
                _ = try scene.begin(.reading([]), scene.document)
            }
            #expect(error == .runtimeDirectoryNotPrivate(scene.runtime))
            try await run("chown", "0", scene.runtime.string)
            #expect(try scene.heard(by: peer, of: scene.document) == [])
        }
    }

    @Test(.enabled("only root can act as two users") { try await isPermitted() })
    func `Somebody else cannot speak to a presenter, even where its directory was opened to all`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document)
            let directories = try #require(try PresenterDirectories(in: RuntimeDirectory(scene.runtime)))
            let socket = try #require(directories.presenters(of: scene.document).first?.socket)
            let kept = try Peer(["intrude", socket.string], launcher: Self.launcher)
            #expect(try kept.next() == "permission denied")
            for path in [scene.runtime, directories.path, socket.removingLastComponent()] {
                try await run("chmod", "755", path.string)
            }
            let closed = try Peer(["intrude", socket.string], launcher: Self.launcher)
            #expect(try closed.next() == "permission denied")
            try await run("chmod", "666", socket.string)
            let opened = try Peer(["intrude", socket.string], launcher: Self.launcher)
            #expect(["end", "the reader is gone", "Connection reset by peer"].contains(try opened.next()))
            try await run("chmod", "700", scene.runtime.string)
            #expect(try scene.heard(by: peer, of: scene.document) == [])
        }
    }

    @Test(.enabled("only root can act as two users") { try await isPermitted() })
    func `A document that both may write is locked between them`() async throws {
        try await Scene.use { scene in
            let theirs = scene.directory.removingLastComponent().appending("theirs")
            try await Scene.make(theirs)
            try await run("chown", "65534", theirs.string)
            try await run("chmod", "777", scene.directory.string)
            try await run("chmod", "666", scene.document.string)
            func other(_ kind: String) throws -> Peer {
                let peer = try Peer(
                    ["coordinate", theirs.appending("runtime").string, "0", "-", kind, scene.document.string],
                    launcher: Self.launcher)
                try #require(try peer.next() == "asking")
                return peer
            }
            let reader = try other("read")
            #expect(try reader.next() == "in \(scene.document)")
            #expect(try scene.outcome(of: "write", scene.document) == "timed out")
            try reader.say("end")
            let writer = try scene.ask("write", scene.document, within: 20)
            #expect(writer.outcome == "in \(scene.document)")
            #expect(try other("read").next() == "timed out")
            #expect(try other("write").next() == "timed out")
        }
    }

    @Test func `A runtime directory that others may look into, or that is none, is refused`() async throws {
        try await Scene.use { scene in
            let link = scene.directory.appending("link")
            try await Scene.make(scene.runtime)
            try await run("chmod", "750", scene.runtime.string)
            try await run("ln", "-s", scene.directory.string, link.string)
            for path in [scene.runtime, link, scene.document] {
                let error = #expect(throws: FileCoordinationError.self) {
                    _ = try PresenterDirectories(making: RuntimeDirectory(path))
                }
                #expect(error == .runtimeDirectoryNotPrivate(path))
            }
        }
    }
}
