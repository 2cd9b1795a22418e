import SystemPackage
import TestSupport
import Testing

/// Ends a save at every system call that touches the document's folder, and lets every such call fail.
///
/// Invariant 2: the file is the old or the new one (`replace`), or the old bytes plus a prefix of the new (`append`).
/// Invariant 7: what an error leaves is nothing, what a crash leaves is cleared away by the next save.
@Suite(.enabled("Processes may not be traced here") { try await Strace.isPermitted() })
struct CrashTests {
    @Test(arguments: ["replace", "append"])
    func `Killed at any system call, the file is whole and the next save works`(method: String) async throws {
        let run = try await ReferenceRun(method: method)
        try await forEachConcurrently(run.trace.calls) { call in
            try await withTemporaryFolder { folder in
                let file = try run.original(in: folder)
                let killed = try await run.again(on: file, .kill, at: call)
                #expect(killed.exitStatus == 128 + 9, "\(call.line) did not come again")
                #expect(run.isAllowedAfterCrash(try file.readBytes()), "killed at \(call.line)")

                let again = try await run.command(file).run()
                #expect(again.exitStatus == 0, "after \(call.line): \(again.errorText)")
                #expect(try file.readBytes() == run.new, "saved again after a crash at \(call.line)")
                #expect(try folder.list() == [run.fileName], "left by a crash at \(call.line)")
            }
        }
    }

    @Test(
        arguments: ["replace", "append"],
        ["EIO", "ENOSPC", "EDQUOT", "EINTR"].flatMap { [($0, false), ($0, true)] })
    func `When a system call fails, the file is old or new and nothing is left behind`(
        method: String, error: (name: String, onwards: Bool)
    ) async throws {
        let run = try await ReferenceRun(method: method)
        let calls = run.trace.calls.filter { error.name != "EINTR" || $0.isInterruptible }
        // An interrupted call must be repeated; one that is interrupted for ever need not end.
        if error.name == "EINTR", error.onwards { return }
        try await forEachConcurrently(calls) { call in
            try await withTemporaryFolder { folder in
                let file = try run.original(in: folder)
                let injection = Strace.Injection.failure(error.name, onwards: error.onwards)
                let result = try await run.again(on: file, injection, at: call)
                let bytes = try file.readBytes()
                let context: Comment = "\(error.name) at \(call.line): \(result.errorText)"
                if result.exitStatus == 0 {
                    #expect(bytes == run.new, context)
                } else {
                    #expect(error.name != "EINTR", context)
                    #expect(bytes == run.old || bytes == run.new || run.mayLeaveTail(call), context)
                }
                if !call.isNeededForTidying(error.onwards) { #expect(try folder.list() == [run.fileName], context) }

                let again = try await run.command(file).run()
                #expect(again.exitStatus == 0, "after \(context): \(again.errorText)")
                #expect(try folder.list() == [run.fileName], "after \(context)")
            }
        }
    }
}

/// One save that went well: its system calls, and the bytes before and after.
private struct ReferenceRun: Sendable {
    let fileName = "table.pdf"
    let method: String
    let old: [UInt8]
    let new: [UInt8]
    let trace: Strace.Trace

    init(method: String) async throws {
        self.method = method
        (old, new, trace) = try await withTemporaryFolder { folder in
            let file = try Fixture.named("table.pdf").copy(into: folder)
            let old = try file.readBytes()
            let trace = try await Strace.trace(Self.command(file, method), on: folder)
            return (old, try file.readBytes(), trace)
        }
        try #require(new != old && !trace.calls.isEmpty)
    }

    func original(in folder: FilePath) throws -> FilePath {
        let file = folder.appending(fileName)
        try file.write(old)
        return file
    }

    func command(_ file: FilePath) -> Command { Self.command(file, method) }

    func again(on file: FilePath, _ injection: Strace.Injection, at call: Strace.Call) async throws -> CommandResult {
        try await Strace.run(
            command(file), on: file.removingLastComponent(), injection, at: call, of: trace)
    }

    /// Whether a crash may leave these bytes.
    func isAllowedAfterCrash(_ bytes: [UInt8]) -> Bool {
        switch method {
        case "append": bytes.starts(with: old) && new.starts(with: bytes)
        default: bytes == old || bytes == new
        }
    }

    /// In place, a tail stays where cutting it back fails as well.
    func mayLeaveTail(_ call: Strace.Call) -> Bool { method == "append" && call.name == "ftruncate" }

    private static func command(_ file: FilePath, _ method: String) -> Command {
        PDFCO.command(PDFCO.highlight(file, "--method", method))
    }
}

extension Strace.Call {
    /// Whether a signal may interrupt the call (signal(7)) before it did anything, so that it must be repeated. A
    /// failed fsync is never repeated (invariant 6).
    fileprivate var isInterruptible: Bool {
        ["openat", "read", "pread64", "write", "pwrite64", "ftruncate", "flock", "copy_file_range"]
            .contains(name)
    }

    /// Whether a temporary cannot be removed without the call: its name is taken away only after a look at whose it is.
    fileprivate func isNeededForTidying(_ failsOnwards: Bool) -> Bool {
        name.hasPrefix("unlink") || failsOnwards && name == "newfstatat"
    }
}
