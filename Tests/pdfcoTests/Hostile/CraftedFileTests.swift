import SystemPackage
import TestSupport
import Testing

/// Every file of Fixtures/Hostile with every command that reads it: none ends by a signal, and each is done or refused within
/// bounds that hold for all input of less than a megabyte.
struct CraftedFileTests {
    private static let (seconds, mebibytes) = (11, 768)

    @Test(arguments: CraftedFile.short.map(\.name))
    func `A file that once ended a command by a signal ends none`(name: String) async throws {
        let words = try #require(CraftedFile.short.first { $0.name == name }).words
        try await Self.check(name) { $0.contains(words) }
    }

    /// `make crash` tries all of them, `make test-all` each third.
    @Test(
        .long,
        arguments: CraftedFile.all.enumerated().filter { CrashScenario.isThorough || $0.offset % 3 == 0 }.map(\.element)
    )
    func `A crafted file ends no command by a signal, and none without bounds`(name: String) async throws {
        try await Self.check(name) { _ in true }
    }

    @Test func `Every crafted file is read by a command`() throws {
        #expect(CraftedFile.all.count > 190)
        for row in CraftedFile.short { #expect(CraftedFile.all.contains(row.name), "\(row.name)") }
    }

    @Test func `Of several documents, one that is refused is refused alone`() async throws {
        try await withTemporaryDirectory { directory in
            let crafted = try await CraftedFile.write("tiny-shared-annot.pdf", into: directory)
            let sound = Fixture.named("foreign-annotations.pdf")
            let alone = try await PDFCO.run("annotate", "list", sound.string, "--json")
            let result = try await PDFCO.run("annotate", "list", crafted.string, sound.string, "--json")
            #expect(result.exitStatus == 11)
            #expect(result.output == alone.output)
            #expect(result.errorText.contains("the list of its annotations would take more than 64 MiB of memory"))
        }
    }

    @Test(arguments: [["shared_quads.pdf", "sound.pdf"], ["sound.pdf", "text_2000_pages_shared.pdf", "sound.pdf"]])
    func `One that reaches the last limits ends the command for no other`(names: [String]) async throws {
        try await withTemporaryDirectory { directory in
            let sound = try Fixture.named("report.pdf").copy(into: directory, as: "sound.pdf")
            for name in Set(names) where name != "sound.pdf" { _ = try await CraftedFile.write(name, into: directory) }
            let alone = try await PDFCO.run("open", sound.string, "--text")
            var command = PDFCO.command(["open"] + names.map { directory.appending($0).string } + ["--text"])
            command.environment["PDFCO_CONTINUED"] = "9 9"
            let result = try await command.run()
            #expect(result.exitStatus == 11)
            let count = names.count { $0 == "sound.pdf" }
            #expect(result.outputText == String(repeating: alone.outputText, count: count))
            #expect(result.errorLines.last?.hasSuffix("\(names.count) documents: \(count) done, 1 failed") == true)
        }
    }

    @Test func `A table goes on without a second heading after the program began anew`() async throws {
        try await withTemporaryDirectory { directory in
            for name in ["a.pdf", "b.pdf"] {
                _ = try Fixture.named("foreign-annotations.pdf").copy(into: directory, as: name)
            }
            let whole = try await PDFCO.shell("pdfco list a.pdf b.pdf --csv", in: directory).outputText
            let rest = try await PDFCO.shell("PDFCO_CONTINUED='1 1' pdfco list a.pdf b.pdf --csv", in: directory)
            let half = whole.split(separator: "\n").dropFirst(whole.split(separator: "\n").count / 2 + 1)
            #expect(rest.outputText.split(separator: "\n") == Array(half))
        }
    }

    /// What was read of the others would be lost if the program began anew.
    @Test(.long) func `A review is written whole or not at all`() async throws {
        try await withTemporaryDirectory { directory in
            let sound = try Fixture.named("report.pdf").copy(into: directory, as: "sound.pdf")
            let crafted = try await CraftedFile.write("shared_quads.pdf", into: directory)
            let output = directory.appending("review.html")
            let result = try await PDFCO.run(
                "open", sound.string, crafted.string, sound.string, "--report", output.string)
            if result.exitStatus == 65 {
                #expect(try !directory.list().contains("review.html") && result.errorText.contains("shared_quads.pdf"))
            } else {
                #expect(try String(decoding: output.readBytes(), as: UTF8.self).contains("1 document not read"))
            }
        }
    }

    @Test func `What attached files and appearances are together is counted, too`() async throws {
        try await withTemporaryDirectory { directory in
            for (name, what) in [
                ("attach-shared-flate2.pdf", "what its annotations attach would take"),
                ("AP_shared_many.pdf", "the appearances of its annotations would take"),
                ("attach_flate2.pdf", "the data of object"),
            ] {
                let file = try await CraftedFile.write(name, into: directory)
                let result = try await PDFCO.run("annotate", "export", file.string)
                #expect(result.exitStatus == 65, "\(name)")
                #expect(result.errorText.contains(what), "\(result.errorText)")
                #expect(result.errorLines.count == 1)
                #expect(result.output.isEmpty)
            }
        }
    }

    @Test(arguments: [
        ("fdf-page-max.fdf", "/Page is missing, or not a whole number from 0"),
        ("x.hocr", "a page has a number that no page can have"),
        ("x.alto", "a page has a number that no page can have"),
    ])
    func `A number that no page can have is not counted up`(name: String, reason: String) async throws {
        try await withTemporaryDirectory { directory in
            let file = try await CraftedFile.write(name, into: directory)
            for command in CraftedFile.commands(for: file) {
                var command = PDFCO.command(command)
                command.directory = directory
                let result = try await command.run()
                #expect([64, 65].contains(result.exitStatus), "\(result.errorText)")
                #expect(result.errorText.contains(reason), "\(result.errorText)")
            }
        }
    }

    private static func check(_ name: String, _ isMeant: ([String]) -> Bool) async throws {
        try await withTemporaryDirectory { directory in
            let file = try await CraftedFile.write(name, into: directory)
            let bytes = try file.readBytes()
            for arguments in CraftedFile.commands(for: file) where isMeant(arguments) {
                var command = PDFCO.command(arguments)
                let script = Fixture.packageDirectory.appending("Tests/TestSupport/Scripts/measured.py").string
                command.arguments = [script, "measured", command.program.string] + command.arguments
                (command.program, command.directory) = ("python3", directory)
                let result = try await command.run()
                let context: Comment = "\(arguments.joined(separator: " ")): \(result.errorText.prefix(500))"
                #expect([0, 1, 64, 65, 69, 77].contains(result.exitStatus), context)
                #expect(!result.errorText.contains("Fatal error"), context)
                #expect(try file.readBytes() == bytes, context)
                let report = String(decoding: try directory.appending("measured").readBytes(), as: UTF8.self)
                let used = report.split(separator: " ").compactMap { Int($0) }
                #expect(try #require(used.first) <= seconds, context)
                #expect(try #require(used.last) <= mebibytes, context)
            }
        }
    }
}
