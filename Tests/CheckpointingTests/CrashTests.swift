import SystemPackage
import TestSupport
import Testing

@testable import Checkpointing

/// Ends a process at every system call with which it records two changes and writes the log anew, and lets each call fail.
///
/// What was told to be recorded is there afterwards (invariant 1), in order; a change that was under way may be; nothing is
/// left that is not cleared away (invariant 7); and the log goes on.
@Suite(.enabled("Processes may not be traced here") { try await Strace.isPermitted() })
struct CrashTests {
    private static let all = ["p 0", "p 1", "p rewritten"]

    @Test(arguments: [
        Strace.Injection.kill, .failure("EIO", onwards: false), .failure("EIO", onwards: true),
    ])
    func `Whatever happens at whichever system call, what was recorded is there`(
        injection: Strace.Injection
    ) async throws {
        let trace = try await Scene.trace { $0.command("p", count: 2, option: "rewrite") }
        #expect(trace.calls.count { $0.name == "fdatasync" } == 2)
        // strace keeps a file open when it lets close(2) fail, which Linux never does, and with it the lock.
        let calls = trace.calls.filter { injection == .kill || $0.name != "close" }
        try await forEachConcurrently(calls) { call in
            try await Scene.useInMemory { scene in
                let command = scene.command("p", count: 2, option: "rewrite")
                let result = try await Strace.run(command, on: scene.dataFolder, injection, at: call, of: trace)
                let context: Comment = "\(call.line): \(result.outputText)"
                if injection == .kill { #expect(result.exitStatus == 128 + 9, context) }
                let told = result.outputText.split(separator: "\n").map(String.init).filter(Self.all.contains)
                #expect(told == Array(Self.all.prefix(told.count)), context)
                if result.outputText.hasSuffix("done\n") { #expect(told == Self.all, context) }

                let found = try scene.changes() ?? []
                #expect(found == Array(Self.all.prefix(found.count)), context)
                #expect((told.count...told.count + 1).contains(found.count), context)
                _ = try scene.store.clear()
                try scene.record("next")
                #expect(try scene.changes() == found + ["next"], context)
                #expect(try scene.names() == [scene.identifier.fileName.string], context)
            }
        }
    }
}

extension Scene {
    /// The system calls of a command that goes well.
    fileprivate static func trace(_ command: @escaping (Scene) -> Command) async throws -> Strace.Trace {
        var trace: Strace.Trace?
        try await useInMemory { scene in trace = try await Strace.trace(command(scene), on: scene.dataFolder) }
        return try #require(trace)
    }
}
