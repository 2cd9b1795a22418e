import Checkpointing
import FileDocuments
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import LinuxFiles

/// One directory seen through two mounts, as by two machines: locks of one are unknown to the other (invariants 1, 2 and 9).
struct SharedDirectoryTests {
    /// Mounts a directory twice, calls `body` with the directory and the two mounts, and unmounts them.
    private static func withTwoMounts(_ body: (FilePath, [FilePath]) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            let shared = try directory.making("shared")
            let mounts = [try directory.making("first"), try directory.making("second")]
            var mounted: [FilePath] = []
            func unmount() async throws {
                for mount in mounted { _ = try await Command("umount", [mount.string]).run() }
            }
            do {
                for mount in mounts {
                    let result = try await Command(
                        "sh", ["-c", #"bindfs "$0" "$1" >/dev/null 2>&1"#, shared.string, mount.string]
                    )
                    .run()
                    guard result.exitStatus == 0 else { throw ReaderError(reader: "bindfs", result) }
                    mounted.append(mount)
                }
                try await body(shared, mounts)
            } catch {
                try await unmount()
                throw error
            }
            try await unmount()
        }
    }

    static func hasFUSE() async throws -> Bool {
        do {
            try await withTwoMounts { _, _ in }
            return true
        } catch is ReaderError {
            return false
        }
    }

    @Test(.enabled("bindfs cannot mount anything here", { try await hasFUSE() }), arguments: ["replace", "append"])
    func `Two saves at once, one through each mount, are both in the document`(method: String) async throws {
        try await Self.withTwoMounts { shared, mounts in
            for _ in 1...(CrashScenario.isThorough ? 100 : 10) {
                let document = try Fixture.named("table.pdf").copy(into: shared)
                let results = try await withThrowingTaskGroup(of: CommandResult.self) { group in
                    for (name, mount) in zip(["one", "two"], mounts) {
                        let path = mount.appending("table.pdf").string
                        let command = PDFCO.command([
                            "annotate", "square", path, "--rect", "10,10,50,50", "--name", name, "--save", "--method",
                            method,
                        ])
                        group.addTask { try await command.runNow() }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(results.map(\.exitStatus) == [0, 0], "\(results.map(\.errorText))")
                let list = try await PDFCO.run("annotate", "list", document.string).outputText
                #expect(list.contains("one") && list.contains("two"))
                // FUSE keeps a file that was replaced under a name of its own until the last process has closed it.
                #expect(try shared.list().filter { !$0.hasPrefix(".fuse_hidden") } == ["table.pdf"])
                _ = try await Command("rm", [document.string]).run()
            }
        }
    }

    /// What a process leaves that died, or stalled, in an append through the other mount.
    @Test(.enabled("bindfs cannot mount anything here", { try await hasFUSE() }), arguments: [false, true])
    func `Behind a mount an unfinished increment is not cut off, and no file is appended to that another may write to`(
        isTorn: Bool
    ) async throws {
        try await Self.withTwoMounts { shared, mounts in
            let document = try Fixture.named("table.pdf").copy(into: shared)
            let old = try document.readBytes()
            func annotate(_ options: String...) async throws -> CommandResult {
                let path = mounts[0].appending("table.pdf").string
                return try await PDFCO.run(
                    ["annotate", "square", path, "--rect", "10,10,50,50", "--save", "--timeout", "1"] + options)
            }
            if isTorn {
                _ = try await PDFCO.run(
                    "annotate", "square", document.string, "--rect", "1,1,5,5", "--save", "--method", "append")
                try document.write(document.readBytes().dropLast(9))
            } else {
                let lock = shared.appending(".table.pdf.pdfco-lock")
                try lock.write([7])
                _ = try await Command("touch", ["-d", "@0", lock.string]).run()
            }
            let second = shared.appending("second.pdf")
            link(document.string, second.string)
            let before = try document.readBytes()
            let refused = try await annotate("--name", "one", "--method", "append")
            #expect(refused.exitStatus == 75, "\(refused.errorText)")
            #expect(try document.readBytes() == before)
            unlink(second.string)
            let replaced = try await annotate("--name", "two", "--method", "append")
            #expect(replaced.exitStatus == 0 && replaced.text.contains("saved (+"), "\(replaced.text)")
            let new = try document.readBytes()
            #expect(new.starts(with: old))
            let appended = try await annotate("--name", "three", "--method", "append")
            #expect(appended.exitStatus == 0 && appended.text.contains("saved in place (+"), "\(appended.text)")
            #expect(try document.readBytes().starts(with: new))
            #expect(try shared.list().filter { !$0.hasPrefix(".fuse_hidden") } == ["table.pdf"])
        }
    }

    /// A data directory that one process has in place and another one behind a mount, as a container has a volume.
    @Test(.enabled("bindfs cannot mount anything here", { try await hasFUSE() }))
    func `Edits recorded at once in a data directory and behind a mount of it are all in the checkpoint`() async throws
    {
        try await Self.withTwoMounts { shared, mounts in
            for round in 1...(CrashScenario.isThorough ? 30 : 3) {
                let document = try Fixture.named("table.pdf")
                    .copy(into: shared.removingLastComponent(), as: "\(round).pdf")
                func run(_ data: FilePath, _ arguments: [String]) async throws -> CommandResult {
                    let variables = PDFCO.fixedClock.merging(["PDFCO_DATA_DIR": data.string]) { $1 }
                    return try await PDFCO.command(arguments, environment: variables).runNow()
                }
                let failures = try await withThrowingTaskGroup(of: [String].self) { group in
                    for (name, data) in zip(["one", "two", "three", "four"], [shared, mounts[0], shared, mounts[0]]) {
                        group.addTask {
                            var failures: [String] = []
                            for number in 1...3 {
                                let result = try await run(
                                    data,
                                    [
                                        "annotate", "square", document.string, "--rect", "10,10,50,50", "--name",
                                        "\(name)-\(number)", "--timeout", "60",
                                    ])
                                if result.exitStatus != 0 { failures.append(result.errorText) }
                            }
                            return failures
                        }
                    }
                    return try await group.reduce(into: []) { $0 += $1 }
                }
                #expect(failures == [])
                let checkpoints = try shared.appending("checkpoints").list()
                #expect(checkpoints.filter { $0.hasSuffix("pdfco-lock") } == [])
                let saved = try await run(shared, ["save", document.string])
                #expect(saved.exitStatus == 0 && !saved.errorText.contains("lost"), "\(saved.errorText)")
                let list = try await PDFCO.run("annotate", "list", document.string).outputText
                for name in ["one", "two", "three", "four"] {
                    for number in 1...3 { #expect(list.contains("\(name)-\(number)")) }
                }
            }
        }
    }

    @Test(.enabled("bindfs cannot mount anything here", { try await hasFUSE() }))
    func
        `Behind a mount of the data directory no log stays open, and nothing of the history and no version is removed`()
        async throws
    {
        try await Self.withTwoMounts { shared, mounts in
            let (here, there) = (CheckpointStore(dataDirectory: shared), CheckpointStore(dataDirectory: mounts[0]))
            let (name, header) = (try CheckpointIdentifier("a"), CheckpointHeader(path: "/a.pdf", base: "base"))
            for (store, isContinuable) in [(here, true), (there, false)] {
                let log = try store.log(name)
                try log.record([1], editCount: 1, under: header)
                #expect(log.isContinuable == isContinuable)
                try log.keep(in: store.history, adding: [], as: "saved")
            }
            let count = try here.history.directory.list().count
            #expect(count > 0)
            #expect(there.history.removeOld(writtenUntil: .max) == 0)
            #expect(try here.history.directory.list().count == count)
            let versions = VersionStore(beside: here)
            let document = try Fixture.named("table.pdf").copy(into: shared.removingLastComponent())
            try FileVersion.addVersion(ofItemAt: document, withContentsOf: document, in: versions)
            #expect(
                try VersionStore(beside: there).prune(olderThan: 0, now: .max, force: true, dryRun: false).isEmpty)
            #expect(try FileVersion.all(in: versions).count == 1)
            #expect(here.history.removeOld(writtenUntil: .max) == count)
        }
    }

    @Test(.enabled("Other users cannot run the program here") { try await canRunAsNobody() })
    func `In a sticky directory another user's dead files block nobody`() async throws {
        try await withTemporaryDirectory { directory in
            let document = try Fixture.named("table.pdf").copy(into: directory)
            let lock = directory.appending(".table.pdf.pdfco-lock")
            try lock.write([7])
            try directory.appending(".table.pdf.1-2.pdfco-swap").write([8])
            let path = directory.string
            try await make("chmod", "1777", path)
            try await make("chown", "65534:65534", document.string)
            try await make("sh", "-c", #"chmod 600 "$0"/.*pdfco*; touch -d @0 "$0"/.*pdfco*"#, path)
            for method in ["replace", "append"] {
                let result = try await asNobody(
                    PDFCO.command([
                        "annotate", "square", document.string, "--rect", "10,10,50,50", "--save", "--method", method,
                    ])
                ).run()
                #expect(result.exitStatus == 0, "\(result.errorText)")
            }
        }
    }

    /// What libfuse does for a process that saves through a mount: the old file gets a hidden name, then the new one its own.
    @Test func `A save through a mount is left alone on the server, and a broken one is restored`() async throws {
        try await withTemporaryDirectory { directory in
            let document = try Fixture.named("table.pdf").copy(into: directory)
            let lock = directory.appending(".table.pdf.pdfco-lock")
            try lock.write([7])
            // It is not old however long the command takes to start.
            try await make("touch", "-d", "1 day", lock.string)
            let busy = try await PDFCO.run(
                "annotate", "square", document.string, "--rect", "10,10,50,50", "--save", "--timeout", "1")
            #expect(busy.exitStatus == 75)
            #expect(try document.readBytes() == Fixture.named("table.pdf").readBytes())
            // The name says which file is new and which is old.
            let new = try Fixture.named("revisions.pdf").copy(into: directory)
            let numbers = try (OpenFile(reading: new).fingerprint(), OpenFile(reading: document).digest())
            let swap = directory.appending(TemporaryName.swap(for: "table.pdf", new: numbers.0, old: numbers.1))
            rename(new.string, swap.string)
            let save = try await PDFCO.run("save", document.string)
            #expect(save.exitStatus == 0, "\(save.errorText)")
            #expect(try swap.readBytes() == Fixture.named("revisions.pdf").readBytes())
            rename(document.string, directory.appending(".fuse_hidden0000000100000001").string)
            let restored = try await PDFCO.run("restore", document.string)
            #expect([0, 1].contains(restored.exitStatus), "\(restored.errorText)")
            #expect(try document.readBytes() == Fixture.named("table.pdf").readBytes())
        }
    }
}

extension CommandResult {
    fileprivate var text: String { outputText + errorText }
}
