import TestSupport
import Testing

@testable import PDFModel

/// Which signature fields a document has, and what their signatures cover.
struct SignatureFieldTests {
    @Test func `A signature that covers the whole file does so until something is added`() throws {
        let file = try SignedFile().read()
        let coverage = SignatureCoverage(bytes: file.count, revision: 1, isWholeFile: true)
        #expect(try file.signatureFields() == [SignatureField(name: "one", isSigned: true, coverage: coverage)])
        let finished = try PDFFile(file.appending(increment(file, adding: .square("new"))))
        let covered = SignatureCoverage(bytes: file.count, revision: 1, isWholeFile: false)
        #expect(try finished.signatureFields().map(\.coverage) == [covered])
    }

    /// Indices of the numbers in `/ByteRange`, and what is added to them.
    @Test(
        arguments: [
            ([0: 1], nil), ([1: -1], nil), ([1: 1], nil), ([2: 1], nil), ([2: -1], nil), ([1: 100], nil),
            ([3: -1], 1), ([3: -6], nil), ([3: -60], nil),
        ] as [([Int: Int], Int?)])
    func `A revision is covered by a range from its beginning to its end with a gap for the signature alone`(
        changes: [Int: Int], revision: Int?
    ) throws {
        let file = try SignedFile().read()
        let text = String(decoding: file.bytes, as: UTF8.self)
        let range = try #require(text.firstMatch(of: #/\[0 (\d{4}) (\d{4}) (\d{4})\]/#)?.output)
        var numbers = [0, Int(range.1) ?? 0, Int(range.2) ?? 0, Int(range.3) ?? 0]
        for (index, change) in changes { numbers[index] += change }
        let changed = numbers.dropFirst().map { String("000\($0)".suffix(4)) }
        let other = try PDFFile(
            Array(file.bytes).replacing(
                String(range.0), with: "[\(numbers[0]) \(changed.joined(separator: " "))]"))
        let fields = try other.signatureFields()
        try #require(fields.map(\.isSigned) == [true])
        #expect(fields[0].coverage?.isWholeFile != true)
        #expect(fields[0].coverage?.revision == revision)
    }

    @Test func `A signature that covers more than there is would be broken by anything appended`() throws {
        let file = try SignedFile().read()
        let cut = try PDFFile(Array(file.bytes.dropLast()))
        let coverage = SignatureCoverage(bytes: cut.count + 1, revision: nil, isWholeFile: false)
        #expect(try cut.signatureFields().map(\.coverage) == [coverage])
        #expect(throws: PDFError.signatureBeyondEnd(inField: "one")) { try AnnotationEditor(cut, now: .fixed) }
        _ = try AnnotationEditor(cut, now: .fixed, ignoringSignatures: true)
    }

    @Test(arguments: [
        "[]", "null", "[0 1 2]", "[0 20 40 1 2 3]", "[0 (a) 1 2]", "[0 -5 20 9]", "[0 0 0 0]", "[0 20 20 1]",
    ])
    func `A range that is none covers nothing`(range: String) throws {
        let file = try SignedFile(objects: [5: "<< /Type /Sig /ByteRange \(range) /Contents <00> >>"]).read()
        #expect(try file.signatureFields() == [SignatureField(name: "one", isSigned: true)])
    }

    @Test(arguments: [
        ("[0 20 9223372036854775807 9223372036854775807]", Int.max), ("[0 5000 6000 1]", 6001),
        ("[0 20 40 90000]", 90_040),
        ("[20 90000]", 90_020), ("[0 20 40 10 60 90000]", 90_060),
    ])
    func `A range beyond the end is told before the gap is looked at`(range: String, end: Int) throws {
        let file = try SignedFile(objects: [5: "<< /Type /Sig /ByteRange \(range) /Contents (none) >>"]).read()
        let coverage = SignatureCoverage(bytes: end, revision: nil, isWholeFile: false)
        #expect(try file.signatureFields().map(\.coverage) == [coverage])
        let forbidden = PDFError.signatureBeyondEnd(inField: "one")
        #expect(try file.checkMayAnnotate() == [forbidden], "it was never valid: the file ends whole")
        let cut = Array(file.bytes.dropLast(10))
        #expect(throws: PDFError.self) { try AnnotationEditor(PDFFile(cut), now: .fixed) }
    }

    @Test(arguments: ["<00 FF\n>", "<>"])
    func `The gap may hold white space, but nothing else besides the string`(contents: String) throws {
        #expect(try SignedFile(contents: contents).read().signatureFields().first?.coverage?.isWholeFile == true)
        for other in ["(00FF)", "[<00FF>]", "<00FF> "] {
            #expect(try SignedFile(contents: other).read().signatureFields().map(\.coverage) == [nil])
        }
        #expect(throws: PDFError.self, "a dictionary with two strings there is malformed") {
            try SignedFile(contents: "<00><FF>").read().signatureFields()
        }
    }

    @Test func `Names are joined, types inherited, and circles and widgets left out`() throws {
        let file = try SignedFile(objects: [
            4: "<< /T (form) /FT /Sig /Kids [6 0 R 7 0 R 8 0 R 4 0 R 11 0 R] >>",
            6: "<< /T (a.b) /Parent 4 0 R /V 5 0 R /Kids [9 0 R] >>", 9: "<< /Parent 6 0 R /Subtype /Widget >>",
            7: "<< /T (empty) /Parent 4 0 R /Kids [10 0 R] >>", 10: "<< /Parent 7 0 R /Subtype /Widget >>",
            11: "<< /Kids [<< /T (below) /V << >> >>] >>",
            8: "<< /T (text) /FT /Tx /V (words) /Kids [4 0 R 6 0 R] >>",
        ]).read()
        let fields = try file.signatureFields()
        #expect(fields.map(\.name) == ["form.a.b", "form.empty", "form.below"])
        #expect(fields.map(\.isSigned) == [true, false, true])
    }

    @Test func `Documents without a form, or with something else in its place, have no signature fields`() throws {
        #expect(try PDFFile(Fixture.bytes("table.pdf")).signatureFields().isEmpty)
        for form in ["null", "4", "<< >>", "<< /Fields 4 >>", "<< /Fields [4 (x) 99 0 R] >>"] {
            var file = HandmadePDF.onePage(catalog: "/AcroForm \(form)")
            file.table()
            #expect(try PDFFile(file.bytes).signatureFields().isEmpty)
        }
    }
}
