import Glibc
import SystemPackage
import TestSupport
import Testing

/// What `pdfco watch` tells of what others do.
struct WatchEventTests {
    @Test func `A document that others change, move and delete is followed`() async throws {
        try await WatchScene.with { scene in
            let watcher = try scene.watch("FILE")
            try scene.replace(by: "stream.pdf")
            let changed = try watcher.next()
            #expect(changed.event == "changed" && changed.file == scene.file.string)
            #expect(changed.time.hasSuffix("Z"))
            let other = scene.directory.appending("other.pdf")
            try #require(rename(scene.file.string, other.string) == 0)
            let moved = try watcher.next()
            #expect(moved.event == "moved")
            #expect(moved.file == scene.file.string && moved.to == other.string)
            try #require(unlink(other.string) == 0)
            #expect(try watcher.next("deleted").file == other.string)
            try other.write(Fixture.named("table.pdf").readBytes())
            #expect(try watcher.next("appeared").file == other.string)
        }
    }

    @Test func `A document that is not there yet is waited for, in a directory that is`() async throws {
        try await WatchScene.with { scene in
            let watcher = try scene.watch("ROOT/documents/new.pdf")
            _ = try scene.file.copy(into: scene.directory, as: "new.pdf")
            #expect(try watcher.next().event == "appeared")
            let refused = try await scene.unsaved.run("watch", "ROOT/nowhere/new.pdf")
            expectRefusal(refused, 66)
        }
    }

    @Test func `In a directory the PDF files are reported, at any depth, and nothing else`() async throws {
        try await WatchScene.with { scene in
            let watcher = try scene.watch("ROOT/documents")
            _ = try scene.file.copy(into: scene.directory, as: "notes.txt")
            let inner = try scene.directory.making("inner")
            let scan = try scene.file.copy(into: inner, as: "SCAN.PDF")
            #expect(try watcher.next("appeared").file == scan.string)
            let outer = scene.directory.appending("outer")
            try #require(rename(inner.string, outer.string) == 0)
            #expect(try watcher.next("moved").to == outer.appending("SCAN.PDF").string)
            // As programs save that write a new file first.
            let draft = try scene.file.copy(into: scene.directory, as: "draft.tmp")
            try #require(rename(draft.string, scene.directory.appending("draft.pdf").string) == 0)
            #expect(try watcher.next("appeared").name == "draft.pdf")
            try #require(rename(scene.file.string, scene.unsaved.root.appending("gone.pdf").string) == 0)
            #expect(try watcher.next("deleted").file == scene.file.string)
            let names = try watcher.end().map(\.name)
            #expect(!names.contains("notes.txt") && !names.contains("draft.tmp"))
        }
    }

    @Test func `What is named besides its directory is told once`() async throws {
        try await WatchScene.with { scene in
            let watcher = try scene.watch("ROOT/documents", "FILE", "FILE")
            try scene.replace(by: "stream.pdf")
            #expect(try watcher.next().event == "changed")
            try #require(unlink(scene.file.string) == 0)
            #expect(try watcher.next("deleted").file == scene.file.string)
            #expect(try watcher.end().isEmpty)
        }
    }

    @Test func `Those who coordinate their accesses are told of, with their process`() async throws {
        try await WatchScene.with { scene in
            let watcher = try scene.watch("FILE")
            try await scene.addSquare("ours", "--save")
            let writer = try watcher.next()
            #expect(writer.event == "relinquishedToWriter" && writer.pid != nil)
            let changed = try watcher.next("changed")
            let over = try watcher.next()
            #expect(over.event == "reacquired" && over.pid == writer.pid && changed.pid == writer.pid)
            try await scene.access("delete")
            #expect(try watcher.kinds(upTo: "reacquired") == ["relinquishedToWriter", "willBeDeleted", "reacquired"])
            try await scene.access("read")
            #expect(try watcher.kinds(upTo: "reacquired") == ["relinquishedToReader", "saveRequested", "reacquired"])
        }
    }

    @Test func `What is deleted in a directory is announced`() async throws {
        try await WatchScene.with { scene in
            let watcher = try scene.watch("ROOT/documents")
            try await scene.access("delete")
            #expect(try watcher.next("willBeDeleted").file == scene.file.string)
        }
    }

    @Test func `Every change is told where the kernel's news were lost`() async throws {
        try await WatchScene.with { scene in
            let bytes = try scene.file.readBytes()
            let files = (1...300).map { scene.directory.appending("many-\($0).pdf") }
            for file in files { try file.write(bytes) }
            let watcher = try scene.watch("ROOT/documents")
            let setting = try await Command("cat", ["/proc/sys/fs/inotify/max_queued_events"]).run().outputText
            let limit = try #require(Int(setting.split(separator: "\n").first ?? ""))
            watcher.command.stop()
            for file in files { try file.write(bytes + "%\n".utf8) }
            // None the same as the one before it, of which the kernel would make one.
            for number in 0...(limit / files.count) {
                for file in files { chmod(file.string, number.isMultiple(of: 2) ? 0o600 : 0o644) }
            }
            watcher.command.send(SIGCONT)
            var changed: Set<String> = []
            var wereLost = false
            while changed.count < files.count || !wereLost {
                let event = try watcher.next()
                if event.event == "changed" { changed.insert(event.file) }
                if event.event == "overflow" { wereLost = true }
            }
            #expect(changed == Set(files.map(\.string)))
        }
    }
}
