import FoundationEssentials
import PDFModel
import SystemPackage
import TestSupport
import Testing

/// Replies, review states, and commands on the annotations that meet conditions.
struct ReviewTests {
    private struct Listing: Decodable {
        struct Item: Decodable {
            struct Statement: Decodable {
                var state: String
                var author: String?
            }
            var name: String
            var subtype: String
            var inReplyTo: String?
            var flags: Int
            var review: [Statement]?
        }
        var annotations: [Item]
    }

    /// A document with two comments, of which one has a reply and is completed.
    private func reviewed(_ directory: FilePath) async throws -> FilePath {
        let file = try Fixture.named("report.pdf").copy(into: directory)
        let commands = [
            [
                "text", file.string, "--rect", "72,720,92,740", "--contents", "Which year?", "--author", "Ann",
                "--name", "a",
            ],
            ["highlight", file.string, "--page", "2", "--rect", "72,700,300,712", "--author", "Bob", "--name", "b"],
            ["reply", file.string, "a", "--contents", "In May.", "--author", "Bob", "--name", "a1"],
            ["reply", file.string, "a", "--state", "completed", "--author", "Bob", "--name", "a2"],
        ]
        for command in commands {
            let result = try await CapturedProgram.run(["annotate"] + command + ["--save"])
            try #require(result.exitStatus == 0, "\(result.errorText)")
        }
        return file
    }

    private func list(_ file: FilePath, _ conditions: String...) async throws -> [Listing.Item] {
        let result = try await CapturedProgram.run(["annotate", "list", file.string, "--json"] + conditions)
        try #require(result.exitStatus == 0, "\(result.errorText)")
        return try JSONDecoder().decode(Listing.self, from: Data(result.output)).annotations
    }

    @Test func `A reply and a state are notes about the annotation, as the standard has them`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try await reviewed(directory)
            let all = try await list(file)
            #expect(all.map(\.name) == ["a", "a1", "a2", "b"])
            #expect(all.map(\.inReplyTo) == [nil, "a", "a", nil])
            // Print, NoZoom and NoRotate; a state is hidden besides (12.5.6.3).
            #expect(all.map(\.flags) == [28, 28, 30, 4])
            #expect(all.first?.review?.map(\.state) == ["Completed"])
            #expect(all.first?.review?.first?.author == "Bob")
            let objects = try await QPDF.objects(of: file)
            #expect(objects.contains(#""/StateModel": "u:Review""#))
            #expect(objects.contains(#""/State": "u:Completed""#))
            #expect(objects.contains(#""/Contents": "u:Completed set by Bob""#))
            #expect(try await QPDF.isClean(file))
        }
    }

    @Test func `Which comments are still open is one command`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try await reviewed(directory)
            #expect(try await list(file, "--state", "open").map(\.name) == ["b"])
            #expect(try await list(file, "--state", "completed").map(\.name) == ["a"])
            #expect(try await list(file, "--author", "Bob", "--subtype", "highlight").map(\.name) == ["b"])
            #expect(try await list(file, "--contents", "[Mm]ay").map(\.name) == ["a1"])
            #expect(try await list(file, "--rect", "0,600,200,800").map(\.name) == ["a", "a1", "a2"])
            #expect(try await list(file, "--since", "2999-01-01").isEmpty)
        }
    }

    @Test func `Annotations are changed and removed by conditions`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try await reviewed(directory)
            let update = try await CapturedProgram.run([
                "annotate", "update", file.string, "--where", "author=Bob", "--where", "subtype=text", "--subject", "S",
                "--save",
            ])
            #expect(update.exitStatus == 0)
            #expect(update.errorText.contains("2 edits applied"))
            let none = try await CapturedProgram.run([
                "annotate", "remove", file.string, "--author", "Nobody", "--save",
            ])
            #expect(none.exitStatus == 1)
            #expect(none.errorText.contains("no annotations match"))
            let unclear = try await CapturedProgram.run(["annotate", "remove", file.string, "--save"])
            #expect(unclear.exitStatus == 64)
            let removal = try await CapturedProgram.run(["annotate", "remove", file.string, "a", "--save"])
            #expect(removal.exitStatus == 0)
            #expect(removal.errorText.contains("2 replies to 'a' are removed with it"))
            #expect(try await list(file).map(\.name) == ["b"])
            let all = try await CapturedProgram.run(["annotate", "remove", file.string, "--all", "--save"])
            #expect(all.exitStatus == 0)
            #expect(try await list(file).isEmpty)
        }
    }

    @Test func `Form fields are removed only where that is stated, and a pop-up window goes with its annotation`()
        async throws
    {
        var file = HandmadePDF.onePage(
            "/Annots [4 0 R 5 0 R 6 0 R]", catalog: "/AcroForm << /Fields [4 0 R] >>",
            objects: [
                4: "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /Rect [10 10 60 60] >>",
                5: "<< /Type /Annot /Subtype /Text /Rect [9 9 29 29] /Contents (x) /Popup 6 0 R >>",
                6: "<< /Type /Annot /Subtype /Popup /Rect [9 9 29 29] /Parent 5 0 R >>",
            ])
        file.table()
        let bytes = file.bytes
        try await withTemporaryDirectory { directory in
            try directory.appending("a.pdf").write(bytes)
            let all = try await CapturedProgram.run(line: "remove a.pdf --all --save", in: directory)
            #expect(all.exitStatus == 0 && all.errorText.contains("a.pdf: 1 form field stays as it is\n"))
            #expect(all.errorText.contains("a.pdf: 1 edit applied, saved"), "\(all.errorText)")
            let rest = try await CapturedProgram.run(line: "remove a.pdf --all --save", in: directory)
            expectRefusal(rest, 1)
            #expect(rest.errorText.contains("no annotations match but 1 form field, kept unless the subtype"))
            let read = try await CapturedProgram.run(line: "update a.pdf --all --read-only --save", in: directory)
            #expect(read.errorText.hasPrefix("pdfco: a.pdf: 1 edit applied, saved"), "\(read.errorText)")
            let fields = try await CapturedProgram.run(line: "remove a.pdf --subtype widget --save", in: directory)
            #expect(fields.errorText.hasPrefix("pdfco: a.pdf: 1 edit applied, saved"), "\(fields.errorText)")
            #expect(try await list(directory.appending("a.pdf")).isEmpty)
        }
    }

    @Test func `A dry run lists which annotations meet the conditions, and changes none`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try await reviewed(directory)
            let before = try FileSnapshot(of: file)
            let commands = [
                ["remove", file.string, "--author", "Bob", "--keep-replies"],
                ["update", file.string, "--where", "author=Bob", "--color", "gold"],
            ]
            for command in commands {
                let result = try await CapturedProgram.run(["annotate"] + command + ["--save", "--dry-run"])
                #expect(result.exitStatus == 0, "\(result.errorText)")
                let names = result.outputText.matches(of: #/page \d  \S+  \S+  (\w+)/#).map { String($0.1) }
                #expect(names == ["a1", "a2", "b"])
                let listing: Listing = try await CapturedProgram.json(["annotate"] + command + ["--save", "--dry-run"])
                #expect(listing.annotations.map(\.name) == names)
            }
            #expect(try FileSnapshot(of: file) == before)
        }
    }

    @Test func `Other text is proposed with a caret, to which the strike-out belongs`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("report.pdf").copy(into: directory)
            let replace = [
                "annotate", "replace-text", file.string, "--rect", "72,600,150,614", "--contents", "Wild swifts",
                "--name", "r", "--save",
            ]
            #expect(try await CapturedProgram.run(replace).exitStatus == 0)
            #expect(try await CapturedProgram.run(replace).errorText.contains("2 already applied"))
            let seen = try #require(try await MuPDF.pages(of: file).first).annotations
            #expect(seen.map(\.subtype) == ["Caret", "StrikeOut"])
            #expect(seen.first?.contents == "Wild swifts")
            let objects = try await QPDF.objects(of: file)
            for entry in [#""/IT": "/Replace""#, #""/IT": "/StrikeOutTextEdit""#, #""/RT": "/Group""#] {
                #expect(objects.contains(entry))
            }
            #expect(try await QPDF.isClean(file))
            // Both are one comment.
            #expect(try await list(file, "--state", "open").map(\.name) == ["r", "r strike-out"])
            #expect(try await CapturedProgram.run("annotate", "remove", file.string, "r", "--save").exitStatus == 0)
            #expect(try await list(file).isEmpty)
        }
    }

    @Test func `A name on several pages needs one of them, and what is missing is told`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("report.pdf").copy(into: directory)
            let add = [
                "annotate", "square", file.string, "--page", "1-2", "--rect", "10,10,90,90", "--name", "s", "--save",
            ]
            #expect(try await CapturedProgram.run(add).exitStatus == 0)
            let reply = ["annotate", "reply", file.string, "s", "--contents", "x", "--save"]
            let unclear = try await CapturedProgram.run(reply)
            #expect(unclear.exitStatus == 64)
            #expect(unclear.errorText.contains("several annotations are named 's', on pages 1, 2"))
            #expect(try await CapturedProgram.run(reply + ["--page", "2"]).exitStatus == 0)
            let missing = try await CapturedProgram.run([
                "annotate", "reply", file.string, "none", "--contents", "x", "--save",
            ])
            #expect(missing.exitStatus == 1)
        }
    }

    @Test func `A thread is exported and imported, in whatever order, named or not`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try await reviewed(directory)
            let exported = try await CapturedProgram.run(["annotate", "export", file.string])
            let marks = try JSONDecoder().decode([Annotation].self, from: Data(exported.output))
            let source = directory.appending("marks.json")
            try source.write(Array(JSONEncoder().encode(Array(marks.reversed()))))
            let other = try Fixture.named("report.pdf").copy(into: directory, as: "other.pdf")
            let result = try await CapturedProgram.run(["annotate", "import", other.string, source.string, "--save"])
            #expect(result.exitStatus == 0, "\(result.errorText)")
            let before = try await self.list(file).map { "\($0.name) \($0.inReplyTo ?? "-")" }
            let after = try await self.list(other).map { "\($0.name) \($0.inReplyTo ?? "-")" }
            #expect(before.sorted() == after.sorted())
        }
    }
}

/// Threads are what other readers take them for.
struct ThreadTests {
    @Test(.enabled(if: PythonReaders.areInstalled, Comment(rawValue: PythonReaders.areMissing)))
    func `PyMuPDF reads replies and states that pdfco made as a thread`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            let script = """
                pdfco annotate highlight a.pdf --rect 72,700,257,713 --name root --contents 'Is it so?' --author Ann --save
                pdfco annotate reply a.pdf root --contents 'It is.' --author Ben --name answer --save
                pdfco annotate reply a.pdf answer --contents 'Thanks.' --author Ann --save
                pdfco annotate reply a.pdf root --state accepted --author Cem --save
                """
            let result = try await PDFCO.shell("set -e; \(script)", in: directory)
            try #require(result.exitStatus == 0, "\(result.errorText)")
            let found = try await PythonReaders.threads(in: directory.appending("a.pdf"))
            let root = try #require(found.first { $0.contents == "Is it so?" })
            let answer = try #require(found.first { $0.contents == "It is." })
            let thanks = try #require(found.first { $0.contents == "Thanks." })
            let state = try #require(found.first { $0.author == "Cem" })
            #expect((root.replyTo, answer.replyTo, thanks.replyTo) == (0, root.object, answer.object))
            #expect(state.replyTo == root.object)
            #expect(state.state == "Accepted" && state.stateModel == "Review")
        }
    }

    @Test(
        .corpus,
        .enabled(if: PythonReaders.areInstalled, Comment(rawValue: PythonReaders.areMissing)),
        arguments: ["pl-annotations.pdf", "pp-commented.pdf", "pc-text-annotations.pdf", "lib-with-annots.pdf"])
    func `Threads of other programs are those that PyMuPDF reads`(name: String) async throws {
        struct Listing: Decodable {
            struct Item: Decodable {
                var object: String?
                var name: String?
                var parent: String?
                var inReplyTo: String?
            }
            var annotations: [Item]
        }
        let file = try #require(Corpus.documents.first { $0.name == name }).path
        let result = try await CapturedProgram.run(["annotate", "list", file.string, "--json"])
        let items = try JSONDecoder().decode(Listing.self, from: Data(result.output)).annotations
        for other in try await PythonReaders.threads(in: file) where other.replyTo != 0 {
            let own = try #require(items.first { $0.object == "\(other.object) 0 R" })
            let target = try #require(items.first { $0.object == "\(other.replyTo) 0 R" })
            #expect(own.inReplyTo == target.name ?? target.object, "\(other.object)")
        }
    }
}
