import Testing

@testable import PDFModel

@Suite struct SyntaxReaderTests {
    private func read(_ text: String) -> PDFObject? {
        Array(text.utf8).withUnsafeBytes { bytes in
            var reader = SyntaxReader(bytes, at: 0)
            return reader.object()
        }
    }

    private func string(_ text: String) -> PDFObject { .string(PDFString(bytes: Array(text.utf8))) }

    @Test(arguments: [
        ("(a\\)b\\\\(c))", "a)b\\(c)"), ("(\\101\\7\\1019)", "A\u{7}A9"), ("(a\\\nb\\\r\nc\\q)", "abcq"), ("()", ""),
        ("(\\n\\r\\t\\b\\f)", "\n\r\t\u{8}\u{C}"), ("<41 4\n2 4>", "AB@"), ("<>", ""),
    ])
    func `Strings are read with their escapes`(notation: String, text: String) {
        #expect(read(notation) == string(text))
    }

    @Test(arguments: [
        ("12", PDFObject.integer(12)), ("+5", .integer(5)), ("-007", .integer(-7)), (".5", .real(".5")),
        ("4.", .real("4.")),
        ("12 0 R", .reference(IndirectReference(12))),
        ("% c\n 12%\n3 R", .reference(IndirectReference(12, generation: 3))),
        ("0 0 R", .reference(IndirectReference(0))), ("12 0 Rx", .integer(12)),
        ("/A#42#g", .name(Name(bytes: [0x41, 0x42, 0, 0x67]))),
        ("/", .name("")),
        ("null", .null),
        ("[1 2 3 0 R]", .array([.integer(1), .integer(2), .reference(IndirectReference(3))])), ("true", .boolean(true)),
        ("<</A/B/C[]/A 2>>", .dictionary(["A": .integer(2), "C": .array([])])), ("9223372036854775807", .integer(.max)),
    ])
    func `Objects are read in any notation`(notation: String, object: PDFObject) {
        #expect(read(notation) == object)
    }

    @Test(arguments: [
        "", "(", "(a\\", "<4", "<4x>", "[1", "<< /A", "<< /A >>", "<< 1 2 >>", "]", ">>", "R", "+", "--1", "1e5x(",
        "obj",
        "<", "<<", "/A#", "-", ".", "1.2.3",
    ])
    func `What is unfinished or no object is nothing, or what stands before it`(notation: String) {
        let object = read(notation)
        #expect(object == nil || notation == "/A#" || notation == "1e5x(")
    }

    @Test func `Deep nesting ends the reading and not the program`() {
        for (open, close) in [("[", "]"), ("<</A", ">>")] {
            let nested = { String(repeating: open, count: $0) + " 1 " + String(repeating: close, count: $0) }
            #expect(read(nested(50)) != nil)
            #expect(read(nested(100_000)) == nil)
        }
    }

    @Test func `A failed step leaves the position where it was`() {
        for text in ["  [1 (", "  << /A [", " <4", " (abc", " +", "  12x"] {
            Array(text.utf8).withUnsafeBytes { bytes in
                var reader = SyntaxReader(bytes, at: 0)
                if reader.object() == nil { #expect(reader.position == 0) }
                var integers = SyntaxReader(bytes, at: 0)
                if integers.integer() == nil { #expect(integers.position == 0) }
            }
        }
    }
}
