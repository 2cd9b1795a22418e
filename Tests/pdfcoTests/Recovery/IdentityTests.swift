import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// Invariant 14, and invariant 11: unsaved changes follow the file that they were made on, never equal bytes, and what is not certain is
/// told.
struct IdentityTests {
    private static func withTemplate(_ body: (Workplace) async throws -> Void) async throws {
        try await withWorkplace { place in
            _ = try place.copy("table.pdf", as: "template.pdf")
            try await place.shell("cp template.pdf document.pdf")
            try await place.record()
            try await body(place)
        }
    }

    @Test(arguments: [
        "rm document.pdf", "mv document.pdf away.pdf", "rm document.pdf; cp template.pdf other.pdf",
        "rm document.pdf; cp -p template.pdf other.pdf", "mkdir sub; mv document.pdf sub",
    ])
    func `Another copy of a template never gets unsaved changes, and is told whose they may be`(
        change: String
    ) async throws {
        try await Self.withTemplate { place in
            try await place.shell(change)
            for name in ["template.pdf", "other.pdf"] where try place.directory.list().contains(name) {
                let before = try place.directory.appending(name).readBytes()
                let saved = try await place.done("save", name)
                #expect(saved.errorText.contains("nothing to save"))
                #expect(saved.errorText.contains(#/document\.pdf --uid \w+ --to /#))
                #expect(saved.errorText.contains("--to \(name) writes it here"))
                #expect(try place.directory.appending(name).readBytes() == before)
                #expect(try await place.done("annotate", "list", name).outputText.isEmpty)
                try await place.record("own", in: name)
                try await place.done("save", name)
                #expect(try await place.names(in: name) == ["own"])
            }
            let listed: Recoverables = try await place.json("restore")
            #expect(listed.checkpoints?.map(\.edits) == [1])
        }
    }

    @Test func `A path that cannot be looked at proves nothing`() async throws {
        try await withWorkplace { place in
            _ = try place.directory.making("disk")
            _ = try place.copy("table.pdf", as: "disk/document.pdf")
            try await place.record(in: "disk/document.pdf")
            try await place.shell("mv disk away; ln -s disk disk; cp away/document.pdf copy.pdf")
            let listed: Recoverables = try await place.json("restore")
            let id = try #require(listed.checkpoints?.first?.id)
            expectRefusal(try await place.run("save", "copy.pdf", "--uid", id), 64)
            #expect(try await !place.done("save", "copy.pdf").errorText.contains("does not exist"))
            try await place.shell("rm disk; mv away disk")
            try await place.done("save", "disk/document.pdf")
            #expect(try await place.names(in: "disk/document.pdf") == ["ours"])
        }
    }

    @Test func `A save that writes what was recorded under another path tells it`() async throws {
        try await Self.withTemplate { place in
            try await place.shell("mv document.pdf moved.pdf")
            for command in [["open", "moved.pdf"], ["annotate", "list", "moved.pdf"], ["save", "moved.pdf"]] {
                let result = try await place.command(command).run()
                #expect(result.exitStatus == 0)
                #expect(
                    result.errorText.contains(
                        "the document was at \(place.directory.string)/document.pdf when its 1 unsaved change"))
            }
            #expect(try await place.names(in: "moved.pdf") == ["ours"])
        }
    }

    @Test func `Where another file has come to the old path, the moved one is told whose changes were made on it`()
        async throws
    {
        try await Self.withTemplate { place in
            try await place.shell("mv document.pdf moved.pdf; cp template.pdf document.pdf")
            let moved = try await place.done("save", "moved.pdf")
            #expect(moved.errorText.contains("document.pdf --to moved.pdf"))
            // The path is the document's identity as long as something is there; that it is another file is told.
            let other = try await place.done("open", "document.pdf")
            #expect(other.errorText.contains("it is not the file that its unsaved changes were made on"))
            try await place.done("restore", "document.pdf", "--to", "moved.pdf")
            #expect(try await place.names(in: "moved.pdf") == ["ours"])
            #expect(try await place.names() == [])
        }
    }

    @Test func `A document replaced by an editor keeps its unsaved changes by its path`() async throws {
        try await Self.withTemplate { place in
            try await place.rewrite("--linearize")
            #expect(try await place.done("save", "document.pdf").errorText.contains("another file") == false)
            #expect(try await place.names() == ["ours"])
        }
    }

    @Test func `Of two names of one file, each has its own changes, and the other's are told`() async throws {
        try await Self.withTemplate { place in
            try await place.shell("ln document.pdf link.pdf")
            #expect(try await place.done("open", "link.pdf").errorText.contains("another name of the file"))
            try await place.record("second", in: "link.pdf")
            #expect(try await place.done("status", "link.pdf").errorText.contains("another name of the file"))
            try await place.shell("rm document.pdf")
            // Its own come first; what was recorded under the other name is not mixed in unasked, but told.
            for command in ["status", "save"] {
                let told = try await place.done(command, "link.pdf").errorText
                #expect(told.contains(#/1 unsaved change of \S+/document\.pdf, which does not exist/#), "\(told)")
                #expect(told.contains(#/restore \S+/document\.pdf --uid \w+ --to link\.pdf writes it here/#), "\(told)")
            }
            #expect(try await place.names(in: "link.pdf") == ["second"])
            let listed: Recoverables = try await place.json("restore")
            let id = try #require(listed.checkpoints?.first?.id)
            try await place.done("restore", "document.pdf", "--uid", id, "--to", "link.pdf")
            #expect(try await Set(place.names(in: "link.pdf")) == ["ours", "second"])
        }
    }

    /// The other way round: the way that `status` names is taken first.
    @Test func `What was recorded under a name that is gone joins the changes of the name that is left`() async throws {
        try await Self.withTemplate { place in
            try await place.shell("ln document.pdf link.pdf")
            try await place.record("second", in: "link.pdf")
            try await place.shell("rm document.pdf")
            let told = try await place.done("status", "link.pdf").errorText
            let id = try #require(told.firstMatch(of: #/--uid (\w+) --to link\.pdf/#)).output.1
            try await place.done("restore", "document.pdf", "--uid", String(id), "--to", "link.pdf")
            #expect(try await place.names(in: "link.pdf") == ["ours"])
            try await place.done("save", "link.pdf")
            #expect(try await Set(place.names(in: "link.pdf")) == ["ours", "second"])
        }
    }

    @Test func `Two checkpoints of one file whose paths are both gone are both told and none is taken`() async throws {
        try await Self.withTemplate { place in
            try await place.shell("ln document.pdf second.pdf")
            try await place.record("second", in: "second.pdf")
            try await place.shell("ln document.pdf third.pdf; rm document.pdf second.pdf")
            let result = try await place.done("save", "third.pdf")
            #expect(result.errorText.contains("nothing to save"))
            for name in ["document.pdf", "second.pdf"] {
                #expect(result.errorText.contains(try Regex("/\(name) --uid \\w+ --to third.pdf")))
            }
        }
    }

    @Test func `A directory that was renamed can be named by its old path`() async throws {
        try await withWorkplace { place in
            try await place.shell("mkdir old")
            _ = try place.copy("stream.pdf", as: "old/document.pdf")
            try await place.record(in: "old/document.pdf")
            // Copied, so that no file is the one that it was.
            try await place.shell("cp -r old new; rm -r old")
            let old = place.directory.appending("old/document.pdf").string
            expectRefusal(
                try await place.run("save", old), 66, hint: "pdfco restore \(old) --to PATH")
            try await place.done("restore", old, "--to", "new/document.pdf", "--dry-run")
            #expect(try place.hasCheckpoint())
            try await place.done("restore", old, "--to", "new/document.pdf")
            #expect(try await place.names(in: "new/document.pdf") == ["ours"])
            expectRefusal(try await place.run("restore", old, "--to", "new/document.pdf"), 1)
        }
    }

    @Test func `What the user names as the document and does not fit is a conflict that changes nothing`() async throws
    {
        try await Self.withTemplate { place in
            let other = try place.copy("rotated.pdf", as: "other.pdf")
            let log = try place.checkpoint().readBytes()
            expectRefusal(
                try await place.run("restore", "document.pdf", "--to", "other.pdf"), 10, hint: "--on-conflict")
            #expect(try other.readBytes() == Fixture.named("rotated.pdf").readBytes())
            #expect(try place.checkpoint().readBytes() == log)
            expectRefusal(try await place.run("restore", "document.pdf", "--to", "other.pdf", "--discard"), 64)
            expectRefusal(try await place.run("restore", "--to", "other.pdf"), 64)
        }
    }

    /// A log as programs wrote it that did not record which file it is.
    @Test
    func `A checkpoint that does not name its file belongs to its path, and to a moved document by the user's word`()
        async throws
    {
        try await Self.withTemplate { place in
            let old = try CheckpointSample.withoutFile(place.checkpoint().readBytes())
            try place.putBack(old, at: place.checkpoint())
            #expect(try await place.done("annotate", "list", "document.pdf").outputText.contains("ours"))
            try await place.shell("mv document.pdf moved.pdf")
            #expect(
                try await place.done("save", "moved.pdf").errorText.contains(
                    #/document\.pdf --uid \w+ --to moved\.pdf/#))
            try await place.done("restore", "document.pdf", "--to", "moved.pdf")
            #expect(try await place.names(in: "moved.pdf") == ["ours"])
        }
    }

    @Test func `An index that lost its entries is made anew when checkpoints are cleaned up`() async throws {
        try await Self.withTemplate { place in
            try await place.shell("rm -r ../data/index; mv document.pdf moved.pdf")
            #expect(try await place.done("save", "moved.pdf").errorText.contains("unsaved change") == false)
            try await place.done("checkpoint", "prune")
            try await place.done("save", "moved.pdf")
            #expect(try await place.names(in: "moved.pdf") == ["ours"])
        }
    }

    @Test func `An entry of the index that leads nowhere, or to the checkpoint of another, is passed over`()
        async throws
    {
        try await Self.withTemplate { place in
            _ = try place.copy("stream.pdf", as: "other.pdf")
            let index = place.checkpoints.removingLastComponent().appending("index")
            let entries = try FileManager.default.contentsOfDirectory(atPath: index.string)
            try #require(entries.count == 2)
            try await place.record("other", in: "other.pdf")
            let listed: Recoverables = try await place.json("restore")
            let other = try #require(listed.checkpoints?.first { $0.file.hasSuffix("/other.pdf") }?.id)
            for target in ["0123456789abcdef", "../../etc/passwd", other] {
                for entry in entries { try await place.shell("ln -sfn '\(target)' ../data/index/\(entry)") }
                try await place.shell("mv document.pdf moved.pdf")
                let result = try await place.done("save", "moved.pdf")
                #expect(result.errorText == "pdfco: moved.pdf: nothing to save\n")
                try await place.shell("mv moved.pdf document.pdf")
            }
            try await place.done("save", "document.pdf")
            #expect(try await place.names() == ["ours"])
        }
    }

    /// The middle of the document changes, and neither its length, its head nor its tail.
    @Test(arguments: [true, false])
    func `A base replaced by one of the same length with another middle is seen as changed`(
        isSmall: Bool
    ) async throws {
        try await withWorkplace { place in
            try await place.done("open", "--new", "document.pdf", "--pages", "2000")
            try await place.record("ours", in: "document.pdf", "--page", "1000")
            if !isSmall {
                // Of a large document there is no checksum.
                try place.putBack(CheckpointSample.withoutFile(place.checkpoint().readBytes()), at: place.checkpoint())
            }
            let file = place.directory.appending("document.pdf")
            var bytes = try file.readBytes()
            let height = try #require(bytes.firstRange(of: Array("841.8898".utf8))?.lowerBound)
            try #require(height > 4096 && height < bytes.count - 4096)
            bytes[height] = UInt8(ascii: "7")
            try file.write(bytes)
            let result = try await place.run("save", "document.pdf")
            expectRefusal(result, 10)
            #expect(result.errorText.contains("page 1000 is no longer the same"))
            #expect(try file.readBytes() == bytes)
        }
    }

    /// Invariant 11, at a cost that does not grow: what is looked at for one document is the same among many.
    @Test(.enabled("Processes may not be traced here") { try await Strace.isPermitted() })
    func `Among hundreds of checkpoints a command makes as many system calls as among none`() async throws {
        var counts: [[[Substring: Int]]] = []
        for others in [0, 400] {
            try await Self.withTemplate { place in
                let log = try place.checkpoint().readBytes()
                for number in 0..<others {
                    try place.putBack(log, at: place.checkpoints.appending("0000\(number).checkpoint"))
                }
                try await place.shell("mv document.pdf moved.pdf; cp template.pdf third.pdf")
                var calls: [[Substring: Int]] = []
                for words in [
                    ["annotate", "list", "moved.pdf"], ["save", "third.pdf"], ["save", "moved.pdf"],
                    ["annotate", "text", "third.pdf", "--contents", "x", "--rect", "1,1,9,9", "--name", "n"],
                    ["save", "third.pdf"],
                ] {
                    calls.append(try await Self.systemCalls(of: place.command(words)))
                }
                #expect(try await place.names(in: "moved.pdf") == ["ours"])
                counts.append(calls)
            }
        }
        try #require(counts.count > 1)
        for (few, many) in zip(counts[0], counts[1]) {
            let differences = many.merging(few.mapValues(-), uniquingKeysWith: +).filter { $1 != 0 }
            #expect(abs(differences.values.reduce(0, +)) <= 8, "\(differences)")
        }
    }

    /// How many system calls of each kind on files a command makes.
    private static func systemCalls(of command: Command) async throws -> [Substring: Int] {
        var traced = command
        traced.program = "strace"
        traced.arguments = ["-f", "-qq", "-e", "trace=%file,%desc", command.program.string] + command.arguments
        let result = try await traced.run()
        try #require(result.exitStatus == 0, "\(result.errorText)")
        var calls = Dictionary(grouping: result.errorLines.map { $0.prefix { $0 != "(" } }, by: \.self)
            .mapValues(\.count)
        // The watch on memory reads its size once for each signal, and these come with processor time, not with work.
        for (line, count) in calls where line.hasPrefix("--- SIGPROF") {
            calls[line] = nil
            calls["pread64", default: 0] -= count
        }
        return calls
    }
}
