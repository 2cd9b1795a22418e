import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// Many saves of one document at once, which nothing but the commit itself keeps apart (invariant 1, and invariant 9).
struct CommitCrowdTests {
    /// So many that the loss of one in a hundred would show; `make crash` makes them.
    private static let edits = CrashScenario.isThorough ? 60 : 20
    private static let purpose = ["--purpose", "one"]
    private static let alone = ["--no-coordination"]

    @Test(
        arguments: [
            (["append"], purpose, false), (["auto"], purpose, true), (["append", "replace"], purpose, false),
            (["append"], alone, true), (["append", "replace"], alone, false), (["replace"], alone, false),
        ] as [([String], [String], Bool)])
    func `No acknowledged edit is lost, whatever the method and the purpose, and by whatever name of the file`(
        methods: [String], options: [String], hasTwoNames: Bool
    ) async throws {
        try await withTemporaryDirectory { directory in
            var names = [try Fixture.named("table.pdf").copy(into: directory).string]
            if hasTwoNames {
                names.append(directory.appending("second.pdf").string)
                try FileManager.default.linkItem(atPath: names[0], toPath: names[1])
            }
            let runtime = try directory.making("run").string
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: runtime)
            let environment = PDFCO.fixedClock.merging(["PDFCO_RUNTIME_DIR": runtime]) { $1 }
            let commands = (0..<Self.edits).map { number in
                PDFCO.command(
                    [
                        "annotate", "square", names[number % names.count], "--rect", "10,10,50,50", "--name",
                        "edit-\(number)", "--save", "--method", methods[number % methods.count],
                    ] + options, environment: environment)
            }
            let acknowledged = try await withThrowingTaskGroup(of: [Int].self) { group in
                for worker in 0..<4 {
                    group.addTask {
                        var done: [Int] = []
                        for number in stride(from: worker, to: commands.count, by: 4) {
                            let result = try await commands[number].runNow()
                            if result.exitStatus == 0 {
                                done.append(number)
                            } else {
                                Issue.record("\(result.errorText)")
                            }
                        }
                        return done
                    }
                }
                return try await group.reduce([], +)
            }
            let list = try await PDFCO.run("annotate", "list", names[0], "--json").outputText
            let lost = acknowledged.filter { !list.contains("\"edit-\($0)\"") }
            #expect(lost.isEmpty)
            let expected = names.compactMap { FilePath($0).lastComponent?.string } + ["run"]
            #expect(try directory.list().sorted() == expected.sorted())
        }
    }

    /// Replaces the document again and again until the process whose number comes first has ended.
    private static let replacing = """
        number=0
        while grep -q '^State:.[^Z]' "/proc/$0/status" 2>/dev/null; do
            number=$((number + 1))
            { cat "$1"; echo "% $number"; } > "$2.new"
            cp "$2.new" "$2.last"
            mv "$2.new" "$2"
            sleep "$3"
        done
        """

    @Test(
        .enabled("processes may not be traced here", { try await Strace.isPermitted() }),
        arguments: ["fsync", "renameat", "renameat2", "unlinkat"], ["replace", "append"])
    func `A file that another program puts in the document's place is never replaced unseen`(
        call: String, method: String
    ) async throws {
        try await withTemporaryDirectory { directory in
            let original = Fixture.named("table.pdf")
            let document = try Fixture.named("table.pdf").copy(into: directory)
            // Until the shell has replaced it once there is nothing to compare with.
            _ = try await Command("cp", [document.string, document.string + ".last"]).run()
            // The file is also replaced once between two exchanges, and not again before the process has ended.
            for pause in [0, 0, 0, 0.03] {
                var save = PDFCO.command([
                    "annotate", "square", document.string, "--rect", "10,10,50,50", "--save", "--method", method,
                ])
                save.arguments =
                    ["-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e"]
                    + ["inject=\(call):delay_enter=20000:delay_exit=20000", save.program.string] + save.arguments
                save.program = "strace"
                let running = try RunningCommand(save)
                let other = try await Command(
                    "sh", ["-c", Self.replacing, "\(running.process)", original.string, document.string, "\(pause)"]
                ).runNow()
                #expect(other.exitStatus == 0)
                #expect([0, 10].contains(running.exitStatus()))
                let last = try FilePath(document.string + ".last").readBytes()
                #expect(try document.readBytes().starts(with: last))
                // One that the other program replaced while it was put back is kept, too, for the next save to show.
                let names = try directory.list().filter { !$0.hasSuffix(".pdfco-swap") && !$0.contains(" (kept") }
                #expect(names == ["table.pdf", "table.pdf.last"])
            }
        }
    }
}
