import Glibc
import SystemPackage
import TestSupport
import Testing

/// `pdfco open FILE --present -- COMMAND`: a program of a shell as a presenter, and other processes beside it.
struct PresentingTests {
    /// A shell as the command, which says when it is there and ends when its input does; with what pdfco and the hooks write.
    private static func present(
        _ scene: WatchScene, _ options: [String] = [], script: String = "echo ready; cat", input: Bool = true
    ) throws -> RunningCommand {
        // Given as they are: the scene would put the document's path for FILE in the scripts.
        var words = scene.unsaved.command([])
        words.arguments += ["open", scene.file.string, "--present"] + options + ["--", "sh", "-c", script]
        let command = try RunningCommand(words, takesInput: input)
        try #require(try command.next() == "ready")
        return command
    }

    /// A hook that writes what it is told.
    private static func telling(_ words: String = "") -> String {
        #"echo "$PDFCO_EVENT $(basename "$PDFCO_FILE")${PDFCO_TO:+ to $(basename "$PDFCO_TO")}" \#(words)"#
    }

    private static let hooks = [
        "--on-relinquish", telling(), "--on-reacquire", telling(), "--on-change", telling(),
    ]

    /// Another process that is in the document until its input ends.
    private static func accessing(_ kind: String, _ scene: WatchScene, within seconds: Double = 20) throws
        -> RunningCommand
    {
        let program = PDFCO.productsDirectory.appending("pdfco-test-presenter").string
        let words = ["coordinate", scene.runtime.string, "\(seconds)", "-", kind, scene.file.string]
        let peer = try RunningCommand(Command(program, words), takesInput: true)
        try #require(try peer.next() == "asking")
        return peer
    }

    @Test func `It is listed while the command runs, keeps nobody out, and ends as the command does`() async throws {
        try await WatchScene.with { scene in
            let command = try Self.present(scene, script: "echo ready; cat; exit 7")
            #expect(try await scene.isPresented())
            let shown = try await scene.pass("open", "FILE")
            #expect(shown.outputText.contains("process \(command.process), since"))
            try await scene.addSquare("theirs", "--save")
            command.closeInput()
            #expect(try command.rest().isEmpty)
            #expect(command.exitStatus() == 7)
            #expect(try await !scene.isPresented())
            #expect(try scene.runtime.appending("presenters").list().isEmpty)
        }
    }

    @Test func `Another process writes only after the command has let go, and the command is told of it`() async throws
    {
        try await WatchScene.with { scene in
            let gate = scene.unsaved.root.appending("gate")
            try #require(mkfifo(gate.string, 0o600) == 0)
            let relinquish = Self.telling("; read line < '\(gate.string)'")
            let command = try Self.present(
                scene,
                ["--on-relinquish", relinquish, "--on-reacquire", Self.telling(), "--on-change", Self.telling()])
            let writer = try Self.accessing("write", scene)
            #expect(try command.next() == "relinquishedToWriter table.pdf")
            // The reader is in beside the command, and the writer is not.
            #expect(!writer.hasMore)
            try gate.write("go\n".utf8)
            #expect(try writer.next() == "in \(scene.file)")
            try scene.file.write(Fixture.named("report.pdf").readBytes())
            try writer.write("end\n")
            #expect(try writer.next() == "ready")
            #expect(try command.next() == "changed table.pdf")
            #expect(try command.next() == "reacquired table.pdf")
            let reader = try Self.accessing("read", scene)
            #expect(try reader.next() == "in \(scene.file)")
            #expect(!command.hasMore)
        }
    }

    @Test func `A move, a deletion and a new file are told, and the presenter follows`() async throws {
        try await WatchScene.with { scene in
            let command = try Self.present(scene, Self.hooks)
            let moved = scene.directory.appending("moved.pdf")
            try #require(rename(scene.file.string, moved.string) == 0)
            #expect(try command.next() == "moved table.pdf to moved.pdf")
            let words = ["annotate", "square", moved.string, "--rect", "20,20,60,40", "--save"]
            let saved = try await scene.unsaved.command(words).runNow()
            try #require(saved.exitStatus == 0, "\(saved.errorText)")
            let told = try command.next(3)
            #expect(told == ["relinquishedToWriter moved.pdf", "changed moved.pdf", "reacquired moved.pdf"])
            try #require(unlink(moved.string) == 0)
            #expect(try command.next() == "deleted moved.pdf")
            _ = try Fixture.named("report.pdf").copy(into: scene.unsaved.root)
            try #require(rename(scene.unsaved.root.appending("report.pdf").string, moved.string) == 0)
            #expect(try command.next() == "appeared moved.pdf")
        }
    }

    @Test func `The command and the hooks know the document, and not the password`() async throws {
        try await WatchScene.with { scene in
            let words = #"echo "$PDFCO_COMMAND_PID $(basename "$PDFCO_FILE") password=$PDFCO_PASSWORD""#
            let script = #"echo ready; echo "$$ $(basename "$PDFCO_FILE") password=$PDFCO_PASSWORD"; cat"#
            for isPassed in [false, true] {
                var scene = scene
                var unsaved = scene.unsaved
                unsaved.environment["PDFCO_PASSWORD"] = "secret"
                scene = WatchScene(unsaved: unsaved)
                let options = ["--on-relinquish", words] + (isPassed ? ["--pass-password"] : [])
                let command = try Self.present(scene, options, script: script)
                let own = try command.next()
                #expect(own.hasSuffix(" table.pdf password=\(isPassed ? "secret" : "")"))
                try await scene.access("write")
                #expect(try command.next() == own)
            }
        }
    }

    @Test func `What the command does with pdfco is its own doing`() async throws {
        try await WatchScene.with { scene in
            let edit =
                #""$PDFCO" annotate square "$PDFCO_FILE" --rect 20,20,60,40 --save --quiet --timeout 5; echo $?; cat"#
            let command = try Self.present(
                scene, ["--on-relinquish", Self.telling(), "--on-reacquire", Self.telling()],
                script: "echo ready; " + edit)
            #expect(try command.next() == "0")
            command.closeInput()
            #expect(try command.rest().isEmpty)
        }
    }

    @Test func `Hooks that fail or do not end are told, and the other process goes on`() async throws {
        try await WatchScene.with { scene in
            let failing = try Self.present(scene, ["--on-relinquish", "exit 3"])
            try await scene.access("write")
            #expect(
                try failing.next().hasSuffix(": the command for relinquishedToWriter exited with status 3"))
            failing.closeInput()
            #expect(try failing.rest().isEmpty)

            let child = scene.unsaved.root.appending("child")
            let endless = "sleep 1000 & echo $! > '\(child)'; wait"
            let hanging = try Self.present(scene, ["--on-relinquish", endless, "--timeout", "2"])
            try await scene.access("write")
            #expect(
                try hanging.next().hasSuffix("the command for relinquishedToWriter took too long and was killed"))
            let process = try String(decoding: child.readBytes(), as: UTF8.self).dropLast()
            let status = (try? FilePath("/proc/\(process)/stat").readBytes()) ?? []
            #expect(status.isEmpty || String(decoding: status, as: UTF8.self).contains(") Z "))
        }
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
    func `Signals go to the command, which decides what becomes of them`(_ signal: CInt) async throws {
        try await WatchScene.with { scene in
            let trap = "trap 'exit 9' TERM HUP INT; echo ready; read line"
            let careful = try Self.present(scene, script: trap)
            careful.send(signal)
            #expect(try careful.rest().isEmpty)
            #expect(careful.exitStatus() == 9)
        }
    }

    @Test func `A command that dies ends the presenter, with the status of a shell`() async throws {
        try await WatchScene.with { scene in
            let command = try Self.present(
                scene, ["--on-change", "echo told"], script: "echo ready; read line; kill -KILL $$")
            try scene.replace(by: "report.pdf")
            try command.write("now\n")
            // The hook ends before pdfco does.
            #expect(try command.rest().allSatisfy { $0 == "told" })
            #expect(command.exitStatus() == 137)
            #expect(try await !scene.isPresented())
        }
    }

    @Test func `A file or a command that is not there is one error, and nothing is presented`() async throws {
        try await WatchScene.with { scene in
            let missing = try await scene.unsaved.command(
                ["open", scene.directory.appending("no.pdf").string, "--present", "--", "echo", "ran"]).runNow()
            #expect(missing.exitStatus == 66 && missing.output.isEmpty)
            let command = try await scene.unsaved.command(["open", "FILE", "--present", "--", "no-such-command"])
                .runNow()
            #expect(command.exitStatus == 66)
            #expect(command.errorLines == ["pdfco: error: no-such-command: cannot be run: command not found"])
            #expect(try scene.runtime.appending("presenters").list().isEmpty)
            let alone = ["open", "FILE", "--present", "--no-coordination", "--", "true"]
            #expect(try await scene.unsaved.command(alone).runNow().exitStatus == 64)
            for words in [["--present"], ["--on-change", "true", "--", "true"]] {
                #expect(try await scene.unsaved.command(["open", "FILE"] + words).runNow().exitStatus == 64)
            }
        }
    }
}

extension RunningCommand {
    fileprivate func next(_ count: Int) throws -> [String] { try (0..<count).map { _ in try next() } }
}
