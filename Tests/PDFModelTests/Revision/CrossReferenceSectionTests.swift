import TestSupport
import Testing

@testable import PDFModel

@Suite struct CrossReferenceSectionTests {
    private func section(_ text: String, at offset: Int = 1, headerOffset: Int = 0) throws -> CrossReferenceSection {
        try Array(" \(text)".utf8).withUnsafeBytes {
            try CrossReferenceSection($0, headerOffset: headerOffset, offset: offset)
        }
    }

    @Test(arguments: [" \n", "\r\n", " \r", "\n", "\r", "  \n", " \t\n"])
    func `Entries may end in other ways than the standard says`(lineEnd: String) throws {
        for count in [1, 2, 3, 7] {
            let entries = String(repeating: "0000000015 00000 n\(lineEnd)", count: count)
            let text = "xref\n3 \(count)\n\(entries)trailer\n<< /Prev 12 /Info 8 0 R /Size 2 >>\nstartxref"
            let section = try section(text)
            #expect(section.kind == .table)
            #expect(section.previous == 12)
            #expect(section.highestObject == 2 + count)
            #expect(section.end == text.utf8.count - "\nstartxref".utf8.count + 1)
        }
    }

    @Test func `Comments and odd spaces are passed over`() throws {
        let section = try section(
            "xref%c\n% c\n 0  1\r\n0000000000 65535 f \n4 0\n 9 1 \n0000000009 00007 n \ntrailer % c\n<</Size 3/XRefStm 5>>"
        )
        #expect(section.kind == .hybrid)
        #expect(section.highestObject == 9)
    }

    @Test func `The end of a stream's section is behind its data`() throws {
        let text = "7 0 obj<</Type/XRef/Size 9/W[1 1 1]/Index[3 2 11 4]/Length 12>>stream\n123456789012\nendstream"
        let section = try section(text)
        #expect(section.kind == .stream)
        #expect(section.highestObject == 14)
        #expect(section.end < text.utf8.count)
        #expect(section.end > text.utf8.count - 12 - "endstream".utf8.count)
    }

    @Test(arguments: [
        "", "xref", "xref\n0", "xref\n0 1\n", "xref\n0 1\ntrailer", "xref\n0 1\ntrailer\n(string)",
        "xref 0 x trailer<<>>",
        "xref\n0 999999999999999999\ntrailer", "7 0 obj", "7 0 obj << /Type /Pages >>", "7 0 obj 12",
        "7 obj <</Type/XRef>>",
        "xref\n0 1\n0000000000 65535 f \ntrailer << /Size ", "xref\n0 2\n0000000000 65535 x \ntrailer<<>>",
    ])
    func `What is no section is an error`(text: String) {
        #expect(throws: PDFError.self) { try section(text) }
    }

    @Test(arguments: [-1, 0, 1000, Int.max, Int.min])
    func `A section outside the file is an error`(offset: Int) {
        #expect(throws: PDFError.self) { try section("xref 0 0 trailer <<>>", at: offset) }
    }

    @Test(arguments: [
        "/Length 9223372036854775807", "/Length -9223372036854775808", "/Size 9223372036854775807",
        "/Size -9223372036854775808", "/Index [9223372036854775807 9223372036854775807]", "/Index [-5 2]",
        "/Index [1]", "/Index [1 2 3]", "/Index [/A 1]", "/Prev 9223372036854775807", "/Prev -9223372036854775808",
        "/Index [\(String(repeating: "9", count: 400)) 1]",
    ])
    func `Absurd numbers in a stream's dictionary are harmless`(entry: String) throws {
        let section = try section("7 0 obj << /Type /XRef /W [1 1 1] \(entry) >> stream\nxx\nendstream")
        #expect(section.end <= 1000)
        #expect(section.highestObject >= 0)
    }

    @Test(arguments: ["0 999999999999999999", "999999999999999999 1", "999999999999999999 999999999999999999"])
    func `Absurd counts in a table are harmless`(subsection: String) throws {
        let section = try section("xref\n\(subsection)\n0000000000 65535 f \ntrailer\n<< /Size 1 >>")
        #expect(section.highestObject > Int(Int32.max))
    }
}
