import SystemPackage
import TestSupport
import Testing

/// `--repair` makes a damaged document sound to every reader, by appending to it alone.
struct RepairTests {
    /// All but the encrypted one, which readers ask for its password; each is `table.pdf` but for the damage.
    static let damaged = Result { try Fixture.damaged(except: "damaged-encrypted.pdf") }

    @Test(arguments: try damaged.get())
    func `A damaged document that was annotated with repair is sound to all readers`(original: FilePath) async throws {
        try await withTemporaryDirectory { directory in
            let file = try original.copy(into: directory)
            let result: SaveResult = try await CapturedProgram.json(Self.highlight(file, "--repair"))
            #expect(result.repaired == true && result.saved)
            let (before, after) = (try original.readBytes(), try file.readBytes())
            #expect(after.starts(with: before))
            #expect(after.count == before.count + result.bytesAppended)

            #expect(try await QPDF.isClean(file))
            #expect(try await QPDF.pageCount(of: file) == 2)
            let trailer = try await QPDF.show("trailer", in: file)
            #expect(!trailer.contains("/Prev"))
            #expect(CrossReferenceKind(of: after) == (original.string.hasSuffix("-stream.pdf") ? .stream : .table))

            let sound = Fixture.named("table.pdf")
            #expect(try await MuPDF.pages(of: file).first?.annotations.map(\.contents) == ["a mark"])
            #expect(try await MuPDF.text(of: file) == MuPDF.text(of: sound))
            #expect(try await Poppler.text(of: file) == Poppler.text(of: sound))
            #expect(try await Poppler.messages(of: file).isEmpty)
            // MuPDF repairs whatever does not begin with its header.
            if !original.string.hasSuffix("-header-junk.pdf") {
                #expect(try await MuPDF.repairMessages(of: file).isEmpty)
            }
        }
    }

    @Test(arguments: try damaged.get())
    func `A second edit is a plain increment on the repaired document`(original: FilePath) async throws {
        try await withTemporaryDirectory { directory in
            let file = try original.copy(into: directory)
            try await expectSuccess(Self.highlight(file, "--repair"))
            let repaired = try file.readBytes()
            let summary = try await CapturedProgram.run("open", file.string)
            #expect(summary.outputText.contains("1 revision\n"))
            try await expectSuccess(Self.highlight(file, name: "second"))
            #expect(try file.readBytes().starts(with: repaired))
            #expect(try await QPDF.show("trailer", in: file).contains("/Prev"))
            #expect(try await QPDF.isClean(file))
            #expect(try await MuPDF.pages(of: file).first?.annotations.count == 2)
            let revisions = try await CapturedProgram.run("open", file.string, "--revisions").outputText
            #expect(revisions.contains("revision 1   \(repaired.count) bytes"))
        }
    }

    @Test(arguments: try damaged.get())
    func `The same repair gives the same bytes, however it is saved`(original: FilePath) async throws {
        try await withTemporaryDirectory { directory in
            var results: Set<[UInt8]> = []
            for options in [["--save", "--method", "replace"], ["--save", "--method", "append"], ["-o", "OUT"]] {
                let file = try original.copy(into: directory, as: "\(results.count).pdf")
                let out = directory.appending("out.pdf")
                try await expectSuccess(
                    PDFCO.highlight(file).dropLast() + ["--repair"] + options.map { $0 == "OUT" ? out.string : $0 })
                results.insert(try (options.contains("OUT") ? out : file).readBytes())
            }
            #expect(results.count == 1)
        }
    }

    @Test func `A document is repaired without an edit, once`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("damaged-offsets.pdf").copy(into: directory)
            let dryRun = try await CapturedProgram.run("save", "--repair", "--dry-run", file.string)
            #expect(dryRun.errorText.contains("would be repaired, would be saved (+"))
            #expect(try file.readBytes() == Fixture.named("damaged-offsets.pdf").readBytes())

            let first = try await CapturedProgram.run("save", "--repair", file.string)
            #expect(first.exitStatus == 0 && first.errorText.contains("repaired, saved (+"))
            #expect(try await QPDF.isClean(file))
            let repaired = try FileSnapshot(of: file)
            let second = try await CapturedProgram.run("save", "--repair", file.string)
            #expect(second.exitStatus == 0 && second.errorText.hasSuffix(": nothing to repair\n"))
            let third: SaveResult = try await CapturedProgram.json(["save", "--repair", file.string])
            #expect(third.repaired == false && !third.saved)
            #expect(try FileSnapshot(of: file) == repaired)
        }
    }

    @Test(arguments: ["table.pdf", "stream.pdf", "hybrid.pdf", "wrong-count.pdf", "page-twice.pdf", "cr-only.pdf"])
    func `Where nothing is damaged, repairing is a plain increment`(name: String) async throws {
        try await withTemporaryDirectory { directory in
            let plain = try Fixture.named(name).copy(into: directory, as: "plain.pdf")
            let file = try Fixture.named(name).copy(into: directory)
            try await expectSuccess(Self.highlight(plain))
            let result: SaveResult = try await CapturedProgram.json(Self.highlight(file, "--repair"))
            #expect(result.repaired == false)
            #expect(try file.readBytes() == plain.readBytes())
        }
    }

    @Test(arguments: try Fixture.damaged(except: "damaged-encrypted.pdf", "damaged-lengths.pdf"))
    func `A damaged document is refused with both ways out`(original: FilePath) async throws {
        try await withTemporaryDirectory { directory in
            let file = try original.copy(into: directory)
            let before = try FileSnapshot(of: file)
            let result = try await CapturedProgram.run(Self.highlight(file))
            expectRefusal(result, 65, hint: "--repair")
            expectRefusal(result, 65, hint: "--rewrite")
            #expect(try FileSnapshot(of: file) == before)
            let out = directory.appending("out.pdf")
            try await expectSuccess(["save", "--rewrite", file.string, "-o", out.string])
            #expect(try await QPDF.isClean(out))
            #expect(try await Poppler.text(of: out) == Poppler.text(of: Fixture.named("table.pdf")))
        }
    }

    @Test func `What is beyond repair is refused without promises`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("beyond.pdf")
            try file.write(Array("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n".utf8))
            let before = try FileSnapshot(of: file)
            for arguments in [
                Self.highlight(file, "--repair"), ["save", "--repair", file.string],
                ["save", "--rewrite", file.string], ["open", file.string],
            ] {
                let result = try await CapturedProgram.run(arguments)
                expectRefusal(result, 65)
                #expect(result.errorLines.count == 1 && result.errorText.contains("beyond repair"))
            }
            #expect(try FileSnapshot(of: file) == before)
        }
    }

    @Test func `An object that cannot be read is left out with a warning`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("x.pdf")
            let object = "7 0 obj\n<< /Key [0rces << /Key >> /Key 1 >>\nendobj\n"
            try file.write(Self.table(with: "xref\n0 1", object + "xref\n0 1"))
            let result = try await CapturedProgram.run(Self.highlight(file, "--repair"))
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(result.errorText.contains("1 object cannot be read and is omitted"))
        }
    }

    @Test func `Where a page would be lost, the repair is refused, and reading goes as far as possible`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("x.pdf")
            try file.write(Self.table(with: "5 0 obj\n<<", "5 0 obj\n<< /Key [0rces << /Key >>"))
            let before = try FileSnapshot(of: file)
            let result = try await CapturedProgram.run(Self.highlight(file, "--repair"))
            expectRefusal(result, 65)
            #expect(result.errorText.contains("cannot be repaired by appending to it: object 5 0 R cannot be read"))
            #expect(try FileSnapshot(of: file) == before)
            let open = try await CapturedProgram.run("open", file.string)
            #expect(open.exitStatus == 0 && open.outputText.contains("object 5 0: "))
        }
    }

    @Test func `Where no repair helps, an edit names none`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("beyond.pdf")
            try file.write(Array("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n".utf8))
            let result = try await CapturedProgram.run(Self.highlight(file))
            expectRefusal(result, 65)
            #expect(result.errorLines.count == 1 && result.errorText.contains("beyond repair"))
        }
    }

    @Test func `A repair mends an object that an edit refuses because it is malformed`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("x.pdf")
            var document = HandmadePDF.onePage(
                catalog: "/AcroForm 4 0 R", objects: [4: "<< /Fields [] /Fields [] /DA (/Helv 9 Tf) >>"])
            document.table()
            try file.write(document.bytes)
            expectRefusal(try await CapturedProgram.run(Self.highlight(file)), 65, hint: "--repair")
            let repaired = try await CapturedProgram.run("save", "--repair", file.string)
            #expect(repaired.exitStatus == 0 && repaired.errorText.contains("repaired, saved (+"))
            try await expectSuccess(Self.highlight(file))
            #expect(try await QPDF.isClean(file))
        }
    }

    // Invariant 18.
    @Test(arguments: [
        // The form, a field, and an annotation beside the new one, each malformed.
        [4: "<< /Fields [5 0 R] /DA (first) /DA (/Helv 9 Tf) >>"],
        [5: "<< /FT /Tx /T (a) /Ff 0 /Ff 0 /Rect [0 0 9 9] >>"],
        [6: "<< /Type /Annot /Subtype /Square /Rect [9 9 29 29] /NM (old) /C [0 0 x] >>"],
    ])
    func `What is malformed and neither read nor written stays, with a warning`(malformed: [Int: String]) async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("x.pdf")
            let usual = [
                4: "<< /Fields [5 0 R] >>", 5: "<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [0 0 9 9] >>",
                6: "<< /Type /Annot /Subtype /Square /Rect [9 9 29 29] /NM (old) >>",
            ]
            var document = HandmadePDF.onePage(
                "/Annots [5 0 R 6 0 R]", catalog: "/AcroForm 4 0 R", objects: usual.merging(malformed) { $1 })
            document.table()
            try file.write(document.bytes)
            let result = try await CapturedProgram.run(Self.highlight(file))
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(result.errorText.contains("object \(malformed.keys.first!) 0 R is malformed, and stays as it is"))
            #expect(try file.readBytes().starts(with: document.bytes))
            guard malformed[6] != nil else { return }
            expectRefusal(
                try await CapturedProgram.run("annotate", "update", file.string, "old", "--color", "red", "--save"), 65,
                hint: "--repair")
        }
    }

    @Test func `Repairing and rewriting exclude each other`() async throws {
        let file = Fixture.named("damaged-tail.pdf")
        expectRefusal(try await CapturedProgram.run("save", "--repair", "--rewrite", file.string), 64)
    }

    @Test func `Every fault is told in one line, and not without end`() async throws {
        try await withTemporaryDirectory { directory in
            let few = try await CapturedProgram.run("open", Fixture.named("damaged-lengths.pdf").string)
            #expect(few.exitStatus == 0)
            let file = directory.appending("many.pdf")
            try file.write(Self.withWrongLengths(count: 50))
            let result = try await CapturedProgram.run("open", file.string)
            let lines = result.outputText.split(separator: "\n").filter { $0.contains("warning") }
            #expect(lines.count == 21)
            #expect(Set(lines).count == lines.count)
            #expect(lines.first?.contains("object 4 0: the stream does not end where its /Length says") == true)
            #expect(lines.last?.hasSuffix("and 30 more") == true)
        }
    }

    // MARK: Steps

    /// The arguments that add one annotation to the first page.
    static func highlight(_ file: FilePath, name: String = "mark", _ options: String...) -> [String] {
        [
            "annotate", "highlight", file.string, "--rect", "60,60,240,140", "--contents", "a mark", "--name", name,
            "--save",
        ] + options
    }

    /// `table.pdf` with something else in a place, so that the table does not fit.
    private static func table(with old: String, _ new: String) throws -> [UInt8] {
        let text = String(decoding: try Fixture.named("table.pdf").readBytes(), as: Unicode.ASCII.self)
        return Array(text.replacing(old, with: new).utf8)
    }

    private func expectSuccess(_ arguments: [String]) async throws {
        let result = try await CapturedProgram.run(arguments)
        #expect(result.exitStatus == 0, "\(result.errorText)")
    }

    /// A file without a cross-reference section whose streams, objects 4 and up, are longer than they say.
    private static func withWrongLengths(count: Int) -> [UInt8] {
        var text = """
            %PDF-1.7
            1 0 obj
            << /Type /Catalog /Pages 2 0 R >>
            endobj
            2 0 obj
            << /Type /Pages /Count 1 /Kids [3 0 R] >>
            endobj
            3 0 obj
            << /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>
            endobj

            """
        for number in 4..<(4 + count) {
            text += "\(number) 0 obj\n<< /Length 3 >>\nstream\n0 0 300 200 re f\nendstream\nendobj\n"
        }
        return Array((text + "trailer\n<< /Root 1 0 R >>\n").utf8)
    }
}
