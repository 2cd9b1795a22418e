import Glibc
import SystemPackage
import TestSupport
import Testing

/// How `pdfco watch` saves unsaved changes.
struct WatchSavingTests {
    @Test(arguments: ["FILE", "ROOT/documents"])
    func `Who reads a document reads it with its unsaved changes`(_ path: String) async throws {
        try await WatchScene.with { scene in
            let before = try scene.file.readBytes()
            let watcher = try scene.watch(path)
            try await scene.addSquare("first")
            try await scene.addSquare("second")
            #expect(try scene.file.readBytes() == before)
            let read = try await scene.pass("open", "FILE", "--", "cat", scene.file.string)
            #expect(read.output.starts(with: before) && read.output.count > before.count)
            let report: OpenReport = try await scene.unsaved.json("open", "FILE", "--without-changes")
            #expect(report.unsavedChanges == 0 && report.annotationCount == 2)
            #expect(try scene.unsaved.checkpointNames().isEmpty)

            #expect(try watcher.next("checkpointed").file == scene.file.string)
            let request = try watcher.next("saveRequested")
            #expect(request.pid != nil)
            var saved = try watcher.next()
            // It may hear of the second edit not before it looks what there is to save.
            if saved.event == "checkpointed" { saved = try watcher.next() }
            #expect(saved.event == "saved" && saved.file == scene.file.string && saved.detail == "2 edits")
            // What it wrote itself is no change.
            #expect(try watcher.kinds(upTo: "reacquired") == ["reacquired"])
        }
    }

    @Test func `Unsaved changes are saved by themselves, those that were there before as well`() async throws {
        try await WatchScene.with { scene in
            try await scene.addSquare("before")
            let watcher = try scene.watch("FILE", "--autosave", "0")
            #expect(try watcher.next().event == "saved")
            try await scene.addSquare("after")
            // The reader that recorded the change may end before or after it is noticed.
            let kinds = try watcher.kinds(upTo: "saved").filter { $0 != "reacquired" }
            #expect(kinds.suffix(2) == ["checkpointed", "saved"])
            #expect(try await scene.unsaved.names("--no-checkpoint") == ["before", "after"])
            #expect(try await QPDF.isClean(scene.file))
        }
    }

    @Test func `Changes go into a document that was moved after they were recorded`() async throws {
        try await WatchScene.with { scene in
            let watcher = try scene.watch("ROOT/documents")
            try await scene.addSquare("ours")
            let other = scene.directory.appending("other.pdf")
            try #require(rename(scene.file.string, other.string) == 0)
            try watcher.next("moved")
            try await scene.pass("open", other.string, "--", "true")
            #expect(try watcher.next("saved").file == other.string)
        }
    }

    @Test func `Changes that do not fit are a conflict, told once, and nobody is kept from reading`() async throws {
        try await WatchScene.with { scene in
            try await scene.addSquare("ours")
            let watcher = try scene.watch("FILE", "--autosave", "0.5")
            let others = try Fixture.named("report.pdf").readBytes()
            try scene.replace(by: "report.pdf")
            let conflict = try watcher.next("conflict")
            #expect(conflict.file == scene.file.string && conflict.detail != nil)
            for _ in 1...2 {
                let read = try await scene.pass("open", "FILE", "--", "cat", scene.file.string)
                #expect(read.output == others)
            }
            #expect(try scene.unsaved.checkpointNames().count == 1)
            let rest = try watcher.end()
            #expect(rest.map(\.event).filter { $0 == "conflict" || $0 == "saved" }.isEmpty)
            #expect(rest.map(\.event).filter { $0 == "saveRequested" }.count == 2)
        }
    }

    @Test func `An encrypted document is saved with its password, and left without`() async throws {
        try await WatchScene.with("encrypted.pdf") { scene in
            let watcher = try scene.watch("FILE")
            var unsaved = scene.unsaved
            unsaved.environment["PDFCO_PASSWORD"] = "owner"
            let scene = WatchScene(unsaved: unsaved)
            try await scene.addSquare("ours")
            try await scene.pass("open", "FILE", "--", "true")
            let told = try watcher.kinds(upTo: "saveRequested") + watcher.kinds(upTo: "reacquired")
            #expect(!told.contains("saved"))
            #expect(watcher.messages.contains { $0.contains("not saved: cannot be opened without its password") })
            let knowing = try scene.watch("FILE")
            try await scene.pass("open", "FILE", "--", "true")
            #expect(try knowing.next("saved").detail == "1 edit")
        }
    }

    @Test func `Of two that watch a document one saves it`() async throws {
        try await WatchScene.with { scene in
            let watchers = [try scene.watch("FILE"), try scene.watch("ROOT/documents")]
            try await scene.addSquare("ours")
            let read = try await scene.pass("open", "FILE", "--", "cat", scene.file.string)
            #expect(read.output == (try scene.file.readBytes()))
            #expect(try await scene.unsaved.names("--no-checkpoint") == ["ours"])
            let saved = try watchers.flatMap { try $0.end() }.filter { $0.event == "saved" }
            #expect(saved.count == 1)
        }
    }
}
