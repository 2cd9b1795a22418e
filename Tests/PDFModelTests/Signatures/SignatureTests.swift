import TestSupport
import Testing

@testable import PDFModel

@Suite struct SignatureTests {
    /// A file with the signature dictionary `signature` in a field; XXXX in it becomes the rest of the file's length.
    private func file(_ signature: String, catalog: String = "", fields: [Int: String] = [:]) throws -> PDFFile {
        var objects = [4: "<< /FT /Sig /T (one) /V 5 0 R >>", 5: signature]
        objects.merge(fields) { $1 }
        var handmade = HandmadePDF.onePage(catalog: "/AcroForm << /Fields [4 0 R] >> \(catalog)", objects: objects)
        handmade.table()
        let rest = "0000\(handmade.bytes.count - 40)".suffix(4)
        return try PDFFile(handmade.bytes.replacing("XXXX", with: String(rest)))
    }

    private func certified(_ level: String) -> String {
        "<< /Type /Sig /Reference [<< /TransformMethod /DocMDP /TransformParams << /P \(level) >> >>] >>"
    }

    @Test func `A signature that covers the whole file does so until something is added`() throws {
        let file = try file("<< /Type /Sig /ByteRange [0 20 40 XXXX] >>")
        let signature = SignatureField(name: "one", coversWholeFile: true, certification: nil)
        #expect(try file.signatures() == [signature])
        let finished = try PDFFile(file.appending(increment(file, adding: .square("new"))))
        #expect(try finished.signatures().map(\.coversWholeFile) == [false])
    }

    @Test(arguments: [
        "[0 20 40 XXXX 1 2]", "[1 20 40 XXXX]", "[0 20 40 1]", "[]", "null",
        "[0 20 9223372036854775807 9223372036854775807]",
    ])
    func `Any other range does not cover it`(range: String) throws {
        #expect(try file("<< /Type /Sig /ByteRange \(range) >>").signatures().map(\.coversWholeFile) == [false])
    }

    @Test func `Names are joined, types inherited, empty fields and circles left out`() throws {
        let file = try file(
            "<< /Type /Sig >>",
            fields: [
                4: "<< /T (form) /FT /Sig /Kids [6 0 R 7 0 R 8 0 R 4 0 R] >>",
                6: "<< /T (a.b) /Parent 4 0 R /V 5 0 R >>",
                7: "<< /T (empty) /Parent 4 0 R >>", 8: "<< /T (text) /FT /Tx /V (words) /Kids [4 0 R 6 0 R] >>",
            ])
        #expect(try file.signatures().map(\.name) == ["form.a.b"])
    }

    @Test(arguments: [("1", 1), ("2", 2), ("3", 3), ("null", 2), ("(x)", 2)])
    func `The certification tells whether annotating is allowed`(notation: String, level: Int) throws {
        for catalog in ["", "/Perms << /DocMDP 5 0 R >>"] {
            let file = try file(certified(notation), catalog: catalog)
            #expect(try file.certificationLevel() == level)
            #expect(try file.signatures().map(\.certification) == [level])
            if level == 3 {
                #expect(try !increment(file, adding: .square("new")).isEmpty)
            } else {
                #expect(throws: PDFError.certified(level: level)) { try AnnotationEditor(file, now: .fixed) }
            }
        }
    }

    @Test func `A document without signatures may be annotated, an encrypted one with its password`() throws {
        let file = try PDFFile(Fixture.bytes("table.pdf"))
        #expect(try file.signatures().isEmpty)
        #expect(try file.certificationLevel() == nil)
        try file.checkMayAnnotate()
        let memory = OwnedBytes(try Fixture.bytes("encrypted.pdf"))
        let encrypted = try PDFFile(bytes: memory.bytes, keeping: memory, password: "user", for: .editing)
        try encrypted.checkMayAnnotate()
        let encryption = Encryption(method: "AESV3", revision: 6, isOpenedAsOwner: false, mayAnnotate: true)
        #expect(try encrypted.encryption() == encryption)
        #expect(throws: PDFError.passwordRequired(given: false)) { try PDFFile(Fixture.bytes("encrypted.pdf")) }
        #expect(throws: PDFError.certified(level: 1)) {
            try AnnotationEditor(PDFFile(Fixture.bytes("certified.pdf")), now: .fixed)
        }
    }
}
