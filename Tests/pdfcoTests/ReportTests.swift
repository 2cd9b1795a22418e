import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// What the program prints, for people and for programs.
struct ReportTests {
    @Test func `A save is reported as one object`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("table.pdf").copy(into: directory)
            let result: SaveResult = try await CapturedProgram.json(PDFCO.highlight(file, "--method", "replace"))
            #expect(result.file == file.string)
            #expect(result.applied == 1)
            #expect(result.alreadyApplied == 0)
            #expect(result.unsavedChanges == 0)
            #expect(result.saved)
            #expect(result.method == "replace")
            #expect(try result.bytes == file.readBytes().count)
            #expect(try result.bytes == Fixture.named("table.pdf").readBytes().count + result.bytesAppended)

            let again: SaveResult = try await CapturedProgram.json(PDFCO.highlight(file))
            #expect(again.alreadyApplied == 1)
            #expect(!again.saved)
        }
    }

    @Test(
        arguments: [
            ("nonexistent.pdf", [], "noSuchFile", 66), ("encrypted.pdf", [], "passwordRequired", 77),
            ("certified.pdf", [], "certified", 65), ("table.pdf", ["--page", "9"], "pageOutOfRange", 64),
            ("table.pdf", ["--color", "blurple"], "usage", 64), ("table.pdf", ["--frobnicate"], "usage", 64),
        ] as [(String, [String], String, Int)])
    func `An error is one object`(name: String, options: [String], kind: String, status: Int) async throws {
        let file = Fixture.named(name)
        let result = try await CapturedProgram.run(
            ["annotate", "square", file.string, "--rect", "20,20,60,40", "--dry-run", "--json"] + options)
        #expect(result.exitStatus == status)
        #expect(result.output.isEmpty)
        let failure = try JSONDecoder().decode(Failure.self, from: Data(result.errors))
        #expect(failure.error == kind)
        #expect(failure.exitStatus == status)
        #expect(!failure.message.isEmpty)
    }

    @Test func `Quiet means silent, and verbose gives reasons`() async throws {
        try await withMarkedCopy { file, directory in
            let command = ["annotate", "square", file.string, "--rect", "20,20,60,40", "--save"]
            let quiet = try await CapturedProgram.run(command + ["--quiet"])
            #expect(quiet.exitStatus == 0 && quiet.output.isEmpty && quiet.errors.isEmpty)
            try await make("ln", file.string, directory.appending("link.pdf").string)
            let verbose = try await CapturedProgram.run(command + ["--verbose"])
            #expect(verbose.errorText.contains("appended in place: the file has 2 hard links"))
        }
    }

    /// `script` gives the program a terminal.
    @Test(
        .terminal,
        arguments: [
            ([:], [], true), (["NO_COLOR": "1"], [], false), (["NO_COLOR": ""], [], true),
            (["TERM": "dumb"], [], false), ([:], ["--no-color"], false),
        ] as [([String: String], [String], Bool)])
    func `Errors are coloured on a terminal that wants it`(
        environment: [String: String], options: [String], isColored: Bool
    ) async throws {
        let command = ([PDFCO.program.string, "open", "/nonexistent/a.pdf"] + options).joined(separator: " ")
        let variables = ["TERM": "xterm"].merging(environment) { $1 }
        let result = try await Command("script", ["-qec", command, "/dev/null"], environment: variables).run()
        #expect(result.exitStatus == 66)
        #expect(result.outputText.contains("\u{1B}[31merror:\u{1B}[0m") == isColored)
        #expect(result.outputText.contains("error:"))
    }

    @Test func `No colour where there is no terminal`() async throws {
        #expect(try await CapturedProgram.run("open", "/nonexistent/a.pdf").errorText.contains("\u{1B}") == false)
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `Completions are a program that the shell understands`(shell: String) async throws {
        let script = try await CapturedProgram.run("--generate-completion-script", shell)
        #expect(script.exitStatus == 0)
        #expect(script.errors.isEmpty)
        #expect(script.outputText.contains(" ---complete \(shell) "))
        var check = Command(shell, shell == "fish" ? ["--no-execute"] : ["-n"])
        check.input = script.output
        let result = try await check.run()
        #expect(result.exitStatus == 0, "\(result.errorText)")
    }

    @Test(arguments: [[], ["open"], ["save"], ["annotate"], ["annotate", "ink"], ["annotate", "update"]])
    func `The help of every command fits a terminal`(command: [String]) async throws {
        let result = try await CapturedProgram.run(command + ["--help"])
        #expect(result.exitStatus == 0)
        #expect(result.errors.isEmpty)
        for line in result.outputText.split(separator: "\n") where !line.hasPrefix("USAGE") {
            #expect(line.count <= 80, "\(line)")
        }
    }
}
