import SystemPackage
import TestSupport
import Testing

/// Every kind of annotation that can be added is listed and drawn by other readers as what it is.
struct SubtypeTests {
    @Test(
        arguments: [
            ("text", "Text", ["--rect", "20,20,40,40", "--icon", "Key"]),
            ("free-text", "FreeText", ["--rect", "20,20,150,60", "--font-size", "10", "--alignment", "center"]),
            ("highlight", "Highlight", ["--rect", "20,20,90,40", "--color", "palegreen"]),
            ("underline", "Underline", ["--quad-points", "20,40,90,40,20,20,90,20"]),
            ("squiggly", "Squiggly", ["--rect", "20,20,90,40", "--color", "#cc0000"]),
            ("strike-out", "StrikeOut", ["--rect", "20,20,90,40"]),
            ("square", "Square", ["--rect", "20,20,90,60", "--interior-color", "ivory", "--border-width", "2"]),
            ("circle", "Circle", ["--rect", "20,20,90,60", "--border-dash", "3,2", "--border-style", "dashed"]),
            ("line", "Line", ["--line", "20,20,90,60", "--line-endings", "None,OpenArrow"]),
            ("ink", "Ink", ["--ink-list", "20,20,40,50,60,20", "--ink-list", "20,60,60,60"]),
            ("stamp", "Stamp", ["--rect", "20,20,120,60", "--icon", "Approved"]),
        ] as [(String, String, [String])])
    func `An annotation is listed and drawn`(command: String, subtype: String, options: [String]) async throws {
        try await withTemporaryFolder { folder in
            let original = Fixture.named("table.pdf")
            let file = try original.copy(into: folder)
            let common = ["--name", "it", "--contents", "What it says", "--author", "Ada", "--save"]
            let result = try await PDFCO.run(["annotate", command, file.string] + options + common)
            try #require(result.exitStatus == 0, "\(result.errorText)")

            let annotation = try #require(try await PDFCO.annotations(of: file).first)
            #expect(annotation.subtype == subtype)
            #expect(annotation.hasAppearance)
            let seen = try #require(try await MuPDF.pages(of: file)[0].annotations.first)
            #expect(seen.subtype == subtype)
            #expect(seen.contents == "What it says")
            #expect(seen.name == "it")
            #expect(try await QPDF.isClean(file))
            for draw in [MuPDF.draw, Poppler.draw] {
                #expect(try await draw(file, 1, 50) != draw(original, 1, 50))
            }
        }
    }

    @Test func `An annotation on a range of pages is added to each`() async throws {
        try await withTemporaryFolder { folder in
            let file = try Fixture.named("report.pdf").copy(into: folder)
            let options = ["--page", "1,3", "--rect", "20,20,90,40", "--save"]
            let result: SaveResult = try await PDFCO.json(["annotate", "square", file.string] + options)
            #expect(result.applied == 2)
            #expect(try await PDFCO.annotations(of: file).map(\.page) == [1, 3])
        }
    }

    @Test func `Common properties are written as they were given`() async throws {
        try await withMarkedCopy { file, _ in
            let options = [
                "--rect", "20,60,40,80", "--name", "reply", "--reply-to", "mark", "--opacity", "0.5", "--no-print",
                "--color", "red", "--contents", "Ünïcödé", "--creation-date", "2024-02-29T12:00:00Z", "--save",
            ]
            let result = try await PDFCO.run(["annotate", "text", file.string] + options)
            try #require(result.exitStatus == 0, "\(result.errorText)")
            let reply = try #require(try await PDFCO.annotations(of: file).first { $0.name == "reply" })
            #expect(reply.inReplyTo == "mark")
            #expect(reply.opacity == 0.5)
            #expect(reply.flags & 4 == 0)
            #expect(reply.color == "#ff0000")
            #expect(reply.contents == "Ünïcödé")
            #expect(reply.creationDate == "2024-02-29T12:00:00Z")
        }
    }

    @Test func `The time of an annotation is SOURCE_DATE_EPOCH`() async throws {
        try await withMarkedCopy { file, _ in
            let annotations = try await PDFCO.annotations(of: file)
            #expect(annotations.map(\.creationDate) == ["2024-09-01T12:00:00Z"])
        }
    }
}
