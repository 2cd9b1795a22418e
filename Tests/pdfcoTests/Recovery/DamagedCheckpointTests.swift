import SystemPackage
import TestSupport
import Testing

/// A checkpoint that was damaged on the disk: what comes before the damage is saved, and nothing is destroyed.
struct DamagedCheckpointTests {
    /// Three changes, with damage in the line given; the changes are the lines 3, 4 and 5.
    private func withDamage(inLine line: Int, _ body: (Workplace, _ damaged: [UInt8]) async throws -> Void) async throws
    {
        try await withWorkplace { place in
            _ = try place.copy("table.pdf")
            for name in ["first", "second", "third"] { try await place.record(name) }
            try place.flipByte(inLine: line)
            try await body(place, place.checkpoint().readBytes())
        }
    }

    @Test(arguments: [3, 4, 5])
    func `What comes before the damage is restored, and the log is kept aside`(line: Int) async throws {
        try await withDamage(inLine: line) { place, damaged in
            #expect(try await place.done("open", "document.pdf").outputText.contains("cannot be read"))
            let listed: Recoverables = try await place.json("restore")
            #expect(listed.checkpoints?.first?.edits == line - 3)
            #expect(listed.checkpoints?.first?.lostBytes ?? 0 > 0)
            for arguments in [
                ["text", "document.pdf", "--rect", "1,1,2,2", "--contents", "x"], ["undo", "document.pdf"],
            ] {
                let refused = try await place.command(["annotate"] + arguments).run()
                if line > 3 || arguments[0] == "text" { expectRefusal(refused, 65, hint: "pdfco restore") }
            }
            #expect(try place.checkpoint().readBytes() == damaged)

            let result = try await place.done("restore", "document.pdf")
            #expect(try await place.names() == Array(["first", "second"].prefix(line - 3)))
            let aside = try #require(place.checkpointNames().first)
            #expect(try place.checkpointNames().count == 1)
            #expect(aside.hasSuffix(".damaged") && result.errorText.contains(place.checkpoints.appending(aside).string))
            let kept = try place.checkpoints.appending(aside).readBytes()
            #expect(kept == damaged)
            try await place.record("fourth")
            try await place.done("save", "document.pdf")
        }
    }

    /// Invariant 5: also of a loss at the end, which may be what nobody was told of, it is said that there is one.
    @Test(arguments: ["annotate list", "open", "save", "annotate text", "annotate undo"], [true, false])
    func `What is lost at the end of a log is told by every command`(command: String, isCut: Bool) async throws {
        try await withWorkplace { place in
            _ = try place.copy("table.pdf")
            for name in ["first", "second", "third"] { try await place.record(name) }
            var bytes = try place.checkpoint().readBytes()
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            let second = lines[..<3].reduce(0) { $0 + $1.count + 1 }
            // Cut within the second record, or the second and the third lost.
            if isCut {
                bytes.removeSubrange((second + 20)...)
            } else {
                for place in second..<bytes.count { bytes[place] = 0 }
            }
            try place.putBack(bytes, at: place.checkpoint())
            let lost = isCut ? 20 : bytes.count - second
            let listed: Recoverables = try await place.json("restore")
            #expect(listed.checkpoints?.first?.edits == 1 && listed.checkpoints?.first?.lostBytes == lost)
            var words = command.split(separator: " ").map(String.init) + ["document.pdf"]
            if command == "annotate text" { words += ["--rect", "1,1,9,9", "--contents", "x"] }
            let result = try await place.command(words).run()
            #expect(result.exitStatus == 0)
            #expect(result.errorText.contains("the last \(lost) bytes of its checkpoint cannot be read"))
        }
    }

    @Test func `A log that is longer than any is refused, and not read into memory`() async throws {
        try await withWorkplace { place in
            let file = try place.copy("table.pdf")
            try await place.record()
            let log = try place.checkpoint()
            let before = try file.readBytes()
            #expect(try await Command("truncate", ["-s", "3G", log.string]).run().exitStatus == 0)
            for words in [["open"], ["save"], ["restore"], ["annotate", "undo"], ["checkpoint", "discard"]] {
                let result = try await place.command(words + ["document.pdf"]).run()
                expectRefusal(result, 65)
                #expect(result.errorText.contains("has 3221225472 bytes"))
            }
            try await place.done("restore")
            #expect(try file.readBytes() == before)
        }
    }

    @Test func `A damaged log is kept aside also where its changes are dropped`() async throws {
        try await withDamage(inLine: 4) { place, _ in
            try await place.editElsewhere("square", "--rect", "1,1,9,9", "--name", "theirs")
            let result = try await place.done("save", "document.pdf", "--on-conflict", "reload")
            #expect(result.errorText.contains(".damaged"))
            #expect(try place.checkpoints.list().map { FilePath($0).extension } == ["damaged"])
        }
    }

    @Test func `A log whose beginning is damaged is named and left alone`() async throws {
        try await withDamage(inLine: 2) { place, damaged in
            let log = try place.checkpoint()
            for arguments in [
                ["restore", "document.pdf"], ["save", "document.pdf"], ["annotate", "undo", "document.pdf"],
                ["annotate", "text", "document.pdf", "--contents", "x", "--rect", "1,1,2,2"],
                ["restore", "document.pdf", "--discard"],
            ] {
                let result = try await place.command(arguments).run()
                expectRefusal(result, 65)
                #expect(result.errorText.contains(log.string))
            }
            #expect(try await place.run("restore", "--all").exitStatus == 11)
            try await place.done("restore")
            try await place.done("checkpoint", "prune", "--older-than", "0s", "--force")
            try await place.done("open", "document.pdf", "--no-checkpoint")
            #expect(try log.readBytes() == damaged)
        }
    }
}
