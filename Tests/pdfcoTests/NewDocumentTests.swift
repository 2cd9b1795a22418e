import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// `pdfco open --new`.
struct NewDocumentTests {
    @Test(arguments: [
        ("a4", 595.28, 841.89), ("a4-landscape", 841.89, 595.28), ("letter", 612, 792), ("100x50mm", 283.46, 141.73),
    ])
    func `A new document is what it was asked for, to every reader`(size: String, width: Double, height: Double)
        async throws
    {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("new.pdf")
            let result = try await CapturedProgram.run("open", "--new", file.string, "--size", size, "--pages", "3")
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(result.outputText.hasPrefix("\(file.string): PDF 1.7, 3 pages, "))
            #expect(try await QPDF.isClean(file))
            #expect(try await QPDF.pageCount(of: file) == 3)
            #expect(try await Poppler.pageCount(of: file) == 3)
            let pages = try await MuPDF.pages(of: file)
            #expect(pages.count == 3)
            let points = try await Command("pdfinfo", [file.string]).run().outputText
                .firstMatch(of: #/Page size: +([0-9.]+) x ([0-9.]+) pts/#)
            #expect(abs((points.flatMap { Double($0.1) } ?? 0) - width) < 0.01)
            #expect(abs((points.flatMap { Double($0.2) } ?? 0) - height) < 0.01)
            let blank = try await Poppler.draw(file, page: 3)
            #expect(try await MuPDF.draw(file, page: 3).width == blank.width)

            let edit = try await CapturedProgram.run(PDFCO.highlight(file, "--page", "2"))
            #expect(edit.exitStatus == 0, "\(edit.errorText)")
            #expect(try await QPDF.isClean(file))
            #expect(try await MuPDF.pages(of: file).map(\.annotations.count) == [0, 1, 0])
        }
    }

    @Test func `The same command makes the same bytes`() async throws {
        try await withTemporaryDirectory { directory in
            let (first, second) = (directory.appending("first.pdf"), directory.appending("second.pdf"))
            for file in [first, second] {
                let result = try await CapturedProgram.run("open", "--new", file.string)
                #expect(result.exitStatus == 0)
            }
            let bytes = try first.readBytes()
            #expect(try second.readBytes() == bytes)
            let later = PDFCO.command(
                ["open", "--new", second.string, "--force"], environment: ["SOURCE_DATE_EPOCH": "1725192001"])
            #expect(try await later.run().exitStatus == 0)
            #expect(try second.readBytes() != bytes)
        }
    }

    @Test func `What was unsaved of a deleted document is not of a new one, and can be written elsewhere`() async throws
    {
        try await withWorkplace { place in
            try await place.done("open", "--new", "document.pdf")
            try await place.record("ours")
            try await place.shell("rm document.pdf")
            let result = try await place.done("open", "--new", "document.pdf")
            let warning = try #require(
                result.errorLines.first { $0.contains("of the previous document is kept: pdfco") })
            #expect(try await place.names().isEmpty)
            for command in ["save", "restore"] {
                let all = try await place.done(command, "--all")
                #expect(all.errorText.contains("of the previous document is kept: pdfco"))
            }
            expectRefusal(
                try await place.run(
                    "note", "document.pdf", "--contents", "x", "--save", "--uid",
                    String(try place.checkpoint().stem ?? "")), 64)
            #expect(try await place.names().isEmpty)
            let words = warning.split(separator: " ").map(String.init).drop { $0 != "restore" }
            let written = try await place.command(words.prefix { $0 != "PATH" } + ["old.pdf"]).run()
            #expect(written.exitStatus == 0, "\(written.errorText)")
            #expect(try await place.names(in: "old.pdf") == ["ours"])
        }
    }

    @Test func `A file that is there is replaced only when that is forced`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("table.pdf").copy(into: directory)
            let before = try FileSnapshot(of: file)
            for options in [[], ["--dry-run"]] {
                let result = try await CapturedProgram.run(["open", "--new", file.string] + options)
                expectRefusal(result, 73, hint: "choose another name")
                #expect(result.errorText.contains("pdfco: error: \(file.string): "))
            }
            let dry = try await CapturedProgram.run("open", "--new", file.string, "--force", "--dry-run", "--json")
            #expect(dry.exitStatus == 0 && dry.outputText.contains(#""created":false"#))
            #expect(try FileSnapshot(of: file) == before)
            #expect(try await CapturedProgram.run("open", "--new", file.string, "--force").exitStatus == 0)
            #expect(try FileSnapshot(of: file) != before)
            #expect(try directory.list() == ["table.pdf"])
        }
    }

    @Test func `A new document waits for others who have the name, and no directory is made for it`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("table.pdf").copy(into: directory)
            var command = PDFCO.command(["open", "--new", file.string, "--force", "--timeout", "0"])
            command.arguments = ["--shared", file.string, command.program.string] + command.arguments
            command.program = "flock"
            #expect(try await command.run().exitStatus == 75)
            expectRefusal(try await CapturedProgram.run("open", "--new", directory.appending("no/new.pdf").string), 73)
        }
    }

    @Test(arguments: [
        ["--size", "a11"], ["--size", "2x2"], ["--pages", "0"], ["--pages", "10001"], ["--pages", "x"], ["--", "true"],
    ])
    func `What no document can be is refused`(options: [String]) async throws {
        try await withTemporaryDirectory { directory in
            let result = try await CapturedProgram.run(
                ["open", "--new", directory.appending("new.pdf").string] + options)
            expectRefusal(result, 64)
            #expect(try directory.list().isEmpty)
        }
    }

    @Test func `Options of a new document need one`() async throws {
        for option in [["--size", "a4"], ["--pages", "1"], ["--force"], ["--dry-run"]] {
            expectRefusal(try await CapturedProgram.run(["open", Fixture.named("table.pdf").string] + option), 64)
        }
    }
}
