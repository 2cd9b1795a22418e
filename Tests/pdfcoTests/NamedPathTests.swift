import FoundationEssentials
import PDFModel
import SystemPackage
import TestSupport
import Testing

@testable import pdfco

/// Errors name the file that they are about, which is not always the document.
struct NamedPathTests {
    /// An argument of a command that is a path, as the program itself describes it.
    struct PathArgument: CustomTestStringConvertible, Sendable {
        var command: [String]
        /// `nil` for one without a name.
        var option: String?
        var valueName: String

        var testDescription: String { (command + [option ?? "<\(valueName)>"]).joined(separator: " ") }
    }

    private struct Help: Decodable {
        struct Command: Decodable {
            struct Argument: Decodable {
                struct Name: Decodable { var name: String }
                struct Completion: Decodable {
                    struct Anything: Decodable {}
                    var file: Anything?
                    var directory: Anything?
                }

                var names: [Name]?
                var valueName: String?
                var completionKind: Completion?
            }

            var commandName: String
            var arguments: [Argument]?
            var subcommands: [Command]?
        }

        var command: Command
    }

    /// Every argument of every command that is completed to a file or a directory.
    static func all() async throws -> [PathArgument] {
        let result = try await CapturedProgram.run("--experimental-dump-help")
        let help = try JSONDecoder().decode(Help.self, from: Data(result.output))
        func paths(_ command: Help.Command, _ words: [String]) -> [PathArgument] {
            let own = (command.arguments ?? []).filter {
                $0.completionKind?.file != nil || $0.completionKind?.directory != nil
            }
            let named = own.map { argument in
                PathArgument(
                    command: words, option: argument.names?.first { $0.name.count > 1 }.map { "--\($0.name)" },
                    valueName: argument.valueName ?? "")
            }
            return named + (command.subcommands ?? []).flatMap { paths($0, words + [$0.commandName]) }
        }
        return paths(help.command, [])
    }

    /// What makes a command one that could run, with `FILE` for the document.
    private static let others: [String: [String]] = [
        "import": ["FILE", "SOURCE"], "update": ["FILE", "n", "--contents", "x"], "remove": ["FILE", "n"],
        "reply": ["FILE", "n", "--contents", "x"], "resolve": ["FILE", "n"], "extract": ["FILE", "n"],
        "diff": ["FILE", "OTHER"],
        "replace-text": ["FILE", "--rect", "9,9,29,29", "--contents", "x"],
        "checkpoint list": [], "prune": [], "batch": ["JOBS"],
    ]

    private static func arguments(of command: [String]) -> [String] {
        if let kind = Annotation.kinds.first(where: { $0.commandName == command.last }) {
            // What stands between quotation marks is one word.
            let words = kind.example.split(separator: "\"").enumerated().flatMap { index, part in
                index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
            }
            return ["FILE"] + words.filter { $0 != "--save" }
        }
        return others[command.joined(separator: " ")] ?? others[command.last ?? ""] ?? ["FILE"]
    }

    @Test func `Every path that a command takes is named in the error where it leads nowhere`() async throws {
        let all = try await Self.all()
        #expect(
            Set(all.compactMap(\.option)) == [
                "--output", "--password-file", "--data-dir", "--runtime-dir", "--script", "--to", "--file",
                "--edits", "--common-edits", "--resume", "--files-from", "--output-dir", "--increment-to", "--page-map",
                "--words",
                "--image", "--report", "--history",
            ])
        #expect(
            Set(all.map(\.valueName)) == [
                "file", "directory", "out", "path", "source", "jobs", "answers", "list", "dir", "other",
            ])
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            try directory.appending("data.csv").write("a,b".utf8)
            let attach = "annotate file-attachment a.pdf --rect 9,9,29,29 --file data.csv --name n --save"
            #expect(try await CapturedProgram.run(line: attach, in: directory).exitStatus == 0)
            try directory.appending("marks.json").write("[]".utf8)
            try directory.appending("jobs").write("a.pdf\n".utf8)
            // The commands that add annotations share the code of most paths.
            let kinds = Set(Annotation.kinds.map { $0.commandName }).subtracting(["square"])
            let shared = Set(all.filter { $0.command.last == "square" }.map { $0.option ?? $0.valueName })
            for path in all {
                if kinds.contains(path.command.last ?? ""), shared.contains(path.option ?? path.valueName) { continue }
                // These directories are made, or not asked for, by most commands.
                if path.option == "--data-dir" || path.option == "--runtime-dir" { continue }
                let before = try FileSnapshot(of: file)
                var words = Self.arguments(of: path.command)
                let missing = path.valueName == "path" ? "missing/x.pdf" : "missing/x"
                if let option = path.option {
                    // The list takes the place of the document.
                    if option == "--files-from" { words.removeAll { $0 == "FILE" } }
                    if let place = words.firstIndex(of: option) { words.removeSubrange(place...(place + 1)) }
                    words += [option, missing]
                } else {
                    let place = ["source": "SOURCE", "jobs": "JOBS", "other": "OTHER"][path.valueName] ?? "FILE"
                    words = words.map { $0 == place ? missing : $0 }
                }
                words = words.map {
                    ["FILE": "a.pdf", "OTHER": "a.pdf", "SOURCE": "marks.json", "JOBS": "jobs"][$0] ?? $0
                }
                if path.option == "--words" {
                    words += ["--text"]
                    if let place = words.firstIndex(of: "--rect") {
                        words.replaceSubrange(place...(place + 1), with: ["--find", "x"])
                        // Not recorded, which would make the directory of checkpoints.
                        words[words.count - 1] = "--save"
                    }
                }
                if path.option == "--history" { words += ["--interactive"] }
                // There is no version or revision to go back to otherwise.
                if path.command == ["restore"], path.option == "--output" { words += ["--revision", "1"] }
                // These open no document, and so ask for no password.
                let isAboutCheckpoints =
                    ["checkpoint", "discard", "status"].contains(path.command.first) && path.command.last != "show"
                if isAboutCheckpoints, path.option == "--password-file" { continue }
                var command = PDFCO.command(path.command + words)
                command.environment["PDFCO_DATA_DIR"] = directory.appending("data").string
                command.directory = directory
                let result = try await command.run()
                let lines = result.errorLines
                #expect([66, 73].contains(result.exitStatus), "\(path.testDescription): \(result.errorText)")
                #expect(
                    result.exitStatus == (["out", "dir"].contains(path.valueName) ? 73 : 66), "\(path.testDescription)")
                #expect(
                    lines.first?.hasPrefix("pdfco: error: missing") == true,
                    "\(path.testDescription): \(result.errorText)")
                #expect(try FileSnapshot(of: file) == before, "\(path.testDescription)")
            }
        }
    }

    @Test(
        arguments: [
            (["annotate", "square", "a.pdf", "--rect", "1,1,9,9"], "--data-dir", 73),
            (["annotate", "square", "a.pdf", "--rect", "1,1,9,9"], "PDFCO_DATA_DIR", 73),
            (["watch", "a.pdf"], "--runtime-dir", 73), (["watch", "a.pdf"], "PDFCO_RUNTIME_DIR", 73),
            (["open", "a.pdf", "--script", "lines"], "--runtime-dir", 73),
            (["open", "a.pdf", "--script", "lines"], "--data-dir", 73),
        ] as [([String], String, Int)])
    func `A directory that cannot be made is named`(arguments: [String], option: String, status: Int) async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            try directory.appending("lines").write("annotate square --rect 1,1,9,9\n".utf8)
            try directory.appending("file").write([])
            var command = PDFCO.command(arguments)
            command.environment["PDFCO_DATA_DIR"] = directory.appending("data").string
            command.environment["PDFCO_RUNTIME_DIR"] = directory.appending("run").string
            // A file is no directory, for root neither; directories above that of unsaved changes are made.
            let isData = ["--data-dir", "PDFCO_DATA_DIR"].contains(option)
            let path = directory.appending(isData ? "file/no/data" : "missing/run").string
            if option.hasPrefix("--") {
                command.arguments.insert(contentsOf: [option, path], at: arguments[0] == "annotate" ? 2 : 1)
            } else {
                command.environment[option] = path
            }
            command.directory = directory
            let result = try await command.run()
            #expect(result.exitStatus == status, "\(result.errorText)")
            // A session reads without one; its first edit needs it.
            let line = arguments.contains("--script") && isData ? "line 1: " : ""
            #expect(result.errorText.contains("pdfco: error: \(line)\(path)"), "\(result.errorText)")
        }
    }

    @Test(arguments: [
        ("missing/x.pdf", "missing: cannot create 'x.pdf' there: no such directory", 73),
        ("missing/deeper/x.pdf", "missing/deeper: cannot create 'x.pdf' there: no such directory", 73),
        ("file/x.pdf", "file: cannot create 'x.pdf' there: no such directory", 73),
        ("directory", "directory: cannot be replaced: it is a directory", 65),
        ("/dev/null", "/dev/null: cannot be replaced", 65),
        ("there.pdf", "there.pdf: cannot create: the file already exists", 73),
    ])
    func `What keeps a new file from being written is about that file`(
        output: String, error: String, status: Int
    ) async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            _ = try file.copy(into: directory, as: "there.pdf")
            _ = try directory.making("directory")
            try directory.appending("file").write([])
            let commands = [
                ["annotate", "square", "a.pdf", "--rect", "1,1,9,9", "-o", output], ["save", "a.pdf", "-o", output],
                ["save", "--rewrite", "a.pdf", "-o", output], ["restore", "a.pdf", "--revision", "1", "-o", output],
                ["open", "--new", output],
            ]
            for arguments in commands {
                for options in [[], ["--no-coordination"]] {
                    let force = output == "there.pdf" ? [] : ["--force"]
                    var command = PDFCO.command(arguments + options + force)
                    command.environment["PDFCO_DATA_DIR"] = directory.appending("data").string
                    command.directory = directory
                    let result = try await command.run()
                    expectRefusal(result, status)
                    #expect(result.errorText.hasPrefix("pdfco: error: \(error)"), "\(arguments): \(result.errorText)")
                }
            }
        }
    }
}
