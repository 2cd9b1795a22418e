import SystemPackage
import TestSupport
import Testing

/// Ends a save wherever it can end, cuts the power, and lets every system call fail; then runs the same command again.
///
/// Invariant 2: the file is the old or the new one (`replace`), or the old bytes plus a part of the new (`append`).
/// Invariant 4: run again, it ends as if nothing had happened. Invariant 7: what an error leaves is nothing, what a
/// crash leaves is cleared away by the next save. Invariant 6: where fsync fails, the save has failed. And what was acknowledged is there after a power cut.
@Suite(.long, .enabled("Processes may not be traced here") { try await Strace.isPermitted() })
struct CrashTests {
    @Test(arguments: ["table.pdf", "stream.pdf", "encrypted.pdf"], ["replace", "append"])
    func `Wherever a save ends, the file is whole and the same command completes it`(
        name: String, method: String
    ) async throws {
        try await check(name, method)
    }

    /// Its mark is longer than what readers skip behind the end of a document, and is written in two parts.
    @Test func `Wherever the append of a long increment ends, the file is whole`() async throws {
        try await check("table.pdf", "append", contents: String(repeating: DisturbedSave.contents, count: 25))
    }

    private func check(_ name: String, _ method: String, contents: String = DisturbedSave.contents) async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named(name).copy(into: directory.making("documents"))
            let command = DisturbedSave.command(file, contents: contents, "--method", method)
            let scenario = try await CrashScenario("save of \(name) by \(method)", below: directory, command)
            let save = try DisturbedSave(
                scenario.recording, file: "documents/\(name)", mayLeaveTail: method == "append")
            try await scenario.run(save.check)
        }
    }

    @Test(arguments: ["table.pdf", "stream.pdf", "encrypted.pdf"])
    func `Wherever the writing of a new file ends, it is there whole or not at all`(name: String) async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named(name).copy(into: directory.making("documents"))
            let output = try directory.making("output").appending("new.pdf")
            let scenario = try await CrashScenario(
                "output of \(name)", below: directory, DisturbedSave.command(file, "-o", output.string),
                recovery: DisturbedSave.command(file, "-o", output.string, "--force"))
            let save = try DisturbedSave(scenario.recording, file: "output/new.pdf", mayLeaveTail: false)
            let original = try file.readBytes()
            try await scenario.run { crash in
                #expect(crash.left["documents/\(name)"] == original, "\(crash.description)")
                try await save.check(crash)
            }
        }
    }
}
