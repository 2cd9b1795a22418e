import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// A document that was moved keeps its unsaved changes; no other document gets them.
struct MovedDocumentTests {
    /// How it is moved, from `document.pdf` in the directory to the path.
    struct Move: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var destination: String
        var commands: [[String]]
    }

    static let moves = [
        Move(testDescription: "renamed", destination: "moved.pdf", commands: [["mv", "document.pdf", "moved.pdf"]]),
        Move(
            testDescription: "into another directory", destination: "other/document.pdf",
            commands: [["mkdir", "other"], ["mv", "document.pdf", "other"]]),
        Move(
            testDescription: "linked, and the old name removed", destination: "moved.pdf",
            commands: [["ln", "document.pdf", "moved.pdf"], ["rm", "document.pdf"]]),
        Move(
            testDescription: "moved and written anew in place", destination: "moved.pdf",
            commands: [
                ["qpdf", "--linearize", "document.pdf", "new.pdf"], ["mv", "document.pdf", "moved.pdf"],
                ["cp", "new.pdf", "moved.pdf"],
            ]),
    ]

    private static func shell(_ commands: [[String]], in directory: FilePath) async throws {
        for words in commands {
            var command = Command(words[0], Array(words.dropFirst()))
            command.directory = directory
            let result = try await command.run()
            try #require(result.exitStatus == 0, "\(result.errorText)")
        }
    }

    @Test func `A link left in its place leads to a moved document and its changes`() async throws {
        try await withWorkplace { place in
            _ = try place.copy("table.pdf")
            try await place.record("first")
            try await Self.shell(
                [["mkdir", "other"], ["mv", "document.pdf", "other"], ["ln", "-s", "other/document.pdf", "."]],
                in: place.directory)
            try await place.done("save", "document.pdf")
            #expect(try await place.names() == ["first"])
            #expect(try !place.hasCheckpoint())
        }
    }

    @Test(arguments: moves)
    func `A moved document is found by every command`(move: Move) async throws {
        try await withWorkplace { place in
            _ = try place.copy("table.pdf")
            try await place.record("first")
            try await Self.shell(move.commands, in: place.directory)
            let path = move.destination

            // `restore` would put the document back where it was (`OriginalTests`).
            expectRefusal(try await place.run("save", "document.pdf"), 66, hint: "1 unsaved change is kept")
            let status = try await place.done("status", path)
            #expect(status.outputText.contains("add ") && !status.outputText.contains("does not exist"))
            let listing: Listing = try await place.json("annotate", "list", path)
            #expect(listing.annotations.map(\.name) == ["first"])
            #expect(try await place.done("open", path).outputText.contains("1 change, last changed"))
            #expect(try await place.done("checkpoint", path).outputText.contains("1 unsaved change"))

            // What is recorded next tells where the document is, so that it can be moved again.
            try await place.record("second", in: path)
            let listed: Recoverables = try await place.json("restore")
            #expect(listed.checkpoints?.map(\.state) == ["ready"])
            #expect(listed.checkpoints?.first?.file.hasSuffix("/" + path) == true)
            try await Self.shell([["mv", path, "again.pdf"]], in: place.directory)
            try await place.done("annotate", "undo", "again.pdf")
            try await place.done("restore", "again.pdf")
            #expect(try await place.names(in: "again.pdf") == ["first"])
            #expect(try !place.hasCheckpoint())
        }
    }

    @Test(.enabled(if: FileManager.default.isWritableFile(atPath: "/dev/shm"), "There is no second file system"))
    func `A document that was moved to another file system is another file, and the user says that it is the document`()
        async throws
    {
        try await withWorkplace { place in
            _ = try place.copy("table.pdf")
            try await place.record()
            let other = "/dev/shm/pdfco-test-\(UUID().uuidString).pdf"
            try await Self.shell([["mv", "document.pdf", other]], in: place.directory)
            defer { try? FileManager.default.removeItem(atPath: other) }
            let result = try await place.done("save", other)
            #expect(result.errorText.contains("--to \(other)") && result.errorText.contains("nothing to save"))
            try await place.done("restore", "document.pdf", "--to", other)
            #expect(try await place.names(in: other) == ["ours"])
            #expect(try !place.hasCheckpoint())
        }
    }

    @Test func `A directory that was renamed takes the unsaved changes along`() async throws {
        try await withWorkplace { place in
            _ = try place.directory.making("old")
            _ = try place.copy("stream.pdf", as: "old/document.pdf")
            try await place.record(in: "old/document.pdf")
            try await Self.shell([["mv", "old", "new"]], in: place.directory)
            try await place.done("restore", "new/document.pdf")
            #expect(try await place.names(in: "new/document.pdf") == ["ours"])
        }
    }

    @Test func `A copy beside the document is not the document`() async throws {
        try await withWorkplace { place in
            _ = try place.copy("table.pdf")
            try await place.record()
            try await Self.shell([["cp", "document.pdf", "copy.pdf"]], in: place.directory)
            let result = try await place.run("restore", "copy.pdf")
            expectRefusal(result, 1)
            #expect(!result.errorText.contains("--to"))
            try await place.record("another", in: "copy.pdf")
            try await place.done("save", "--all")
            #expect(try await place.names() == ["ours"])
            #expect(try await place.names(in: "copy.pdf") == ["another"])
        }
    }

    /// Most file systems give the inode of a file that was deleted to the next one that is made.
    @Test func `A new file on the inode of a deleted one does not get its unsaved changes`() async throws {
        try await withWorkplace { place in
            _ = try place.copy("table.pdf")
            try await place.record()
            try await Self.shell([["cp", "document.pdf", "sibling.pdf"]], in: place.directory)
            // Of the same template, with the same file identifier, and another page's contents.
            try await place.rewrite("--rotate=90:1", file: "sibling.pdf")
            try await Self.shell([["rm", "document.pdf"], ["cp", "sibling.pdf", "new.pdf"]], in: place.directory)
            for name in ["new.pdf", "sibling.pdf"] {
                expectRefusal(try await place.run("restore", name), 1)
                let listing: Listing = try await place.json("annotate", "list", name)
                #expect(listing.annotations.isEmpty)
            }
            let listed: Recoverables = try await place.json("restore")
            #expect(listed.checkpoints?.map(\.state) == ["gone"])
            // Whoever knows better says so; then it is a conflict.
            let id = try #require(listed.checkpoints?.first?.id)
            expectRefusal(try await place.run("restore", "new.pdf", "--uid", id), 10)
        }
    }

    @Test func `Another document at the old path is no reason to write into it`() async throws {
        try await withWorkplace { place in
            _ = try place.copy("table.pdf")
            try await place.record()
            try await Self.shell([["mv", "document.pdf", "moved.pdf"]], in: place.directory)
            let other = try place.copy("rotated.pdf")
            let log = try place.checkpoint().readBytes()
            expectRefusal(try await place.run("restore", "document.pdf"), 10)
            let result = try await place.run("restore", "moved.pdf")
            #expect(result.exitStatus == 1 && result.errorText.contains("--to moved.pdf"))
            #expect(try other.readBytes() == Fixture.named("rotated.pdf").readBytes())
            #expect(try place.checkpoint().readBytes() == log)
            let listed: Recoverables = try await place.json("restore")
            try await place.done("restore", "moved.pdf", "--uid", try #require(listed.checkpoints?.first?.id))
            #expect(try await place.names(in: "moved.pdf") == ["ours"])
        }
    }

    @Test func `The unsaved changes of a moved document are discarded under its new path`() async throws {
        try await withWorkplace { place in
            _ = try place.copy("table.pdf")
            try await place.record()
            try await Self.shell([["mv", "document.pdf", "moved.pdf"]], in: place.directory)
            try await place.done("checkpoint", "discard", "moved.pdf")
            #expect(try !place.hasCheckpoint())
        }
    }
}
