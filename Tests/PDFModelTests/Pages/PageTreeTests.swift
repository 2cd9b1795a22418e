import TestSupport
import Testing

@testable import PDFModel

@Suite struct PageTreeTests {
    /// Each page's own number, which the handmade files below state.
    private func marks(_ file: PDFFile) throws -> [Int] {
        try PageTree(file).pages().map { $0.dictionary["Mark"]?.integerValue ?? 0 }
    }

    @Test(arguments: try Fixture.names())
    func `A page found by its number is the one of the whole list`(name: String) throws {
        let file = try PDFFile(Fixture.bytes(name))
        let tree = try PageTree(file)
        let pages = try tree.pages()
        #expect(pages.map(\.number) == Array(1...pages.count))
        for page in pages { #expect(try tree.page(page.number) == page) }
        #expect(tree.count == pages.count, "also where /Count is wrong")
        for number in [0, -1, pages.count + 1, Int.max] {
            #expect(throws: PDFError.pageOutOfRange(number, pageCount: pages.count)) { try tree.page(number) }
        }
    }

    @Test func `A random tree is walked in order, by count and as a whole`() throws {
        for seed in 0..<40 {
            var sample = SamplePageTree(seed: UInt64(seed))
            let bytes = sample.file()
            let file = try PDFFile(bytes)
            #expect(try marks(file) == Array(1...sample.pageCount))
            for number in 1...sample.pageCount {
                #expect(try file.page(number).dictionary["Mark"] == .integer(number))
            }
            #expect(try file.pageCount() == sample.pageCount)
        }
    }

    @Test(arguments: ["5", "1", "0", "-3", "null", "(two)", "9223372036854775807", "4 0 R"])
    func `A wrong count is not believed`(count: String) throws {
        let page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] "
        let tree = "<< /Type /Pages /Count \(count) /Kids [3 0 R 5 0 R] >>"
        let bytes = HandmadePDF.bytes([2: tree, 3: "\(page) /Mark 1 >>", 4: "99", 5: "\(page) /Mark 2 >>"])
        let file = try PDFFile(bytes)
        #expect(try file.pageCount() == 2)
        #expect(try marks(file) == [1, 2])
        #expect(try file.page(2).dictionary["Mark"] == .integer(2))
        var editor = try AnnotationEditor(file, now: .fixed)
        #expect(try editor.remove("nobody", onPages: PageRange.all.pages(of: editor.pageCount)) == .alreadyApplied)
    }

    @Test(arguments: ["", "/Count 0", "/Count 2", "/Count -1", "/Count null"])
    func `A wrong count below the root is damage to an edit, since readers skip pages by it`(count: String) throws {
        let page = "<< /Type /Page /MediaBox [0 0 300 200] /Parent"
        let bytes = HandmadePDF.bytes([
            2: "<< /Type /Pages /Count 3 /Kids [3 0 R 4 0 R 5 0 R] >>",
            3: "<< /Type /Pages /Parent 2 0 R \(count) /Kids [6 0 R] >>", 4: "\(page) 2 0 R /Mark 2 >>",
            5: "\(page) 2 0 R /Mark 3 >>", 6: "\(page) 3 0 R /Mark 1 >>",
        ])
        let damage = #expect(throws: PDFError.self) { try PDFFile(bytes, for: .editing).page(1) }
        #expect(damage?.description.contains("that object 3 0 R has") == true, "\(String(describing: damage))")
        #expect(try marks(PDFFile(bytes, for: .reading)) == [1, 2, 3])
    }

    @Test func `A reference in place of a page is damage to an edit, since the page would have two names`() throws {
        let page = "<< /Type /Page /MediaBox [0 0 300 200] /Parent 2 0 R"
        let bytes = HandmadePDF.bytes([
            2: "<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>", 3: "\(page) /Mark 1 >>", 4: "3 0 R",
        ])
        #expect(throws: PDFError.damaged("the page tree leads to object 4 0 R, which is only an indirect reference")) {
            try PDFFile(bytes, for: .editing).page(1)
        }
    }

    @Test func `Counts that lie all the way down are not believed`() throws {
        let lie = "/Count 9223372036854775807"
        let bytes = HandmadePDF.bytes([
            2: "<< /Type /Pages \(lie) /Kids [3 0 R 3 0 R] >>",
            3: "<< /Type /Pages \(lie) /Parent 2 0 R /Kids [4 0 R] >>",
            4: "<< /Type /Page /Parent 3 0 R /MediaBox [0 0 300 200] /Mark 1 >>",
        ])
        let file = try PDFFile(bytes, for: .reading)
        #expect(try PageRange.all.pages(of: file.pageCount()).count < 10)
        let damage = #expect(throws: PDFError.self) { try PDFFile(bytes).pageCount() }
        #expect(damage?.description.contains("that object 3 0 R has") == true, "\(String(describing: damage))")
    }

    @Test(arguments: ["<< /Type /Pages /Count 0 /Kids [] >>", "<< /Type /Pages /Count 0 /Kids 6 0 R >>"])
    func `A node without pages may be met over and over`(empty: String) throws {
        let page = "<< /Type /Page /MediaBox [0 0 300 200] "
        let bytes = HandmadePDF.bytes([
            2: "<< /Type /Pages /Count 2 /Kids [5 0 R 3 0 R 5 0 R 7 0 R 4 0 R 7 0 R] >>",
            3: "\(page) /Parent 2 0 R /Mark 1 >>", 4: "\(page) /Parent 2 0 R /Mark 2 >>", 5: empty, 6: "[]",
            7: "<< /Type /Pages /Count 0 /Kids [5 0 R 8 0 R 5 0 R] >>", 8: "<< /Type /Pages /Count 0 /Kids 6 0 R >>",
        ])
        for purpose in [PDFFile.Purpose.editing, .reading] {
            let file = try PDFFile(bytes, for: purpose)
            #expect(try file.pageCount() == 2)
            #expect(try marks(file) == [1, 2])
            #expect(try file.page(2).dictionary["Mark"] == .integer(2))
        }
        let file = try PDFFile(bytes)
        let finished = try PDFFile(file.appending(increment(file, adding: .square("new", onPage: 2))))
        #expect(try finished.annotations(onPages: PageRange.all).map(\.annotation.page) == [2])
        do {
            let rewritten = try PDFFile(finished.rewritten(RewriteOptions()))
            #expect(try marks(rewritten) == [1, 2])
        } catch PDFError.notRewritable(let reason) {
            #expect(reason.contains("Loop detected"), "libqpdf 12 takes the second time for a circle")
        }
    }

    @Test func `A node that leads to itself is a circle, pages or not`() throws {
        for circle in ["<< /Type /Pages /Count 0 /Kids [5 0 R] >>", "<< /Type /Pages /Count 0 /Kids [6 0 R] >>"] {
            let bytes = HandmadePDF.bytes([
                2: "<< /Type /Pages /Count 1 /Kids [3 0 R 5 0 R] >>",
                3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>", 5: circle,
                6: "<< /Type /Pages /Count 0 /Kids [5 0 R] >>",
            ])
            let file = try PDFFile(bytes)
            #expect(throws: PDFError.damaged("the page tree leads to object 5 0 R twice")) {
                try file.pageTree().pages()
            }
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `Nodes that lead to each other, and nodes used over and over, end the walk`() throws {
        var objects = [2: "<< /Type /Pages /Count 1 /Kids [2 0 R 3 0 R 3 0 R] >>"]
        for number in 3..<60 {
            let next = number + 1
            objects[number] = "<< /Type /Pages /Count 2 /Kids [\(next) 0 R \(next) 0 R 2 0 R] >>"
        }
        objects[60] = "<< /Type /Page /Parent 59 0 R /MediaBox [0 0 300 200] >>"
        let bytes = HandmadePDF.bytes(objects)
        let file = try PDFFile(bytes, for: .reading)
        let count = try PageTree(file).pages().count
        #expect((1..<100).contains(count))
        #expect(try file.annotationCount() == 0)
        #expect(throws: PDFError.damaged("the page tree leads to object 2 0 R twice")) {
            try PDFFile(bytes).pageCount()
        }
    }

    @Test(arguments: ["<< /Type /Pages /Count 0 /Kids [] >>", "<< /Type /Pages /Count 3 >>", "null", "[3 0 R]", "12"])
    func `A document without pages is an error`(tree: String) {
        #expect(throws: PDFError.self) { try PDFFile(HandmadePDF.bytes([2: tree])).pageCount() }
    }

    @Test func `Shared arrays and pages are counted`() throws {
        let shared = try PDFFile(Fixture.bytes("annots-shared.pdf"))
        #expect(try PageTree(shared).annotationUses().pages(with: IndirectReference(8)) == 2)
        #expect(try PageTree(shared).occurrences(of: IndirectReference(3)) == 1)
        let twice = try PDFFile(Fixture.bytes("page-twice.pdf"))
        #expect(try PageTree(twice).occurrences(of: IndirectReference(3)) == 2)
        let own = try PDFFile(Fixture.bytes("annots-indirect.pdf"))
        #expect(try PageTree(own).annotationUses().pages(with: IndirectReference(6)) == 1)
    }
}
