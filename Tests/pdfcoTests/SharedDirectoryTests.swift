import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import LinuxFiles

/// One directory seen through two mounts, as by two machines: locks of one are unknown to the other (invariant 2, invariant 9).
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

    /// What libfuse does for a process that saves through a mount: the old file gets a hidden name, then the new one its own.
    @Test func `A save through a mount is left alone on the server, and a broken one is restored`() async throws {
        try await withTemporaryDirectory { directory in
            let document = try Fixture.named("table.pdf").copy(into: directory)
            let lock = directory.appending(".table.pdf.pdfco-lock")
            try lock.write([7])
            let busy = try await PDFCO.run(
                "annotate", "square", document.string, "--rect", "10,10,50,50", "--save", "--timeout", "1")
            #expect(busy.exitStatus == 75)
            #expect(try document.readBytes() == Fixture.named("table.pdf").readBytes())
            // The name says which file is new and which is old.
            let new = try Fixture.named("revisions.pdf").copy(into: directory)
            let numbers = try (OpenFile(reading: new).fingerprint(), OpenFile(reading: document).fingerprint())
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
