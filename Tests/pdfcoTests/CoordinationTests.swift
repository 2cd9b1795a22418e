import Glibc
import SystemPackage
import TestSupport
import Testing

/// What coordination means on the command line.
struct CoordinationTests {
    /// `pdfco ARGUMENTS` under flock(1) on the document, so that another process has it.
    private func whileLocked(
        _ kind: String, _ document: FilePath, _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> CommandResult {
        var command = PDFCO.command(arguments, environment: PDFCO.fixedClock.merging(environment) { $1 })
        command.arguments = [kind, document.string, command.program.string] + command.arguments
        command.program = "flock"
        return try await command.run()
    }

    private static let readers = [
        ["open", "F"], ["open", "F", "--", "true"], ["annotate", "list", "F"], ["annotate", "export", "F"],
        ["annotate", "highlight", "F", "--rect", "72,700,200,712", "-o", "OUT"],
        ["annotate", "highlight", "F", "--rect", "72,700,200,712", "--dry-run"],
        ["save", "F", "-o", "OUT"], ["save", "F", "--rewrite", "-o", "OUT"],
    ]

    private static let writers = [
        ["annotate", "highlight", "F", "--rect", "72,700,200,712", "--save"],
        ["annotate", "highlight", "F", "--rect", "72,700,200,712", "--save", "--method", "append"],
        ["annotate", "remove", "F", "none", "--save"],
        ["annotate", "update", "F", "none", "--contents", "x", "--save"],
        ["save", "F", "--rewrite"], ["save", "F", "--repair"], ["save", "F", "--", "true"],
    ]

    @Test(arguments: readers + writers)
    func `Every command waits for the document, and says so when it has waited long enough`(
        _ template: [String]
    ) async throws {
        try await withTemporaryDirectory { directory in
            let document = try Fixture.named("report.pdf").copy(into: directory)
            let output = directory.appending("out.pdf")
            let arguments = template.map { $0 == "F" ? document.string : $0 == "OUT" ? output.string : $0 }
            let before = try FileSnapshot(of: document)
            let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
            let patient = arguments[..<end] + ["--timeout", "0"] + arguments[end...]
            let refused = try await whileLocked("--exclusive", document, Array(patient))
            #expect(refused.exitStatus == 75)
            #expect(refused.errorLines.count == 2)
            #expect(try FileSnapshot(of: document) == before)
            #expect(try directory.list() == ["report.pdf"])

            let besideReaders = try await whileLocked("--shared", document, Array(patient))
            if Self.writers.contains(template) {
                #expect(besideReaders.exitStatus == 75)
            } else {
                #expect(besideReaders.exitStatus == 0)
            }
        }
    }

    @Test func `Coordination can be left aside, by an option and by the environment`() async throws {
        try await withTemporaryDirectory { directory in
            let document = try Fixture.named("report.pdf").copy(into: directory)
            let edit = ["annotate", "text", document.string, "--rect", "72,700,90,718", "--contents", "x", "--save"]
            let option = try await whileLocked("--exclusive", document, edit + ["--no-coordination"])
            #expect(option.exitStatus == 0)
            let off = ["PDFCO_COORDINATION": "off"]
            #expect(try await whileLocked("--exclusive", document, edit, environment: off).exitStatus == 0)
            let impatient = ["PDFCO_TIMEOUT": "0"]
            #expect(try await whileLocked("--exclusive", document, edit, environment: impatient).exitStatus == 75)
        }
    }

    @Test func `A document in a package waits for the whole package`() async throws {
        try await withTemporaryDirectory { directory in
            let package = directory.appending("report.bundle")
            let inner = package.appending("pages")
            try #require(try await Command("mkdir", ["-p", inner.string]).runNow().exitStatus == 0)
            let document = try Fixture.named("report.pdf").copy(into: inner)
            for (extensions, status) in [("", 0), ("notes,bundle", 75)] {
                var command = PDFCO.command(
                    ["open", document.string, "--timeout", "0"],
                    environment: ["PDFCO_PACKAGES": extensions])
                command.arguments = ["--exclusive", package.string, command.program.string] + command.arguments
                command.program = "flock"
                #expect(try await command.run().exitStatus == status)
            }
        }
    }

    @Test(arguments: [("exit 0", 0), ("exit 3", 3), ("kill -KILL $$", 137), ("kill -TERM $$", 143)])
    func `A command that runs under an access decides the exit status`(_ script: String, _ status: Int) async throws {
        try await withTemporaryDirectory { directory in
            let document = try Fixture.named("report.pdf").copy(into: directory)
            for verb in ["open", "save"] {
                let result = try await PDFCO.run(verb, document.string, "--", "sh", "-c", script)
                #expect(result.exitStatus == status)
                #expect(result.errors.isEmpty && result.output.isEmpty)
            }
        }
    }

    @Test func `A signal to pdfco is passed on to the command, which ends the access`() async throws {
        try await withTemporaryDirectory { directory in
            let document = try Fixture.named("report.pdf").copy(into: directory)
            let script = "trap 'exit 7' TERM; kill -TERM $PPID; sleep 20 & wait"
            #expect(try await PDFCO.run("save", document.string, "--", "sh", "-c", script).exitStatus == 7)
        }
    }

    @Test func `A command that cannot be run is one error`() async throws {
        try await withTemporaryDirectory { directory in
            let document = try Fixture.named("report.pdf").copy(into: directory)
            let result = try await PDFCO.run("save", document.string, "--", "no-such-command")
            #expect(result.exitStatus == 66)
            #expect(result.errorLines == ["pdfco: error: no-such-command: cannot be run: command not found"])
        }
    }

    /// Runs a script under `pdfco VERB FILE -- sh -c SCRIPT`, where `$PDFCO` is the program and `$FILE` the document.
    private func during(_ verb: String, _ script: String) async throws -> String {
        try await withTemporaryDirectory { directory in
            let document = try Fixture.named("report.pdf").copy(into: directory)
            var command = PDFCO.command([verb, document.string, "--", "sh", "-c", script])
            command.environment["PDFCO"] = PDFCO.program.string
            command.environment["FILE"] = document.string
            command.environment["PDFCO_RUNTIME_DIR"] = directory.appending("runtime").string
            command.environment["PDFCO_TIMEOUT"] = "0"
            return try await command.run().outputText
        }
    }

    @Test func `What the command does with pdfco is a part of the access, and what others do is not`() async throws {
        let edit = #""$PDFCO" annotate text "$FILE" --rect 72,700,90,718 --contents x --save --quiet; echo $?; "#
        let others = #"export PDFCO_PURPOSE=other; "$PDFCO" open "$FILE" 2>/dev/null | wc -l; "#
        let alone = #""$PDFCO" open "$FILE" --no-coordination | grep -c annotations"#
        #expect(try await during("save", edit + others + alone) == "0\n0\n1\n")
        #expect(try await during("open", others) != "0\n")
    }

    @Test func `Others wait also where the command replaces the document by a rename of its own`() async throws {
        let replace = #"cp "$FILE" "$FILE.new"; mv "$FILE.new" "$FILE"; "#
        let other = #""$PDFCO" open "$FILE" --purpose other 2>/dev/null; echo $?"#
        #expect(try await during("save", replace + other) == "75\n")
    }

    @Test func `Whoever has the document open is listed`() async throws {
        let script = #"""
            mkfifo in out; "$PRESENTER" present "$PDFCO_RUNTIME_DIR" "$FILE" <in >out & exec 3>in 4<out; read line <&4
            "$PDFCO" open "$FILE" --json --without-changes; "$PDFCO" open "$FILE" | grep -c "open in      process $!, since"
            exec 3>&-; wait
            "$PDFCO" open "$FILE" --json
            """#
        try await withTemporaryDirectory { directory in
            let document = try Fixture.named("report.pdf").copy(into: directory)
            var command = Command("sh", ["-c", script])
            command.directory = directory
            command.environment = [
                "PDFCO": PDFCO.program.string, "FILE": document.string,
                "PRESENTER": PDFCO.productsDirectory.appending("pdfco-test-presenter").string,
                "PDFCO_RUNTIME_DIR": directory.appending("runtime").string,
            ]
            let lines = try await command.run().outputText.split(separator: "\n")
            try #require(lines.count == 3)
            #expect(lines[0].contains(#""presenters":[{"pid":"#))
            #expect(lines[1] == "1")
            #expect(lines[2].contains(#""presenters":[]"#))
        }
    }

    @Test func `What a stopped program has not saved is missing from a read only after a warning, or by no means`()
        async throws
    {
        try await SessionScene.use { scene in
            let session = try scene.open()
            session.stop(by: SIGSTOP)
            func read(_ options: String...) async throws -> CommandResult {
                try await scene.pdfco(["open", scene.file.string] + options + ["--", "sh", "-c", "echo reading >&2"])
            }
            let warned = try await read()
            #expect(warned.exitStatus == 0)
            try #require(warned.errorLines.count == 2, "\(warned.errorText)")
            #expect(warned.errorLines[0].contains("does not respond (stopped?) and was skipped"))
            #expect(warned.errorLines[1] == "reading")
            for options in [["--unanswered", "fail"], ["--unanswered", "wait", "--timeout", "0.1"]] {
                let failed = try await scene.pdfco(["open", scene.file.string] + options)
                #expect(failed.exitStatus == 75)
                #expect(failed.outputText.isEmpty)
                #expect(failed.errorText.contains("does not respond (stopped?)"), "\(failed.errorText)")
                #expect(failed.errorText.contains("--unanswered read"))
            }
            #expect(try await read("--unanswered", "never").exitStatus == 64)
        }
    }

    @Test(.enabled("Processes may not be traced here") { try await Strace.isPermitted() })
    func `A file system without locks is an error with a way out`() async throws {
        try await withTemporaryDirectory { directory in
            let document = try Fixture.named("report.pdf").copy(into: directory)
            for call in ["flock:error=ENOLCK", "fcntl:error=EINVAL"] {
                var command = PDFCO.command(["open", document.string])
                command.arguments =
                    ["-qq", "-o", "/dev/null", "--inject=\(call)", command.program.string] + command.arguments
                command.program = "strace"
                let result = try await command.run()
                #expect(result.exitStatus == 74)
                #expect(result.errorText.contains("--no-coordination"))
            }
        }
    }

    @Test func `A crowd of processes loses no edit, while the document is moved and while they are killed`()
        async throws
    {
        let script = Fixture.packageDirectory.appending("Benchmarks/crowd.sh").string
        let result = try await Command("bash", [script, PDFCO.program.string, "6", "4"]).run()
        #expect(result.exitStatus == 0, "\(result.outputText)\(result.errorText)")
    }

    @Test(arguments: ["x", "-1", "1e9", ""]) func `A time to wait is a number of seconds`(_ text: String) async throws {
        let result = try await PDFCO.run("open", "x.pdf", "--timeout=\(text)")
        #expect(result.exitStatus == 64)
    }
}
