import TestSupport
import Testing

@testable import PDFModel

/// Files made so that a reader that believes them fails.
@Suite struct CraftedFileTests {
    @Test(arguments: ["-9223372036854775808", "9223372036854775807", "2147483648", "99999999999999999999"])
    func `An object number that libqpdf cannot convert does not end the program`(number: String) throws {
        let linearized = try Fixture.bytes("linearized.pdf")
        #expect(try PDFFile(linearized).isLinearized)
        let first = try #require(linearized.indices(of: " 0 obj").first)
        let start = try #require(linearized[..<first].lastIndex(of: 0x0A)) + 1
        let crafted = Array(linearized[..<start]) + Array(number.utf8) + Array(linearized[first...])
        let file = try? PDFFile(crafted, for: .reading)
        #expect(file?.isLinearized != true)
    }

    @Test func `A file that was added to is linearized no more`() throws {
        let file = try PDFFile(Fixture.bytes("linearized.pdf"))
        let finished = try PDFFile(file.appending(increment(file, adding: .square("new"))))
        #expect(!finished.isLinearized)
        #expect(try !PDFFile(Fixture.bytes("table.pdf")).isLinearized)
    }
}
