import SystemPackage
import TestSupport
import Testing

@testable import Checkpointing

/// Ends a process at the system calls with which it records two changes and writes the log anew, lets them fail, and cuts
/// the power in between.
///
/// What was told to be recorded is there afterwards (invariant 1), in order; a change that was under way may be; nothing is
/// left that is not cleared away (invariant 7); and the log goes on.
@Suite(.long, .enabled("Processes may not be traced here") { try await Strace.isPermitted() })
struct LogCrashTests {
    private static let all = ["p 0", "p 1", "p rewritten"]

    @Test func `Whatever happens at whichever system call, what was recorded is there`() async throws {
        try await Scene.useInMemory { scene in
            let directory = scene.dataDirectory.removingLastComponent()
            let command = scene.command("p", count: 2, option: "rewrite")
            let scenario = try await CrashScenario(
                "record and rewrite", below: directory, command, recovery: Command("true", []))
            try await scenario.run { crash in
                let context: Comment = "\(crash.description)"
                let told =
                    crash.result?.outputText.split(separator: "\n").map(String.init).filter(Self.all.contains)
                    ?? (crash.isAcknowledged ? Self.all : [])
                let found = try scene.changes() ?? []
                #expect(found == Array(Self.all.prefix(found.count)), context)
                #expect(found.count >= told.count, context)
                _ = try? scene.store.clear()
                try scene.record("next")
                #expect(try scene.changes() == found + ["next"], context)
                #expect(try scene.names() == [scene.identifier.fileName.string], context)
            }
        }
    }
}
