import FoundationEssentials
import LinuxFiles
import SystemPackage
import TestSupport
import Testing

/// A word that cannot be meant is an error: an empty answer, or a file of another format, would be taken for the truth.
struct MistakenWordTests {
    @Test(arguments: [
        "annotate list a.pdf --subtype nonsense", "annotate list a.pdf --where subtype=nonsense",
        "annotate list a.pdf --state nonsense", "annotate list a.pdf --where colour=red",
        "annotate list a.pdf --csv --subtype nonsense", "annotate export a.pdf --subtype nonsense",
        "annotate remove a.pdf --where subtype=nonsense", "annotate remove a.pdf --where state=nonsense",
        "annotate update a.pdf --where subtype=nonsense --color red",
        "annotate update a.pdf --where colour=red --color red",
        "open a.pdf --no-checkpoint --script <(echo list --subtype nonsense)",
        "open a.pdf --no-checkpoint --script <(echo annotate remove --where subtype=nonsense)",
    ])
    func `A condition that nothing can meet is refused`(command: String) async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            let before = try file.readBytes()
            let result = try await PDFCO.shell("pdfco \(command)", in: directory)
            expectRefusal(result, 64)
            #expect(result.errorText.contains("nonsense") || result.errorText.contains("colour"))
            #expect(try file.readBytes() == before)
        }
    }

    @Test(arguments: [
        ("highlight a.pdf --find nest boxes --save", 66, "highlight a.pdf --find 'nest boxes' --save"),
        ("highlight a.pdf nest boxes", 64, "highlight a.pdf --find 'nest boxes'"),
        ("highlight nest boxes a.pdf", 64, "highlight --find 'nest boxes' a.pdf"),
        ("reply a.pdf 12345678 thanks a lot", 64, "reply a.pdf 12345678 --contents 'thanks a lot'"),
        ("reply a.pdf 2 0 R --contents agree", 64, "reply a.pdf '2 0 R' --contents agree"),
        ("note a.pdf --contents Please check this", 66, "note a.pdf --contents 'Please check this'"),
        ("note a.pdf --contents hi --page 1 3", 66, "note a.pdf --contents hi --page 1,3"),
        ("note my file.pdf --contents x", 66, "note 'my file.pdf' --contents x"),
        ("a.pdf highlight --find nest", 64, "highlight a.pdf --find nest"),
        ("underline a.pdf -find nest", 64, "underline a.pdf --find nest"), ("list", 64, "list FILE"),
        ("diff a.pdf", 64, "diff a.pdf --since 1"), ("hl a.pdf --find nest", 64, "highlight a.pdf --find nest"),
        ("square a.pdf --rect 10 10 50 50", 66, "square a.pdf --rect 10,10,50,50"),
        ("stamp a.pdf --contents X --at top right", 66, "stamp a.pdf --contents X --at top-right"),
        ("replace-text a.pdf nest box", 64, "replace-text a.pdf --find nest --contents box"),
        ("replace-text a.pdf --find nest --with box", 64, "replace-text a.pdf --find nest --contents box"),
        ("reply a.pdf ye 2025", 64, "reply a.pdf ye --contents 2025"),
        ("unresolve a.pdf n1", 64, "reply a.pdf n1 --state none"),
        ("highlight a.pdf --find nest --write", 64, "highlight a.pdf --find nest --save"),
        ("import marks.json a.pdf", 65, "import a.pdf marks.json"),
        ("highlight a.pdf out.pdf --find nest", 66, "highlight a.pdf -o out.pdf --find nest"),
        ("note a.pdf 3 --contents x", 66, "note a.pdf --page 3 --contents x"),
        (
            "link a.pdf --rect 9,9,29,29 --uri example.org/x", 64,
            "link a.pdf --rect 9,9,29,29 --uri 'https://example.org/x'"
        ),
        ("note -dash.pdf --contents x", 64, "note ./-dash.pdf --contents x"),
        ("list -x.pdf", 64, "list ./-x.pdf"),
    ])
    func `Words whose quotation marks or order were forgotten are put right in the hint`(
        words: String, status: Int, hint: String
    ) async throws {
        try await withTemporaryDirectory { directory in
            for name in ["a.pdf", "my file.pdf", "-dash.pdf", "-x.pdf"] {
                _ = try Fixture.named("report.pdf").copy(into: directory, as: name)
            }
            let result = try await CapturedProgram.run(line: words, in: directory)
            expectRefusal(result, status, hint: "pdfco " + hint)
        }
    }

    @Test(arguments: [
        ("note a.pdf --contents x --contents y --save", "--contents is given more than once: 'y' counts, 'x' does not"),
        (
            "note a.pdf --contents x -o new.pdf --output=b.pdf",
            "--output is given more than once: 'b.pdf' counts, 'new.pdf' does not"
        ),
        (
            "note a.pdf --contents x --color red --color blue --color green --save",
            "--color is given more than once: 'green' counts, 'blue' does not"
        ),
        ("note a.pdf --contents x --color red --color=red --save", nil),
        ("list a.pdf --where author=a --where subtype=text --page 1 --page 3 --json --json", nil),
        ("note a.pdf --contents x --contents y -q", nil),
    ])
    func `Where an option of one value is given twice, the command says which counts`(
        command: String, warning: String?
    ) async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            let result = try await CapturedProgram.run(line: command, in: directory)
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(
                result.errorLines.first { $0.contains("more than once") } == warning.map { "pdfco: warning: \($0)" })
        }
    }

    @Test func `A warning of a script comes with its line, once`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            let lines = ["note --contents 1", "note --contents 2 --color red --color blue", "note --contents 3"]
            try directory.appending("script").write(lines.joined(separator: "\n").utf8)
            let result = try await CapturedProgram.run(line: "open a.pdf --script script", in: directory)
            #expect(result.errorLines.count { $0.contains("--color is given more than once") } == 1)
            #expect(result.errorLines.first?.contains("1 edit applied") == true)
        }
    }

    @Test(arguments: [
        ("--page 3 --page 1", [3, 1]), ("--page 2 --page all", [2, 1, 3]),
        ("--page last --page 1-2 --page 1", [3, 1, 2]),
    ])
    func `All ranges of pages count, in their order`(pages: String, marked: [Int]) async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            let result = try await CapturedProgram.run(
                line: "note a.pdf \(pages) --contents x --dry-run --json", in: directory)
            let report = try JSONDecoder().decode(Applied.self, from: Data(result.output))
            #expect(report.applied == marked.count)
        }
    }

    private struct Applied: Decodable { var applied: Int }

    @Test(arguments: [
        ("--page 3 --page 1-2:even", "--page 1-2:even cannot be combined with another --page"),
        ("--page odd --page 1", "--page odd cannot be combined with another --page"),
        ("--page 1 --page foo", "--page takes a page range such as 1-3,7,z, not 'foo'"),
        (
            "--start 9223372036854775807",
            "--start takes a whole number of at most 15 digits, not '9223372036854775807'"
        ),
    ])
    func `A range that cannot be one of several is named as it was typed`(pages: String, problem: String) async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            let result = try await CapturedProgram.run(line: "note a.pdf \(pages) --contents x", in: directory)
            expectRefusal(result, 64)
            #expect(result.errorLines.first == "pdfco: error: \(problem)")
        }
    }

    @Test func `A session, too, says which of two values counts, and all ranges of pages count`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            let line = "square --rect 9,9,29,29 --page 1 --page 2-3 --author Ann --author Bob"
            let result = try await PDFCO.shell(
                "pdfco open a.pdf --script <(echo \(line)); pdfco list a.pdf --author Bob", in: directory)
            #expect(
                result.errorText.contains("warning: --author is given more than once: 'Bob' counts, 'Ann' does not"))
            #expect(result.outputText.split(separator: "\n").count { $0.contains("Bob") } == 3, "\(result.outputText)")
        }
    }

    @Test(arguments: [
        ("list reprot.pdf", "list report.pdf"), ("list report", "list report.pdf"),
        ("list dir/reprot.pdf", "list dir/report.pdf"), ("status Report.pdf", "status report.pdf"),
        ("highlight reprot.pdf my.pdf --find nest --save", "highlight report.pdf my.pdf --find nest --save"),
        ("diff my.pdf reprot.pdf", "diff my.pdf report.pdf"), ("list nothing.pdf", nil),
        ("note reprot.pdf --contents reprot.pdf", "note report.pdf --contents reprot.pdf"),
        ("list dash.pdf", "list ./-dash.pdf"), ("list gone.pdf", nil),
        ("rm reprot.pdf --where author=x", nil), ("redact reprot.pdf --find nest", nil),
        ("save reprot.pdf --on-conflict=reload", nil), ("restore reprot.pdf --revision 1", nil),
    ])
    func `The hint of a mistyped file is the command with one that is there, unless it removes something`(
        words: String, hint: String?
    ) async throws {
        try await withTemporaryDirectory { directory in
            for folder in [directory, try directory.making("dir")] {
                for name in ["report.pdf", "my.pdf", "-dash.pdf"] {
                    _ = try Fixture.named("report.pdf").copy(into: folder, as: name)
                }
                try folder.appending("gone.pdf").makeSymbolicLink(to: "nowhere.pdf")
            }
            let result = try await CapturedProgram.run(line: words, in: directory)
            expectRefusal(result, 66, hint: hint.map { "pdfco " + $0 })
            if hint == nil { #expect(!result.errorText.contains("report.pdf"), "\(result.errorText)") }
        }
    }

    @Test func `A search says what differs in letter case alone`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            let search = { (options: String) in
                try await CapturedProgram.run(line: "highlight a.pdf --find nest --dry-run \(options)", in: directory)
            }
            let warning = "pdfco: warning: a.pdf: page 1 also has 'Nest', in other letter case\n"
            #expect(try await search("").errorText.hasPrefix(warning))
            for options in ["--ignore-case", "--regex", "--occurrence 1"] {
                #expect(try await !search(options).errorText.contains("also has"), "\(options)")
            }
        }
    }

    @Test(arguments: ["strike-out", "StrikeOut", "strikeout", "link", "Widget", "3D", "popup", "RichMedia"])
    func `Every subtype of the standard is a condition, in either form`(subtype: String) async throws {
        let result = try await CapturedProgram.run(
            "annotate", "list", Fixture.named("report.pdf").string, "--subtype", subtype)
        #expect(result.exitStatus == 0, "\(result.errorText)")
    }

    @Test(arguments: [
        ("help higlight", "pdfco help highlight"), ("help annotate higlight", "pdfco help highlight"),
        ("help opne", "pdfco help open"),
        ("help open nonsense", "pdfco open --help shows it"), ("help a.pdf", "pdfco --help lists the commands"),
    ])
    func `There is no help for what is no command`(words: String, hint: String) async throws {
        expectRefusal(try await CapturedProgram.run(line: words, in: FilePath(".")), 64, hint: hint)
    }

    @Test(arguments: ["help", "help open", "help annotate", "help annotate highlight", "help highlight", "help help"])
    func `There is help for every command`(words: String) async throws {
        let result = try await CapturedProgram.run(line: words, in: FilePath("."))
        #expect(result.exitStatus == 0 && result.outputText.contains("OVERVIEW: "), "\(result.errorText)")
    }

    @Test(arguments: [
        ("open a.pdf --report new.pdf", ".html"), ("open a.pdf --report new.TXT", ".html"),
        ("annotate export a.pdf -o new.txt", "--format json"), ("annotate export a.pdf -o new.pdf", "--format json"),
        ("annotate export a.pdf b.pdf -o 'new-{name}.html'", ".json"), ("save --rewrite a.pdf -o new.json", ".pdf"),
        ("restore a.pdf --revision 1 -o new.html", ".pdf"), ("open --new new.docx", ".pdf"),
        ("annotate square a.pdf --rect 9,9,29,29 -o new.xfdf", ".pdf"),
        ("annotate remove a.pdf --where author=x -o new.txt", ".pdf"),
        ("open a.pdf --no-checkpoint --script <(echo save -o new.json)", ".pdf"),
    ])
    func `A name that promises another format is refused, and nothing is written`(
        command: String, hint: String
    ) async throws {
        try await withTemporaryDirectory { directory in
            for name in ["a.pdf", "b.pdf"] { _ = try Fixture.named("report.pdf").copy(into: directory, as: name) }
            expectRefusal(try await PDFCO.shell("pdfco \(command)", in: directory), 64, hint: hint)
            #expect(try !directory.list().contains { $0.hasPrefix("new") })
        }
    }

    @Test func `A job whose output promises another format fails, and nothing is written`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            let job =
                #"{"file":"a.pdf","output":"new.json","edits":[{"add":{"subtype":"Square","page":1,"rect":[9,9,29,29]}}]}"#
            try directory.appending("jobs").write(job.utf8)
            let result = try await PDFCO.shell("pdfco annotate batch jobs", in: directory)
            #expect(result.exitStatus == 11)
            #expect(result.outputText.contains("but it would be a PDF document"), "\(result.outputText)")
            #expect(try directory.list().sorted() == ["a.pdf", "jobs"])
        }
    }

    @Test(arguments: [
        "annotate export a.pdf -o new.txt --format json", "annotate export a.pdf -o new.json --format instant-json",
        "annotate export a.pdf -o new.pdf --format xfdf", "annotate export a.pdf -o new.NDJSON",
        "annotate export a.pdf -o new", "annotate export a.pdf -o new.marks", "open a.pdf --report new.htm",
        "open a.pdf --report new", "save --rewrite a.pdf -o new.bak", "save --rewrite a.pdf -o new.PDF",
        "annotate square a.pdf --rect 9,9,29,29 --increment-to new.txt",
    ])
    func `A format that was chosen, and a name that promises none, are as the user wants them`(
        command: String
    ) async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            let result = try await CapturedProgram.run(line: command, in: directory)
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(try directory.list().contains { $0.hasPrefix("new") })
        }
    }

    @Test func `Numbers may have spaces between them, and are not put together`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            for line in [
                "polygon a.pdf --vertices '10,20 300,40 50,600' --save --quiet",
                "square a.pdf --rect '10 20  30 40' --save --quiet",
            ] { #expect(try await CapturedProgram.run(line: line, in: directory).exitStatus == 0, "\(line)") }
            let listed = try await CapturedProgram.annotations(of: file)
            #expect(listed.map(\.rect).contains([10, 20, 30, 40]))
            let json = try await CapturedProgram.run(line: "list a.pdf --json", in: directory).outputText
            #expect(json.contains("\"vertices\":[10,20,300,40,50,600]"), "\(json)")
            for numbers in ["10,20,,40", "10,20,30,", "10,20,30,4 x"] {
                let refused = try await CapturedProgram.run(line: "square a.pdf --rect '\(numbers)'", in: directory)
                expectRefusal(refused, 64)
            }
        }
    }

    @Test func `A word that is like a known one is asked after, and a directory is no document without changes`()
        async throws
    {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            for (line, problem) in [
                ("stamp a.pdf --contents X --at topright", "; did you mean top-right?"),
                ("save a.pdf --on-conflict fial", "; did you mean fail?"),
                ("status .", ".: is a directory, not a file"),
            ] {
                #expect(try await CapturedProgram.run(line: line, in: directory).errorText.contains(problem), "\(line)")
            }
            // What the advice names is a file, too.
            let noted = try await CapturedProgram.run(line: "note --contents x -- -dash.pdf", in: directory)
            expectRefusal(noted, 66)
            #expect(noted.errorText.contains("./-dash.pdf: no such file"))
        }
    }

    @Test(arguments: ["nothing", "Documents/", "new.txt", "nowhere/new.pdf"])
    func `watch waits for no directory and for nothing but a PDF file`(path: String) async throws {
        try await UnsavedScene.with { scene in
            expectRefusal(try await scene.run("watch", "ROOT/\(path)"), 66)
        }
    }

    @Test(arguments: ["example.org", "www.example.org/a b", "example.org:8080/x", "//example.org", "https:", ":x"])
    func `The address of a link needs its scheme`(address: String) async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("report.pdf").copy(into: directory)
            let before = try FileSnapshot(of: file)
            let result = try await CapturedProgram.run(
                "annotate", "link", file.string, "--rect", "9,9,29,29", "--save", "--uri", address)
            expectRefusal(result, 64)
            #expect(result.errorText.contains("such as https://example.org/"))
            #expect(try FileSnapshot(of: file) == before)
        }
    }

    @Test(arguments: ["mailto:jane@example.org", "tel:+49-1", "HTTPS://example.org", "urn:isbn:0451450523"])
    func `Every scheme will do`(address: String) async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("report.pdf").copy(into: directory)
            let result = try await CapturedProgram.run(
                "annotate", "link", file.string, "--rect", "9,9,29,29", "--save", "--uri", address)
            #expect(result.exitStatus == 0, "\(result.errorText)")
        }
    }

    /// An address in a document may be relative to the document's base URI.
    @Test func `A relative address in a document is exported and imported as it is`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            try directory.appending("links").write(
                #"[{"subtype":"Link","page":1,"rect":[9,9,29,29],"name":"n","destination":{"uri":"x.html"}}]"#.utf8)
            let result = try await PDFCO.shell(
                "pdfco annotate import a.pdf links --save && pdfco annotate list a.pdf --subtype link", in: directory)
            #expect(result.outputText.contains("-> x.html"), "\(result.errorText)")
        }
    }

    @Test func `A program that is not there has an exit status of its own, and its package is named`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            let find = "pdfco annotate highlight a.pdf --find nests --save"
            let result = try await PDFCO.shell(
                "p=$(command -v pdfco); PATH=/nowhere; $p \(find.dropFirst(6))", in: directory)
            expectRefusal(result, 69, hint: "mupdf-tools")
            #expect(result.errorText.contains("mutool is not installed (package mupdf-tools)"), "\(result.errorText)")
        }
    }
}
