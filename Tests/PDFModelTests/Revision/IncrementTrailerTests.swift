import TestSupport
import Testing

@testable import PDFModel

@Suite struct IncrementTrailerTests {
    /// The trailer of a file with one annotation more.
    private func trailer(_ bytes: [UInt8], contents: String? = nil) throws -> PDFDictionary {
        let file = try PDFFile(bytes)
        return try PDFFile(file.appending(increment(file, adding: .square("new", contents: contents)))).trailer()
    }

    private func identifiers(_ trailer: PDFDictionary) -> [[UInt8]] {
        (trailer[.fileIdentifier]?.arrayValue ?? []).compactMap { $0.stringValue?.bytes }
    }

    @Test(arguments: ["table.pdf", "stream.pdf", "hybrid.pdf", "linearized.pdf", "revisions.pdf"])
    func `The first identifier stays, the second is new and follows the content`(name: String) throws {
        let old = try identifiers(PDFFile(Fixture.bytes(name)).trailer())
        let new = try identifiers(trailer(Fixture.bytes(name)))
        try #require(old.count == 2 && new.count == 2)
        #expect(new[0] == old[0])
        #expect(new[1] != old[1])
        #expect(new[1].count == 16)
        #expect(try identifiers(trailer(Fixture.bytes(name))) == new)
        #expect(try identifiers(trailer(Fixture.bytes(name), contents: "other")).last != new[1])
    }

    @Test func `A file without an identifier gets one`() throws {
        let new = try identifiers(trailer(Fixture.bytes("no-id.pdf")))
        try #require(new.count == 2)
        #expect(new[0] == new[1])
    }

    @Test func `An identifier takes as many bytes whether or not it could pass for text`() throws {
        for identifier in ["(abcdefghijklmnop)", "<\(String(repeating: "FF", count: 16))>"] {
            var document = HandmadePDF.onePage()
            document.table(trailer: "/ID [\(identifier) \(identifier)]")
            let file = try PDFFile(document.bytes)
            let text = String(decoding: try increment(file, adding: .square("new")).bytes, as: UTF8.self)
            #expect(text.contains(#/\/ID \[<[0-9A-F]{32}> <[0-9A-F]{32}>\]/#))
        }
    }

    @Test func `An identifier whose strings are indirect objects is kept`() throws {
        var file = HandmadePDF.onePage(objects: [4: "<0102030405>", 5: "[4 0 R 4 0 R]"])
        file.table(trailer: "/ID 5 0 R")
        #expect(try identifiers(trailer(file.bytes)).first == [1, 2, 3, 4, 5])
    }

    @Test func `What describes a stream is not carried over`() throws {
        var file = HandmadePDF.onePage()
        file.table(trailer: "/F /C /FFilter /C /FDecodeParms << /Columns 4 >> /DP << /Columns 4 >> /DL 12")
        #expect(try Set(trailer(file.bytes).keys) == [.size, .root, .previous, .fileIdentifier])
    }

    @Test func `Other entries are carried over, those of the old section are not`() throws {
        var file = HandmadePDF.onePage(objects: [4: "<< /Title (Old) >>"])
        file.table(trailer: "/Info 4 0 R /Own#20Key [1 (two) /Three] /DocChecksum /0123")
        let trailer = try trailer(file.bytes)
        #expect(trailer["Info"] == .reference(IndirectReference(4)))
        #expect(trailer[.root] == .reference(IndirectReference(1)))
        let own: PDFObject = .array([.integer(1), .string(PDFString(bytes: Array("two".utf8))), .name("Three")])
        #expect(trailer["Own Key"] == own)
        #expect(trailer["DocChecksum"] == .name("0123"))
        let afterHybrid = try self.trailer(Fixture.bytes("hybrid.pdf"))
        #expect(afterHybrid[.xrefStream] == nil)
        let afterStream = try self.trailer(Fixture.bytes("stream.pdf"))
        #expect(afterStream[.filter] == nil)
        #expect(afterStream[.decodeParameters] == nil)
    }

    @Test func `New objects are numbered above whatever the file mentions`() throws {
        var file = HandmadePDF.onePage(objects: [9: "(not counted by /Size)"])
        file.table(size: 4)
        let finished = try PDFFile(PDFFile(file.bytes).appending(increment(PDFFile(file.bytes), adding: .square(nil))))
        #expect(try finished.object(IndirectReference(9)).stringValue?.text == "not counted by /Size")
        #expect(try finished.annotations().first?.reference == IndirectReference(11))
    }

    @Test func `Objects that only the stream of a hybrid file knows are counted too`() throws {
        let bytes = try Fixture.bytes("hybrid.pdf").replacing(
            "/Size 10 /Root 1 0 R /XRefStm", with: "/Size 07 /Root 1 0 R /XRefStm")
        let file = try PDFFile(bytes)
        #expect(try file.annotationCount() == 1)
        let finished = try PDFFile(file.appending(increment(file, adding: .square(nil))))
        #expect(try finished.annotations().map(\.annotation.subtype) == ["Text", "Square"])
    }

    @Test(arguments: [Int.max, Int(Int32.max) + 1, 999_999_999_999])
    func `A size beyond any object number is refused and not counted with`(size: Int) throws {
        var file = HandmadePDF.onePage()
        file.table(size: size)
        let error = #expect(throws: PDFError.self) {
            try increment(PDFFile(file.bytes), adding: .square(nil))
        }
        guard case .damaged = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [Int.min, -1, 0, 1])
    func `A size that is too small is not believed`(size: Int) throws {
        var file = HandmadePDF.onePage()
        file.table(size: size)
        let document = try PDFFile(file.bytes)
        let increment = try increment(document, adding: .square(nil))
        try increment.verify(in: PDFFile(document.appending(increment)))
    }
}
