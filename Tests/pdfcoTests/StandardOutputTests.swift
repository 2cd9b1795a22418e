import SystemPackage
import TestSupport
import Testing

/// Data that cannot be written is an error of every command that prints any; messages that cannot be written are not.
struct StandardOutputTests {
    /// Commands that print data, in a directory with `a.pdf`, which has an unsaved change, and `b.pdf`.
    private static let printing = [
        "--help", "--version", "annotate square --help", "--generate-completion-script bash", "",
        "open a.pdf", "open a.pdf --json", "open a.pdf --annotations --revisions", "open --new new.pdf",
        "annotate list a.pdf", "annotate list a.pdf --json", "annotate export a.pdf", "checkpoint a.pdf",
        "checkpoint a.pdf --json", "checkpoint list", "checkpoint list --json", "checkpoint show a.pdf",
        "checkpoint prune --older-than 0s --force", "checkpoint prune --json", "restore", "restore --json",
        "annotate undo a.pdf --json", "checkpoint discard a.pdf --json", "save a.pdf --json", "restore a.pdf --json",
        "annotate square b.pdf --rect 20,20,60,40 --json", "annotate square b.pdf --rect 20,20,60,40 --save --json",
        "annotate square b.pdf --rect 20,20,60,40 --dry-run --json", "save --rewrite b.pdf -o out.pdf --json",
    ]

    /// Runs lines of a shell in such a directory.
    private func run(_ script: String) async throws -> CommandResult {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            _ = try file.copy(into: directory, as: "b.pdf")
            return try await PDFCO.shell(
                """
                pdfco annotate square a.pdf --rect 20,20,60,40 --quiet || exit 99
                \(script)
                """, in: directory)
        }
    }

    @Test(arguments: printing, [">/dev/full", ">&-"])
    func `Data that does not fit anywhere ends with 74 and says so`(arguments: String, output: String) async throws {
        let result = try await run("pdfco \(arguments) \(output)")
        #expect(result.exitStatus == 74, "\(result.errorText)")
        #expect(result.errorText.contains("cannot write to standard output"))
        // As a message, or with --json as an object.
        #expect(result.errorLines.allSatisfy { $0.hasPrefix("pdfco: ") || $0.hasPrefix("hint: ") || $0.hasPrefix("{") })
    }

    @Test(arguments: [printing[0], "open a.pdf", "annotate list a.pdf --json"])
    func `A pipe that nobody reads ends a command as it ends any other`(arguments: String) async throws {
        // Nobody has the reading end by the time that the program starts.
        let script = """
            mkfifo pipe; exec 4<>pipe; exec 5>pipe; exec 4<&-
            pdfco \(arguments) >&5; echo $?
            (trap '' PIPE; pdfco \(arguments) >&5); echo $?
            """
        let result = try await run(script)
        #expect(result.outputText == "141\n74\n", "\(result.errorText)")
    }

    @Test func `A session whose output does not fit ends as the output of its commands does`() async throws {
        let result = try await run(
            """
            printf 'list\\nannotate square --rect 20,20,60,40\\n' >lines
            pdfco open a.pdf --script lines >/dev/full; echo $?
            mkfifo pipe; exec 4<>pipe; exec 5>pipe; exec 4<&-
            pdfco open a.pdf --script lines >&5; echo $?
            """)
        #expect(result.outputText == "74\n141\n", "\(result.errorText)")
    }

    @Test(arguments: [("/dev/full", 74), ("&-", 74), ("&5", 141)])
    func `A watch whose output does not fit ends`(output: String, status: Int) async throws {
        let result = try await run(
            """
            mkfifo pipe; exec 4<>pipe; exec 5>pipe; exec 4<&-
            mkfifo ready
            pdfco watch b.pdf --json >\(output) 2>ready & watch=$!
            exec 6<ready; read line <&6
            cat a.pdf a.pdf >c.pdf; mv c.pdf b.pdf
            wait $watch; echo $?
            """)
        #expect(result.outputText == "\(status)\n", "\(result.errorText)")
    }

    @Test func `What cannot be said on standard error changes nothing`() async throws {
        for closing in ["2>/dev/full", "2>&-"] {
            let result = try await run(
                """
                pdfco annotate square b.pdf --rect 20,20,60,40 --save \(closing); echo $?
                pdfco open missing.pdf \(closing); echo $?
                """)
            #expect(result.outputText == "0\n66\n")
        }
    }

    @Test(arguments: ["replace", "append"])
    func `With all streams closed nothing that is printed gets into a file`(method: String) async throws {
        let result = try await run(
            """
            pdfco annotate square b.pdf --rect 20,20,60,40 --name n --save --method \(method) --verbose --json <&- >&- 2>&-
            echo $?
            pdfco annotate square a.pdf --rect 20,20,60,40 --verbose --json <&- >&- 2>&-
            echo $?
            qpdf --check b.pdf >check && head -c $(stat -c %s a.pdf) b.pdf | cmp - a.pdf && ! grep -a 'applied' b.pdf data/checkpoints/*
            """)
        #expect(result.outputText == "74\n74\n", "\(result.errorText)")
    }

    @Test(arguments: ["replace", "append"])
    func `A limit of the length of files is an error, and the file stays as it was`(method: String) async throws {
        let result = try await run(
            """
            cp b.pdf before
            (ulimit -f 1; pdfco annotate square b.pdf --rect 20,20,60,40 --save --method \(method)); echo $?
            cmp before b.pdf; ls -A | grep -c 'pdfco-tmp'
            (ulimit -f 0; pdfco annotate square b.pdf --rect 20,20,60,40); echo $?
            (ulimit -f 1; pdfco open b.pdf -- sh -c 'head -c 100000 /dev/zero >big'); echo $?
            """)
        // A program that pdfco runs is not spared the signal.
        #expect(result.outputText == "74\n0\n74\n153\n", "\(result.errorText)")
    }
}
