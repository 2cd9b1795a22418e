import ArgumentParser
import TestSupport
import Testing

@testable import pdfco

/// The help of commands: `-h` is one screen with the everyday options, `--help` has all.
struct HelpTests {
    /// The long names of the options that a help text describes.
    private static func options(_ text: String) -> Set<Substring> {
        Set(text.matches(of: #/\n  (?:-\w, )?(--[a-z-]+)/#).map(\.1))
    }

    private static let commands: [[String]] =
        [[], ["batch"], ["schema"], ["watch"]]
        + SessionCommand.Names(CommandTree(root: PDFCo.self)).all.filter {
            !["close", "conflict", "help", "quit", "revert"].contains($0)
        }.map { [$0] }
        + [["checkpoint", "list"], ["checkpoint", "report"], ["checkpoint", "show"], ["checkpoint", "prune"]]

    @Test(.examples(41), arguments: commands)
    func `The short help is one screen, and the long one has every option`(
        command: [String]
    ) async throws {
        let short = try await CapturedProgram.run(command + ["-h"]).outputText
        let long = try await CapturedProgram.run(command + ["--help"]).outputText
        #expect(short.split(separator: "\n", omittingEmptySubsequences: false).count <= 61)
        #expect(short.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.contains("pdfco ") })
        #expect(Self.options(short).isSubset(of: Self.options(long)))
        #expect(long.contains("EXAMPLE") || command == ["annotate"])
        guard long.contains("--timeout") else { return }
        Examples.found()
        #expect(Self.options(long).isSuperset(of: ["--timeout", "--purpose", "--data-dir", "--uid", "--json"]))
        // A command's own options come before those of all commands.
        let names = long.matches(of: #/\n  (?:-\w, )?(--[a-z-]+)/#).map(\.1)
        let global = ["--verbose", "--no-color", "--password-file", "--no-coordination", "--timeout", "--unanswered"]
        #expect(names.drop { $0 != "--json" }.count { !global.contains(String($0)) } <= 8, "\(names)")
        #expect(Self.options(short).isSuperset(of: ["--json", "--quiet", "--help"]))
        #expect(Self.options(short).isDisjoint(with: ["--timeout", "--purpose", "--data-dir", "--uid"]))
    }

    @Test func `No help hides an option`() async throws {
        let long = try await CapturedProgram.run("highlight", "--help").outputText
        #expect(try await CapturedProgram.run("highlight", "--help-hidden").outputText == long)
    }

    /// A line that the parser wraps would be pasted as two commands.
    @Test func `An example is one line of a terminal`() {
        var types: [any ParsableCommand.Type] = [PDFCo.self]
        var lines = 0
        while let type = types.popLast() {
            types += type.configuration.subcommands
            for line in type.configuration.discussion.split(separator: "\n") {
                #expect(line.count < 80, "\(line)")
                lines += 1
            }
        }
        #expect(lines > 100)
    }

    @Test func `Without words, pdfco shows how to mark what a search finds`() async throws {
        let root = try await CapturedProgram.run().outputText
        #expect(root == (try await CapturedProgram.run("-h").outputText))
        #expect(root.contains("--find") && root.contains("USAGE: pdfco <subcommand>"))
        for command in ["open", "annotate", "save", "checkpoint", "restore", "watch"] {
            #expect(root.contains("\n  \(command) "), "\(command)")
        }
    }
}
