import SystemPackage
import TestSupport
import Testing

/// Where a result goes: to a new file, through libqpdf, or nowhere.
struct OutputTests {
    @Test func `A new file has the annotation and the document stays as it is`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("table.pdf").copy(into: directory)
            let out = directory.appending("out.pdf")
            let arguments = ["annotate", "square", file.string, "--rect", "20,20,60,40", "--output", out.string]
            let result: SaveResult = try await CapturedProgram.json(arguments)
            #expect(result.output == out.string)
            let original = try file.readBytes()
            #expect(try original == Fixture.named("table.pdf").readBytes())
            #expect(try out.readBytes().starts(with: original))
            #expect(try directory.list() == ["out.pdf", "table.pdf"])
        }
    }

    @Test func `An existing file is replaced only by force`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("table.pdf").copy(into: directory)
            let out = try Fixture.named("stream.pdf").copy(into: directory, as: "out.pdf")
            let before = try FileSnapshot(of: out)
            let arguments = ["annotate", "square", file.string, "--rect", "20,20,60,40", "-o", out.string]
            expectRefusal(try await CapturedProgram.run(arguments), 73, hint: "choose another name")
            #expect(try FileSnapshot(of: out) == before)
            #expect(try await CapturedProgram.run(arguments + ["--force"]).exitStatus == 0)
            #expect(try await CapturedProgram.annotations(of: out).count == 1)
        }
    }

    @Test(arguments: [
        "annotate square a.pdf --rect 20,20,60,40 -o", "annotate extract a.pdf n -o", "annotate export a.pdf -o",
        "open a.pdf --report", "save a.pdf --rewrite -o", "open --new",
    ])
    func `A link that leads nowhere is in the way, and --force replaces the link`(command: String) async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            let result = try await PDFCO.shell(
                """
                set -eu
                echo text > contents
                pdfco annotate file-attachment a.pdf --rect 9,9,29,29 --file contents --name n --save --quiet
                mkdir else; ln -s else/victim out; ln -s out second
                for name in out second; do
                    status=0; pdfco \(command) $name 2> error || status=$?
                    cat error >&2; test $status = 73; grep -q 'hint: choose another name' error
                done
                test -L out; test -L second; test ! -e else/victim
                pdfco \(command) second --force
                test -f second; test ! -L second; test -L out; test ! -e else/victim
                test "$(ls -A)" = "$(ls)"
                """, in: directory)
            #expect(result.exitStatus == 0, "\(result.errorText)")
        }
    }

    @Test func `The new file cannot be the document itself`() async throws {
        try await withMarkedCopy { file, _ in
            let before = try FileSnapshot(of: file)
            let arguments = ["annotate", "square", file.string, "--rect", "20,20,60,40", "-o", file.string, "--force"]
            expectRefusal(try await CapturedProgram.run(arguments), 64)
            #expect(try FileSnapshot(of: file) == before)
        }
    }

    @Test(arguments: [["--save"], ["--save", "--method", "append"], ["-o", "OUT"], []])
    func `A dry run says what would be written and writes nothing`(options: [String]) async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("table.pdf").copy(into: directory)
            let before = try FileSnapshot(of: file)
            let options = options.map { $0.replacing("OUT", with: directory.appending("out.pdf").string) }
            let result = try await CapturedProgram.run(
                ["annotate", "square", file.string, "--rect", "20,20,60,40", "--dry-run"] + options)
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(result.errorText.contains("would be"))
            #expect(try FileSnapshot(of: file) == before)
        }
    }

    @Test func `A rewritten document is one revision with its annotations`() async throws {
        try await withMarkedCopy(of: "revisions.pdf") { file, _ in
            #expect(try await CapturedProgram.run("save", "--rewrite", file.string).exitStatus == 0)
            let summary = try await CapturedProgram.run("open", file.string)
            #expect(summary.outputText.contains("1 revision\n"))
            #expect(try await CapturedProgram.annotations(of: file).map(\.name) == ["mark"])
            #expect(try await QPDF.isClean(file))
        }
    }

    @Test func `A linearized document is linearized`() async throws {
        try await withMarkedCopy { file, directory in
            let out = directory.appending("out.pdf")
            let result = try await CapturedProgram.run(
                "save", "--rewrite", "--linearize", file.string, "-o", out.string)
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(try await Command("qpdf", ["--check-linearization", out.string]).run().exitStatus == 0)
        }
    }

    @Test func `A damaged document is mended by a rewrite`() async throws {
        try await withTemporaryDirectory { directory in
            let file = Fixture.named("damaged-startxref.pdf")
            let out = directory.appending("out.pdf")
            let result = try await CapturedProgram.run("save", "--rewrite", file.string, "-o", out.string)
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(try await QPDF.isClean(out))
        }
    }

    @Test func `A rewrite that breaks a signature is asked for by name, force does not suffice`() async throws {
        try await withTemporaryDirectory { directory in
            let file = Fixture.named("certified.pdf")
            let out = directory.appending("out.pdf")
            let arguments = ["save", "--rewrite", file.string, "-o", out.string]
            expectRefusal(try await CapturedProgram.run(arguments), 65, hint: "--ignore-signatures")
            expectRefusal(try await CapturedProgram.run(arguments + ["--force"]), 65, hint: "--ignore-signatures")
            #expect(try directory.list().isEmpty)
            #expect(try await CapturedProgram.run(arguments + ["--ignore-signatures"]).exitStatus == 0)
        }
    }

    @Test func `With nothing to save the document is left alone`() async throws {
        try await withMarkedCopy { file, _ in
            let before = try FileSnapshot(of: file)
            let result = try await CapturedProgram.run("save", file.string)
            #expect(result.exitStatus == 0)
            #expect(result.errorText.contains("nothing to save"))
            #expect(try FileSnapshot(of: file) == before)
        }
    }
}
