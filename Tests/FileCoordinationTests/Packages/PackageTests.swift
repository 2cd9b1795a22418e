import SystemPackage
import TestSupport
import Testing

@testable import FileCoordination

/// A directory that counts as one file, between processes.
struct PackageTests {
    /// A marked package with two files in it, one of them in a directory.
    private static func use(_ body: (Scene, FilePath) async throws -> Void) async throws {
        try await Scene.use { scene in
            let package = scene.directory.appending("notes")
            try await Scene.make(package)
            try await Scene.make(package.appending("pages"))
            try package.appending("index").write("index".utf8)
            try package.appending("pages/one").write("one".utf8)
            try FilePackage.mark(package)
            try await body(scene, package)
        }
    }

    @Test func `Whoever reads or writes something in a package reads or writes all of it`() async throws {
        try await Self.use { scene, package in
            let items = [package, "index", "pages", "pages/one", "pages/new"].map {
                $0 == package ? package : package.pushing($0)
            }
            for item in items {
                for other in items {
                    let writer = try scene.ask("write", item)
                    try #require(writer.outcome == "in \(item)")
                    #expect(try scene.outcome(of: "read", other) == "timed out" || other.lastComponent == "new")
                    #expect(try scene.outcome(of: "write", other) == "timed out", "\(other) during \(item)")
                    try writer.peer.say("end")
                }
            }
            let reader = try scene.ask("read", package.appending("index"))
            #expect(try scene.outcome(of: "read", package.appending("pages/one")) == "in \(package)/pages/one")
            #expect(try scene.outcome(of: "write", package) == "timed out")
            // What lies beside the package is none of its business.
            #expect(try scene.outcome(of: "write", scene.document) == "in \(scene.document)")
            #expect(try scene.outcome(of: "write", scene.directory) == "in \(scene.directory)")
            #expect(try scene.outcome(of: "delete", scene.directory) == "timed out")
            try reader.peer.say("end")
        }
    }

    @Test(arguments: ["read", "write", "write-attributes", "merge", "delete", "move", "replace"])
    func `Two accesses within a package agree just where two to one file do`(_ first: String) async throws {
        try await Self.use { scene, package in
            let (one, other) = (package.appending("index"), package.appending("pages/one"))
            for second in WaitingRuleTests.kinds {
                let holder = try scene.ask(first, one)
                try #require(holder.outcome == "in \(one)")
                let expected = WaitingRuleTests.agree(first, second) ? "in \(other)" : "timed out"
                #expect(try scene.outcome(of: second, other) == expected, "\(second) during \(first)")
                try holder.peer.say("end")
            }
        }
    }

    @Test func `Extensions make packages where all processes know them, and links lead into them`() async throws {
        try await Scene.use { scene in
            let package = scene.directory.appending("My Notes.Bundle")
            try await Scene.make(package)
            for name in ["a", "b"] { try package.appending(name).write(name.utf8) }
            let link = scene.directory.appending("link")
            try #require(try await Command("ln", ["-s", package.string + "/b", link.string]).runNow().exitStatus == 0)
            func peer(_ kind: String, _ path: FilePath) throws -> Peer {
                let peer = try Peer(
                    ["coordinate", scene.runtime.string, "0", "-", kind, path.string],
                    launcher: ["env", "PDFCO_PACKAGES=notes,bundle"])
                try #require(try peer.next() == "asking")
                return peer
            }
            let writer = try peer("write", package.appending("a"))
            #expect(try writer.next() == "in \(package)/a")
            for path in [package, package.appending("b"), link] {
                #expect(try peer("read", path).next() == "timed out", "\(path)")
            }
            // flock(1) on the package sees it, too.
            let shell = Command("flock", ["--nonblock", "--shared", package.string, "true"])
            #expect(try await shell.runNow().exitStatus == 1)
            // A process that does not know the extension waits for the file alone.
            #expect(try scene.outcome(of: "read", package.appending("a")) == "timed out")
            try writer.say("end")
            #expect(try peer("read", link).next() == "in \(link)")
        }
    }

    @Test func `What waits for an item in a package that is moved follows it`() async throws {
        try await Self.use { scene, package in
            let item = package.appending("pages/one")
            let holder = try scene.ask("write", package.appending("index"))
            let waiting = try scene.begin("write", item)
            try await scene.someoneWaits(toWrite: package)
            let moved = scene.directory.appending("moved")
            try #require(try await Command("mv", [package.string, moved.string]).runNow().exitStatus == 0)
            try holder.peer.say("end")
            #expect(try waiting.next() == "in \(moved)/pages/one")
            #expect(try scene.outcome(of: "read", moved.appending("index")) == "timed out")
        }
    }

    @Test func `Readers and writers ask the presenters of the package, and those inside it for all of it`() async throws
    {
        try await Self.use { scene, package in
            let (index, one) = (package.appending("index"), package.appending("pages/one"))
            let whole = try scene.peer(package)
            let inner = try scene.peer(one)
            for (kind, path, expected) in [
                ("read", index, ["relinquish to reader", "save", "reacquire from reader"]),
                ("write", index, ["relinquish to writer", "reacquire from writer"]),
                ("merge", one, ["relinquish to writer", "save", "reacquire from writer"]),
                (
                    "delete", one,
                    ["relinquish to writer", "accommodate deletion of pages/one", "reacquire from writer"]
                ),
                ("read", package, ["relinquish to reader", "save", "reacquire from reader"]),
                ("write", package, ["relinquish to writer", "reacquire from writer"]),
            ] {
                let access = try scene.ask(kind, path, within: 20)
                #expect(access.outcome == "in \(path)")
                try access.peer.say("end")
                #expect(try whole.next(expected.count) == expected, "\(kind) \(path)")
                let concernsInner = path != index
                let inside = expected.map { $0.hasPrefix("accommodate") ? "accommodate deletion" : $0 }
                if concernsInner { #expect(try inner.next(inside.count) == inside, "\(kind) \(path)") }
                #expect(try scene.heard(by: inner, of: one).isEmpty)
            }
        }
    }

    @Test func `A presenter of the package hears what others do inside it`() async throws {
        try await Self.use { scene, package in
            let whole = try scene.peer(package)
            let new = package.appending("pages/new")
            try scene.coordinator(within: .seconds(60)).coordinate(writingItemAt: new) { path in
                #expect((try? path.write("new".utf8)) != nil)
            }
            #expect(
                try whole.next(3) == ["relinquish to writer", "pages/new appeared", "reacquire from writer"])
            let other = package.appending("newer")
            let coordinator = scene.coordinator(within: .seconds(60))
            let command = Command("mv", [new.string, other.string])
            try await coordinator.coordinate(with: [
                .writingIntent(with: new, options: .forMoving), .writingIntent(with: other, options: .forReplacing),
            ]) { paths async in
                #expect((try? await command.runNow().exitStatus) == 0)
                coordinator.item(at: new, didMoveTo: other)
            }
            #expect(try whole.lines(upTo: "reacquire from writer").last == "pages/new moved to newer")
        }
    }

    @Test func `A mark can be taken away, and the package is told`() async throws {
        try await Self.use { scene, package in
            let inner = package.appending("pages/one")
            #expect(try FilePackage.package(of: inner) == package)
            #expect(try FilePackage.package(of: package) == package)
            #expect(try FilePackage.package(of: scene.document) == nil)
            try FilePackage.mark(package.appending("pages"))
            #expect(try FilePackage.package(of: inner) == package)
            try FilePackage.unmark(package)
            try FilePackage.unmark(package)
            #expect(try FilePackage.package(of: inner) == package.appending("pages"))
            let writer = try scene.ask("write", inner)
            #expect(try scene.outcome(of: "write", package.appending("index")) == "in \(package)/index")
            try writer.peer.say("end")
            let missing = scene.directory.appending("missing")
            #expect(throws: FileCoordinationError.noSuchItem(missing)) { try FilePackage.mark(missing) }
        }
    }
}
