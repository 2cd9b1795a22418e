import TestSupport
import Testing

@testable import PDFModel

/// Documents whose embedded files alone are encrypted, for which nobody need know a password.
@Suite struct EmbeddedFileEncryptionTests {
    private func file(_ filters: String, trailer: String = "/ID [(a) (b)]") -> [UInt8] {
        let filter = "/CF << /StdCF << /CFM /AESV2 /AuthEvent /EFOpen /Length 16 >> >>"
        let keys = "/P -4 /O <\(String(repeating: "20", count: 32))> /U <\(String(repeating: "21", count: 32))>"
        let encryption = "<< /Filter /Standard /V 4 /R 4 /Length 128 \(filter) /EFF /StdCF \(filters) \(keys) >>"
        let note = "<< /Type /Annot /Subtype /Text /Rect [10 10 30 30] /Contents (plain) >>"
        var file = HandmadePDF.onePage("/Annots [5 0 R]", objects: [4: encryption, 5: note])
        file.table(trailer: "/Encrypt 4 0 R \(trailer)")
        return file.bytes
    }

    @Test(arguments: ["/StmF /Identity /StrF /Identity", "", "/StmF /Identity"], ["/ID [(a) (b)]", ""])
    func `They are annotated without one, and stay encrypted`(filters: String, identifier: String) throws {
        let file = try PDFFile(file(filters, trailer: identifier))
        #expect(try file.annotations().map(\.annotation.contents) == ["plain"])
        let finished = try PDFFile(file.appending(increment(file, adding: .square("new", contents: "mine"))))
        #expect(try finished.annotations().map(\.annotation.contents) == ["plain", "mine"])
        let trailer = try #require(finished.history().sections.first).trailer
        #expect(trailer[.encrypt] == .reference(IndirectReference(4)))
        #expect(trailer[.fileIdentifier]?.arrayValue?.first == (identifier.isEmpty ? nil : .text("a")))
    }

    @Test(arguments: ["/StmF /StdCF /StrF /Identity", "/StmF /Identity /StrF /StdCF"])
    func `Where strings or streams are encrypted, too, the password is asked for`(filters: String) {
        #expect(throws: PDFError.passwordRequired(given: false)) { try PDFFile(file(filters)) }
    }
}
