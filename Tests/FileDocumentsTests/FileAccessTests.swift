import FileDocuments
import SystemPackage
import TestSupport
import Testing

/// What an app does with the file of a document that is open.
@Suite(.timeLimit(.minutes(10))) struct FileAccessTests {
    @Test func `A document moves its file, and its changes with it`() async throws {
        try await JournalScene.use { scene in
            let document = try await scene.open()
            try await document.add("second")
            let other = try await scene.open()
            let new = scene.directory.appending("new.txt")
            try await document.move(to: new)
            #expect(document.path == new)
            #expect(try scene.names() == ["new.txt"])
            _ = try await scene.next(.moved)
            _ = try await scene.next(.moved)
            #expect(other.path == new)
            #expect(try await other.lines() == ["first", "second"])
            try await other.add("third")
            try await document.close()
            #expect(try scene.text("new.txt") == "first\nsecond\nthird\n")
            #expect(try scene.store.identifiers() == [])
        }
    }

    @Test func `A document moves to no path that is taken`() async throws {
        try await JournalScene.use { scene in
            let document = try await scene.open()
            let taken = scene.directory.appending("taken.txt")
            try taken.write("theirs\n".utf8)
            let error = await #expect(throws: DocumentError.self) { try await document.move(to: taken) }
            #expect(error?.description == "\(taken): cannot create: the file already exists")
            #expect(document.path == scene.path)
            #expect(try scene.text("taken.txt") == "theirs\n")
        }
    }

    @Test func `An app reads the file between the accesses of the document`() async throws {
        try await JournalScene.use { scene in
            let document = try await scene.open()
            try await document.add("second")
            let read = { (path: FilePath) in try? String(decoding: path.readBytes(), as: UTF8.self) }
            #expect(
                await (try? document.performAsynchronousFileAccess(.reading(savingChanges: false), read)) == "first\n")
        }
    }

    @Test func `The strategy changes while a document is open`() async throws {
        try await JournalScene.use { scene in
            let document = try await scene.open { $0.strategy = .manual }
            try await document.add("second")
            try await document.setCheckpointStrategy(.timed(interval: .milliseconds(10)))
            try await document.add("third")
            try await document.setCheckpointStrategy(.immediate)
            try await document.add("fourth")
            try await document.close(.keep)
            let again = try await scene.open()
            #expect(try await again.lines() == ["first", "second", "third", "fourth"])
        }
    }

    @Test func `Versions that come, go and are resolved are heard of`() async throws {
        try await JournalScene.use { scene in
            let document = try await scene.open()
            let coordinator = FileCoordinator(runtimeDirectory: RuntimeDirectory(scene.runtime))
            let version = FileVersionIdentifier(rawValue: "theirs")
            try coordinator.item(at: scene.path, didGain: version)
            #expect(try await scene.next(.versionGained).detail == "theirs")
            try coordinator.item(at: scene.path, didResolve: version)
            #expect(try await scene.next(.versionResolved).detail == "theirs")
            try coordinator.item(at: scene.path, didLose: version)
            #expect(try await scene.next(.versionLost).detail == "theirs")
            try await document.close()
        }
    }
}
