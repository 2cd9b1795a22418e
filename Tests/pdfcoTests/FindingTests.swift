import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// Annotations go to text that is looked for.
struct FindingTests {
    private static let fonts = "/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"

    /// A document of one page that shows text at (72, 90).
    static func document(_ page: String = "", showing contents: String? = nil) -> [UInt8] {
        let contents = contents ?? "BT /F 18 Tf 72 90 Td (Invoice no. 7) Tj 0 -30 Td (Invoice no. 8) Tj ET"
        let box = page.contains("/MediaBox") ? "" : "/MediaBox [0 0 300 200]"
        var file = HandmadePDF.onePage(objects: [
            3: "<< /Type /Page /Parent 2 0 R \(box) \(page) \(fonts) /Contents 4 0 R >>",
            4: "<< /Length \(contents.utf8.count) >>\nstream\n\(contents)\nendstream",
        ])
        file.table()
        return file.bytes
    }

    struct Listed: Decodable {
        struct Annotation: Decodable {
            var subtype: String
            var page: Int
            var name: String?
            var rect: [Double]
            var quadPoints: [[Double]]?
        }
        var annotations: [Annotation]
    }

    private func list(_ file: FilePath) async throws -> [Listed.Annotation] {
        let result = try await CapturedProgram.run("annotate", "list", file.string, "--json")
        return try JSONDecoder().decode(Listed.self, from: Data(result.output)).annotations
    }

    private func mark(_ file: FilePath, _ options: String..., kind: String = "highlight") async throws -> CommandResult
    {
        try await CapturedProgram.run(["annotate", kind, file.string] + options)
    }

    /// The quadrilaterals of what `--find` marks in a document.
    private func marks(_ bytes: [UInt8]) async throws -> [[Double]] {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("a.pdf")
            try file.write(bytes)
            let result = try await mark(file, "--find", "Invoice no. 8", "--save")
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(try await QPDF.isClean(file))
            return try await list(file).flatMap { $0.quadPoints ?? [] }
        }
    }

    @Test func `A pattern that took too long is to blame, not the document, and the next job is done`() async throws {
        try await withTemporaryDirectory { directory in
            let lines = "BT /F 9 Tf 9 90 Td (\(String(repeating: "x", count: 40))) Tj ET"
            for name in ["a.pdf", "b.pdf"] {
                try directory.appending(name).write(Self.document(showing: lines))
            }
            let pattern = "(x+x+)+y"
            let find = #"{"add":{"subtype":"Highlight","find":{"text":"\#(pattern)","regex":true}}}"#
            let jobs = #"""
                {"file":"a.pdf","edits":[\#(find)]}
                {"file":"b.pdf","edits":[{"add":{"subtype":"Square","page":1,"rect":[9,9,29,29]}}]}
                """#
            try directory.appending("jobs").write(Array((jobs + "\n").utf8))
            let result = try await PDFCO.shell("pdfco annotate batch jobs --jobs 1", in: directory)
            #expect(result.exitStatus == 11)
            let answers = result.outputText.split(separator: "\n")
            #expect(answers.count == 2)
            #expect(answers.first?.contains(#""error":"patternTooSlow","exitStatus":64"#) == true, "\(answers)")
            #expect(answers.last?.contains(#""status":"done""#) == true, "\(answers)")
            let alone = try await mark(directory.appending("a.pdf"), "--find", pattern, "--regex", "--save")
            expectRefusal(alone, 64, hint: "avoid a repetition within a repetition")
            #expect(alone.errorText.contains("the search for the regular expression '\(pattern)' took too long"))
        }
    }

    /// What pages can have that changes how they are shown.
    static let geometries = [
        "/Rotate 90", "/Rotate 270", "/Rotate 180", "/CropBox [10.3 20.7 280.9 180.2]",
        "/CropBox [10.3 20.7 280.9 180.2] /Rotate 90", "/MediaBox [-100 -50 250.5 150.5]", "/UserUnit 2.5",
        "/CropBox [10.3 20.7 280.9 180.2] /Rotate 270 /UserUnit 0.5",
    ]

    @Test(arguments: geometries)
    func `The place of text in default user space is the same however the page is shown`(page: String) async throws {
        let plain = try await marks(Self.document())
        let shown = try await marks(Self.document(page))
        #expect(plain.count == 1 && shown.count == 1)
        // 102.06 points wide, on the line y = 60, at a size of 18.
        let expected = [72, 75.3, 174.06, 75.3, 72, 56.22, 174.06, 56.22]
        for (one, other) in zip(plain.joined(), expected) { #expect(abs(one - other) < 0.02) }
        for (one, other) in zip(plain.joined(), shown.joined()) { #expect(abs(one - other) < 0.02) }
    }

    @Test func `Other words on the same two lines are another mark`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("report.pdf").copy(into: directory)
            for (phrase, count) in [
                ("May to August", 1), ("From May to August we counted", 2), ("May to August", 2),
                ("From May to August we counted", 2),
            ] {
                let result = try await mark(file, "--find", phrase, "--save", kind: "underline")
                #expect(result.exitStatus == 0, "\(result.errorText)")
                #expect(try await list(file).count == count, "\(phrase)")
            }
        }
    }

    @Test func `A second search adds nothing, and a name numbers the matches`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("a.pdf")
            try file.write(Self.document())
            for options in [
                ["--find", "invoice", "--ignore-case"], ["--find", "no.", "--name", "n", "--color", "red"],
            ] {
                for applied in [2, 0] {
                    let result = try await CapturedProgram.run(
                        ["annotate", "highlight", file.string, "--save", "--json"] + options)
                    let save = try JSONDecoder().decode(SaveResult.self, from: Data(result.output))
                    #expect(save.applied == applied && save.alreadyApplied == 2 - applied)
                }
            }
            #expect(try await list(file).compactMap(\.name).suffix(2) == ["n", "n 2"])
            // What is added shows the text itself.
            for _ in 0..<2 {
                let result = try await mark(
                    file, "--find", "Invoice", "--contents", "Invoice!", "--beside", "right", "--size", "50x20",
                    "--save",
                    kind: "free-text")
                #expect(result.exitStatus == 0, "\(result.errorText)")
            }
            #expect(try await list(file).count(where: { $0.subtype == "FreeText" }) == 2)
        }
    }

    @Test func `Other text is proposed at each match, once`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("a.pdf")
            try file.write(Self.document())
            for isFirst in [true, false] {
                let result = try await mark(
                    file, "--find", "no.", "--contents", "number", "--save", kind: "replace-text")
                #expect(result.exitStatus == 0, "\(result.errorText)")
                #expect(result.errorText.contains("already applied") == !isFirst)
            }
            let listed = try await list(file)
            try #require(listed.map(\.subtype) == ["Caret", "StrikeOut", "Caret", "StrikeOut"])
            #expect(listed[1].name == listed[0].name.map { "\($0) strike-out" })
            #expect(listed[0].name != listed[2].name)
            // The caret stands behind the text that is struck out.
            let struck = try #require(listed[1].quadPoints?.first)
            try #require(struck.count == 8 && listed[0].rect.count == 4)
            let middle = (listed[0].rect[0] + listed[0].rect[2]) / 2
            #expect(abs(middle - struck[2]) < 2)
            #expect(try await QPDF.isClean(file))
            let other = try await mark(
                file, "--whole-word", "--rect", "1,1,9,9", "--contents", "x", kind: "replace-text")
            expectRefusal(other, 64)
        }
    }

    @Test func `What is not there is refused, and nothing is written`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("a.pdf")
            try file.write(Self.document())
            let before = try FileSnapshot(of: file)
            expectRefusal(
                try await mark(file, "--find", "INVOICE", "--save"), 1, hint: "'Invoice': add --ignore-case")
            expectRefusal(try await mark(file, "--find", "Invoces no. 7", "--save"), 1, hint: "'Invoice no. 7'")
            expectRefusal(try await mark(file, "--find", "Invoice", "--occurrence", "3", "--save"), 1)
            expectRefusal(try await mark(file, "--find", "Invoice", "--max-matches", "1", "--save"), 1)
            expectRefusal(try await mark(file, "--find", "Invoice", "--within", "0,0,50,50", "--save"), 1)
            expectRefusal(try await mark(file, "--find", "(", "--regex", "--save"), 64)
            expectRefusal(try await mark(file, "--find", " ", "--save"), 64)
            expectRefusal(try await mark(file, "--whole-word", "--rect", "1,1,9,9", "--save"), 64)
            expectRefusal(try await mark(file, "--find", "x", "--rect", "1,1,9,9", "--save"), 64)
            #expect(try FileSnapshot(of: file) == before)
            try file.write(Self.document(showing: "0 0 10 10 re f"))
            expectRefusal(try await mark(file, "--find", "x", "--save"), 1, hint: "--words")
        }
    }

    @Test func `Without mutool the error names the package, and other commands do not need it`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("a.pdf")
            try file.write(Self.document())
            var command = PDFCO.command(["annotate", "highlight", file.string, "--find", "Invoice", "--save"])
            command.environment["PATH"] = directory.string
            expectRefusal(try await command.run(), 69, hint: "mupdf-tools")
            command.arguments = ["annotate", "highlight", file.string, "--rect", "9,9,29,29", "--save"]
            #expect(try await command.run().exitStatus == 0)
        }
    }

    @Test(arguments: [
        ("echo nonsense", 65), ("exit 3", 65), ("kill -9 $$", 65), ("yes '<char quad=\"1\" c=\"x\"/>'", 65),
        ("head -c 3000000 /dev/zero", 65), ("printf '<page id=\"page9\" width=\"1\" height=\"1\">\\n</page>\\n'", 65),
        ("printf '<page id=\"page1\" width=\"9\" height=\"9\">\\n</page>\\n'", 65),
        ("echo \"$@\" | grep -q secret; exit 1", 65),
    ])
    func `Whatever mutool prints, the document stays as it is`(script: String, status: Int) async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("a.pdf")
            try file.write(Self.document())
            let program = directory.appending("mutool")
            try program.write("#!/bin/bash\n\(script)\n".utf8)
            _ = try await Command("chmod", ["755", program.string]).run()
            let before = try FileSnapshot(of: file)
            var command = PDFCO.command(["annotate", "highlight", file.string, "--find", "Invoice", "--save"])
            command.environment["PATH"] = "\(directory.string):\(Command.searchPath)"
            expectRefusal(try await command.run(), status)
            #expect(try FileSnapshot(of: file) == before)
        }
    }

    @Test func `Text is found in what is unsaved and in what is encrypted, and no password is shown`() async throws {
        try await withTemporaryDirectory { directory in
            try directory.appending("plain.pdf").write(Self.document())
            // Which arguments mutool gets, and then the program itself.
            try directory.appending("mutool").write(
                "#!/bin/bash\necho \"$@\" >> '\(directory.string)/arguments'\nexec /usr/bin/mutool \"$@\"\n".utf8)
            let result = try await PDFCO.shell(
                """
                set -e
                chmod 755 mutool
                PATH=$PWD:$PATH
                qpdf --encrypt secret owner 256 -- plain.pdf a.pdf
                export PDFCO_PASSWORD=secret
                pdfco annotate free-text a.pdf --rect 20,150,200,180 --contents 'Unsaved remark' --name r
                pdfco annotate underline a.pdf --find 'unsaved remark' --ignore-case --name u
                pdfco annotate underline a.pdf --find 'Invoice no. 7' --name v
                pdfco save a.pdf
                pdfco annotate list a.pdf --json
                """, in: directory)
            try #require(result.exitStatus == 0, "\(result.errorText)")
            let last = result.outputText.split(separator: "\n").last ?? ""
            let list = try JSONDecoder().decode(Listed.self, from: Data(last.utf8)).annotations
            try #require(list.map(\.subtype) == ["FreeText", "Underline", "Underline"])
            try #require(list.allSatisfy { $0.rect.count == 4 })
            #expect(list[1].rect[1] > 145 && list[2].rect[1] < 90)
            let arguments = String(decoding: try directory.appending("arguments").readBytes(), as: UTF8.self)
            #expect(arguments.contains("stext") && !arguments.contains("secret"))
        }
    }

    @Test func `A list and a batch can name text instead of a place`() async throws {
        try await withTemporaryDirectory { directory in
            try directory.appending("a.pdf").write(Self.document())
            try directory.appending("list.json").write(
                #"[{"subtype":"Highlight","find":"Invoice"},{"subtype":"Square","page":1,"rect":[1,1,9,9],"name":"s"}]"#
                    .utf8)
            try directory.appending("jobs").write(
                #"""
                {"file":"a.pdf","edits":[{"add":{"subtype":"StrikeOut","find":{"text":"no\\. \\d","regex":true,"occurrence":2}}}]}
                {"file":"a.pdf","edits":[{"add":{"subtype":"Text","contents":"?","find":{"text":"7","beside":"right"}}}]}
                {"file":"a.pdf","edits":[{"add":{"subtype":"Highlight","find":{"text":"7","besides":1}}}]}
                {"file":"a.pdf","edits":[{"add":{"subtype":"Line","find":"7"}}]}
                {"file":"a.pdf","edits":[{"add":{"subtype":"Highlight","find":"missing"}}]}

                """#.utf8)
            let result = try await PDFCO.shell(
                """
                pdfco annotate import a.pdf list.json --save
                pdfco annotate import a.pdf list.json --save | grep -q 'already applied' || echo again
                pdfco annotate batch jobs --ordered
                """, in: directory)
            let answers = try BatchAnswerLine.lines(
                result.outputText.split(separator: "\n").filter { $0.hasPrefix("{") }.joined(separator: "\n"))
            #expect(answers.map(\.exitStatus) == [0, 0, 65, 65, 1], "\(result.outputText) \(result.errorText)")
            let list = try await list(directory.appending("a.pdf"))
            #expect(list.map(\.subtype).sorted() == ["Highlight", "Highlight", "Square", "StrikeOut", "Text"])
            let note = try #require(list.first { $0.subtype == "Text" })
            try #require(note.rect.count == 4)
            #expect(note.rect[0] > 160 && (80...120).contains(note.rect[3]))
        }
    }

    @Test func `The text of a document has the place of each word`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("a.pdf")
            try file.write(Self.document("/Rotate 90"))
            #expect(
                try await CapturedProgram.run("open", file.string, "--text").outputText
                    == "Invoice no. 7\nInvoice no. 8\n")
            let words = directory.appending("words.tsv")
            let table = try await Command("pdftotext", ["-tsv", file.string, "-"]).run()
            try words.write(table.output)
            let read = try await CapturedProgram.run("open", file.string, "--text", "--json")
            let given = try await CapturedProgram.run("open", file.string, "--text", "--json", "--words", words.string)
            struct Text: Decodable {
                struct Page: Decodable { var lines: [Line] }
                struct Line: Decodable { var words: [Word] }
                struct Word: Decodable {
                    var text: String
                    var quad: [Double]
                }
                var pages: [Page]
            }
            let pairs = try [read, given].map { result in
                let text = try JSONDecoder().decode(Text.self, from: Data(result.output))
                return try #require(text.pages.first).lines.flatMap(\.words)
            }
            try #require(pairs.count > 1)
            #expect(pairs[0].map(\.text) == ["Invoice", "no.", "7", "Invoice", "no.", "8"])
            #expect(pairs[0].map(\.text) == pairs[1].map(\.text))
            // What MuPDF and poppler take for the height of Helvetica differs, and so does the order of the corners: a
            // table does not say which way the words are read.
            for (one, other) in zip(pairs[0], pairs[1]) {
                for (one, other) in zip(one.quad.sorted(), other.quad.sorted()) { #expect(abs(one - other) < 5) }
            }
        }
    }
}
