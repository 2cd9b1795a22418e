import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// What `--on-conflict` makes of a document that somebody else changed.
struct ConflictChoiceTests {
    /// A document with one unsaved change, and another that somebody else has added since.
    private func withConflict(
        _ body: (Workplace, _ file: FilePath, _ original: [UInt8], _ theirs: [UInt8]) async throws -> Void
    ) async throws {
        try await withWorkplace { place in
            let file = try place.copy("table.pdf")
            let original = try file.readBytes()
            try await place.record()
            try await place.editElsewhere("square", "--rect", "1,1,9,9", "--name", "theirs")
            try await body(place, file, original, file.readBytes())
        }
    }

    @Test(arguments: ["save", "restore"])
    func `Overwriting puts ours on the document as it was`(command: String) async throws {
        try await withConflict { place, file, original, theirs in
            try await place.done(command, "document.pdf", "--on-conflict", "overwrite", "--dry-run")
            #expect(try file.readBytes() == theirs)
            try await place.done(command, "document.pdf", "--on-conflict", "overwrite")
            let bytes = try file.readBytes()
            #expect(bytes.starts(with: original) && !bytes.starts(with: theirs))
            #expect(try await place.names() == ["ours"])
            #expect(try await QPDF.isClean(file))
            #expect(try !place.hasCheckpoint())
        }
    }

    @Test(arguments: ["overwrite", "copy"])
    func `Of a small document a copy is kept, so that ours can win over one that was written anew`(
        choice: String
    ) async throws {
        try await withConflict { place, file, original, _ in
            try await place.rewrite("--rotate=90:1")
            let theirs = try file.readBytes()
            let merging = try await place.run("save", "document.pdf")
            expectRefusal(merging, 10, hint: "--on-conflict copy writes them to a new file")
            try await place.done("save", "document.pdf", "--on-conflict", choice)
            let copy = "document (conflict 2024-09-01 12.00.00).pdf"
            let ours = place.directory.appending(choice == "copy" ? copy : "document.pdf")
            #expect(try ours.readBytes().starts(with: original))
            #expect(try await place.names(in: ours.string) == ["ours"])
            #expect(try file.readBytes() == (choice == "copy" ? theirs : ours.readBytes()))
            #expect(try place.checkpointNames().isEmpty)
        }
    }

    /// As a power cut may leave it, or where the document was too large for one.
    @Test(arguments: ["torn", "missing"])
    func `A private copy that is not whole is none, and the hint names what is left to do`(copy: String) async throws {
        try await withConflict { place, file, _, _ in
            let base = try #require(place.checkpoints.list().first { $0.hasSuffix(".base") })
            let path = place.checkpoints.appending(base)
            var bytes = try path.readBytes()
            for index in bytes.count / 2..<bytes.count / 2 + 8 { bytes[index] = 0 }
            try place.putBack(bytes, at: path)
            if copy == "missing" { try FileManager.default.removeItem(atPath: path.string) }
            try await place.rewrite("--rotate=90:1")
            for choice in ["merge", "overwrite", "copy"] {
                let result = try await place.run("save", "document.pdf", "--on-conflict", choice)
                expectRefusal(result, 10, hint: "pdfco status document.pdf lists them")
            }
            try await place.done("save", "document.pdf", "--on-conflict", "reload")
        }
    }

    @Test(arguments: ["overwrite", "copy"])
    func `Without the document as it was, that is refused`(choice: String) async throws {
        try await withConflict { place, file, _, _ in
            try await place.rewrite("--linearize")
            for name in try place.checkpoints.list() where name.hasSuffix(".base") {
                try FileManager.default.removeItem(atPath: place.checkpoints.appending(name).string)
            }
            let before = (try FileSnapshot(of: file), try place.checkpoint().readBytes())
            let result = try await place.run("save", "document.pdf", "--on-conflict", choice)
            expectRefusal(result, 10)
            #expect(result.errorText.contains("no longer exists"))
            #expect(try FileSnapshot(of: file) == before.0)
            #expect(try place.checkpoint().readBytes() == before.1)
        }
    }

    @Test(arguments: ["save", "restore"])
    func `Reloading drops ours and leaves the document`(command: String) async throws {
        try await withConflict { place, file, _, theirs in
            try await place.done(command, "document.pdf", "--on-conflict", "reload", "--dry-run")
            #expect(try place.hasCheckpoint())
            let result = try await place.done(command, "document.pdf", "--on-conflict", "reload")
            #expect(result.errorText.contains("1 unsaved change discarded"))
            #expect(try file.readBytes() == theirs)
            #expect(try !place.hasCheckpoint())
        }
    }

    @Test func `Reloading drops nothing where the command fails`() async throws {
        try await withConflict { place, file, _, theirs in
            let log = try place.checkpoint().readBytes()
            let words = [
                "note", "document.pdf", "--page", "99", "--contents", "x", "--save", "--on-conflict", "reload",
            ]
            expectRefusal(try await place.command(words).run(), 64)
            #expect(try place.checkpoint().readBytes() == log)
            #expect(try file.readBytes() == theirs)
        }
    }

    @Test(arguments: [[], ["--rewrite"]])
    func `A copy has ours, replaces nothing, and leaves the document`(options: [String]) async throws {
        try await withConflict { place, file, original, theirs in
            let taken = place.directory.appending("document (conflict 2024-09-01 12.00.00).pdf")
            try taken.write(Array("somebody's".utf8))
            let command = place.command(["save", "document.pdf", "--on-conflict", "copy", "--json"] + options)
            #expect(try await command.run().exitStatus == 0)
            let copy = "document (conflict 2024-09-01 12.00.00 2).pdf"
            #expect(try Set(place.directory.list()) == [copy, "document.pdf", taken.lastComponent?.string])
            #expect(try taken.readBytes() == Array("somebody's".utf8))
            #expect(try file.readBytes() == theirs)
            #expect(try await place.names(in: copy) == ["ours"])
            #expect(try await QPDF.isClean(place.directory.appending(copy)))
            #expect(try place.directory.appending(copy).readBytes().starts(with: original) == options.isEmpty)
            #expect(try !place.hasCheckpoint())
        }
    }

    @Test func `Without a conflict every choice saves`() async throws {
        for choice in ["fail", "merge", "overwrite", "reload", "copy"] {
            try await withWorkplace { place in
                _ = try place.copy("table.pdf")
                try await place.record()
                try await place.done("save", "document.pdf", "--on-conflict", choice)
                #expect(try await place.names() == ["ours"])
                #expect(try place.directory.list() == ["document.pdf"])
            }
        }
    }

    @Test(.enabled(if: PyHanko.isInstalled, "\(PyHanko.isMissing)"))
    func `Overwriting takes no signature away, and a copy has none`() async throws {
        try await withWorkplace { place in
            let signed = try place.directory.making("signed")
            try await PyHanko.sign(into: signed)
            let theirs = try signed.appending("approved-twice.pdf").readBytes()
            let listing: Revisions = try await place.json("open", "signed/approved-twice.pdf")
            let file = place.directory.appending("document.pdf")
            let first = try #require(listing.revisions.first)
            try file.write(theirs.prefix(first.bytes))
            try await place.record()
            try file.write(theirs)
            let result = try await place.run("save", "document.pdf", "--on-conflict", "overwrite")
            expectRefusal(result, 10, hint: "copy")
            #expect(result.errorText.contains("it was signed since"))
            try await place.done("save", "document.pdf", "--on-conflict", "copy")
            #expect(try file.readBytes() == theirs)
        }
    }

    private struct Revisions: Decodable {
        struct Revision: Decodable { var bytes: Int }
        var revisions: [Revision]
    }

    @Test func `Changes of an encrypted document whose encryption was taken away are a conflict`() async throws {
        try await withWorkplace { place in
            let file = try place.copy("encrypted.pdf")
            try await place.record()
            try await place.rewrite("--password=user", "--linearize")
            try await place.record("second")
            try await place.rewrite("--password=user", "--decrypt")
            let before = try file.readBytes()
            let result = try await place.run("save", "document.pdf")
            expectRefusal(result, 10)
            #expect(result.errorText.contains("sealed with the document's former key"))
            #expect(try await place.done("open", "document.pdf").outputText.contains("are not shown"))
            expectRefusal(
                try await place.run("annotate", "text", "document.pdf", "--contents", "x", "--rect", "1,1,2,2"), 10)
            try await place.done("save", "document.pdf", "--on-conflict", "reload")
            #expect(try file.readBytes() == before)
        }
    }
}
