import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// `annotate update`, `remove`, `list`, `export` and `import`.
struct ChangingTests {
    @Test func `An update changes what is named and keeps the rest`() async throws {
        try await withMarkedCopy { file, _ in
            let options = ["--color", "#00ff00", "--contents", "second", "--save"]
            let result: SaveResult = try await CapturedProgram.json(
                ["annotate", "update", file.string, "mark"] + options)
            #expect(result.applied == 1)
            let annotations = try await CapturedProgram.annotations(of: file)
            try #require(annotations.map(\.contents) == ["second"])
            #expect(annotations[0].color == "#00ff00")
            #expect(annotations[0].author == "Ada")
            #expect(annotations[0].rect == [20, 20, 60, 40])
        }
    }

    @Test func `An annotation of another program can be updated`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("foreign-annotations.pdf").copy(into: directory)
            let count = try await CapturedProgram.annotations(of: file).count
            let result = try await CapturedProgram.run(
                "annotate", "update", file.string, "note-1", "--icon", "Help", "--save")
            #expect(result.exitStatus == 0, "\(result.errorText)")
            let annotations = try await CapturedProgram.annotations(of: file)
            #expect(annotations.first { $0.name == "note-1" }?.icon == "Help")
            #expect(annotations.count == count)
        }
    }

    @Test func `Updating an annotation that is not there ends with 1`() async throws {
        try await withMarkedCopy { file, _ in
            let before = try FileSnapshot(of: file)
            let result = try await CapturedProgram.run(
                "annotate", "update", file.string, "other", "--contents", "x", "--save")
            expectRefusal(result, 1, hint: "pdfco list \(file.string) shows the names")
            #expect(try FileSnapshot(of: file) == before)
        }
    }

    @Test func `An annotation that no edit can name is told`() async throws {
        let direct = "<< /Type /Annot /Subtype /Square /Rect [10 10 20 20] /C [1 0 0] >>"
        let named = "<< /Type /Annot /Subtype /Square /Rect [30 10 40 20] /C [1 0 0] /NM (a) >>"
        try await withTemporaryDirectory { directory in
            let update = ["--where", "subtype=Square", "--color", "blue", "--save"]
            var page = HandmadePDF.onePage("/Annots [\(direct) \(named)]")
            page.table()
            let mixed = directory.appending("mixed.pdf")
            try mixed.write(page.bytes)
            let result = try await CapturedProgram.run(["annotate", "update", mixed.string] + update)
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(result.errorText.contains("neither a name nor an object number"))
            #expect(try await CapturedProgram.annotations(of: mixed).map(\.color) == ["#ff0000", "#0000ff"])

            var other = HandmadePDF.onePage("/Annots [\(direct)]")
            other.table()
            let alone = directory.appending("alone.pdf")
            try alone.write(other.bytes)
            let before = try FileSnapshot(of: alone)
            let refused = try await CapturedProgram.run(["annotate", "update", alone.string] + update)
            expectRefusal(refused, 65)
            #expect(refused.errorText.contains("neither a name nor an object number"))
            #expect(try FileSnapshot(of: alone) == before)
        }
    }

    @Test func `An update that changes nothing is refused`() async throws {
        try await withMarkedCopy { file, _ in
            expectRefusal(try await CapturedProgram.run("annotate", "update", file.string, "mark", "--save"), 64)
        }
    }

    @Test func `A removed annotation is gone, and the revision before has it`() async throws {
        try await withMarkedCopy { file, directory in
            let marked = try file.readBytes()
            let result: SaveResult = try await CapturedProgram.json([
                "annotate", "remove", file.string, "mark", "--save",
            ])
            #expect(result.applied == 1)
            #expect(try await MuPDF.pages(of: file).first?.annotations.isEmpty == true)
            #expect(try await QPDF.isClean(file))
            let bytes = try file.readBytes()
            #expect(bytes.starts(with: marked))
        }
    }

    @Test func `The list shows the annotations of the pages that are asked for`() async throws {
        try await withMarkedCopy { file, _ in
            let all = try await CapturedProgram.run("annotate", "list", file.string)
            #expect(all.outputText == "page 1  Highlight  20,20,60,40  mark  Ada:  \"first\"\n")
            #expect(try await CapturedProgram.run("annotate", "list", file.string, "--page", "2").output.isEmpty)
        }
    }

    @Test func `What is exported can be imported, and means the same`() async throws {
        try await withTemporaryDirectory { directory in
            let source = Fixture.named("foreign-annotations.pdf")
            let exported = try await CapturedProgram.run("annotate", "export", source.string)
            #expect(exported.exitStatus == 0)
            #expect(exported.errorText.contains("left out"))
            let marks = directory.appending("marks.json")
            try marks.write(exported.output)

            let file = try Fixture.named("table.pdf").copy(into: directory)
            let imported = try await CapturedProgram.run("annotate", "import", file.string, marks.string, "--save")
            try #require(imported.exitStatus == 0, "\(imported.errorText)")
            let before = try await CapturedProgram.annotations(of: source)
            let after = try await CapturedProgram.annotations(of: file)
            for annotation in after {
                #expect(before.contains { $0.subtype == annotation.subtype && $0.contents == annotation.contents })
            }
            // Its pop-up window is part of the note that has it.
            let count = after.filter { $0.subtype != "Popup" }.count
            #expect(count > 0 && count < after.count)

            let named = try await CapturedProgram.run("annotate", "export", file.string)
            let copy = try Fixture.named("stream.pdf").copy(into: directory)
            var command = PDFCO.command(["annotate", "import", copy.string, "-", "--save", "--json"])
            command.input = named.output
            for isAgain in [false, true] {
                let result = try await command.run()
                let report = try JSONDecoder().decode(SaveResult.self, from: Data(result.output))
                #expect((isAgain ? report.alreadyApplied : report.applied) == count)
                #expect(try await CapturedProgram.run("annotate", "export", copy.string).output == named.output)
            }
        }
    }

    @Test(arguments: ["", "{", "[1]", #"[{"subtype":"Highlight"}]"#, #"[{"subtype":"Sculpture","page":1}]"#])
    func `What is no list of annotations is not imported`(json: String) async throws {
        try await withMarkedCopy { file, _ in
            let before = try FileSnapshot(of: file)
            var command = PDFCO.command(["annotate", "import", file.string, "-", "--save"])
            command.input = Array(json.utf8)
            let result = try await command.run()
            expectRefusal(result, 64, 65)
            #expect(try FileSnapshot(of: file) == before)
        }
    }
}
