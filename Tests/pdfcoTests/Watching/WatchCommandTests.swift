import Glibc
import SystemPackage
import TestSupport
import Testing

/// `pdfco watch` as a command: what it runs, when it ends, what it prints.
struct WatchCommandTests {
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `A signal ends it cleanly, and nobody finds it any more`(_ signal: CInt) async throws {
        try await WatchScene.with { scene in
            let watcher = try scene.watch("FILE", "ROOT/documents")
            #expect(try await scene.isPresented())
            watcher.command.send(signal)
            _ = try watcher.command.rest()
            #expect(watcher.command.exitStatus() == 0)
            #expect(try scene.runtime.appending("presenters").list().isEmpty)
        }
    }

    @Test func `Stopped with Control-Z it holds up nobody, and goes on with what has changed`() async throws {
        try await WatchScene.with { scene in
            let watcher = try scene.watch("ROOT/documents")
            watcher.command.stop(by: SIGTSTP)
            #expect(try await !scene.isPresented())
            let result = try await scene.pass(
                "annotate", "square", "FILE", "--rect", "20,20,60,40", "--name", "theirs", "--save", "--timeout", "600")
            #expect(!result.errorText.contains("warning"))
            try await scene.addSquare("ours")
            watcher.command.send(SIGCONT)
            let told = [try watcher.next(), try watcher.next()]
            #expect(Set(told.map(\.event)) == ["changed", "checkpointed"])
            try await scene.access("read")
            try watcher.next("saved")
        }
    }

    @Test func `Stopped while it waits to save, it gives that up for as long as it is stopped`() async throws {
        try await WatchScene.with { scene in
            try await scene.addSquare("ours")
            let script = ["--no-fork", scene.file.string, "sh", "-c", "echo held; exec sleep 3600"]
            let holder = try RunningCommand(Command("/usr/bin/flock", script))
            try #require(try holder.next() == "held")
            let watcher = try scene.watch("FILE", "--autosave", "0")
            watcher.command.stop(by: SIGTSTP)
            holder.send(SIGKILL)
            _ = try holder.rest()
            let read = try await scene.pass("open", "FILE", "--timeout", "600", "--", "true")
            #expect(read.errorLines.map { $0.contains("1 unsaved change is not in the file; ") } == [true])
            watcher.command.send(SIGCONT)
            try watcher.next("saved")
        }
    }

    @Test func `It ends after an event that was asked for`() async throws {
        try await WatchScene.with { scene in
            let watcher = try scene.watch("FILE", "--until", "deleted,saved")
            try await scene.addSquare("ours")
            try await scene.pass("open", "FILE", "--", "true")
            #expect(try watcher.kinds(upTo: "saved").contains("checkpointed"))
            #expect(try watcher.command.rest().isEmpty)
            #expect(watcher.command.exitStatus() == 0)
        }
    }

    @Test func `A command is run for each event, and waits neither for the watch nor for its presenters`() async throws
    {
        try await WatchScene.with { scene in
            let script = #"""
                echo "ran $PDFCO_EVENT ${PDFCO_FILE##*/} ${PDFCO_TO##*/} $PDFCO_PID"
                [ "$PDFCO_EVENT" != changed ] ||
                "$PDFCO" annotate square "$PDFCO_FILE" --rect 1,1,9,9 --name mark --save --timeout 600 --quiet; echo "did $?"
                """#
            var unsaved = scene.unsaved
            unsaved.environment["SCRIPT"] = script
            let watcher = try WatchScene(unsaved: unsaved).watch("FILE", "--exec", #"eval "$SCRIPT""#)
            try scene.replace(by: "stream.pdf")
            // What the command changes is told; that it read and wrote is not. Done again it changes nothing.
            for _ in 1...2 {
                #expect(try watcher.command.next { !$0.hasPrefix("{") } == "ran changed table.pdf  ")
                #expect(try watcher.command.next { !$0.hasPrefix("{") } == "did 0")
            }
            let other = scene.directory.appending("other.pdf")
            try #require(rename(scene.file.string, other.string) == 0)
            #expect(try watcher.command.next { !$0.hasPrefix("{") } == "ran moved table.pdf other.pdf ")
            #expect(try watcher.command.next { !$0.hasPrefix("{") } == "did 0")
            #expect(try watcher.end().isEmpty)
        }
    }

    @Test func `A command that fails or never ends holds up nobody but the next one`() async throws {
        try await WatchScene.with { scene in
            let watcher = try scene.watch("FILE", "--exec", "trap 'exit 7' TERM; sleep 3600 >&- 2>&- & wait")
            try await scene.addSquare("ours")
            try await scene.pass("open", "FILE", "--timeout", "600", "--", "true")
            try watcher.next("saved")
            watcher.command.send(SIGTERM)
            #expect(
                try watcher.command.rest().contains { $0.contains("for relinquishedToReader exited with status 7") })
            #expect(watcher.command.exitStatus() == 0)
        }
    }

    @Test func `The command of the last event has ended when the watch ends`() async throws {
        try await WatchScene.with { scene in
            let watcher = try scene.watch("FILE", "--until", "deleted", "--exec", "cat /proc/self/stat >&2; echo done")
            try #require(unlink(scene.file.string) == 0)
            #expect(try watcher.command.rest().last == "done")
            #expect(watcher.command.exitStatus() == 0)
        }
    }

    @Test func `People are told each event on a line`() async throws {
        try await WatchScene.with { scene in
            let command = try RunningCommand(scene.unsaved.command(["watch", "FILE", "--until", "saved"]))
            #expect(try command.next() == "pdfco: watching 1 document")
            try await scene.addSquare("ours")
            try await scene.pass("open", "FILE", "--", "true")
            let lines = try command.rest()
            let name = scene.file.string
            #expect(lines.contains { $0.wholeMatch(of: /\d\d:\d\d:\d\d .*: 1 unsaved change/) != nil })
            #expect(lines.last?.hasSuffix(" \(name) saved: 1 edit") == true)
        }
    }

    @Test func `It ends when nobody reads what it prints`() async throws {
        try await WatchScene.with { scene in
            let script = #""$PDFCO" watch "$0" --json | { head -n 1; exec <&-; echo gone; }; echo "${PIPESTATUS[0]}""#
            var command = Command("/bin/bash", ["-c", script, scene.file.string])
            command.environment = scene.unsaved.command([]).environment
            let shell = try RunningCommand(command)
            _ = try shell.next { $0.hasPrefix("pdfco: watching") }
            try scene.replace(by: "stream.pdf")
            _ = try shell.next { $0 == "gone" }
            try scene.replace(by: "table.pdf")
            #expect(try shell.rest() == ["141"])
        }
    }

    @Test(.terminal) func `On a terminal each event is a line, as elsewhere`() async throws {
        try await WatchScene.with { scene in
            var command = scene.unsaved.command(["watch", "FILE", "--until", "saved", "--no-color"])
            let words = [command.program.string] + command.arguments
            command.arguments = ["-qec", "stty cols 70 rows 12; exec " + words.joined(separator: " "), "/dev/null"]
            command.program = "/usr/bin/script"
            command.environment["TERM"] = "xterm"
            let terminal = try RunningCommand(command)
            _ = try terminal.next { $0.contains("watching 1 document") }
            try await scene.addSquare("ours")
            try await scene.pass("open", "FILE", "--", "true")
            let lines = try terminal.rest().map { $0.replacing("\r", with: "") }
            #expect(lines.last?.hasSuffix("table.pdf saved: 1 edit") == true, "\(lines)")
            #expect(lines.allSatisfy { !$0.contains("\u{1B}") })
        }
    }

    @Test(arguments: [
        ["--until", "sometimes"], ["--until", "saved,"], ["--autosave", "x"], ["--autosave", "-1"],
        ["--no-coordination"],
    ])
    func `What makes no sense is refused`(_ options: [String]) async throws {
        try await WatchScene.with { scene in
            let result = try await scene.unsaved.command(["watch", "FILE"] + options).run()
            expectRefusal(result, 64)
        }
    }
}
