import SystemPackage
import TestSupport
import Testing

/// What readers find in a damaged document, they find in the repaired one (invariant 17).
struct RepairedReadersTests {
    /// What each of the readers finds: how many pages, and the document's title.
    private struct Findings: Equatable {
        var pages: [Int]
        var titles: [Bool]

        init(_ file: FilePath, title: String) async throws {
            pages = [
                try await QPDF.pageCount(of: file), try await Poppler.pageCount(of: file),
                try await MuPDF.pages(of: file).count,
            ]
            let poppler = try await Command("pdfinfo", [file.string]).run().outputText
            let muPDF = try await Command("mutool", ["info", file.string]).run().outputText
            titles = [poppler, muPDF].map { $0.contains(title) }
        }
    }

    /// A document of two pages with a second one beside it, whose `startxref` leads nowhere.
    private static func damaged(count: String = "/Count 2", _ end: String = "", number: Int = 9) -> [UInt8] {
        let page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>"
        var file = HandmadePDF.onePage(objects: [2: "<< /Type /Pages \(count) /Kids [3 0 R 4 0 R] >>", 4: page])
        file.object(5, "<< /Type /Catalog /Pages 6 0 R >>")
        file.object(6, "<< /Type /Pages /Count 1 /Kids [7 0 R] >>")
        file.object(7, "<< /Type /Page /Parent 6 0 R /MediaBox [0 0 300 200] >>")
        file.object(8, "<< /Title (Another) /Producer (p) >>")
        file.object(number, "<< /Title (Essays) /Producer (p) >>")
        file.object(number + 1, "(stray)")
        file.finish("trailer\n<< /Root 1 0 R /Info \(number) 0 R /Size \(number + 1) >>\n\(end)", startXRef: 7)
        return file.bytes
    }

    @Test func `A repair adds no page that no reader shows`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("damaged.pdf")
            try file.write(Self.damaged(count: "/Count 1"))
            for options in [["save", "--repair"], ["annotate", "square", "--rect", "10,10,50,50", "--save"]] {
                let result = try await CapturedProgram.run(options + [file.string])
                #expect(result.exitStatus == 0, "\(result.errorText)")
                #expect(try await Findings(file, title: "Essays").pages == [1, 1, 1])
                #expect(try await MuPDF.repairMessages(of: file).isEmpty)
            }
        }
    }

    @Test(arguments: [
        damaged(), damaged("% trailer << /Root 5 0 R /Info 8 0 R >>\n"),
        damaged("12 0 obj\n<< /Key >>\nstream\ntrailer << /Root 5 0 R /Info 8 0 R >>\nendstream\nendobj\n"),
        damaged(count: ""), damaged(count: "/Count 0"), damaged(count: "/Count 7"), damaged(count: "/Count (2)"),
        damaged("250001 0 obj\n(stray)\nendobj\n"),
    ])
    func `libqpdf, poppler and MuPDF find the same pages, the mark and the metadata`(bytes: [UInt8]) async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("damaged.pdf")
            try file.write(bytes)
            let options = ["--rect", "10,10,50,50", "--name", "mark", "--page", "2", "--save", "--repair"]
            let result = try await CapturedProgram.run(["annotate", "square", file.string] + options)
            #expect(result.exitStatus == 0, "\(result.errorText)")
            let found = try await Findings(file, title: "Essays")
            #expect(found.pages == [2, 2, 2])
            #expect(found.titles == [true, true])
            #expect(try await MuPDF.pages(of: file).last?.annotations.map(\.name) == ["mark"])
            #expect(try await QPDF.isClean(file))
            #expect(try await Poppler.messages(of: file).isEmpty)
            #expect(try await MuPDF.repairMessages(of: file).isEmpty)
            let objects = try await QPDF.objects(of: file).matches(of: #/"obj:(\d+) /#).compactMap { Int($0.1) }
            #expect(objects.count > 8 && objects.allSatisfy { $0 < 30 })
        }
    }

    @Test(arguments: ["1", "2", "3"])
    func `A page that the tree has several times is edited in a node whose count is mended`(page: String) async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("damaged.pdf")
            var document = HandmadePDF.onePage(objects: [
                2: "<< /Type /Pages /Count 4 /Kids [4 0 R 5 0 R] >>",
                4: "<< /Type /Pages /Parent 2 0 R /Count 2 /Kids [3 0 R 3 0 R 3 0 R 3 0 R] >>",
                5: "<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [3 0 R] >>",
            ])
            document.finish("", startXRef: 7)
            try file.write(document.bytes)
            let result = try await CapturedProgram.run(
                ["annotate", "square", file.string, "--rect", "9,9,29,29", "--page", page, "--save", "--repair"])
            #expect(result.exitStatus == 0, "\(result.errorText)")
            let pages = try await MuPDF.pages(of: file)
            #expect(pages.map(\.annotations.count) == (1...4).map { $0 == Int(page) ? 1 : 0 })
            #expect(try await Poppler.pageCount(of: file) == 4)
        }
    }
}
