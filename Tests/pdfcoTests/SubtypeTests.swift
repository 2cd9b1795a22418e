import PDFModel
import SystemPackage
import TestSupport
import Testing

@testable import pdfco

/// Every kind of annotation that can be added is listed and drawn by other readers as what it is.
struct SubtypeTests {
    /// The example of each command, as its help has it.
    @Test(arguments: Annotation.kinds.filter { $0.hasAppearance }.map { $0.subtype })
    func `The example of a command adds what readers list and draw`(subtype: String) async throws {
        let kind = try #require(Annotation.kinds.first { $0.subtype == subtype })
        try await withTemporaryDirectory { directory in
            let original = Fixture.named("report.pdf")
            let file = try original.copy(into: directory)
            try directory.appending("data.csv").write("a,b".utf8)
            let common = #"--name it --contents "What it says" --author Ada"#
            let command = "pdfco annotate \(kind.commandName) report.pdf \(kind.example) \(common)"
            let result = try await PDFCO.shell(command, in: directory)
            try #require(result.exitStatus == 0, "\(result.errorText)")

            let annotation = try #require(try await CapturedProgram.annotations(of: file).first)
            #expect(annotation.subtype == subtype)
            #expect(annotation.hasAppearance)
            let pages = try await MuPDF.pages(of: file)
            try #require(pages.indices.contains(annotation.page - 1))
            let seen = try #require(pages[annotation.page - 1].annotations.first)
            #expect(seen.subtype == subtype)
            #expect(seen.contents == "What it says")
            #expect(seen.name == "it")
            #expect(try await QPDF.isClean(file))
            for draw in [MuPDF.draw, Poppler.draw] {
                #expect(try await draw(file, annotation.page, 50) != draw(original, annotation.page, 50))
            }
        }
    }

    /// What an option of a subtype states, in the arguments of a command and in the listing.
    @Test(arguments: [
        ("text", "--rect 20,20,40,40 --contents x --icon Key", #""icon":"Key""#),
        ("free-text", "--rect 20,20,150,60 --contents x --font-size 10 --alignment center", #""fontSize":10"#),
        ("underline", "--quad-points 20,40,90,40,20,20,90,20", #""quadPoints":[[20,40,90,40,20,20,90,20]]"#),
        (
            "square", "--rect 20,20,90,60 --border-width 2 --border-dash 3,2",
            #""border":{"dash":[3,2],"style":"dashed","width":2}"#
        ),
        ("circle", "--rect 20,20,90,60 --cloud-intensity 1.5", #""cloudIntensity":1.5"#),
        ("polygon", "--vertices -5,20,90,60,40,90", #""vertices":[-5,20,90,60,40,90]"#),
        ("poly-line", "--vertices 5,20,90,60 --line-endings None,openarrow", #""lineEndings":["None","OpenArrow"]"#),
        ("ink", "--ink-list 20,20,40,50 --ink-list 20,60,60,60", #""inkList":[[20,20,40,50],[20,60,60,60]]"#),
        ("square", "--rect 20,20,90,60 --no-print", #""flags":0"#),
    ])
    func `An option states a property`(command: String, options: String, listed: String) async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("table.pdf").copy(into: directory)
            let result = try await PDFCO.shell(
                "pdfco annotate \(command) table.pdf \(options) --save && pdfco annotate list table.pdf --json",
                in: directory)
            #expect(result.outputText.contains(listed), "\(result.outputText)\(result.errorText)")
        }
    }

    @Test func `An annotation on a range of pages is added to each`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("report.pdf").copy(into: directory)
            let options = ["--page", "1,3", "--rect", "20,20,90,40", "--save"]
            let result: SaveResult = try await CapturedProgram.json(["annotate", "square", file.string] + options)
            #expect(result.applied == 2)
            #expect(try await CapturedProgram.annotations(of: file).map(\.page) == [1, 3])
        }
    }

    @Test func `Common properties are written as they were given`() async throws {
        try await withMarkedCopy { file, _ in
            let options = [
                "--rect", "20,60,40,80", "--name", "reply", "--reply-to", "mark", "--opacity", "0.5", "--no-print",
                "--color", "red", "--contents", "Ünïcödé", "--creation-date", "2024-02-29T12:00:00Z", "--language",
                "de-AT",
                "--save",
            ]
            let result = try await CapturedProgram.run(["annotate", "text", file.string] + options)
            try #require(result.exitStatus == 0, "\(result.errorText)")
            let reply = try #require(try await CapturedProgram.annotations(of: file).first { $0.name == "reply" })
            #expect(reply.inReplyTo == "mark")
            #expect(reply.opacity == 0.5)
            #expect(reply.flags & 4 == 0)
            #expect(reply.color == "#ff0000")
            #expect(reply.contents == "Ünïcödé")
            #expect(reply.creationDate == "2024-02-29T12:00:00Z")
            let seen = try await MuPDF.pages(of: file).flatMap(\.annotations)
            #expect(seen.first { $0.name == "reply" }?.language == "de")
            #expect(seen.first { $0.name == "mark" }?.language == nil)
            let wrong = try await CapturedProgram.run([
                "annotate", "update", file.string, "reply", "--language", "de_AT", "--save",
            ])
            #expect(wrong.exitStatus == 64, "\(wrong.errorText)")
        }
    }

    @Test func `The time of an annotation is SOURCE_DATE_EPOCH`() async throws {
        try await withMarkedCopy { file, _ in
            let annotations = try await CapturedProgram.annotations(of: file)
            #expect(annotations.map(\.creationDate) == ["2024-09-01T12:00:00Z"])
        }
    }
}
