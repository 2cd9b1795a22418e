import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// Marks lie on the words that they were asked for, as readers draw them.
struct FoundMarkTests {
    private func find(_ text: String, in file: FilePath, _ others: String...) async throws {
        let result = try await CapturedProgram.run(
            ["annotate", "highlight", file.string, "--find", text, "--save"] + others)
        #expect(result.exitStatus == 0, "'\(text)': \(result.errorText)")
    }

    @Test(arguments: [""] + FindingTests.geometries)
    func `A mark covers the word in three renderers, however the page is shown`(page: String) async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("a.pdf")
            try file.write(FindingTests.document(page, showing: "BT /F 18 Tf 72 90 Td (Invoice no. 8) Tj ET"))
            let plain = directory.appending("plain.pdf")
            try plain.write(try file.readBytes())
            try await find("Invoice no. 8", in: file)
            for renderer in Renderer.installed {
                let before = try await renderer.draw(plain, page: 1, dotsPerInch: 150)
                let word = before.ink
                let mark = try await renderer.draw(file, page: 1, dotsPerInch: 150).changes(from: before)
                // Capitals of Helvetica are 0.73 em high with their overshoot; the mark reaches 0.12 em above them and
                // 0.21 em below the line.
                let em = Double(min(word.columns.count, word.rows.count)) / 0.75
                for (one, other) in [(mark.columns, word.columns), (mark.rows, word.rows)] {
                    let ends = [other.lowerBound - one.lowerBound, one.upperBound - other.upperBound]
                    #expect(ends.allSatisfy { $0 >= -1 && Double($0) <= 0.25 * em + 1 }, "\(renderer): \(mark) \(word)")
                }
                #expect(mark.count * 10 > mark.columns.count * mark.rows.count * 7, "\(renderer)")
            }
        }
    }

    // MARK: Real fonts

    /// A line, and the part of it that is looked for, as it is typed.
    struct Sample: Sendable {
        var attributes: String
        var line: (String, String, String)
        var typed: String

        var html: String { "<p \(attributes)>\(line.0)<b>\(line.1)</b>\(line.2)</p>" }
    }

    private static let samples = [
        Sample(attributes: "", line: ("An ", "efficient office", " is different."), typed: "efficient office"),
        Sample(attributes: "", line: ("He said ", "“don’t worry”", " – twice."), typed: "\"don't worry\""),
        Sample(attributes: "", line: ("It was ", "1998–2004", " then."), typed: "1998-2004"),
        Sample(attributes: "dir=rtl lang=ar", line: ("هذه ", "فاتورة رقم", " سبعة"), typed: "فاتورة رقم"),
        Sample(attributes: "dir=rtl lang=ar", line: ("قال ", "لا إله", " هنا"), typed: "لا إله"),
        Sample(attributes: "dir=rtl lang=ar", line: ("هذه ", "فاتورة 2041", " سبعة"), typed: "فاتورة 2041"),
        Sample(attributes: "dir=rtl lang=he", line: ("זאת ", "חשבונית מספר", " שבע"), typed: "חשבונית מספר"),
        Sample(attributes: "dir=rtl lang=he", line: ("זאת ", "חשבונית PDF", " שבע"), typed: "חשבונית PDF"),
        Sample(attributes: "lang=zh-Hans", line: ("这是", "发票号码", "七。"), typed: "发票号码"),
        Sample(attributes: "lang=ja", line: ("これは", "請求書番号", "七です。"), typed: "請求書番号"),
        Sample(attributes: "lang=th", line: ("นี่คือ", "ที่นี่", " ครับ"), typed: "ที่นี่"),
    ]
    /// Where the line ends decides where the word is divided, so only one of the programs has it.
    private static let hyphened = Sample(
        attributes: "style='width:90pt' lang=en",
        line: ("the ", "inter&shy;national&shy;ization", " of it"), typed: "internationalization")

    private static let style =
        "p{margin:0;font-size:20px;font-family:'Noto Sans',sans-serif} b{color:#e00;font-weight:normal}"

    /// Compares each mark with what is red on its page.
    private func expectMarks(_ samples: [Sample], in file: FilePath) async throws {
        for (index, sample) in samples.enumerated() {
            let marked = file.removingLastComponent().appending("marked.pdf")
            try marked.write(try file.readBytes())
            try await find(sample.typed, in: marked, "--page", "\(index + 1)")
            for renderer in Renderer.installed {
                let before = try await renderer.draw(file, page: index + 1, dotsPerInch: 100)
                let mark = try await renderer.draw(marked, page: index + 1, dotsPerInch: 100).changes(from: before)
                let word = before.red
                let comment = Comment("\(sample.typed) in \(renderer): \(mark) \(word)")
                #expect(word.count > 50, comment)
                #expect(abs(mark.columns.lowerBound - word.columns.lowerBound) <= 4, comment)
                #expect(abs(mark.columns.upperBound - word.columns.upperBound) <= 4, comment)
                // Some letters of Arabic and Thai reach beyond their line.
                #expect(mark.rows.clamped(to: word.rows).count * 10 >= word.rows.count * 8, comment)
                #expect(mark.rows.count <= word.rows.count + 25, comment)
            }
        }
    }

    @Test(.enabled(if: Browser.canPrint, Comment(rawValue: Browser.cannotPrint)), .timeLimit(.minutes(10)))
    func `Phrases are found in what Chromium prints`() async throws {
        try await withTemporaryDirectory { directory in
            let (page, file) = (directory.appending("page.html"), directory.appending("page.pdf"))
            let samples = Self.samples + [Self.hyphened]
            let pages = samples.map { "<section>\($0.html)</section>" }.joined(separator: "\n")
            let size = "@page{size:400pt 150pt;margin:20pt} section{break-after:page}"
            try page.write(
                Array("<!DOCTYPE html><meta charset=utf-8><style>\(size)\(Self.style)</style>\(pages)".utf8))
            try await Browser.print(page, to: file)
            try await expectMarks(samples, in: file)
        }
    }

    @Test(
        .enabled(if: PythonReaders.areInstalled, Comment(rawValue: PythonReaders.areMissing)), .timeLimit(.minutes(10)))
    func `Phrases are found in what MuPDF typesets`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("page.pdf")
            // It does not say which letters some of the glyphs of these stand for.
            let samples = Self.samples.filter { !["لا إله", "ที่นี่"].contains($0.typed) }
            try await PythonReaders.typeset(samples.map(\.html), style: Self.style, to: file)
            try await expectMarks(samples, in: file)
        }
    }

    @Test func `Phrases are found in text that pdfco embedded fonts for`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("new.pdf")
            #expect(try await CapturedProgram.run("open", "--new", file.string, "--size", "400x600").exitStatus == 0)
            for (index, sample) in Self.samples.enumerated() {
                let (line, top) = (sample.line, 590 - 50 * index)
                let result = try await CapturedProgram.run(
                    "annotate", "free-text", file.string, "--rect", "20,\(top - 40),380,\(top)", "--embed-fonts",
                    "--save",
                    "--contents", line.0 + line.1 + line.2)
                if result.exitStatus == 65, result.errorText.contains("no font has") {
                    print("skipped: \(result.errorText)")
                    return
                }
                #expect(result.exitStatus == 0, "\(result.errorText)")
            }
            for sample in Self.samples { try await find(sample.typed, in: file) }
            #expect(try await QPDF.isClean(file))
        }
    }
}
