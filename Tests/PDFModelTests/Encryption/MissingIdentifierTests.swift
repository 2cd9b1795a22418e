import TestSupport
import Testing

@testable import PDFModel

/// Encrypted documents whose file identifier is missing, empty or not as it should be, on which their key depends all the same
/// (ISO 32000-2, 7.6.4.3.2).
@Suite struct MissingIdentifierTests {
    /// The handler's dictionary for an empty user password and no identifier: RC4 with 40 bits, permissions -4.
    private static let encryption = """
        << /Filter /Standard /V 1 /R 2 /P -4 /O <202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f> \
        /U <b91439dcedd4e613d6ba84673a0e430c713e747ed21adee28fe8c7821bfc18f2> >>
        """

    /// A document with a note, object 5, whose contents are encrypted.
    private func file(_ identifier: String, encryption: String = encryption) -> [UInt8] {
        let note = "<< /Type /Annot /Subtype /Text /Rect [10 10 30 30] /Contents <18cc1e2c9da9> >>"
        var file = HandmadePDF.onePage("/Annots [5 0 R]", objects: [4: encryption, 5: note])
        file.table(trailer: "/Encrypt 4 0 R \(identifier)")
        return file.bytes
    }

    @Test(arguments: ["", "/ID [() ()]", "/ID [() (b)]", "/ID [<> 1]", "/ID []", "/ID [(a)]", "/ID (a)", "/ID 6 0 R"])
    func `What is appended leaves the key as it was`(identifier: String) throws {
        let file = try PDFFile(file(identifier))
        #expect(try file.annotations().map(\.annotation.contents) == ["secret"])
        let finished = try PDFFile(file.appending(increment(file, adding: .square("new", contents: "mine"))))
        #expect(try finished.encryptionKey() == file.encryptionKey())
        #expect(try finished.annotations().map(\.annotation.contents) == ["secret", "mine"])
        let (old, new) = (try file.trailer()[.fileIdentifier], try finished.trailer()[.fileIdentifier])
        #expect(new?.arrayValue?.first == old?.arrayValue?.first)
    }

    @Test func `A repair does not add an identifier either`() throws {
        let damaged = Array(file("").dropLast(30))
        let file = try PDFFile(damaged, for: .repairing)
        let finished = try PDFFile(file.appending(increment(file, adding: .square("new", contents: "mine"))))
        #expect(try finished.annotations().map(\.annotation.contents) == ["secret", "mine"])
    }

    @Test(arguments: ["null", "<< /Filter", "[1 2"])
    func `A repair is refused where the encryption dictionary cannot be read`(encryption: String) throws {
        let damaged = Array(file("/ID [() ()]", encryption: encryption).dropLast(30))
        #expect(throws: PDFError.self) {
            let file = try PDFFile(damaged, for: .repairing)
            _ = try increment(file, adding: .square("new"))
        }
    }
}
