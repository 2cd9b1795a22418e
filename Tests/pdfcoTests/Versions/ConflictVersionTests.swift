import SystemPackage
import TestSupport
import Testing

/// The loser of a conflict is kept as a version of the document.
struct ConflictVersionTests {
    @Test(arguments: [
        ["save", "document.pdf"], ["restore", "document.pdf"], ["save", "document.pdf", "--rewrite"],
        ["annotate", "text", "document.pdf", "--rect", "1,1,9,9", "--contents", "x", "--save"],
    ])
    func `Overwriting keeps the other's document, byte for byte`(command: [String]) async throws {
        try await withWorkplace { place in
            let file = try place.copy("table.pdf")
            try await place.record()
            try await place.editElsewhere("square", "--rect", "1,1,9,9", "--name", "theirs")
            let theirs = try file.readBytes()
            let overwriting = place.command(command + ["--on-conflict", "overwrite", "--json"])
            let dry = try await place.command(command + ["--on-conflict", "overwrite", "--dry-run"]).run()
            #expect(dry.exitStatus == 0)
            #expect(try await place.versions().isEmpty)

            let result = try await overwriting.run()
            #expect(result.exitStatus == 0, "\(result.errorText)")
            let version = try await place.version()
            #expect(result.outputText.contains(#""kept":"\#(version.id)""#))
            #expect(version.conflict && !version.resolved && version.name == "document.pdf")
            #expect(try version.bytes == theirs.count && place.bytes(of: version) == theirs)
            #expect(try file.readBytes() != theirs)
            #expect(try await place.names().contains("ours"))
        }
    }

    @Test func `A document in conflict says so, until somebody has decided`() async throws {
        try await Workplace.withOverwritten { place, file, theirs, _ in
            let version = try await place.version()
            let path = try #require(try await place.done("restore").outputText.split(separator: " ").first)
            #expect(path == version.id)
            let listing: Workplace.VersionListing = try await place.json("restore")
            #expect(listing.versions.map(\.file) == [file.string])
            #expect((try await place.json("open", "document.pdf") as Workplace.VersionListing).state == ["inConflict"])
            #expect(try await place.done("open", "document.pdf").outputText.contains("1 version is in conflict"))
            let text = try await place.done("open", "document.pdf", "--revisions").outputText
            #expect(text.contains("version      \(version.id)"))
            expectRefusal(try await place.run("restore", "document.pdf"), 1, hint: version.id)

            try await place.done("restore", "document.pdf", "--version", version.id)
            expectRefusal(try await place.run("restore", "document.pdf"), 1, hint: "pdfco restore lists")
            #expect(try await place.run("restore").exitStatus == 1)
            #expect((try await place.json("open", "document.pdf") as Workplace.VersionListing).state == ["normal"])
            #expect(try file.readBytes() == theirs)
        }
    }

    @Test(arguments: ["overwrite", "copy"])
    func `With a private copy of the document as it was, ours can win over one that was written anew`(choice: String)
        async throws
    {
        for fixture in ["table.pdf", "encrypted.pdf"] {
            try await withWorkplace { place in
                let file = try place.copy(fixture)
                let original = try file.readBytes()
                try await place.record()
                try place.putBack(original, at: place.base())
                _ = try await Command("chmod", ["640", file.string]).run()
                try await place.rewrite("--password=user", "--decrypt", "--object-streams=generate")
                let theirs = try file.readBytes()
                try await place.done("save", "document.pdf", "--on-conflict", choice)
                let names = try place.directory.list()
                let ours = place.directory.appending(
                    try #require(names.first { ($0 == "document.pdf") == (choice == "overwrite") }))
                #expect(try ours.readBytes().starts(with: original))
                #expect(try await place.names(in: ours.string) == ["ours"])
                #expect(try await QPDF.findings(in: ours, password: "user").isEmpty)
                #expect(try FileSnapshot(of: ours).mode == FileSnapshot(of: file).mode)
                if choice == "overwrite" {
                    #expect(try place.bytes(of: await place.version()) == theirs)
                } else {
                    #expect(try file.readBytes() == theirs)
                    #expect(try await place.versions().isEmpty)
                }
                #expect(try place.checkpointNames().isEmpty)
            }
        }
    }

    @Test func `A private copy that is not what it was counts for nothing`() async throws {
        try await withWorkplace { place in
            let file = try place.copy("table.pdf")
            let original = try file.readBytes()
            try await place.record()
            let log = try place.checkpoint().readBytes()
            try await place.rewrite("--linearize")
            let theirs = try file.readBytes()
            for bytes in [[], Array(original.dropLast()), original.dropLast() + [0], theirs] {
                try place.putBack(bytes, at: place.base())
                let result = try await place.run("save", "document.pdf", "--on-conflict", "overwrite")
                #expect(result.exitStatus == 10)
                #expect(try file.readBytes() == theirs && place.checkpoint().readBytes() == log)
                #expect(try await place.versions().isEmpty)
            }
            try await place.done("checkpoint", "discard", "document.pdf")
            #expect(try place.checkpointNames().isEmpty)
        }
    }

    @Test func `A private copy without its checkpoint is cleared away`() async throws {
        try await withWorkplace { place in
            _ = try place.copy("table.pdf")
            try await place.record()
            let orphan = place.checkpoints.appending("0123456789abcdef.base")
            try place.putBack([], at: place.base())
            try place.putBack([], at: orphan)
            let report: Recoverables = try await place.json("checkpoint", "prune")
            #expect(report.clearedFiles == 1)
            #expect(try place.checkpoints.list().count == 2)
        }
    }

    @Test(.enabled("No file system that clones can be mounted here") { try await MountedDisk.cloning.isPermitted() })
    func `Where files can share their blocks, the private copy is kept with the first change`() async throws {
        try await MountedDisk.cloning.use { disk in
            let place = try Workplace(in: disk)
            let file = try place.copy("table.pdf")
            let original = try file.readBytes()
            try await place.record("first")
            #expect(try place.base().readBytes() == original)
            #expect(try FileSnapshot(of: place.base()).mode & 0o777 == 0o600)
            try await place.rewrite("--linearize")
            try await place.record("second")
            // Changes that were merged into the document as it is now have another base.
            let merged = try file.readBytes()
            #expect(try place.base().readBytes() == merged)
            try await place.rewrite("--object-streams=generate")
            let theirs = try file.readBytes()
            try await place.done("save", "document.pdf", "--on-conflict", "overwrite")
            #expect(try file.readBytes().starts(with: merged))
            #expect(try await place.names() == ["first", "second"])
            #expect(try place.bytes(of: await place.version()) == theirs)
            #expect(try place.checkpointNames().isEmpty)

            // It follows a document that is moved.
            try await place.record("third")
            _ = try await Command("mv", [file.string, place.directory.appending("moved.pdf").string]).run()
            try await place.record("fourth", in: "moved.pdf")
            #expect(try place.base().readBytes() == place.directory.appending("moved.pdf").readBytes())
            #expect(try place.checkpoints.list().count == 2)
        }
    }
}

extension Workplace {
    /// Where the private copy of the one document with unsaved changes is kept.
    fileprivate func base() throws -> FilePath {
        checkpoints.appending(try #require(try checkpoints.list().first { $0.hasSuffix(".base") }))
    }
}
