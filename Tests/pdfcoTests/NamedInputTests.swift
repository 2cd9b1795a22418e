import SystemPackage
import TestSupport
import Testing

/// Whatever a command reads besides the document may be a file or a pipe.
struct NamedInputTests {
    /// An argument that names something to read, by its option or what its value is called.
    struct Input: Sendable, CustomTestStringConvertible {
        var name: String
        /// Commands of a shell in which `SOURCE` stands for it.
        var script: String
        var contents: String
        /// Whether there is an answer to nothing, too.
        var mayBeEmpty = false

        var testDescription: String { name }
    }

    private static let marks =
        #"[{"subtype":"Square","page":1,"rect":[72,72,300,120],"name":"one"},{"subtype":"Circle","page":2,"rect":[9,9,99,99],"name":"two"}]"#
    private static let words = """
        <html><body><div class="ocr_page" title="bbox 0 0 595 842; ppageno 0">\
        <span class="ocr_line" title="bbox 72 100 400 120"><span class="ocrx_word" title="bbox 72 100 140 120">Word</span>\
        </span></div></body></html>
        """

    static let inputs = [
        Input(name: "source", script: "pdfco annotate import a.pdf SOURCE -o -", contents: marks),
        Input(
            name: "--page-map", script: "pdfco annotate import a.pdf marks --page-map SOURCE -o -",
            contents: "1 3\n2 2\n"),
        Input(
            name: "--image", script: "pdfco annotate stamp a.pdf --rect 9,9,99,99 --name n --image SOURCE -o -",
            contents: "IMAGE", mayBeEmpty: true),
        Input(
            name: "--file",
            script: """
                pdfco annotate file-attachment a.pdf --rect 9,9,29,29 --name n --file SOURCE -o new.pdf --force &&
                pdfco annotate extract new.pdf n -o -
                """, contents: "data", mayBeEmpty: true),
        Input(name: "--words", script: "pdfco open a.pdf --text --words SOURCE", contents: words),
        Input(
            name: "--contents", script: "pdfco annotate text a.pdf --at top-right --name n --contents @SOURCE -o -",
            contents: "A note", mayBeEmpty: true),
        Input(
            name: "--files-from", script: "pdfco open --files-from SOURCE", contents: "a.pdf\nb.pdf\n", mayBeEmpty: true
        ),
        Input(
            name: "--password-file", script: "pdfco open encrypted.pdf --password-file SOURCE", contents: "owner\n",
            mayBeEmpty: true),
        Input(
            name: "--script", script: "pdfco open a.pdf --no-checkpoint --script SOURCE",
            contents: "annotate square --rect 9,9,29,29 --name n\nannotate list\nquit\n"),
        Input(
            name: "--edits",
            script: "cp a.pdf c.pdf; pdfco annotate batch paths --edits SOURCE | sed s/,.ms.:[0-9.]*//",
            contents: #"[{"add":{"subtype":"Square","page":1,"rect":[72,72,300,120]}}]"#),
        Input(
            name: "--common-edits",
            script:
                #"cp a.pdf c.pdf; echo '{"file":"c.pdf"}' > one; pdfco annotate batch one --common-edits SOURCE | sed s/,.ms.:[0-9.]*//"#,
            contents: #"[{"add":{"subtype":"Square","page":1,"rect":[72,72,300,120]}}]"#),
        Input(
            name: "jobs", script: "cp a.pdf c.pdf; pdfco annotate batch SOURCE | sed s/,.ms.:[0-9.]*//",
            contents: #"{"file":"c.pdf","edits":[{"add":{"subtype":"Square","page":1,"rect":[72,72,300,120]}}]}"#
                + "\n",
            mayBeEmpty: true),
        Input(
            name: "--resume",
            script:
                "cp a.pdf c.pdf; pdfco annotate batch paths --edits edits --resume SOURCE && pdfco annotate list c.pdf a.pdf",
            contents: #"{"id":"c.pdf","file":"c.pdf","status":"done"}"# + "\n", mayBeEmpty: true),
    ]

    @Test func `The table has every argument that names a file to read`() async throws {
        let written: Set = [
            "--output", "--output-dir", "--increment-to", "--report", "--history", "--to", "--data-dir",
            "--runtime-dir",
        ]
        let all = try await NamedPathTests.all().map { $0.option ?? $0.valueName }
        #expect(
            Set(all).subtracting(written).subtracting(["file", "other", "path"])
                == Set(Self.inputs.map(\.name)).subtracting(["--contents"]))
    }

    @Test(arguments: inputs)
    func `A file, a pipe and standard input are read to their end, and nothing else`(_ input: Input) async throws {
        try await withTemporaryDirectory { directory in
            for name in ["a.pdf", "b.pdf"] { _ = try Fixture.named("report.pdf").copy(into: directory, as: name) }
            _ = try Fixture.named("encrypted.pdf").copy(into: directory)
            try directory.appending("marks").write(Self.marks.utf8)
            try directory.appending("paths").write("c.pdf\n".utf8)
            try directory.appending("edits").write(#"[{"add":{"subtype":"Square","page":1,"rect":[9,9,29,29]}}]"#.utf8)
            let source = directory.appending("source")
            try source.write(
                input.contents == "IMAGE" ? Fixture.named("images/rgb.png").readBytes() : Array(input.contents.utf8))
            func run(_ name: String, _ before: String = "", _ after: String = "") async throws -> CommandResult {
                let script = input.script.replacing("SOURCE", with: name)
                return try await PDFCO.shell("set -o pipefail; \(before) { \(script); } \(after)", in: directory)
            }
            let usual = try await run("source")
            try #require(usual.exitStatus == 0 && !usual.output.isEmpty, "\(usual.errorText)")
            for (name, before, after) in [
                ("<(cat source)", "", ""), ("fifo", "mkfifo fifo; cat source > fifo &", ""),
                ("/dev/stdin", "cat source |", ""), ("/dev/stdin", "", "< source"),
                // Longer than what a pipe holds, in two pieces.
                ("<(head -c 5 source; cat none; tail -c +6 source)", ": > none;", ""),
            ] {
                let result = try await run(name, before, after)
                #expect(result.exitStatus == 0, "\(name): \(result.errorText)")
                #expect(result.output == usual.output, "\(name)")
            }
            for name in ["/dev/zero", "socket", "directory"] {
                let make =
                    "mkdir -p directory; python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"socket\")' 2>errors;"
                expectRefusal(try await run(name, make), 66)
            }
            let silent = try await run("silent", "mkfifo silent; export PDFCO_TIMEOUT=0.1;")
            expectRefusal(silent, 75, hint: "--timeout")
            let empty = try await run("<(:)")
            if input.mayBeEmpty {
                let statuses = ["--image": 65, "--password-file": 77]
                #expect(empty.exitStatus == statuses[input.name] ?? 0, "\(empty.errorText)")
            } else {
                expectRefusal(empty, 65)
                #expect(empty.errorText.contains(": it is empty\n"), "\(empty.errorText)")
            }
        }
    }

    /// A program that waited for no more than the timeout would be over before the rest comes.
    @Test(arguments: inputs)
    func `What has begun to come through a pipe may take its time`(_ input: Input) async throws {
        guard !input.contents.isEmpty, !["--image", "--password-file"].contains(input.name) else { return }
        try await withTemporaryDirectory { directory in
            for name in ["a.pdf", "b.pdf"] { _ = try Fixture.named("report.pdf").copy(into: directory, as: name) }
            try directory.appending("marks").write(Self.marks.utf8)
            try directory.appending("paths").write("c.pdf\n".utf8)
            try directory.appending("edits").write(#"[{"add":{"subtype":"Square","page":1,"rect":[9,9,29,29]}}]"#.utf8)
            try directory.appending("source").write(input.contents.utf8)
            let result = try await PDFCO.shell(
                """
                set -o pipefail; mkfifo fifo; exec 4<>fifo; export PDFCO_TIMEOUT=0
                head -c 5 source >&4
                { \(input.script.replacing("SOURCE", with: "fifo")); } 4>&- &
                python3 - $$ <<'END'
                import fcntl, os, select, sys, termios
                def waiting():
                    for process in filter(str.isdigit, os.listdir('/proc')):
                        try:
                            names = {os.path.basename(os.readlink(f'/proc/{process}/fd/{n}')) for n in os.listdir(f'/proc/{process}/fd')}
                            if 'fifo' not in names or process in (str(os.getpid()), sys.argv[1]): continue
                            return open(f'/proc/{process}/stat').read().rsplit(')', 1)[1].split()[0] == 'S'
                        except OSError: pass
                    return True
                while int.from_bytes(fcntl.ioctl(4, termios.FIONREAD, b'0000'), 'little') > 0: pass
                while not waiting(): pass
                END
                tail -c +6 source >&4; exec 4>&-
                wait %1
                """, in: directory)
            #expect(result.exitStatus == 0, "\(result.errorText)")
        }
    }

    /// A document is read in parts and written back, which a pipe does not allow, but for standard input.
    @Test(arguments: ["open", "annotate list", "annotate square --rect 9,9,29,29 --save", "save --rewrite"])
    func `A document that is a pipe is refused, with a way out`(command: String) async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("table.pdf").copy(into: directory)
            for name in ["<(cat table.pdf)", "fifo"] {
                let result = try await PDFCO.shell("rm -f fifo; mkfifo fifo; pdfco \(command) \(name)", in: directory)
                expectRefusal(result, 65, hint: "standard input")
                #expect(result.errorText.contains("is a pipe, not a file"), "\(result.errorText)")
            }
        }
    }
}
