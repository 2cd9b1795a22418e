import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import FileCoordination

/// What the presenter of a directory hears of what is inside.
struct PresentedDirectoryTests {
    private func run(_ words: [String]) async throws {
        let result = try await Command(words[0], Array(words.dropFirst())).runNow()
        try #require(result.exitStatus == 0, "\(result.errorText)")
    }

    @Test func `Files that appear, change, move and go are told, at whatever depth`() async throws {
        try await Scene.use { scene in
            let inner = scene.directory.appending("inner")
            try await Scene.make(inner)
            let peer = try scene.peer(scene.directory)
            func expect(_ news: [String], after words: [String]) async throws {
                try await run(words)
                let heard = try scene.heard(by: peer, of: scene.directory)
                #expect(heard.sorted() == news.sorted(), "\(words)")
            }
            let document = scene.document.string
            try await expect(["inner/hard link appeared"], after: ["ln", document, inner.string + "/hard link"])
            try await expect(["inner/hard link deleted"], after: ["rm", inner.string + "/hard link"])
            try await expect(["document changed"], after: ["sh", "-c", "printf x >> \(document)"])
            try await expect(["document moved to inner/a"], after: ["mv", document, inner.string + "/a"])
            try await expect(["inner/a moved to inner/b"], after: ["mv", inner.string + "/a", inner.string + "/b"])
            try await expect(["inner moved to outer"], after: ["mv", inner.string, scene.directory.string + "/outer"])
            try await expect(
                ["outer/b moved to b"], after: ["mv", scene.directory.string + "/outer/b", scene.directory.string])
            let outside = scene.directory.removingLastComponent().string
            try await expect(["b deleted"], after: ["mv", scene.directory.string + "/b", outside])
            try await expect(["b appeared"], after: ["mv", outside + "/b", scene.directory.string])
            try await expect(["outer deleted"], after: ["rmdir", scene.directory.string + "/outer"])
            try await expect(["link appeared"], after: ["ln", "-s", "/", scene.directory.string + "/link"])
            try await expect(["changed attributes"], after: ["chmod", "700", scene.directory.string])
        }
    }

    @Test func `A directory that is moved in is told with all that is in it, and watched`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.directory)
            let outside = scene.directory.removingLastComponent().appending("tree")
            try await run(["mkdir", "-p", outside.string + "/a/b"])
            try outside.appending("a/b/file").write("one".utf8)
            try await run(["mv", outside.string, scene.directory.string])
            #expect(
                try scene.heard(by: peer, of: scene.directory).sorted() == [
                    "tree appeared", "tree/a appeared", "tree/a/b appeared", "tree/a/b/file appeared",
                ])
            try await run(["rm", scene.directory.string + "/tree/a/b/file"])
            #expect(try scene.heard(by: peer, of: scene.directory) == ["tree/a/b/file deleted"])
            try await run(["mv", scene.directory.string + "/tree", outside.string])
            #expect(
                try scene.heard(by: peer, of: scene.directory).sorted() == [
                    "tree deleted", "tree/a deleted", "tree/a/b deleted",
                ])
        }
    }

    @Test func `The unfinished files of safe saves are no items`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.directory)
            try scene.directory.appending(".document.pdfco-tmp").write("x".utf8)
            try await run(["mv", scene.directory.string + "/.document.pdfco-tmp", scene.document.string])
            #expect(try scene.heard(by: peer, of: scene.directory) == ["document changed"])
        }
    }

    @Test func `A presented directory that is moved goes on being watched`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.directory)
            let moved = scene.directory.removingLastComponent().appending("moved")
            try await run(["mv", scene.directory.string, moved.string])
            #expect(try peer.next() == "moved to moved")
            try await run(["rm", moved.string + "/document"])
            #expect(try scene.heard(by: peer, of: moved) == ["document deleted"])
        }
    }

    @Test func `What a coordinated writer does inside is told before the presenter reacquires`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.directory)
            let coordinator = FileCoordinator(runtimeDirectory: RuntimeDirectory(scene.runtime))
            try coordinator.coordinate(writingItemAt: scene.document) { path in
                Result { try path.write("two and more".utf8) }
            }.get()
            #expect(
                try scene.heard(by: peer, of: scene.directory) == [
                    "relinquish to writer", "document changed", "reacquire from writer",
                ])
        }
    }

    @Test func `A coordinated move is told to the presenter of the directory, and to those inside what is moved`()
        async throws
    {
        try await Scene.use { scene in
            let inner = scene.directory.appending("inner")
            try await Scene.make(inner)
            let file = inner.appending("file")
            try file.write("one".utf8)
            let peers = [try scene.peer(scene.directory), try scene.peer(file)]
            let moved = scene.directory.appending("moved")
            let conversation = try #require(try scene.begin(.writing(.forMoving), inner))
            try await run(["mv", inner.string, moved.string])
            conversation.itemMoved(from: inner, to: moved)
            conversation.end()
            for (peer, news) in zip(peers, ["inner moved to moved", "moved to file"]) {
                #expect(try peer.next(3) == ["relinquish to writer", news, "reacquire from writer"])
            }
            let presenters = try FileCoordinator.presenters(
                ofItemAt: moved.appending("file"), in: RuntimeDirectory(scene.runtime))
            #expect(presenters.map(\.process) == [peers[1].process])
        }
    }
}
