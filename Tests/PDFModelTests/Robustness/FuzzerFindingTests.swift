import FoundationEssentials
import TestSupport
import Testing

@testable import PDFModel

/// Files that the fuzzer found, each reduced to what mattered.
@Suite struct FuzzerFindingTests {
    @Test func `A page in which a value is missing is damaged, whatever libqpdf puts there`() throws {
        let file = try PDFFile(onePage("/Resources << /Font << /F1 << /Type<</A <</A <</A >>>>>>/Size 1 >> >> >>"))
        #expect(throws: PDFError.self) { try increment(file, adding: .square("new")) }
    }

    @Test func `A reference to what is not there yet does not become the new object`() throws {
        var document = HandmadePDF.onePage(objects: [2: "<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>"])
        document.table()
        let file = try PDFFile(document.bytes)
        let finished = try PDFFile(file.appending(increment(file, adding: .square("new"))))
        #expect(try finished.object(IndirectReference(4)) == .null)
        #expect(try finished.annotations().map(\.annotation.page) == [1])
    }

    @Test func `A reference to a number that no object can have is written as null`() throws {
        let file = try PDFFile(onePage("/Annots [9223372036854775807 0 R]"))
        let increment = try increment(file, adding: .square("new"))
        let text = String(decoding: increment.bytes, as: UTF8.self)
        #expect(text.contains("/Annots [null ") && !text.contains("2147483647"))
        try expectReadBack(increment, of: file)
    }

    @Test(arguments: ["/Columns 9999999999", "/Columns\n2147483647", "/Colors 99999999999999999999999"])
    func `A predictor with a row beyond all memory is damage, before libqpdf takes that memory`(entry: String) throws {
        var document = HandmadePDF.onePage()
        document.object(4, "<< /DecodeParms << \(entry) /Predictor 12 >> >>")
        document.table()
        let owner = OwnedBytes(document.bytes)
        var reason = ""
        do {
            _ = try QPDFDocument.opened(owner.bytes, keeping: owner, passwords: [nil], mode: .lenient)
        } catch { reason = "\(error)" }
        #expect(reason.contains("a predictor's \(entry.prefix(7))") && reason.contains("longer than all data"))
    }

    @Test func `A page with kids that are no array is refused, since only some readers count it`() throws {
        var document = HandmadePDF.onePage(objects: [2: "<< /Type /Pages /Count 2 /Kids [4 0 R 3 0 R] >>"])
        document.object(4, "<< /Type /Page /Parent 2 0 R /Kids /DA >>")
        document.table()
        let file = try PDFFile(document.bytes)
        let error = #expect(throws: PDFError.self) { try increment(file, adding: .square("new")) }
        #expect(error == .damaged("the /Kids of object 4 0 R is not an array"))
    }

    @Test func `A number that goes on as a word is not the position of a table`() throws {
        let sound = onePage()
        for end in ["startxref\n9ubtype\n%%EOF\n", "startxref\n9x"] {
            #expect(throws: PDFError.damaged("no number follows the last startxref")) {
                try increment(PDFFile(sound + Array(end.utf8)), adding: .square("new"))
            }
        }
    }

    @Test func `A reference in the trailer does not become the new object`() throws {
        let file = try PDFFile(onePage(trailer: "/Prev 4 0 R"))
        try expectReadBack(increment(file, adding: .square("new")), of: file)
    }

    /// To libqpdf the rest of the line means nothing; poppler gives the table up, and may not find the pages any more.
    @Test(arguments: [" trailer <</Root 1 0 R>>", "\\"])
    func `A table with something behind an entry is read, and is refused for an edit`(rest: String) throws {
        var document = HandmadePDF.onePage("/Annots 4 0 R")
        document.object(4, "[<< /Subtype /Text /Rect [1 1 9 9] /NM (real) >>]")
        document.table()
        // The line of the entry before the last goes on.
        var bytes = document.bytes
        let entry = try #require(bytes.indices(of: "00000 n").dropLast().last) + 7
        bytes.insert(contentsOf: Array(rest.utf8), at: entry)
        let file = try PDFFile(bytes)
        #expect(try file.annotations(onPages: .all).map(\.annotation.name) == ["real"])
        let error = #expect(throws: PDFError.self) { try increment(file, adding: .square("new")) }
        guard case .damaged(let reason) = error else { throw error ?? PDFError.noPages }
        #expect(reason.hasSuffix("has entries followed by other bytes"))
    }

    @Test(arguments: ["/Contents 4 00R", "/Annots [4 0 R 5 0R]"])
    func `What libqpdf takes for something else is not written anew as that`(entry: String) throws {
        // To poppler these are references.
        let file = try PDFFile(onePage(entry))
        let error = #expect(throws: PDFError.self) { try increment(file, adding: .square("new")) }
        guard case .damaged(let reason) = error else { throw error ?? PDFError.noPages }
        #expect(reason.hasPrefix("object 3 0 R is malformed: "))
    }

    @Test(arguments: ["2 0 R", "4 0 R"])
    func `A page tree that leads to one of its nodes twice is refused`(kid: String) throws {
        var document = HandmadePDF.onePage(objects: [
            2: "<< /Type /Pages /Count 3 /Kids [4 0 R 3 0 R 5 0 R] >>",
            4: "<< /Type /Pages /Count 2 /Kids [\(kid) 3 0 R] >>",
            5: "<< /Type /Pages /Count 2 /Kids [\(kid) 3 0 R] >>",
        ])
        document.table()
        let file = try PDFFile(document.bytes)
        #expect(throws: PDFError.self) { try increment(file, adding: .square("new", onPage: 3)) }
    }

    @Test func `Kids that are no pages are refused, since they make numbers mean other pages to other readers`() throws
    {
        let page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>"
        var document = HandmadePDF.onePage(objects: [
            2: "<< /Type /Pages /Count 4 /Kids [3 0 R 4 0 R 5 0 R 6 0 R] >>",
            4: "<< /Type /Pages /Count 2 /Kids [17 0 R] >>", 5: page,
            6: "<< /Type /Pages /Count 2 /Kids [3 0 R 5 0 R] >>",
        ])
        document.table()
        #expect(throws: PDFError.damaged("the page tree leads to object 17 0 R, which is not a page")) {
            try increment(PDFFile(document.bytes), adding: .square("new", onPage: 2))
        }

        // A stream where a page should be, and a node that makes up for it.
        var other = HandmadePDF.onePage(objects: [
            2: "<< /Type /Pages /Count 4 /Kids [7 0 R 4 0 R 3 0 R 6 0 R] >>",
            4: "<< /Type /Pages /Count 2 /Kids [\(page) 5 0 R] >>", 5: page, 6: page,
            7: "<< /Length 0 >>\nstream\nendstream",
        ])
        other.table()
        #expect(throws: PDFError.damaged("the page tree leads to object 7 0 R, which is not a page")) {
            try increment(PDFFile(other.bytes), adding: .square("new"))
        }
    }

    @Test func `Numbers beyond those that readers know are refused`() throws {
        let file = try PDFFile(onePage(size: 999_999_999))
        #expect(throws: PDFError.self) { try increment(file, adding: .square("new")) }
    }

    @Test(arguments: ["4 0 obj", "+4 0 obj"])
    func `An object in another's place is not taken for that object`(header: String) throws {
        // The table says of object 5 that it is where an old version of object 4 stands.
        var document = HandmadePDF.onePage("/Annots 4 0 R /Contents 5 0 R")
        let stray = document.end
        document.text("\(header)\n[1 2 3]\nendobj\n")
        document.object(4, "[<< /Subtype /Text /Rect [1 1 9 9] /NM (real) >>]")
        document.object(5, "(moved)")
        document.table()
        let place = try #require(document.bytes.indices(of: "5 0 obj").first)
        let bytes = document.bytes.replacing(digits(place), with: digits(stray))
        let file = try PDFFile(bytes)
        #expect(throws: PDFError.self) { try file.object(IndirectReference(5)) }
        #expect(try file.annotations().map(\.annotation.name) == ["real"])
        try expectReadBack(increment(file, adding: .square("new")), of: file)
    }

    @Test func `A file of objects that are all in others' places is damaged`() throws {
        var document = HandmadePDF.onePage("/Annots [\((4..<60).map { "\($0) 0 R" }.joined(separator: " "))]")
        for number in 4..<60 { document.object(number, "<< /Subtype /Text /Rect [1 1 9 9] >>") }
        document.table()
        var bytes = document.bytes
        for number in 4..<59 {
            let places = try [number, number + 1].map { try #require(bytes.indices(of: "\n\($0) 0 obj").first) + 1 }
            bytes = bytes.replacing(digits(places[0]), with: digits(places[1]))
        }
        #expect(throws: PDFError.self) { try PDFFile(bytes).annotations() }
    }

    @Test func `A generation that no object has is a reference to nothing`() throws {
        let file = try PDFFile(onePage("/Annots [3 9999999999 R << /Subtype /Text /Rect [1 1 9 9] >>]"))
        let new = try increment(file, adding: .square("new"))
        #expect(!new.bytes.contains(text: "2147483647"))
        try expectReadBack(new, of: file)
    }

    @Test func `A dictionary in the place of the annotations is one of them`() throws {
        let file = try PDFFile(onePage("/Annots << /Subtype /Text /Rect [1 1 9 9] /NM (alone) >>"))
        #expect(try file.annotationCount() == 1)
        let finished = try PDFFile(file.appending(increment(file, adding: .square("new"))))
        #expect(try finished.annotations().map(\.annotation.name) == ["alone", "new"])
    }

    @Test func `An object that is no page keeps its number among the pages`() throws {
        var document = HandmadePDF.onePage(objects: [2: "<< /Type /Pages /Count 3 /Kids [4 0 R 5 0 R 3 0 R] >>"])
        document.object(4, "(no page)")
        document.object(5, "<< /Length 0 >>\nstream\n\nendstream")
        document.table()
        let file = try PDFFile(document.bytes)
        for number in 1...2 {
            #expect(throws: PDFError.self) { try increment(file, adding: .square("new", onPage: number)) }
        }
        let finished = try PDFFile(file.appending(increment(file, adding: .square("new", onPage: 3))))
        #expect(try finished.annotations().map(\.annotation.page) == [3])
    }

    @Test func `What has the type of something else is not annotated as a page`() throws {
        let tree = [2: "<< /Type /Pages /Count 2 /Kids [1 0 R 3 0 R] >>"]
        var document = HandmadePDF.onePage(objects: tree)
        document.table()
        let file = try PDFFile(document.bytes)
        #expect(throws: PDFError.damaged("page 1 is not a page but an object of the type /Catalog")) {
            try increment(file, adding: .square("new"))
        }
    }

    @Test func `A tree with fewer pages than it says is damaged, and read as far as it goes`() throws {
        let objects = [
            2: "<< /Type /Pages /Count 2 /Kids [4 0 R 3 0 R] >>", 4: "<< /Type /Pages /Count 1 /Kids [4 0 R] >>",
        ]
        var document = HandmadePDF.onePage(objects: objects)
        document.table()
        let bytes = document.bytes
        #expect(throws: PDFError.self) { try PDFFile(bytes).page(1) }
        #expect(try PDFFile(bytes, for: .reading).pageCount() == 1)
        #expect(try PDFFile(bytes, for: .reading).page(1).place.reference == IndirectReference(3))
    }

    @Test(arguments: ["4294967296 0 R", "[99999999999 0 R]", "1 4294967296 R"])
    func `A number that libqpdf cannot hold is damage, and not a failure of its own`(value: String) throws {
        do throws(PDFError) {
            _ = try PDFFile(onePage("/Annots \(value) /MediaBox \(value)")).annotations()
        } catch {
            guard case .damaged = error else {
                Issue.record(error)
                return
            }
        }
    }

    @Test(arguments: ["/Index 4 0 R", "/W [1 4 0 R 1]"])
    func `A cross-reference stream that refers to other objects for what it is cannot be added to`(entry: String) throws
    {
        // libqpdf takes it for absent, until an increment before it says what the object is.
        let bytes = try Fixture.bytes("stream.pdf").replacing("/Type /XRef", with: "/Type /XRef /Index 4 0 R")
        do throws(PDFError) {
            _ = try increment(PDFFile(bytes), adding: .square("new"))
            Issue.record("it was added to")
        } catch {
            guard case .damaged = error else {
                Issue.record(error)
                return
            }
        }
    }

    @Test func `A page that is the encryption dictionary is not edited`() throws {
        let original = try Fixture.bytes("encrypted.pdf")
        let memory = OwnedBytes(original.replacing("/Kids [ 3 0 R", with: "/Kids [ 7 0 R"))
        let file = try PDFFile(bytes: memory.bytes, keeping: memory, password: "user", for: .editing)
        #expect(throws: PDFError.damaged("object 7 0 R is the encryption dictionary and something else, too")) {
            var editor = try AnnotationEditor(file, now: Date(timeIntervalSince1970: 0))
            _ = try editor.add(Annotation("Square", page: 1, rect: Rectangle(10, 10, 20, 20)))
            _ = try editor.increment()
        }
    }

    @Test func `Nothing is encrypted by a crypt filter that is not defined`() throws {
        let original = try Fixture.bytes("encrypted.pdf")
        let memory = OwnedBytes(original.replacing("/StrF /StdCF", with: "/StrF /OwnCF"))
        #expect(Array(memory.bytes) != original)
        let file = try PDFFile(bytes: memory.bytes, keeping: memory, password: "user", for: .editing)
        let reason = "/StrF names a crypt filter that the document does not define"
        #expect(throws: PDFError.unsupportedEncryption(reason)) {
            var editor = try AnnotationEditor(file, now: Date(timeIntervalSince1970: 0))
            _ = try editor.add(Annotation("Square", page: 1, rect: Rectangle(10, 10, 20, 20)))
            _ = try editor.increment()
        }
    }

    @Test func `A damaged encrypted file is read with its password`() throws {
        let original = try Fixture.bytes("encrypted.pdf")
        let memory = OwnedBytes(original.replacing("startxref\n", with: "startxref\n9"))
        let file = try PDFFile(bytes: memory.bytes, keeping: memory, password: "user", for: .reading)
        #expect(try file.encryption()?.isOpenedAsOwner == false)
    }

    private func onePage(_ page: String = "", trailer: String = "", size: Int? = nil) -> [UInt8] {
        var document = HandmadePDF.onePage(page)
        document.table(size: size, trailer: trailer)
        return document.bytes
    }

    private func digits(_ place: Int) -> String { String("0000000000\(place)".suffix(10)) + " 00000 n" }

    private func expectReadBack(_ increment: Increment, of file: PDFFile) throws {
        let finished = try PDFFile(file.appending(increment))
        try increment.verify(in: finished)
        #expect(try finished.annotations().contains { $0.annotation.name == "new" })
    }
}

extension [UInt8] {
    fileprivate func contains(text: String) -> Bool { !indices(of: text).isEmpty }
}
