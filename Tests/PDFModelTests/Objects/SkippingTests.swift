import Testing

@testable import PDFModel

/// Reading one entry of a dictionary gives what reading all of it gives, or nothing.
struct SkippingTests {
    private func read(_ text: String, _ key: Name) -> (one: PDFObject?, whole: PDFObject?, isSame: Bool) {
        Array(text.utf8).withUnsafeBytes { bytes in
            var (one, whole) = (SyntaxReader(bytes, at: 0), SyntaxReader(bytes, at: 0))
            let (value, object) = (one.value(of: key), whole.object())
            return (value, object, value == nil ? one.position == 0 : one.position == whole.position)
        }
    }

    @Test(arguments: [
        "<</NM(n)>>", "<< /NM (n) /Rect [ 1 2.5 -3 .5 ] >>", "<</A 1 0 R/NM(n)/B 2 0 R>>",
        "<</A[1 0 R 2 0 R 3]/NM<6E>>>",
        "<</A<</B<</C/NM>>>>/NM(n)/C(\\)x\\\\(y))>>", "<</A(()(a))/NM(first)/NM(n)>>", "<</NMX(x)/N(y)/NM/n>>",
        "<</A true/B false/C null/NM null>>", "<</A 1/NM 12/B 1.>>", "<</A 1 /B 2 0 /NM(n)>>", "<</NM[1 2]>>", "<<>>",
        "<</A/>>", "<</A<48656C6C6F>/NM(n)>> endobj",
    ])
    func `The value is that of the whole dictionary`(text: String) throws {
        let (one, whole, isSame) = read(text, "NM")
        #expect(isSame)
        guard let whole else {
            #expect(one == nil)
            return
        }
        #expect(try #require(one) == whole.dictionaryValue?["NM"] ?? .null)
    }

    @Test(arguments: [
        "", "[1 2]", "<</A", "<</A>>", "<</A(x>>", "<</A#42(x)/NM(n)>>", "<</A+1/NM(n)>>", "<</A 1..2/NM(n)>>",
        "<</A<zz>/NM(n)>>", "<</A %c\n[1/NM(n)>>", "<</A 1234567890123456789/NM(n)>>", "<</A{}/NM(n)>>",
        "<</NM(n)/B 1 0 X>>",
        "<</A<</B 1/NM(n)>>", "<</A 0 0 R/NM(n)>>", "<</A[1-2]/NM(n)>>",
    ])
    func `What is written otherwise is left to the reader of all`(text: String) {
        let (one, _, isSame) = read(text, "NM")
        #expect(one == nil)
        #expect(isSame)
    }

    @Test func `Random bytes are never read otherwise`() {
        var random = SystemRandomNumberGenerator()
        let parts = [
            "<<", ">>", "/NM", "/A", "(n)", "(", ")", "[", "]", "1", " 0 R", "R", "<41>", "<", ">", " ", "null", "true",
            "#", "%", "\n", "-", ".", "\\",
        ]
        for _ in 0..<20_000 {
            let text = "<<" + (0..<8).map { _ in parts.randomElement(using: &random) ?? "" }.joined() + ">>"
            let (one, whole, isSame) = read(text, "NM")
            guard let one else { continue }
            #expect(isSame, "\(text)")
            #expect(whole?.dictionaryValue?["NM"] ?? .null == one, "\(text)")
        }
    }
}
