import SystemPackage
import TestSupport
import Testing

/// `pdfco restore` after a crash: what was recorded and not saved comes back, once.
struct RestoreTests {
    @Test func `Nothing to restore is told with exit status 1, and nothing is written`() async throws {
        try await withWorkplace { place in
            let file = try place.copy("table.pdf")
            let list = try await place.run("restore")
            #expect(list.exitStatus == 1 && list.output.isEmpty)
            let json = try await place.run("restore", "--json")
            #expect(json.exitStatus == 1 && json.outputText == "{\"checkpoints\":[],\"versions\":[]}\n")
            expectRefusal(try await place.run("restore", "document.pdf"), 1)
            expectRefusal(try await place.run("restore", "document.pdf", "-o", "out.pdf"), 1)
            expectRefusal(try await place.run("restore", "document.pdf", "--rewrite"), 1)
            expectRefusal(try await place.run("restore", "document.pdf", "--discard"), 1)
            #expect(try await place.run("restore", "--all").exitStatus == 0)
            #expect(try file.readBytes() == Fixture.named("table.pdf").readBytes())
            #expect(try place.directory.list() == ["document.pdf"])
        }
    }

    @Test func `A document with unsaved changes is listed and restored, and a second time changes nothing`()
        async throws
    {
        try await withWorkplace { place in
            let file = try place.copy("table.pdf")
            try await place.record()
            let line = try await place.done("restore").outputText
            #expect(line.contains(file.string + ": 1 unsaved change\n"))
            let listed: Recoverables = try await place.json("restore")
            #expect(listed.checkpoints?.map(\.state) == ["ready"] && listed.checkpoints?.first?.edits == 1)

            let result: Restored = try await place.json("restore", "document.pdf")
            #expect(result.restored == 1 && result.saved && result.cutBack == 0 && result.unsavedChanges == 0)
            #expect(try await place.names() == ["ours"])
            #expect(try await QPDF.isClean(file))
            let bytes = try file.readBytes()
            expectRefusal(try await place.run("restore", "document.pdf"), 1, hint: "pdfco restore lists")
            #expect(try file.readBytes() == bytes)
            #expect(try !place.hasCheckpoint())
        }
    }

    @Test func `All documents are restored but those that cannot be, and each failure is told`() async throws {
        try await withWorkplace { place in
            for name in ["a.pdf", "b.pdf", "c.pdf", "d.pdf"] {
                _ = try place.copy("table.pdf", as: name)
                try await place.record(in: name)
            }
            try place.directory.appending("b.pdf").write(Fixture.named("rotated.pdf").readBytes())
            _ = try await Command("rm", [place.directory.appending("c.pdf").string]).run()
            let result = try await place.run("restore", "--all")
            #expect(result.exitStatus == 11)
            let errors = result.errorLines.filter { $0.hasPrefix("pdfco: error: ") }
            #expect(errors.count == 2)
            #expect(errors.contains { $0.contains("b.pdf: ") && $0.contains("page 1 is no longer the same") })
            #expect(errors.contains { $0.contains("c.pdf: no such file") })
            #expect(try await place.names(in: "a.pdf") == ["ours"])
            #expect(try await place.names(in: "d.pdf") == ["ours"])
            #expect(try place.checkpointNames().count == 2)
            #expect(try await place.run("save", "--all").exitStatus == 11)
        }
    }

    @Test(arguments: [true, false])
    func `Unsaved changes are discarded, whether the document is there or not`(isThere: Bool) async throws {
        try await withWorkplace { place in
            let file = try place.copy("table.pdf")
            try await place.record()
            if !isThere { _ = try await Command("rm", [file.string]).run() }
            try await place.done("restore", "document.pdf", "--discard")
            #expect(try !place.hasCheckpoint())
            expectRefusal(try await place.run("checkpoint", "discard", "document.pdf"), 1)
        }
    }

    @Test func `A new file gets the changes, and the document and its checkpoint stay`() async throws {
        try await withWorkplace { place in
            let file = try place.copy("table.pdf")
            try await place.record()
            let before = (try FileSnapshot(of: file).bytes, try place.checkpoint().readBytes())
            try await place.done("restore", "document.pdf", "-o", "out.pdf")
            expectRefusal(
                try await place.run("restore", "document.pdf", "-o", "out.pdf"), 73, hint: "choose another name")
            #expect(try file.readBytes() == before.0)
            #expect(try place.checkpoint().readBytes() == before.1)
            #expect(try await place.names(in: "out.pdf") == ["ours"])
            #expect(try await QPDF.isClean(place.directory.appending("out.pdf")))
        }
    }

    /// The log as it is between the save and its end.
    @Test(.enabled("Processes may not be traced here") { try await Strace.isPermitted() })
    func `A save that was interrupted before it ended the checkpoint is recognised`() async throws {
        try await withWorkplace { place in
            let file = try place.copy("table.pdf")
            try await place.record()
            let log = try place.checkpoint()
            let save = place.command(["save", "document.pdf"])
            var killed = save
            killed.program = "strace"
            killed.arguments =
                [
                    "-f", "-qq", "-o", "/dev/null", "--inject=renameat:signal=KILL", "-P", place.checkpoints.string,
                    save.program.string,
                ]
                + save.arguments
            #expect(try await killed.run().exitStatus == 128 + 9)
            let (saved, noted) = (try file.readBytes(), try log.readBytes())
            #expect(saved.count > 1031)

            let listed: Recoverables = try await place.json("restore")
            #expect(listed.checkpoints?.map(\.state) == ["saved"])
            // Whoever looks sees the annotation once, and nothing unsaved.
            let listing: Listing = try await place.json("annotate", "list", "document.pdf")
            #expect(listing.annotations.count == 1)
            let restored = try await place.done("restore", "document.pdf")
            #expect(restored.errorText.contains("already has its changes"))
            #expect(try file.readBytes() == saved)
            #expect(try !place.hasCheckpoint())

            // The same after somebody has added another revision; then undoing takes back what was saved.
            try place.putBack(noted, at: log)
            try await place.editElsewhere("square", "--rect", "1,1,9,9", "--name", "theirs")
            let added = try file.readBytes()
            let undone = try await place.done("annotate", "undo", "document.pdf")
            #expect(undone.errorText.contains(#/undone: [^;,]+; /#))
            #expect(try file.readBytes() == added)
            try place.putBack(noted, at: log)
            try await place.done("restore", "--all")
            #expect(try file.readBytes() == added)
            #expect(try !place.hasCheckpoint())
        }
    }

    @Test(arguments: [true, false])
    func `A save that was cut off anywhere is cut back, and the checkpoint applied`(hasCheckpoint: Bool) async throws {
        try await withWorkplace { place in
            let file = try place.copy("table.pdf")
            let old = try file.readBytes()
            try await place.editElsewhere("square", "--rect", "1,1,9,9", "--name", "torn", "--method", "append")
            let new = try file.readBytes()
            try file.write(old)
            try await place.record()
            let log = try (place.checkpoint(), place.checkpoint().readBytes())
            if !hasCheckpoint { try await place.done("checkpoint", "discard", "document.pdf") }

            var restored: Set<[UInt8]> = []
            for length in stride(from: old.count + 100, to: new.count, by: 50) {
                try file.write(new.prefix(length))
                let outcome: Restored = try await place.json("restore", "document.pdf")
                #expect(outcome.cutBack == length - old.count, "cut at \(length)")
                #expect(outcome.restored == (hasCheckpoint ? 1 : 0))
                restored.insert(try file.readBytes())
                if hasCheckpoint { try place.putBack(log.1, at: log.0) }
            }
            #expect(restored.count == 1)
            #expect(restored.first?.starts(with: old) == true)
            if hasCheckpoint {
                #expect(try await place.names() == ["ours"])
                #expect(try await QPDF.isClean(file))
            } else {
                #expect(restored.first == old)
                try file.write(new.dropLast(100))
                try await place.done("restore", "document.pdf", "-o", "whole.pdf")
                #expect(try place.directory.appending("whole.pdf").readBytes() == old)
                #expect(try file.readBytes().count == new.count - 100)
            }
        }
    }

    @Test func `Bytes of others behind the document are never cut off`() async throws {
        try await withWorkplace { place in
            let file = try place.copy("trailing-junk.pdf")
            let before = try file.readBytes()
            expectRefusal(try await place.run("restore", "document.pdf"), 1)
            try await place.done("restore", "document.pdf", "--revision", "1")
            #expect(try file.readBytes() == before)
            try await place.record()
            try await place.done("restore", "document.pdf")
            #expect(try file.readBytes().starts(with: before))
            #expect(try await place.names() == ["ours"])
        }
    }
}
