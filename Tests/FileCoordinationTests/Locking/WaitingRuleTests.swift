import SystemPackage
import TestSupport
import Testing

@testable import FileCoordination

/// Who waits for whom: each pair of accesses in both orders of arrival, between processes.
struct WaitingRuleTests {
    static let kinds = ["read", "read-attributes", "write", "write-attributes", "merge", "delete", "move", "replace"]

    /// Whether both may be in at the same time.
    static func agree(_ first: String, _ second: String) -> Bool {
        let kinds: Set = [first, second]
        return kinds.contains("read-attributes") || kinds == ["read"] || kinds == ["read", "write-attributes"]
    }

    @Test(arguments: kinds) func `Of one file, readers agree with readers and writers with nobody`(
        _ first: String
    ) async throws {
        try await Scene.use { scene in
            for second in Self.kinds {
                let holder = try scene.ask(first, scene.document)
                try #require(holder.outcome == "in \(scene.document)")
                let outcome = try scene.outcome(of: second, scene.document)
                let expected = Self.agree(first, second) ? "in \(scene.document)" : "timed out"
                #expect(outcome == expected, "\(second) during \(first)")
                try holder.peer.say("end")
                guard outcome == "timed out" else { continue }
                let later = try scene.outcome(of: second, scene.document)
                #expect(later == "in \(scene.document)", "\(second) after \(first)")
            }
        }
    }

    @Test(arguments: ["read", "write", "delete", "move", "replace"])
    func `Removing, moving or replacing a directory excludes what happens inside it, and nothing else does`(
        _ access: String
    ) async throws {
        try await Scene.use { scene in
            let deep = scene.directory.appending("inner/deep")
            try await Scene.make(scene.directory.appending("inner"))
            try await Scene.make(deep)
            try deep.appending("leaf").write("leaf".utf8)
            for inside in [scene.document, deep.appending("leaf"), deep.appending("new")] {
                for (first, second) in [
                    ((access, scene.directory), ("write", inside)), (("write", inside), (access, scene.directory)),
                ] {
                    let holder = try scene.ask(first.0, first.1)
                    try #require(holder.outcome == "in \(first.1)")
                    defer { holder.peer.kill() }
                    let outcome = try scene.outcome(of: second.0, second.1)
                    let isFree = access == "read" || access == "write"
                    #expect(outcome == (isFree ? "in \(second.1)" : "timed out"), "\(second) during \(first)")
                }
            }
        }
    }

    @Test func `Two who create the same file exclude each other`() async throws {
        try await Scene.use { scene in
            let new = scene.directory.appending("new")
            let first = try scene.ask("write", new)
            #expect(first.outcome == "in \(new)")
            #expect(try scene.outcome(of: "write", new) == "timed out")
            #expect(try scene.outcome(of: "replace", new) == "timed out")
            #expect(try scene.outcome(of: "write", scene.directory.appending("newer")) == "in \(scene.directory)/newer")
        }
    }

    @Test func `Names of one file are one file`() async throws {
        try await Scene.use { scene in
            let link = scene.directory.appending("link")
            #expect(try await Command("ln", [scene.document.string, link.string]).runNow().exitStatus == 0)
            let symbolic = scene.directory.appending("symbolic")
            #expect(try await Command("ln", ["-s", "document", symbolic.string]).runNow().exitStatus == 0)
            let holder = try scene.ask("write", link)
            #expect(holder.outcome == "in \(link)")
            #expect(try scene.outcome(of: "read", scene.document) == "timed out")
            #expect(try scene.outcome(of: "read", symbolic) == "timed out")
        }
    }

    @Test func `Accesses of one purpose do not exclude each other, and the last of them lets others in`() async throws {
        try await Scene.use { scene in
            let first = try scene.ask("read", scene.document, purpose: "batch")
            let second = try scene.ask("write", scene.document, purpose: "batch")
            let third = try scene.ask("delete", scene.directory, purpose: "batch")
            #expect(second.outcome == "in \(scene.document)")
            #expect(third.outcome == "in \(scene.directory)")
            #expect(try scene.outcome(of: "read", scene.document, purpose: "other") == "timed out")
            try first.peer.say("end")
            second.peer.kill()
            #expect(try scene.outcome(of: "read", scene.document) == "timed out")
            try third.peer.say("end")
            #expect(try scene.outcome(of: "write", scene.document) == "in \(scene.document)")
        }
    }

    @Test func `A coordinator never waits for itself`() async throws {
        try await Scene.use { scene in
            let coordinator = scene.coordinator()
            try coordinator.coordinate(readingItemAt: scene.document) { path in
                let nested: Void? = try? coordinator.coordinate(writingItemAt: path) { _ in
                    try? coordinator.coordinate(writingItemAt: scene.directory, options: .forDeleting) { _ in }
                }
                #expect(nested != nil)
                #expect(throws: FileCoordinationError.timedOut(path)) {
                    try scene.coordinator().coordinate(writingItemAt: path) { _ in }
                }
            }
            // A child of this process that is just starting may still have the descriptor of the lock.
            let later = scene.coordinator(within: .seconds(60))
            try later.coordinate(writingItemAt: scene.directory, options: .forDeleting) { _ in }
        }
    }

    @Test func `Programs that lock the file with flock take part`() async throws {
        try await Scene.use { scene in
            let holder = try Peer(
                ["coordinate", scene.runtime.string, "0", "-", "read", scene.document.string],
                launcher: ["flock", "--shared", scene.document.string])
            #expect(try holder.next(2) == ["asking", "in \(scene.document)"])
            #expect(try scene.outcome(of: "write", scene.document) == "timed out")
            try holder.say("end")
            let writer = try scene.ask("write", scene.document, within: 20)
            #expect(writer.outcome == "in \(scene.document)")
            let shell = Command("flock", ["--nonblock", "--shared", scene.document.string, "true"])
            #expect(try await shell.runNow().exitStatus == 1)
            let inside = Command("flock", ["--nonblock", scene.directory.string, "true"])
            #expect(try await inside.runNow().exitStatus == 1)
            try writer.peer.say("end")
            #expect(try await shell.runNow().exitStatus == 0)
        }
    }
}
