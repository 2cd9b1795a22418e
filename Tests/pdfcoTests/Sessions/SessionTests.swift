import Glibc
import SystemPackage
import TestSupport
import Testing

/// Sessions beside other processes.
@Suite(.timeLimit(.minutes(10))) struct SessionTests {
    private let square = "annotate square --rect 10,10,90,90 --name"

    /// Two sessions on one document, saving in turn; one is killed in between.
    @Test func `No edit of two sessions is lost, though one is killed`() async throws {
        try await SessionScene.use { scene in
            let first = try scene.open()
            let second = try scene.open()
            for round in 0..<3 {
                try first.write("\(square) first-\(round)\n")
                _ = try first.next { $0.contains("1 edit applied") }
                try second.write("\(square) second-\(round)\nsave\n")
                _ = try second.next { $0.contains("1 edit applied") }
                _ = try second.next { $0.contains("saved (+") || $0.contains("nothing to save") }
            }
            try first.write("\(square) first-last\n")
            _ = try first.next { $0.contains("1 edit applied") }
            first.send(SIGKILL)
            #expect(first.exitStatus() == 128 + Int(SIGKILL))
            try second.write("\(square) second-last\n")
            _ = try second.next { $0.contains("1 edit applied") }
            second.closeInput()
            #expect(second.exitStatus() == 0)
            let names = try await scene.names()
            let expected = (0..<3).flatMap { ["first-\($0)", "second-\($0)"] } + ["first-last", "second-last"]
            #expect(names.sorted() == expected.sorted())
        }
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
    func `A signal ends a session, and what is unsaved is kept`(signal: CInt) async throws {
        try await SessionScene.use { scene in
            let session = try scene.open()
            try session.write("\(square) one\n")
            _ = try session.next { $0.contains("1 edit applied") }
            session.send(signal)
            #expect(session.exitStatus() == 128 + Int(signal))
            #expect(try await scene.names() == [])
            #expect(try await scene.pdfco(["restore", scene.file.string]).exitStatus == 0)
            #expect(try await scene.names() == ["one"])
        }
    }

    @Test func `Another process reads what is unsaved, saved first`() async throws {
        try await SessionScene.use { scene in
            let session = try scene.open("--verbose")
            try session.write("\(square) one\n")
            _ = try session.next { $0.contains("1 edit applied") }
            let read = try await scene.pdfco(["open", scene.file.string, "--", "cat", scene.file.string])
            #expect(read.outputText.contains("(one)"))
            _ = try session.next { $0.contains("saveRequested") }
            _ = try session.next { $0.contains(" saved") }
            _ = try session.next { $0.contains("reacquired") }
        }
    }

    @Test func `Another process gets its turn beside a script, however many lines it has`() async throws {
        try await SessionScene.use { scene in
            let script = scene.directory.appending("script")
            try #require(mkfifo(script.string, 0o600) == 0)
            // They end when nobody reads them any more.
            let lines = try RunningCommand(
                Command("sh", ["-c", "seq inf | sed 's/.*/\(square) & --quiet/; 1s/ --quiet//' > '\(script)'"]))
            var command = scene.command(["open", scene.file.string, "--script", "-"])
            command.arguments = ["-c", "exec \"$0\" \"$@\" < '\(script)'", command.program.string] + command.arguments
            command.program = "/bin/sh"
            let session = try RunningCommand(command)
            _ = try session.next { $0.contains("1 edit applied") }
            let other = try await scene.pdfco(
                ["annotate", "square", scene.file.string, "--rect", "10,10,90,90", "--name", "other", "--save"])
            #expect(other.exitStatus == 0, "\(other.errorText)")
            session.send(SIGTERM)
            #expect(session.exitStatus() == 128 + Int(SIGTERM))
            _ = lines.exitStatus()
            // What the session had recorded may all have been saved, because the other process asked for it.
            let restored = try await scene.pdfco(["restore", scene.file.string])
            #expect([0, 1].contains(restored.exitStatus), "\(restored.errorText)")
            let names = try await scene.names()
            #expect(names.count(where: { $0 == "other" }) == 1)
            #expect(names.filter { $0 != "other" } == (1..<names.count).map(String.init))
        }
    }

    @Test func `A signal ends a script whose line is waiting for access`() async throws {
        try await SessionScene.use { scene in
            let file = scene.file.string
            let session = try RunningCommand(scene.command(["open", file, "--script", "-"]), takesInput: true)
            try session.write("\(square) one\n")
            _ = try session.next { $0.contains("1 edit applied") }
            let holder = try RunningCommand(
                scene.command(["save", file, "--", "sh", "-c", "echo held; read -r line"]), takesInput: true)
            _ = try holder.next { $0 == "held" }
            try session.write("\(square) two\n")
            let threads = "/proc/\(session.process)/task"
            while try await Command("sh", ["-c", "grep -qx command \(threads)/*/comm"]).runNow().exitStatus != 0 {}
            session.send(SIGTERM)
            #expect(session.exitStatus() == 128 + Int(SIGTERM))
            holder.closeInput()
            _ = holder.exitStatus()
            #expect(try await scene.pdfco(["restore"]).outputText.contains("1 unsaved change"))
        }
    }

    /// A session whose unsaved change does not fit what another program has made of the document; and that.
    private func conflict(_ scene: SessionScene) async throws -> (session: RunningCommand, theirs: [UInt8]) {
        let session = try scene.open()
        try session.write("\(square) mine\n")
        _ = try session.next { $0.contains("1 edit applied") }
        let turned = try await Command("qpdf", ["--rotate=+90:1", "--replace-input", scene.file.string]).runNow()
        #expect(turned.exitStatus == 0)
        let theirs = try scene.file.readBytes()
        _ = try session.next { $0.contains("conflict: page 1 is no longer the same") }
        return (session, theirs)
    }

    @Test func `A conflict is told, and resolved by a word`() async throws {
        try await SessionScene.use { scene in
            let (session, theirs) = try await conflict(scene)
            try session.write("save\n")
            _ = try session.next { $0.contains("conflicts with") }
            #expect(try scene.file.readBytes() == theirs)
            // What the changes were made on is not there any more, but the session has kept it.
            try session.write("conflict save\n")
            _ = try session.next { $0.contains("resolved") }
            #expect(try await scene.names() == ["mine"])
            let versions = try await scene.pdfco(["open", scene.file.string, "--json"]).outputText
            #expect(versions.contains("\"versions\":[{"), "theirs is kept: \(versions)")
            session.closeInput()
            #expect(session.exitStatus() == 0)
        }
    }

    @Test func `A conflict at the end leaves the file alone and keeps the changes`() async throws {
        try await SessionScene.use { scene in
            let (session, theirs) = try await conflict(scene)
            session.closeInput()
            #expect(session.exitStatus() == 10)
            #expect(try scene.file.readBytes() == theirs)
            #expect(try await scene.pdfco(["restore"]).outputText.contains("1 unsaved change"))
        }
    }

    @Test func `A session follows its document, and saves by itself`() async throws {
        try await SessionScene.use { scene in
            let session = try scene.open("--autosave", "0.05")
            let away = scene.file.removingLastComponent().appending("away.pdf")
            #expect(rename(scene.file.string, away.string) == 0)
            _ = try session.next { $0.contains("moved to") }
            try session.write("\(square) one\n")
            _ = try session.next { $0.contains(" saved") }
            let moved = SessionScene(directory: scene.directory, file: away)
            #expect(try await moved.names() == ["one"])
        }
    }

    @Test func `A session that is stopped holds nobody up, and catches up`() async throws {
        try await SessionScene.use { scene in
            let session = try scene.open()
            session.stop(by: SIGTSTP)
            let other = try await scene.pdfco(
                ["annotate", "square", scene.file.string, "--rect", "1,1,9,9", "--name", "theirs", "--save"])
            #expect(other.exitStatus == 0)
            #expect(other.errorLines.count == 1, "\(other.errorText)")
            session.send(SIGCONT)
            _ = try session.next { $0.contains("changed") }
            try session.write("list\n")
            _ = try session.next { $0.contains("theirs") }
        }
    }
}
