import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// Commands from a file or a pipe, on one document that stays open.
struct ScriptTests {
    private let square = "annotate square --rect 10,10,90,90 --name"

    @Test func `Commands go without FILE, and the end of the input saves`() async throws {
        try await SessionScene.use { scene in
            let lines = [
                "# a comment", "", "\(square) one", "annotate update one --contents 'two words'", "undo", "redo",
                "\(square) \"two\"", "undo", "list", "status",
            ]
            let result = try await scene.pdfco(
                ["open", scene.file.string, "--script", "-"], input: lines.joined(separator: "\n"))
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(result.outputText.contains("two words"))
            #expect(result.outputText.contains("2 unsaved changes"))
            #expect(result.errorLines.last == "pdfco: table.pdf: 2 changes saved")
            #expect(try await scene.names() == ["one"])
            #expect(try await scene.pdfco(["restore"]).exitStatus == 1)
        }
    }

    /// Of such a command, a document that is named is not taken for the session's.
    @Test(arguments: [
        "checkpoint prune table.pdf --force --older-than 0s", "save table.pdf --all", "restore table.pdf --all",
    ])
    func `A command about all documents takes none, in a session as outside`(line: String) async throws {
        try await withWorkplace { place in
            _ = try place.copy("table.pdf")
            try await place.record()
            let log = try place.checkpoint().readBytes()
            _ = try Fixture.named("table.pdf").copy(into: place.directory)
            try place.directory.appending("script").write("\(line)\n".utf8)
            expectRefusal(try await place.run("open", "table.pdf", "--script", "script"), 64)
            #expect(try place.checkpoint().readBytes() == log)
        }
    }

    @Test func `A history that nobody writes is waited for as long as for any pipe, and stays`() async throws {
        try await withWorkplace { place in
            _ = try place.copy("table.pdf")
            try await place.shell("mkfifo silent")
            let result = try await place.run(
                "open", "document.pdf", "--interactive", "--history", "silent", "--timeout", "0.1")
            expectRefusal(result, 75, hint: "--timeout")
            try await place.shell("test -p silent")
        }
    }

    @Test func `A byte order mark is no part of a script, and behind two hyphens nothing asks for help`() async throws {
        try await withWorkplace { place in
            _ = try place.copy("table.pdf")
            try place.directory.appending("script").write([0xEF, 0xBB, 0xBF] + Array("list\nremove -- -h\n".utf8))
            let result = try await place.run("open", "document.pdf", "--script", "script")
            #expect(result.exitStatus == 1)
            #expect(
                Array(result.errorLines.prefix(2)) == [
                    "pdfco: document.pdf: no annotations",
                    "pdfco: error: line 2: document.pdf: there is no annotation '-h'",
                ])
        }
    }

    /// A line costs what it does, and not what was recorded before it.
    @Test(.enabled("Processes may not be traced here") { try await Strace.isPermitted() })
    func `A session reads what it recorded no more than once, however many lines it has`() async throws {
        try await SessionScene.use { scene in
            let lines =
                (1...40).map { "\(square) name\($0) --contents \(String(repeating: "x", count: 200))" } + ["quit"]
            let script = scene.directory.appending("script")
            try script.write(lines.joined(separator: "\n").utf8)
            var command = scene.command(["open", scene.file.string, "--script", script.string, "--quiet"])
            command.arguments = ["-f", "-y", "-qq", "-e", "trace=pread64", command.program.string] + command.arguments
            command.program = "strace"
            let result = try await command.runNow()
            #expect(result.exitStatus == 0, "\(result.errorText)")
            let read = result.errorLines.filter { $0.contains(".checkpoint>") }
                .compactMap { $0.split(separator: "= ").last.flatMap { Int($0) } }.reduce(0, +)
            let checkpoints = scene.directory.appending("data/checkpoints")
            let log = try #require(checkpoints.list().first { $0.hasSuffix(".checkpoint") })
            let length = try checkpoints.appending(log).readBytes().count
            // Once more by who looks at the end how many are unsaved.
            #expect(length > 40 * 200 && read <= 3 * length, "\(read) of \(length) bytes")
        }
    }

    @Test func `With --json each command prints one object`() async throws {
        try await SessionScene.use { scene in
            let result = try await scene.session(
                "\(square) one", "undo", "redo", "open", "checkpoint", "revert", "\(square) two", "save",
                "close", options: ["--json"])
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(result.errors.isEmpty)
            let objects = result.outputText.split(separator: "\n")
            try #require(objects.count == 9)
            for object in objects {
                let file = try JSONDecoder().decode([String: Value].self, from: Data(object.utf8))["file"]
                #expect(file?.text == scene.file.string)
            }
            #expect(objects[3].contains("\"state\":[\"normal\"]"))
            #expect(objects[3].contains("\"presenters\":[{"))
            #expect(objects[5].contains("\"dropped\":1"))
            #expect(try await scene.names() == ["two"])
        }
    }

    private struct Value: Decodable {
        var text: String?

        init(from decoder: any Decoder) throws { text = try? decoder.singleValueContainer().decode(String.self) }
    }

    @Test(arguments: [
        ("annotate bogus", "annotate has no command 'bogus'", "annotate --help lists the commands"),
        ("annotate highligt --page 1", "annotate has no command 'highligt'", "hint: highlight --page 1"),
        (
            "annotate square --rect 1,1,9,9 --bogus", "unknown option '--bogus'",
            "annotate square --help shows the usage"
        ),
        ("help nonsense", "there is no command 'nonsense' in a session", "help lists the commands"),
    ])
    func `Errors are about what was typed, and a script's name its line`(
        line: String, problem: String, hint: String
    ) async throws {
        try await SessionScene.use { scene in
            let result = try await scene.session("# first", "", line)
            #expect(result.exitStatus == 64)
            #expect(result.errorLines.first?.hasPrefix("pdfco: error: line 3: ") == true, "\(result.errorText)")
            #expect(result.errorText.lowercased().contains(problem), "\(result.errorText)")
            #expect(result.errorText.contains(hint), "\(result.errorText)")
            #expect(!result.errorText.contains("purpose") && !result.errorText.contains("table.pdf"))
            let json = try await scene.session("status", line, options: ["--json"])
            #expect(json.errorText.contains("\"line\":2"))
        }
    }

    @Test func `Help names a command, and undo says what it undid`() async throws {
        try await SessionScene.use { scene in
            let result = try await scene.session(
                "help annotate", "help undo", "help", "annotate", "\(square) one", "save", "undo", "redo")
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(result.outputText.contains("annotate <subcommand>"))
            #expect(result.outputText.contains("Undo the last change."))
            #expect(result.outputText.contains("help COMMAND shows the help of a command"))
            #expect(result.errorText.contains("undone: Square 'one' on page 1 added; 1 change pending"))
            #expect(result.errorText.contains("redone: Square 'one' on page 1 added; nothing pending"))
        }
    }

    @Test func `A line may be a command as a hint has it, with the program and the document`() async throws {
        try await SessionScene.use { scene in
            let file = scene.file.string
            let result = try await scene.session(
                "pdfco note \(file) --contents x --name n", "save", "pdfco list \(file)")
            #expect(result.exitStatus == 0 && result.outputText.contains("  n  "), "\(result.errorText)")
        }
    }

    @Test func `The first command that fails ends a script, and what is unsaved is kept`() async throws {
        try await SessionScene.use { scene in
            let result = try await scene.session("\(square) one", "annotate remove nobody", "\(square) two")
            #expect(result.exitStatus == 1)
            #expect(result.errorLines.last == "pdfco: table.pdf: 1 unsaved change kept in the checkpoint")
            #expect(try await scene.names() == [])
            #expect(try await scene.pdfco(["save", scene.file.string]).exitStatus == 0)
            #expect(try await scene.names() == ["one"])
        }
    }

    @Test(arguments: [
        ("nonsense", "there is no command 'nonsense' in a session"), ("conflict it", "conflict takes save, reload"),
        ("annotate square 'x", "unclosed quotation mark '"),
        ("save -- true", "a session cannot run other programs"),
        ("list other.pdf", "a session has one document"), ("close now", "close takes no arguments"),
        ("open --interactive", "a session is already open"),
    ])
    func `A line that means nothing is a usage error`(line: String, problem: String) async throws {
        try await SessionScene.use { scene in
            let result = try await scene.session(line)
            #expect(result.exitStatus == 64)
            #expect(result.errorText.contains(problem), "\(result.errorText)")
            #expect(result.errorLines.count <= 2)
        }
    }

    @Test func `A script can come from a file, and quit keeps what is unsaved`() async throws {
        try await SessionScene.use { scene in
            let script = scene.directory.appending("script")
            try script.write("\(square) one\nsave\n\(square) two\nquit\n\(square) three".utf8)
            let result = try await scene.pdfco(["open", scene.file.string, "--script", script.string])
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(try await scene.names() == ["one"])
            #expect(try await scene.pdfco(["checkpoint", scene.file.string]).outputText.contains("1 unsaved change"))
            let missing = try await scene.pdfco(["open", scene.file.string, "--script", "nowhere"])
            #expect(missing.exitStatus == 66)
        }
    }

    @Test(arguments: ["immediate", "timed:0.01", "manual"])
    func `When changes are durable can be chosen`(strategy: String) async throws {
        try await SessionScene.use { scene in
            let result = try await scene.session(
                "\(square) one", "checkpoint", "quit", options: ["--checkpoint", strategy])
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(try await scene.pdfco(["restore", scene.file.string]).exitStatus == 0)
            #expect(try await scene.names() == ["one"])
        }
    }

    @Test func `Options of sessions need one, and wrong ones are told`() async throws {
        try await SessionScene.use { scene in
            let file = scene.file.string
            #expect(try await scene.pdfco(["open", file, "--autosave", "3"]).exitStatus == 64)
            let wrong = ["--autosave often", "--checkpoint never", "--on-conflict win", "--interactive"]
            for options in wrong.map({ $0.split(separator: " ").map(String.init) }) {
                let result = try await scene.session("list", options: options)
                #expect(result.exitStatus == 64, "\(options)")
            }
        }
    }

    @Test func `The password is asked for once`() async throws {
        try await SessionScene.use("encrypted.pdf") { scene in
            let result = try await scene.session("\(square) one", "save", "list", password: "user")
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(result.outputText.contains("one"))
            #expect(try await scene.session("list").exitStatus == 77)
        }
    }

    @Test func `A session goes without coordination and without a directory for it`() async throws {
        try await SessionScene.use { scene in
            let result = try await scene.session("\(square) one", "status", options: ["--no-coordination"])
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(!result.outputText.contains("open in"))
            #expect(try await scene.names() == ["one"])
        }
    }
}
