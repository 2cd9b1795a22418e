import SystemPackage
import TestSupport
import Testing

/// What stands on the stack when a command commits, as `docs/architecture.md` has it: short, and one step below the other.
@Suite(.enabled("Only a debug build has its frames, or processes may not be traced") { try await canTakeStacks() })
struct WalkTests {
    /// A command, and the system call at which its stack is taken.
    struct Walk: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var call = "renameat2"
        var before: [String]?
        var command: [String]

        static let all = [
            Walk(
                testDescription: "annotate highlight --save", command: annotating + ["--save", "--method", "replace"]),
            Walk(testDescription: "annotate highlight", call: "fdatasync", before: annotating, command: annotating),
            Walk(testDescription: "save", before: annotating, command: ["save", "x.pdf", "--method", "replace"]),
            Walk(testDescription: "restore", before: annotating, command: ["restore", "x.pdf", "--method", "replace"]),
            Walk(testDescription: "annotate batch", command: ["annotate", "batch", "jobs", "--jobs", "1"]),
            Walk(
                testDescription: "open --script", call: "fdatasync", before: annotating,
                command: ["open", "x.pdf", "--script", "script"]),
            Walk(
                testDescription: "watch --autosave", before: annotating, command: ["watch", "x.pdf", "--autosave", "1"]),
        ]

        private static let annotating = ["annotate", "highlight", "x.pdf", "--rect", "20,20,60,40"]
    }

    private struct Frame {
        var function: Substring
        var file: Substring
    }

    @Test(arguments: Walk.all) func `A commit is a few steps below the command`(walk: Walk) async throws {
        let frames = try await frames(of: walk)
        #expect((1...25).contains(frames.count))
        #expect(frames.count { $0.function.contains("U_") } <= 8, "closures")
        let files = frames.indices.filter { $0 == 0 || frames[$0 - 1].file != frames[$0].file }.map { frames[$0].file }
        let page = try Fixture.packageDirectory.appending("docs/architecture.md").readBytes()
        let row = String(decoding: page, as: UTF8.self).split(separator: "\n").first {
            $0.hasPrefix("| `\(walk.testDescription)` |")
        }
        #expect(row ?? "" == "| `\(walk.testDescription)` | \(files.joined(separator: " < ")) |")
    }

    private func frames(of walk: Walk) async throws -> [Frame] {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory, as: "x.pdf")
            try directory.appending("script").write(Array("annotate highlight --rect 20,20,60,40\n".utf8))
            let job = #"{"file":"x.pdf","edits":[{"add":{"subtype":"Square","page":1,"rect":[20,20,60,40]}}]}"#
            try directory.appending("jobs").write(Array(job.utf8))
            let program = PDFCO.productsDirectory.appending("pdfco").string
            let environment = [
                "PDFCO_DATA_DIR": directory.appending("data").string,
                "PDFCO_RUNTIME_DIR": directory.appending("run").string,
            ]
            if let before = walk.before {
                var command = Command(program, before, environment: environment)
                command.directory = directory
                try #require(try await command.run().exitStatus == 0)
            }
            // Presenters and lenders of a purpose rename, too: the call that counts comes after the function has begun, on its thread.
            let function =
                walk.call == "renameat2" ? "FileCommit.swift:7publish" : "OpenFile+Writing.swift:synchronizeData"
            let commands = [
                "set pagination off", "set debuginfod enabled off", "set breakpoint pending on",
                "set follow-fork-mode child", "rbreak \(function)", "run", "delete",
                "eval \"break \(walk.call) thread %d\", $_thread", "continue", "backtrace 200", "kill",
            ]
            var command = Command(
                "gdb", ["-batch", "-nx"] + commands.flatMap { ["-ex", $0] } + ["--args", program] + walk.command,
                environment: environment)
            command.directory = directory
            return Self.frames(in: try await command.run().outputText)
        }
    }

    /// The frames of our own, the innermost first, without what the compiler puts between a call and a function.
    private static func frames(in text: String) -> [Frame] {
        text.split(separator: "\n").compactMap { line in
            guard let frame = line.firstMatch(of: #/^#\d+ +(?:0x[0-9a-f]+ in )?(\S+).* at (\S+):\d+$/#),
                let source = frame.2.split(separator: "/Sources/").last, !frame.2.contains("/checkouts/"),
                source != frame.2, !frame.1.contains(#/^(\$ss|\$sSa|\$sSP)|T[ARWo]$/#)
            else { return nil }
            let name = source.split(separator: "/").last ?? source
            return Frame(function: frame.1, file: name.hasSuffix(".swift") ? name.dropLast(6) : name)
        }
    }
}

private func canTakeStacks() async throws -> Bool {
    #if DEBUG
        try await Strace.isPermitted()
    #else
        false
    #endif
}
