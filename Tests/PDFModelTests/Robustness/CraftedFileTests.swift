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

    /// libqpdf has one logger for all of them; what is wrong with it may show at the end of the run alone.
    @Test func `Several threads open documents at once`() async throws {
        let damaged = try Array(Fixture.bytes("table.pdf").dropLast(30))
        try await forEachConcurrently(Array(0..<8)) { _ in
            for _ in 0..<200 {
                let pages = try PDFFile(damaged, for: .repairing).pageCount()
                #expect(pages > 0)
            }
        }
    }
}
