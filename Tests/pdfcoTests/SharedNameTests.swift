import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// Names of annotations are unique on their page only, and not in every file: some programs begin anew on each page.
struct SharedNameTests {
    /// Three pages, objects 3 to 5, each with a highlight and a square that have the same name, and on page 2 two replies to
    /// the square: one that completes it.
    static var document: [UInt8] {
        var objects = [2: "<< /Type /Pages /Count 3 /Kids [3 0 R 4 0 R 5 0 R] >>"]
        for page in 1...3 {
            let own = page * 10
            objects[page + 2] = """
                << /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200]
                /Annots [\(own) 0 R \(own + 1) 0 R \(page == 2 ? "50 0 R 51 0 R" : "")] >>
                """
            objects[own] = """
                << /Type /Annot /Subtype /Highlight /NM (fitz-A0) /T (Ann) /Contents (text \(page)) /Rect [9 9 29 29]
                /QuadPoints [9 29 29 29 9 9 29 9] /C [1 1 0] >>
                """
            objects[own + 1] = """
                << /Type /Annot /Subtype /Square /NM (fitz-A0) /T (Ann) /Contents (square \(page)) /Rect [50 50 90 90] >>
                """
        }
        objects[50] = """
            << /Type /Annot /Subtype /Text /NM (r) /IRT 21 0 R /T (Bob) /Contents (Done) /Rect [50 50 70 70]
            /StateModel (Review) /State (Completed) >>
            """
        objects[51] = """
            << /Type /Annot /Subtype /Text /NM (q) /IRT 21 0 R /T (Bob) /Contents (Why square?) /Rect [50 50 70 70] >>
            """
        return HandmadePDF.bytes(objects)
    }

    @Test(arguments: ["json", "xfdf", "fdf"])
    func `A reply in an export is to the annotation that it replies to`(format: String) async throws {
        try await withTemporaryDirectory { directory in
            try directory.appending("a.pdf").write(Self.document)
            try directory.appending("b.pdf").write(
                HandmadePDF.bytes([
                    2: "<< /Type /Pages /Count 3 /Kids [3 0 R 3 0 R 3 0 R] >>",
                    3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>",
                ]))
            let export = "export a.pdf --format \(format)"
            let exported = try await CapturedProgram.run(line: export, in: directory)
            #expect(try await CapturedProgram.run(line: export, in: directory).output == exported.output)
            try directory.appending("marks.\(format)").write(exported.output)
            let imported = try await CapturedProgram.run(line: "import b.pdf marks.\(format) --save", in: directory)
            #expect(imported.exitStatus == 0, "\(imported.errorText)")
            let list = try await CapturedProgram.annotations(of: directory.appending("b.pdf"))
            let targets = list.compactMap { reply in list.first { $0.page == 2 && $0.name == reply.inReplyTo } }
            #expect(targets.map(\.contents) == ["square 2", "square 2"])
        }
    }

    @Test(arguments: ["(10 0 R)", "10 0 R", "--where author=Ann"])
    func `A name that looks like an object is not that object`(word: String) async throws {
        try await withTemporaryDirectory { directory in
            let objects = [
                10: "<< /Subtype /Square /Rect [1 1 9 9] /T (Ann) >>",
                11: "<< /Subtype /Square /Rect [1 1 9 9] /NM (10 0 R) >>",
            ]
            var document = HandmadePDF.onePage("/Annots [10 0 R 11 0 R]", objects: objects)
            document.table()
            try directory.appending("a.pdf").write(document.bytes)
            let argument = word.hasPrefix("-") ? word : "'\(word)'"
            for contents in ["x", "y"] {
                let line = "update a.pdf \(argument) --contents \(contents)"
                #expect(try await CapturedProgram.run(line: line, in: directory).exitStatus == 0)
            }
            #expect(try await CapturedProgram.run(line: "save a.pdf", in: directory).exitStatus == 0)
            let contents = try await CapturedProgram.annotations(of: directory.appending("a.pdf")).map(\.contents)
            #expect(contents == (word == "10 0 R" ? [nil, "y"] : ["y", nil]))
        }
    }

    private func shell(_ script: String) async throws -> CommandResult {
        try await withTemporaryDirectory { directory in
            try directory.appending("a.pdf").write(Self.document)
            return try await PDFCO.shell("set -e\n\(script)", in: directory)
        }
    }

    private func lines(_ script: String) async throws -> [String] {
        let result = try await shell(script)
        try #require(result.exitStatus == 0, "\(result.errorText)")
        return result.outputText.split(separator: "\n").map(String.init)
    }

    @Test func `A state belongs to the object that the reply refers to`() async throws {
        let listed = try await lines("pdfco annotate list a.pdf")
        #expect(listed.filter { $0.contains("[completed") }.map { $0.contains("square 2") } == [true])
        let table = try await lines("pdfco annotate list a.pdf --csv")
        #expect(table.filter { $0.contains(",Completed,square") }.count == 1)
        #expect(table.filter { $0.contains(",Completed,text") }.isEmpty)
        let selected = try await lines("pdfco annotate list a.pdf --where state=completed")
        #expect(selected.count == 1 && selected.allSatisfy { $0.contains("square 2") })
    }

    @Test(arguments: ["", "--save"])
    func `A condition on the state removes only what is in that state, with its replies`(save: String) async throws {
        let left = try await lines(
            "pdfco annotate remove a.pdf --where state=completed \(save)\npdfco annotate list a.pdf")
        #expect(left.count == 5 && !left.contains { $0.contains("square 2") || $0.contains("Bob") })
    }

    @Test func `A reply stands below the comment that it refers to`() async throws {
        let page = try await lines("pdfco open a.pdf --report -")
        let texts = page.compactMap { line in
            ["text 2", "square 2", "Why square?", "text 3", "square 3"].first { line.contains(">\($0)<") }
        }
        #expect(texts == ["text 2", "square 2", "Why square?", "text 3", "square 3"])
    }

    @Test(arguments: [
        "update a.pdf fitz-A0 --contents x", "remove a.pdf fitz-A0", "reply a.pdf fitz-A0 --state completed",
        "update a.pdf fitz-A0 --page 2 --contents x", "remove a.pdf fitz-A0 --page 2", "reply a.pdf fitz-A0 --page 2",
    ])
    func `With a name of several annotations, nothing is changed`(command: String) async throws {
        let contents = command.hasPrefix("reply") && !command.contains("state") ? " --contents x" : ""
        let result = try await shell("pdfco annotate \(command)\(contents) --save && exit 3 || test $? = 64; cat a.pdf")
        #expect(result.exitStatus == 0 && result.output.elementsEqual(Self.document))
        #expect(result.errorText.contains("several annotations are named 'fitz-A0'"))
        #expect(result.errorText.contains("hint: "))
    }

    @Test func `An object or a condition says which one is meant`() async throws {
        let listed = try await lines(
            """
            pdfco annotate update a.pdf '21 0 R' --contents changed
            pdfco annotate reply a.pdf '31 0 R' --state accepted
            pdfco annotate update a.pdf fitz-A0 --where subtype=highlight --contents marked
            pdfco save a.pdf
            pdfco annotate list a.pdf
            """)
        #expect(listed.filter { $0.contains("\"changed\"") }.count == 1)
        #expect(listed.filter { $0.contains("\"marked\"") }.count == 3)
        #expect(
            listed.filter { $0.contains("Square") && $0.contains("[accepted") }.map { $0.contains("square 3") } == [
                true
            ])
    }

    /// Another program gives the name of the comment that a recorded reply is to another one on the page as well.
    @Test(arguments: ["reply a.pdf b --contents x", "update a.pdf b --contents x", "remove a.pdf b"])
    func `A name that has become ambiguous since an edit was recorded is a conflict`(command: String) async throws {
        let square = "pdfco annotate square a.pdf --page 2 --rect 9,9,29,29 --save"
        let result = try await shell(
            """
            \(square) --name b
            pdfco annotate \(command)
            PDFCO_DATA_DIR=$PWD/other \(square) --name c
            sed -i 's|/NM(c)|/NM(b)|; s|/NM (c)|/NM (b)|' a.pdf
            before=$(md5sum a.pdf)
            pdfco save a.pdf && exit 3 || test $? = 10
            test "$before" = "$(md5sum a.pdf)"
            """)
        #expect(result.exitStatus == 0, "\(result.errorText)")
    }

    /// In Instant JSON, a comment names its root by an identifier that is unique in the document.
    @Test func `Replies in Instant JSON are to the comment of their page`() async throws {
        let listed = try await lines(
            """
            for page in 1 3; do
                pdfco annotate text a.pdf --page $page --rect 9,9,29,29 --contents "note $page" --name n --save
                pdfco annotate reply a.pdf n --page $page --contents "answer $page" --save
            done
            pdfco annotate export a.pdf --format instant-json -o marks.json --subtype text
            pdfco open --new b.pdf --pages 3 --size 300x200 > shown
            pdfco annotate import b.pdf marks.json --save
            pdfco annotate list b.pdf --json | tr '{' '\n' | grep answer
            """)
        #expect(listed.count == 2, "\(listed)")
        for line in listed {
            #expect(line.contains("answer 1") == line.contains("\"page\":1"), "\(line)")
        }
    }
}
