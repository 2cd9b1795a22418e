import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// Runs the commands of the guide and of the cookbook, and compares what they print with the page, and how they end and which
/// documents they leave with a transcript; `PDFCO_RECORD=1` writes both anew, to be read before they are committed.
struct DocumentedCommandsTests {
    private static let isRecording = ProcessInfo.processInfo.environment["PDFCO_RECORD"] == "1"

    @Test(arguments: ["docs/guide.md", "docs/cookbook.md"])
    func `What a page says that commands print, they print`(name: String) async throws {
        var page = try DocumentedCommands(in: Fixture.packageDirectory.appending(name))
        #expect(page.sections.count > 5)
        var recorded: [DocumentedCommands.Section] = []
        var transcript = ""
        for section in page.sections {
            let (result, ends) = try await withTemporaryDirectory { try await run(section, in: $0) }
            transcript += "\(section.title)\n\(ends)\n"
            if !Self.isRecording {
                for (step, actual) in zip(section.steps, result.steps) where !step.isHidden {
                    #expect(actual.output == step.output, "\(name), \(section.title): \(step.command)")
                }
            }
            recorded.append(result)
        }
        let file = Fixture.directory.appending("Expected/Transcripts/\(page.path.stem ?? "").txt")
        if Self.isRecording {
            try page.record(recorded)
            try file.write(transcript.utf8)
        }
        #expect(try String(decoding: file.readBytes(), as: UTF8.self) == transcript)
    }

    @Test func `The six everyday commands of README work one after the other`() async throws {
        let readme = String(decoding: try Fixture.packageDirectory.appending("README.md").readBytes(), as: UTF8.self)
        let commands = readme.matches(of: #/\n\| [a-z ]+ \| `(pdfco [^`]+)`/#).map { String($0.1) }
        #expect(commands.count == 6)
        try await withTemporaryDirectory { directory in
            for name in ["report.pdf", "other.pdf"] {
                _ = try Fixture.named("report.pdf").copy(into: directory, as: name)
            }
            for command in commands {
                let result = try await PDFCO.shell(command, in: directory)
                #expect(result.exitStatus == 0, "\(command): \(result.errorText)")
                #expect(!(result.output + result.errors).isEmpty, "\(command)")
            }
        }
    }

    @Test func `The cookbook has thirty tasks or more, and says how many`() throws {
        let page = try DocumentedCommands(in: Fixture.packageDirectory.appending("docs/cookbook.md"))
        #expect(page.sections.count == 32)
        for (index, section) in page.sections.enumerated() { #expect(section.title.hasPrefix("\(index + 1). ")) }
    }

    /// Runs the commands of a section, and returns them with what they print, and a text with the status of each and the
    /// length of each document that they wrote.
    private func run(
        _ section: DocumentedCommands.Section, in directory: FilePath
    ) async throws -> (DocumentedCommands.Section, String) {
        let sources = [
            "report": "report", "other": "report", "foreign": "foreign-annotations", "encrypted": "encrypted",
            "certified": "certified", "damaged": "damaged-startxref",
        ]
        for (name, fixture) in sources {
            _ = try Fixture.named("\(fixture).pdf").copy(into: directory, as: "\(name).pdf")
        }
        let inbox = try directory.making("inbox")
        for name in ["a", "b", "c"] { _ = try Fixture.named("report.pdf").copy(into: inbox, as: "\(name).pdf") }
        try inbox.appending("no.pdf").write("<html>".utf8)
        let before = try Dictionary(
            uniqueKeysWithValues: directory.listRecursively().filter { $0.hasSuffix(".pdf") }.map {
                ($0, try directory.pushing(FilePath($0)).readBytes().count)
            })
        var result = section
        // The names that pdfco chose here, and those that the page has for them.
        var names = Names(directory)
        var ends = ""
        for index in section.steps.indices {
            let step = section.steps[index]
            let script = "exec 2>&1\n" + names.here(step.command)
            let ended = try await PDFCO.shell(script, in: directory)
            ends += "\(ended.exitStatus) \(step.command)\n"
            let lines = ended.outputText.split(separator: "\n").map(String.init)
            result.steps[index].output = names.documented(lines, as: step.output)
        }
        for file in try directory.listRecursively().sorted() where file.hasSuffix(".pdf") && !file.hasPrefix("data/") {
            let count = try directory.pushing(FilePath(file)).readBytes().count
            // What libqpdf writes differs from version to version.
            let isOurs = !section.steps.contains { $0.command.contains(#/qpdf|--rewrite|split|pictures/#) }
            if before[file] != count { ends += "\(isOurs ? "\(count)" : "written") \(file)\n" }
        }
        return (result, ends)
    }
}

/// What differs each time, with what the page has in its place: identifiers, times and the directory.
private struct Names {
    private let directory: FilePath
    private var known: [String: String] = [:]

    init(_ directory: FilePath) { self.directory = directory }

    /// Returns a command of the page with the identifiers that are known here.
    func here(_ command: String) -> String {
        known.reduce(command) { $0.replacing($1.value, with: $1.key) }
    }

    /// Returns lines as the page has them, where they differ only in such things.
    mutating func documented(_ lines: [String], as page: [String]) -> [String] {
        lines.enumerated().map { index, line in
            let line = line.replacing(directory.string, with: "/home/me")
            guard index < page.count else { return line }
            let variable =
                #/
                [0-9a-f]{8}-[0-9a-f-]{27} | \b[0-9a-f]{16}\b | \bversion\ [0-9a-f]{8}\b | \b[0-9a-f]{8}\b
                | \d{4}-\d\d-\d\dT[\d:]+Z | \b\d\d:\d\d:\d\d\b | \d+:\d\d,\ [\d.]+\ a\ second | "ms":[\d.]+
                /#
            let (here, there) = (line.matches(of: variable), page[index].matches(of: variable))
            guard line.replacing(variable, with: "*") == page[index].replacing(variable, with: "*") else { return line }
            for (one, other) in zip(here, there) {
                let word = { (text: Substring) in String(text.split(separator: " ").last ?? "") }
                known[word(line[one.range])] = word(page[index][other.range])
            }
            return page[index]
        }
    }
}
