import PDFModel
import SystemPackage
import TestSupport
import Testing

/// Links lead other readers where the command said.
struct LinkTests {
    private func add(_ file: FilePath, _ options: String...) async throws -> CommandResult {
        try await CapturedProgram.run(
            ["annotate", "link", file.string, "--rect", "72,700,300,712"] + options + ["--save"])
    }

    @Test func `Other readers follow a link to an address and to a page`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("report.pdf").copy(into: directory)
            #expect(try await add(file, "--uri", "https://example.org/ä b?x=%20").exitStatus == 0)
            #expect(try await add(file, "--to-page", "3").exitStatus == 0)
            #expect(
                try await MuPDF.pages(of: file).first?.links == ["https://example.org/%C3%A4%20b?x=%20", "page 3"])
            #expect(try await QPDF.isClean(file))
            // Readers draw links themselves, and these have no border.
            let original = Fixture.named("report.pdf")
            #expect(try await Poppler.draw(file, page: 1) == Poppler.draw(original, page: 1))
        }
    }

    @Test func `A named destination is found where the document has it`() async throws {
        try await withTemporaryDirectory { directory in
            var document = HandmadePDF.onePage(
                catalog: "/Dests << /Old [3 0 R /Fit] >> /Names << /Dests << /Names [(new) [3 0 R /Fit]] >> >>")
            document.table()
            let file = directory.appending("named.pdf")
            try file.write(document.bytes)
            for (name, isThere) in [("Old", true), ("new", true), ("nowhere", false)] {
                let result = try await add(file, "--destination", name)
                #expect(result.exitStatus == 0)
                #expect(result.errorText.contains("no destination named '\(name)'") == !isThere)
            }
            let objects = try await QPDF.objects(of: file)
            // A name among those of PDF 1.1, a string in the name tree.
            #expect(objects.contains(#""/Dest": "/Old""#))
            #expect(objects.contains(#""/Dest": "u:new""#))
            let listed = try await CapturedProgram.run("annotate", "list", file.string)
            #expect(
                listed.outputText.matches(of: #/-> (.+)/#).map { String($0.1) } == [
                    "Old, page 1", "new, page 1", "nowhere",
                ])
        }
    }

    @Test func `The same link is added once, and another one of its name is refused`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("report.pdf").copy(into: directory)
            for destination in [["--to-page", "2"], ["--uri", "https://example.org/é"], ["--destination", "d"]] {
                func add(_ option: [String]) async throws -> CommandResult {
                    let common = ["--rect", "72,700,300,712", "--name", "for \(destination[0])", "--save"]
                    return try await CapturedProgram.run(["annotate", "link", file.string] + option + common)
                }
                #expect(try await add(destination).exitStatus == 0)
                #expect(try await add(destination).errorText.contains("1 already applied"))
                #expect(try await add(["--uri", "https://example.org/other"]).exitStatus == 65)
            }
        }
    }

    @Test func `An update leads elsewhere, and leaves nothing of the old destination`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("report.pdf").copy(into: directory)
            #expect(try await add(file, "--to-page", "3", "--name", "l").exitStatus == 0)
            for (option, link) in [
                (["--uri", "https://example.org/"], "https://example.org/"), (["--to-page", "2"], "page 2"),
            ] {
                let update = ["annotate", "update", file.string, "l"] + option + ["--save"]
                #expect(try await CapturedProgram.run(update).exitStatus == 0)
                #expect(try await MuPDF.pages(of: file).first?.links == [link])
            }
            let result = try await CapturedProgram.run(
                "annotate", "update", file.string, "l", "--to-page", "9", "--save")
            expectRefusal(result, 64)
        }
    }
}
