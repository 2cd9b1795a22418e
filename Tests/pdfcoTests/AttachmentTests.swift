import FoundationEssentials
import PDFModel
import SystemPackage
import TestSupport
import Testing

/// Files that are attached come out again, here and in other readers.
struct AttachmentTests {
    private static let contents = Array("a,b\n1,2\n".utf8) + [0, 0xFF, 0x0D]

    /// Runs lines of a shell in a directory with `a.pdf` and `data.csv`; they must succeed.
    private func run(
        _ script: String, in directory: FilePath, _ fixture: String = "report.pdf"
    ) async throws -> CommandResult {
        _ = try Fixture.named(fixture).copy(into: directory, as: "a.pdf")
        try directory.appending("data.csv").write(Self.contents)
        let result = try await PDFCO.shell("set -e; \(script)", in: directory)
        try #require(result.exitStatus == 0, "\(result.errorText)")
        return result
    }

    private let add = "pdfco annotate file-attachment a.pdf --rect 100,100,100,100 --name f --file data.csv"

    @Test(arguments: ["report.pdf", "stream.pdf", "encrypted.pdf"])
    func `An attached file is extracted as it was, saved or not`(fixture: String) async throws {
        try await withTemporaryDirectory { directory in
            let script = """
                export PDFCO_PASSWORD=user
                \(add)
                pdfco annotate extract a.pdf f -o unsaved.csv
                pdfco save a.pdf
                pdfco annotate extract a.pdf f -o saved.csv
                """
            _ = try await run(script, in: directory, fixture)
            #expect(try directory.appending("unsaved.csv").readBytes() == Self.contents)
            #expect(try directory.appending("saved.csv").readBytes() == Self.contents)
        }
    }

    @Test func `Poppler and qpdf find the file with its name, type, size and checksum`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try await run("\(add) --file-name 'prices – May.csv' --save", in: directory)
            let file = directory.appending("a.pdf")
            let listed = try await Command("pdfdetach", ["-list", file.string]).run()
            #expect(listed.outputText.contains("1: prices – May.csv"))
            let saved = directory.appending("out.csv")
            _ = try await Command("pdfdetach", ["-save", "1", "-o", saved.string, file.string]).run()
            #expect(try saved.readBytes() == Self.contents)
            let objects = try await QPDF.objects(of: file)
            #expect(objects.contains(#""/Size": 11"#))
            #expect(objects.contains(#""/Subtype": "/text/csv""#))
            let sum = try await Command("md5sum", [saved.string]).run().outputText.prefix(32)
            #expect(objects.contains("\"/CheckSum\": \"b:\(sum)\""))
            #expect(try await QPDF.isClean(file))
        }
    }

    @Test(arguments: [
        ("../../etc/passwd", "passwd"), ("/etc/passwd", "passwd"), ("C:\\tmp\\x.csv", "x.csv"), ("..", "attachment"),
        (".bashrc", "bashrc"), ("a/", "a"), ("new\nline\u{1B}[31m\u{202E}", "newline[31m"),
        (String(repeating: "é", count: 200), String(repeating: "é", count: 127)),
    ])
    func `The name of an extracted file is never a path, hidden or too long`(name: String, safe: String) {
        #expect(AttachedFile(name: name).safeName == safe)
    }

    @Test func `An extracted file replaces no other, and nothing is left of a refusal`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try await run("\(add) --file-name ../x.csv --save; chmod 600 a.pdf; umask 022", in: directory)
            let extract = "pdfco annotate extract a.pdf f"
            let first = try await PDFCO.shell(extract, in: directory)
            #expect(first.exitStatus == 0, "\(first.errorText)")
            let path = directory.appending("x.csv")
            #expect(try path.readBytes() == Self.contents)
            // Who may not read the document may not read it.
            #expect(try await Command("stat", ["-c", "%a", path.string]).run().outputText == "600\n")
            try path.write("mine".utf8)
            expectRefusal(try await PDFCO.shell(extract, in: directory), 73)
            expectRefusal(try await PDFCO.shell("\(extract) -o a.pdf --force", in: directory), 64)
            #expect(try path.readBytes() == Array("mine".utf8))
            #expect(try await PDFCO.shell("\(extract) --force", in: directory).exitStatus == 0)
            #expect(try path.readBytes() == Self.contents)
            expectRefusal(try await CapturedProgram.run(line: "annotate extract a.pdf nobody", in: directory), 1)
        }
    }

    @Test func `What is no file or too large is not attached`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try await run("mkdir d; mkfifo p; truncate -s 65M large", in: directory)
            let file = directory.appending("a.pdf")
            let before = try FileSnapshot(of: file)
            for (name, status) in [("d", 66), ("p", 75), ("large", 65), ("missing", 66)] {
                let script = "pdfco annotate file-attachment a.pdf --rect 9,9,29,29 --file \(name) --save --timeout 0.1"
                let result = try await PDFCO.shell(script, in: directory)
                expectRefusal(result, status)
                #expect(
                    result.errorText.hasPrefix("pdfco: error: \(name): cannot read the file for --file: "),
                    "\(result.errorText)")
            }
            #expect(try FileSnapshot(of: file) == before)
        }
    }

    @Test func `An export has the file, and a second import adds nothing`() async throws {
        try await withTemporaryDirectory { directory in
            let script = """
                \(add) --save
                pdfco annotate export a.pdf >marks.json
                pdfco open --new b.pdf
                pdfco annotate import b.pdf marks.json
                pdfco save b.pdf
                pdfco annotate extract b.pdf f -o out.csv
                pdfco annotate import b.pdf marks.json --save
                """
            let result = try await run(script, in: directory)
            #expect(result.errorText.contains("1 already applied"))
            #expect(try directory.appending("out.csv").readBytes() == Self.contents)
        }
    }

    @Test func `An update attaches another file, and keeps what was said of the old one`() async throws {
        try await withTemporaryDirectory { directory in
            let script = """
                \(add) --save
                printf changed >new.txt
                pdfco annotate update a.pdf f --file new.txt --color red
                pdfco annotate extract a.pdf f -o unsaved
                pdfco save a.pdf
                pdfco annotate extract a.pdf f -o saved
                pdfco annotate list a.pdf --json
                """
            let result = try await run(script, in: directory)
            #expect(result.outputText.contains(#""fileName":"new.txt""#), "\(result.outputText)")
            for name in ["saved", "unsaved"] {
                #expect(try directory.appending(name).readBytes() == Array("changed".utf8))
            }
            #expect(try await QPDF.isClean(directory.appending("a.pdf")))
            let renamed = try await CapturedProgram.run(
                line: "annotate update a.pdf f --file-name x --save", in: directory)
            expectRefusal(renamed, 64)
        }
    }
}
