import SystemPackage
import TestSupport
import Testing

/// Lines of a session that are recorded together.
struct RecordedLinesTests {
    private static func square(_ number: Int) -> String { "annotate square --rect 10,10,90,90 --name n\(number)" }

    /// The numbers of the lines that were answered, and those of the edits that are in the checkpoint.
    private func outcome(_ scene: SessionScene, _ answers: [some StringProtocol]) async throws -> (
        answered: Int, recorded: [String]
    ) {
        let answered = answers.count { $0.contains("1 edit applied") }
        let list = try await scene.pdfco(["annotate", "list", scene.file.string, "--json"])
        let names = list.outputText.split(separator: "\"name\":\"").dropFirst()
        return (answered, names.map { String($0.prefix { $0 != "\"" }) })
    }

    private func traced(_ scene: SessionScene, _ lines: [String], _ options: [String]) async throws -> CommandResult {
        let script = scene.directory.appending("script")
        try script.write(lines.joined(separator: "\n").utf8)
        var command = scene.command(["open", scene.file.string, "--script", script.string])
        command.arguments = ["-f", "-y", "-qq"] + options + [command.program.string] + command.arguments
        command.program = "strace"
        return try await command.runNow()
    }

    @Test(.enabled("Processes may not be traced here") { try await Strace.isPermitted() })
    func `Lines that are there already are made durable together, and each is answered`() async throws {
        try await SessionScene.use { scene in
            let lines = (1...60).map(Self.square) + ["quit"]
            let result = try await traced(scene, lines, ["-e", "trace=fdatasync"])
            #expect(result.exitStatus == 0, "\(result.errorText)")
            let count = result.errorLines.count { $0.contains("fdatasync(") }
            #expect((1..<60).contains(count), "\(count)")
            let (answered, recorded) = try await outcome(scene, result.errorLines)
            #expect(answered == 60 && recorded == (1...60).map { "n\($0)" })
            // Each of them is a change of its own.
            #expect(
                try await scene.pdfco(["annotate", "undo", scene.file.string]).errorText.contains("59 changes pending"))
        }
    }

    /// strace counts the calls of each thread, and every access of a session has one of its own.
    @Test(.enabled("Processes may not be traced here") { try await Strace.isPermitted() }, arguments: [false, true])
    func `A session that is killed before its lines are durable has not answered them`(hasChange: Bool) async throws {
        try await SessionScene.use { scene in
            if hasChange { try await record(0, scene) }
            let lines = (1...40).map(Self.square) + ["quit"]
            let kill = ["-e", "trace=fdatasync", "--inject=fdatasync:signal=KILL:when=1"]
            let result = try await traced(scene, lines, kill)
            let (answered, recorded) = try await outcome(scene, result.errorLines)
            // What was written is there; of a log that begins, the first change alone is written.
            #expect(answered == 0)
            #expect(hasChange ? recorded.count > 1 : recorded.count == 1)
            let first = hasChange ? 0 : 1
            #expect(recorded == (first..<first + recorded.count).map { "n\($0)" })
        }
    }

    @Test(.enabled("Processes may not be traced here") { try await Strace.isPermitted() })
    func `Lines that cannot be made durable are not recorded, and the first of them has failed`() async throws {
        try await SessionScene.use { scene in
            try await record(0, scene)
            let lines = (1...40).map(Self.square) + ["quit"]
            let fail = ["-e", "trace=fdatasync", "--inject=fdatasync:error=EIO:when=1"]
            let result = try await traced(scene, lines, fail)
            #expect(result.exitStatus == 74, "\(result.errorText)")
            #expect(result.errorText.contains("error: line 1: "), "\(result.errorText)")
            let (answered, recorded) = try await outcome(scene, result.errorLines)
            #expect(answered == 0 && recorded == ["n0"])
        }
    }

    private func record(_ number: Int, _ scene: SessionScene) async throws {
        var words = Self.square(number).split(separator: " ").map(String.init)
        words.insert(scene.file.string, at: 2)
        #expect(try await scene.pdfco(words).exitStatus == 0)
    }

    @Test func `A session that is killed at any time has recorded what it answered`() async throws {
        for first in [1, 7, 30] {
            try await SessionScene.use { scene in
                let session = try scene.open()
                try session.write((1...200).map { Self.square($0) + "\n" }.joined())
                var answers: [String] = []
                while answers.count(where: { $0.contains("1 edit applied") }) < first {
                    answers.append(try session.next())
                }
                session.kill()
                answers += try session.rest()
                let (answered, recorded) = try await outcome(scene, answers)
                #expect(answered >= first && answered <= recorded.count)
                #expect(recorded == (1..<recorded.count + 1).map { "n\($0)" })
            }
        }
    }

    @Test func `A line that fails names itself, and those before it are recorded and answered`() async throws {
        try await SessionScene.use { scene in
            let lines =
                (1...10).map(Self.square) + ["", "# a comment", "annotate remove nobody"] + (11...20).map(Self.square)
            let script = scene.directory.appending("script")
            try script.write(lines.joined(separator: "\n").utf8)
            let failed = try await scene.pdfco(["open", scene.file.string, "--script", script.string])
            #expect(failed.exitStatus == 1)
            #expect(failed.errorText.contains("error: line 13: "), "\(failed.errorText)")
            var (answered, recorded) = try await outcome(scene, failed.errorLines)
            #expect(answered == 10 && recorded.count == 10)
            // The answers come before the error, in the order of the lines.
            #expect(failed.errorLines.firstIndex { $0.contains("error:") } == 10)
            // Without --script, the next lines follow.
            let input = lines.joined(separator: "\n").replacing("--name n", with: "--name m") + "\nquit\n"
            let other = try await scene.pdfco(["open", scene.file.string, "--interactive"], input: input)
            #expect(other.exitStatus == 0)
            (answered, recorded) = try await outcome(scene, other.errorLines)
            #expect(answered == 20 && recorded.count == 30)
        }
    }

    /// Plain words, words that only the argument parser takes apart, and lines with an access of their own.
    @Test func `A session records what a process for each line records`() async throws {
        let lines = [
            Self.square(1), "annotate highlight --rect=20,20,60,30 --name h --contents 'two words'",
            "annotate free-text --rect 10,100,90,130 --contents=text --no-print --name t -q",
            "annotate ink --ink-list 20,20,30,30 --ink-list 40,40,50,50 --name i --page 1",
            "annotate update n1 --contents changed", "annotate reply h --contents answer --name r",
            "annotate update --where author=Jane --author John",
            "annotate square --rect 1,1,9,9 --author Jane --name j",
            "annotate update --where author=Jane --author John", "annotate remove nobody", "annotate remove h",
            "annotate square --rect 1,1,9,9 --name j", "annotate remove i --timeout 5", "undo", "redo", "undo",
            "annotate square --rect 3,3,9,9 --name k",
        ]
        try await SessionScene.use { scene in
            let result = try await scene.pdfco(
                ["open", scene.file.string, "--interactive"], input: lines.joined(separator: "\n") + "\nquit\n")
            #expect(result.exitStatus == 0, "\(result.errorText)")
            let made = try changes(scene)
            try await SessionScene.use { other in
                for line in lines {
                    let words = line.split(separator: " ").map { $0.replacing("'", with: "") }
                    var arguments = words.map(String.init)
                    if line.contains("two words") { arguments[5...] = ["--contents", "two words"] }
                    if ["undo", "redo"].contains(line) { arguments = ["annotate", line] }
                    arguments.insert(other.file.string, at: 2)
                    _ = try await other.pdfco(arguments)
                }
                let expected = try changes(other)
                #expect(made.count == expected.count && made.count > lines.count - 4)
                let different = zip(made, expected).first { $0 != $1 }
                #expect(different == nil, "\(different?.0 ?? "")\n\(different?.1 ?? "")")
            }
        }
    }

    /// The records of the checkpoint after its header, without the checksums, which follow from the header.
    private func changes(_ scene: SessionScene) throws -> [String] {
        let directory = scene.directory.appending("data/checkpoints")
        let log = try #require(directory.list().first { $0.hasSuffix(".checkpoint") })
        let text = String(decoding: try directory.appending(log).readBytes(), as: UTF8.self)
        return text.split(separator: "\n").dropFirst(2).map { String($0.dropFirst(9)) }
    }
}
