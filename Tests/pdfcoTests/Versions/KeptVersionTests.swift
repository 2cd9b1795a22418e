import SystemPackage
import TestSupport
import Testing

/// Versions that a save keeps of what is there before, whatever kind of file it is.
struct KeptVersionTests {
    private struct Log: Decodable {
        var versions: [Version]
        var revisions: [Revision]

        struct Version: Decodable {
            var id: String
            var name: String
            var bytes: Int
            var reason: String
        }

        struct Revision: Decodable { var revision: Int }
    }

    @Test
    func `A program that changes a text leaves the text before as a version, which log lists and restore brings back`()
        async throws
    {
        try await withWorkplace { place in
            let file = place.directory.appending("notes.txt")
            try file.write("May\n".utf8)
            try await place.done("save", "notes.txt", "--keep-version", "--", "sed", "-i", "s/May/June/", "notes.txt")
            #expect(try file.readBytes() == Array("June\n".utf8))
            let log: Log = try await place.json("log", "notes.txt")
            try #require(log.versions.count == 1 && log.revisions.isEmpty)
            #expect(log.versions[0].name == "notes.txt" && log.versions[0].bytes == 4)
            let line = try await place.done("log", "notes.txt").outputText
            #expect(line.hasPrefix("version \(log.versions[0].id)  ") && line.contains("kept on request"))
            try await place.done("restore", "notes.txt", "--version", log.versions[0].id)
            #expect(try file.readBytes() == Array("May\n".utf8))
            try await place.done("undo", "notes.txt")
            #expect(try file.readBytes() == Array("June\n".utf8))
            try await place.shell("rm notes.txt")
            #expect(try await place.done("log", "notes.txt").outputText.contains(log.versions[0].id))
            try await place.done("restore", "notes.txt", "--version", log.versions[0].id)
            #expect(try file.readBytes() == Array("May\n".utf8))
        }
    }

    @Test func `Without a program, what is there is kept, once for the same bytes`() async throws {
        try await withWorkplace { place in
            try place.directory.appending("notes.txt").write("May\n".utf8)
            for _ in 1...2 { try await place.done("save", "notes.txt", "--keep-version") }
            #expect((try await place.json("log", "notes.txt") as Log).versions.count == 1)
            // A name is a wish of its own, and no later version takes it away.
            try await place.done("save", "notes.txt", "--version-name", "before June")
            try await place.done("save", "notes.txt", "--keep-version")
            for name in ["final", "before June"] { try await place.done("save", "notes.txt", "--version-name", name) }
            let names = (try await place.json("log", "notes.txt") as Log).versions.map(\.name)
            #expect(names.sorted() == ["before June", "final", "notes.txt"])
        }
    }

    @Test(arguments: ["append", "replace"]) func `A PDF that is saved is kept whole as it was before`(method: String)
        async throws
    {
        try await withWorkplace { place in
            let file = try place.copy("table.pdf")
            let before = try file.readBytes()
            try await place.record()
            let text = try await place.done("save", "document.pdf", "--method", method, "--keep-version").errorText
            let version = try await place.version()
            #expect(text.contains("the previous document is kept as version \(version.id)"))
            #expect(try place.bytes(of: version) == before)
            #expect(try file.readBytes().count > before.count)
            let log: Log = try await place.json("log", "document.pdf")
            #expect(log.revisions.count == 2 && log.versions.map(\.id) == [version.id])
            let lines = try await place.done("log", "document.pdf").outputText.split(separator: "\n")
            #expect(lines.count == 3)
        }
    }

    @Test
    func `With PDFCO_VERSIONS, as many are kept of what saves and programs replace, and appended revisions need none`()
        async throws
    {
        try await withWorkplace { place in
            let file = place.directory.appending("notes.txt")
            for (step, limit) in [2, 2, 2, 2, 0, 0].enumerated() {
                try file.write("before \(step)\n".utf8)
                var command = place.command(["save", "notes.txt", "--", "sh", "-c", "echo after >> notes.txt"])
                command.environment["PDFCO_VERSIONS"] = "\(limit)"
                try #require(try await command.run().exitStatus == 0)
            }
            // Zero makes none and removes none.
            var kept = try await contents(of: "notes.txt", in: place)
            #expect(kept == ["before 2\n", "before 3\n"])
            var idle = place.command(["save", "notes.txt", "--", "true"])
            idle.environment["PDFCO_VERSIONS"] = "2"
            try #require(try await idle.run().exitStatus == 0)
            kept = try await contents(of: "notes.txt", in: place)
            #expect(kept == ["before 2\n", "before 3\n"])

            // Programs may make a file, and work on a directory.
            for words in [["new.txt", "--", "sh", "-c", "echo new > new.txt"], [".", "--", "true"]] {
                var command = place.command(["save"] + words)
                command.environment["PDFCO_VERSIONS"] = "2"
                #expect(try await command.run().exitStatus == 0)
            }

            let document = try place.copy("table.pdf")
            let before = try document.readBytes()
            for (words, count) in [(["--method", "append"], 0), (["--rewrite"], 1)] {
                try await place.record("of \(words[0])")
                let bytes = try document.readBytes()
                var save = place.command(["save", "document.pdf"] + words)
                save.environment["PDFCO_VERSIONS"] = "1"
                try #require(try await save.run().exitStatus == 0)
                let versions = try await place.versions()
                #expect(versions.count == count)
                #expect(try versions.allSatisfy { try place.bytes(of: $0) == bytes })
            }
            #expect(try document.readBytes() != before)
            var wrong = place.command(["save", "document.pdf"])
            wrong.environment["PDFCO_VERSIONS"] = "-1"
            expectRefusal(try await wrong.run(), 64, hint: nil)
        }
    }

    @Test func `What has a name, or what a process presents, outlives a clean-up that is not forced`() async throws {
        try await withWorkplace { place in
            try place.directory.appending("notes.txt").write("May\n".utf8)
            try await place.done("save", "notes.txt", "--version-name", "first")
            try await place.done("checkpoint", "prune", "--older-than", "0s")
            #expect((try await place.json("log", "notes.txt") as Log).versions.map(\.name) == ["first"])
            try await place.done("checkpoint", "prune", "--older-than", "0s", "--force")
            expectRefusal(try await place.run("log", "notes.txt"), 65, hint: nil)

            _ = try place.copy("table.pdf")
            try await place.done("save", "document.pdf", "--keep-version")
            let prune = ["checkpoint", "prune", "--older-than", "0s"]
            let presenting = ["open", "document.pdf", "--present", "--", PDFCO.program.string] + prune
            let result = try await place.command(presenting).run()
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(try await place.versions().count == 1)
            #expect(try await CapturedProgram.run(place.command(prune)).exitStatus == 0)
            #expect(try await place.versions().isEmpty)
        }
    }

    @Test func `A version is named by its name, and goes to a file of its own kind or to standard output`() async throws
    {
        try await withWorkplace { place in
            let file = place.directory.appending("notes.txt")
            for text in ["one\n", "two\n", "three\n"] {
                try file.write(text.utf8)
                try await place.done("save", "notes.txt", "--version-name", text == "one\n" ? "first" : "draft")
            }
            try file.write("four\n".utf8)
            #expect(
                try await place.done("restore", "notes.txt", "--version", "first", "-o", "-").output
                    == Array("one\n".utf8))
            try await place.done("restore", "notes.txt", "--version", "draft", "-o", "old.txt")
            #expect(try place.directory.appending("old.txt").readBytes() == Array("three\n".utf8))
            #expect(try file.readBytes() == Array("four\n".utf8))
            expectRefusal(
                try await place.run("restore", "notes.txt", "--version", "last"), 1, hint: "pdfco log notes.txt")
            expectRefusal(try await place.run("undo", "notes.txt"), 1, hint: "pdfco log notes.txt")
            expectRefusal(try await place.run("save", "notes.txt", "--version-name", ""), 64, hint: nil)
            try await place.done("restore", "notes.txt", "--version", "first")
            try await place.done("undo", "notes.txt")
            #expect(try file.readBytes() == Array("four\n".utf8))
            expectRefusal(try await place.run("redo", "notes.txt"), 1, hint: "pdfco log notes.txt")
        }
    }

    @Test func `What a command inside keeps is not dropped by the one around it`() async throws {
        try await withWorkplace { place in
            try place.directory.appending("notes.txt").write("May\n".utf8)
            let inner = [PDFCO.program.string, "save", "notes.txt", "--version-name", "inner"]
            var outer = place.command(["save", "notes.txt", "--"] + inner)
            outer.environment["PDFCO_VERSIONS"] = "3"
            try #require(try await outer.run().exitStatus == 0)
            #expect((try await place.json("log", "notes.txt") as Log).versions.map(\.name).contains("inner"))
        }
    }

    @Test func `What cannot be saved is kept, and says so`() async throws {
        try await withWorkplace { place in
            let file = place.directory.appending("cut.pdf")
            try file.write(Fixture.named("table.pdf").readBytes().prefix(900))
            let result = try await place.run("save", "cut.pdf", "--keep-version")
            #expect(result.exitStatus == 65 && result.errorText.contains("kept as version "), "\(result.errorText)")
            #expect(try await place.run("log", "cut.pdf").outputText.hasPrefix("version "))
        }
    }

    @Test func `Where nothing is replaced, there is no version to keep`() async throws {
        try await withWorkplace { place in
            _ = try place.copy("table.pdf")
            for option in [["-o", "new.pdf"], ["--dry-run"], ["--increment-to", "part"]] {
                let words = ["save", "document.pdf", "--keep-version"] + option
                expectRefusal(try await CapturedProgram.run(place.command(words)), 64, hint: nil)
            }
            expectRefusal(try await place.run("save", "missing.txt", "--keep-version"), 66, hint: nil)
            #expect(try await place.versions().isEmpty)
        }
    }

    /// The texts of the versions, oldest first.
    private func contents(of file: String, in place: Workplace) async throws -> [String] {
        let versions = place.checkpoints.removingLastComponent().appending("versions")
        return try versions.listRecursively().filter { $0.hasSuffix(".txt") }
            .map { String(decoding: try versions.pushing(FilePath($0)).readBytes(), as: UTF8.self) }.sorted()
    }
}
