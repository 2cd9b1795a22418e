import TestSupport
import Testing

@testable import pdfco

/// The help of commands: everyday options, with the seldom ones on a page of their own.
struct HelpTests {
    /// The long names of the options that a help text describes.
    private static func options(_ text: String) -> Set<Substring> {
        Set(text.matches(of: #/\n  (?:-\w, )?(--[a-z-]+)/#).map(\.1))
    }

    @Test(
        arguments: [
            ["open"], ["save"], ["restore"], ["watch"], ["annotate", "list"], ["annotate", "update"],
            ["annotate", "reply"],
            ["annotate", "highlight"], ["annotate", "stamp"], ["annotate", "batch"], ["checkpoint", "list"],
        ])
    func `Every option is in the help of its command or on the page of seldom ones`(command: [String]) async throws {
        let short = try await PDFCO.run(command + ["--help"]).outputText
        let all = try await PDFCO.run(command + ["--help-hidden"]).outputText
        let page = try await PDFCO.run("help", "options").outputText
        let hidden = Self.options(all).subtracting(Self.options(short))
        #expect(hidden.subtracting(["--help-hidden"]).isSubset(of: Self.options(page)))
        #expect(Self.options(short).isSubset(of: Self.options(all).union(["--help"])))
        #expect(hidden.isSuperset(of: ["--timeout", "--purpose", "--data-dir", "--uid"]))
        #expect(Self.options(short).isSuperset(of: ["--json", "--quiet", "--help"]))
        #expect(
            short.hasSuffix("\n  'man pdfco-\(command.joined(separator: "-"))' for all.\n\n"), "\(short.suffix(200))")
        #expect(try await PDFCO.run(["help"] + command).outputText.contains("See 'pdfco help options'"))
    }

    @Test func `The help begins with the commands, and the page of options has the rest`() async throws {
        let root = try await PDFCO.run("--help").outputText
        #expect(root.contains("USAGE: pdfco <subcommand>"))
        #expect(root.split(separator: "\n", omittingEmptySubsequences: false).count < 40)
        let page = try await PDFCO.run("help", "options").outputText
        for heading in ["GLOBAL OPTIONS:", "SAVING:", "SEVERAL DOCUMENTS:", "UNITS", "ENVIRONMENT", "EXIT STATUS"] {
            #expect(page.contains("\n\n\(heading)\n"), "\(heading)")
            #expect(!root.contains("\n\(heading)\n"), "\(heading)")
        }
        #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(!page.contains("\n\n\n"))
    }

    @Test func `Other texts of the argument parser stay as they are`() {
        for text in ["0.1.0", "", "OVERVIEW: x", "complete -c pdfco"] { #expect(HelpPage.folded(text) == text) }
    }
}
