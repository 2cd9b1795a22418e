import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import FileCoordination

/// What a presenter hears of programs that do not coordinate.
struct UncoordinatedChangeTests {
    /// Runs a program that does one thing.
    private func run(_ words: String...) async throws {
        let result = try await Command(words[0], Array(words.dropFirst())).runNow()
        try #require(result.exitStatus == 0, "\(result.errorText)")
    }

    @Test func `Other contents of the same length are a change, told once`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document)
            for text in ["two", "six"] {
                try OpenFile(updating: scene.document).write(Array(text.utf8), at: 0)
                #expect(try scene.heard(by: peer, of: scene.document) == ["changed"])
            }
        }
    }

    @Test(arguments: [["chmod", "600"], ["touch", "-d", "2001-01-01"], ["setfattr", "-n", "user.a", "-v", "b"]])
    func `Attributes alone are told as such`(command: [String]) async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document)
            let result = try await Command(command[0], Array(command.dropFirst()) + [scene.document.string]).runNow()
            try #require(result.exitStatus == 0)
            #expect(try scene.heard(by: peer, of: scene.document) == ["changed attributes"])
        }
    }

    @Test func `A file that is replaced is a change only where the contents are others`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document)
            let replacement = scene.directory.appending("replacement")
            try replacement.write("one".utf8)
            try await run("mv", replacement.string, scene.document.string)
            #expect(try scene.heard(by: peer, of: scene.document) == [])
            try replacement.write("two".utf8)
            try await run("mv", replacement.string, scene.document.string)
            #expect(try scene.heard(by: peer, of: scene.document) == ["changed"])
            try OpenFile(updating: scene.document).write(Array("six".utf8), at: 0)
            #expect(try scene.heard(by: peer, of: scene.document) == ["changed"])
        }
    }

    @Test func `A move is followed, within the directory, out of it and back`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document)
            let other = scene.directory.removingLastComponent().appending("other")
            try await Scene.make(other)
            let places = [scene.document, scene.directory.appending("b"), other.appending("c"), scene.document]
            for (old, new) in zip(places, places.dropFirst()) {
                try await run("mv", old.string, new.string)
                #expect(try peer.next() == "moved to \(new.lastComponent!)")
                try OpenFile(updating: new).write(Array(new.lastComponent!.string.prefix(3).utf8), at: 0)
                #expect(try scene.heard(by: peer, of: new) == ["changed"])
            }
        }
    }

    @Test(arguments: [true, false])
    func `A file that is moved aside for another was saved, whether it is kept or not`(isKept: Bool) async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document)
            let aside = scene.directory.appending("aside")
            let replacement = scene.directory.appending("replacement")
            try replacement.write("two".utf8)
            try await run("mv", scene.document.string, aside.string)
            #expect(try peer.next() == "moved to aside")
            if !isKept {
                try await run("rm", aside.string)
                #expect(try peer.next() == "deleted")
            }
            try await run("mv", replacement.string, scene.document.string)
            // Where the machine took its time, it was not.
            if try isKept && !FileStatus(of: scene.document).hasReplaced(FileStatus(of: aside)) { return }
            #expect(try peer.next() == "moved to \(scene.document.lastComponent!)")
            #expect(try scene.heard(by: peer, of: scene.document) == ["changed"])
            try OpenFile(updating: scene.document).write(Array("six".utf8), at: 0)
            #expect(try scene.heard(by: peer, of: scene.document) == ["changed"])
        }
    }

    @Test(arguments: [1, 2]) func `A move of a directory above is followed`(levels: Int) async throws {
        try await Scene.use { scene in
            var directory = scene.directory
            for _ in 1..<levels {
                directory.append("inner")
                try await Scene.make(directory)
            }
            let document = directory.appending("file")
            try document.write("one".utf8)
            let peer = try scene.peer(document)
            let moved = scene.directory.removingLastComponent().appending("moved")
            try await run("mv", scene.directory.string, moved.string)
            #expect(try peer.next() == "moved to file")
            let place = try #require(document.moved(from: scene.directory, to: moved))
            try OpenFile(updating: place).write(Array("two".utf8), at: 0)
            #expect(try scene.heard(by: peer, of: place) == ["changed"])
        }
    }

    @Test func `Deleting is told, and what comes back to the path is a change`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document)
            try await run("rm", scene.document.string)
            #expect(try scene.heard(by: peer, of: scene.document) == ["deleted"])
            let replacement = scene.directory.appending("replacement")
            try replacement.write("two".utf8)
            try await run("mv", replacement.string, scene.document.string)
            #expect(try scene.heard(by: peer, of: scene.document) == ["changed"])
        }
    }

    @Test func `What a coordinated writer does is told once, before the presenter reacquires`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document)
            let coordinator = FileCoordinator(runtimeDirectory: RuntimeDirectory(scene.runtime))
            try coordinator.coordinate(writingItemAt: scene.document) { path in
                Result { try path.write("two and more".utf8) }
            }.get()
            #expect(
                try scene.heard(by: peer, of: scene.document) == [
                    "relinquish to writer", "changed", "reacquire from writer",
                ])
        }
    }

    @Test func `The last of many changes is not missed`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document)
            let file = try OpenFile(updating: scene.document)
            for number in 0..<5000 { try file.write(Array("\(1000 + number)".utf8), at: 0) }
            let heard = try scene.heard(by: peer, of: scene.document)
            #expect(heard.count >= 1 && heard.count < 5000 && Set(heard) == ["changed"], "\(Set(heard))")
            #expect(try scene.heard(by: peer, of: scene.document) == [])
        }
    }

    /// A check that reads a file while it is written has its times from before and its contents from after a write.
    @Test func `Writes during a check are changes of contents`() async throws {
        try await Scene.use { scene in
            let file = try OpenFile(updating: scene.document)
            let size = 4 << 20
            try file.write([UInt8](repeating: 0, count: size), at: 0)
            let peer = try scene.peer(scene.document)
            for round in 0..<50 {
                for number in 0..<1000 { try file.write(Array("\(round) \(number)".utf8), at: size - 10) }
                let heard = try scene.heard(by: peer, of: scene.document)
                #expect(Set(heard) == ["changed"], "\(Set(heard))")
            }
        }
    }

    @Test func `Lost events are told, and everything is looked at again`() async throws {
        try await Scene.use { scene in
            let limit = try await Command("cat", ["/proc/sys/fs/inotify/max_queued_events"]).runNow().outputText
            let peer = try scene.peer(scene.document)
            peer.stop()
            // Two names in turn, because equal events one after another are one.
            let a = try OpenFile(creating: scene.directory.appending("a"))
            let b = try OpenFile(creating: scene.directory.appending("b"))
            for _ in 0...(try #require(Int(limit.prefix { $0.isNumber })) / 2) {
                try a.write([0], at: 0)
                try b.write([0], at: 0)
            }
            try OpenFile(updating: scene.document).write(Array("two".utf8), at: 0)
            peer.goOn()
            let heard = try scene.heard(by: peer, of: scene.document)
            #expect(heard == ["events lost", "changed"])
        }
    }

    @Test func `A stopped process hears afterwards what has changed`() async throws {
        try await Scene.use { scene in
            let peer = try scene.peer(scene.document)
            peer.stop()
            try OpenFile(updating: scene.document).write(Array("two".utf8), at: 0)
            peer.goOn()
            #expect(try peer.next() == "changed")
        }
    }
}
