import TestSupport
import Testing

@testable import PDFModel

@Suite struct RevisionHistoryTests {
    @Test(arguments: try Fixture.names())
    func `A file cut to one of its revisions is a file of that many revisions`(name: String) throws {
        let bytes = try Fixture.bytes(name)
        let file = try PDFFile(bytes)
        #expect(file.revisions().map(\.number) == Array(1...file.revisions().count))
        for revision in file.revisions() {
            let cut = try PDFFile(Array(bytes.prefix(revision.bytes)))
            #expect(cut.revisions() == Array(file.revisions().prefix(revision.number)))
            #expect(try cut.pageCount() > 0)
        }
        if name != "trailing-junk.pdf" { #expect(file.revisions().last?.bytes == bytes.count) }
    }

    @Test func `Each revision has its own contents`() throws {
        let file = try PDFFile(Fixture.bytes("revisions.pdf"))
        #expect(file.revisions().count == 5)
        #expect(
            try PDFFile(Fixture.bytes("linearized.pdf")).revisions().count == 1, "its two sections are one revision")
        #expect(try PDFFile(Fixture.bytes("hybrid.pdf")).revisions().count == 1)
    }

    @Test func `Thirty updates of both forms are thirty revisions`() throws {
        for name in ["table.pdf", "stream.pdf", "linearized.pdf"] {
            var file = try PDFFile(Fixture.bytes(name))
            var lengths = [file.count]
            for number in 1...30 {
                file = try PDFFile(file.appending(increment(file, adding: .square("\(number)"))))
                lengths.append(file.count)
            }
            #expect(file.revisions().map(\.bytes) == lengths)
        }
    }

    @Test(arguments: [true, false])
    func `A chain that runs in a circle is followed once`(toItself: Bool) throws {
        var file = HandmadePDF.onePage()
        file.table(trailer: "/Prev 0000000000")
        let first = try #require(file.lastSection)
        file.object(3, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Changed true >>")
        file.table()
        let second = try #require(file.lastSection)
        let number = "0000000000\(toItself ? first : second)".suffix(10)
        let circle = try PDFFile(file.bytes.replacing("/Prev 0000000000", with: "/Prev \(number)"))
        #expect(try circle.page(1).dictionary["Changed"] == .boolean(true))
        let finished = try PDFFile(circle.appending(increment(circle, adding: .square("new"))))
        #expect(try finished.annotationCount() == 1)
    }

    @Test(arguments: ["999999", "9223372036854775807", "-5", "3"])
    func `A section before the first that is not there stops editing, not reading`(previous: String) throws {
        var file = HandmadePDF.onePage()
        file.table(trailer: "/Prev \(previous)")
        let bytes = file.bytes
        #expect(throws: PDFError.self) { try increment(PDFFile(bytes), adding: .square("new")) }
        #expect(try PDFFile(bytes, for: .reading).pageCount() == 1)
    }

    @Test(arguments: ["startxref is a word\n", "startxref\nf6f2\n%%EOF\n"])
    func `A last startxref without a number stops editing, not reading, because poppler and MuPDF repair then`(
        end: String
    ) throws {
        let bytes = try Fixture.bytes("table.pdf") + Array(end.utf8)
        #expect(throws: PDFError.damaged("no number follows the last startxref")) { try PDFFile(bytes) }
        let file = try PDFFile(bytes, for: .reading)
        #expect(try file.pageCount() == PDFFile(Fixture.bytes("table.pdf")).pageCount())
    }
}
