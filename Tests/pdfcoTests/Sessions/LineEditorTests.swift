import Testing

@testable import pdfco

/// A line that is typed, key by key.
struct LineEditorTests {
    private static let left = "\u{1B}[D", right = "\u{1B}[C", up = "\u{1B}[A", down = "\u{1B}[B"

    /// What a line comes to with these keys and Enter, byte by byte as over a slow line.
    private func line(_ keys: String, _ editor: inout LineEditor) -> LineEditor.Outcome {
        for byte in (keys + "\r").utf8 {
            var bytes = [byte]
            let outcome = editor.type(&bytes)
            if outcome != .editing { return outcome }
        }
        return .editing
    }

    @Test(arguments: [
        ("abc", "abc"), ("ac\(left)b", "abc"), ("abx\u{7F}c", "abc"), ("bc\u{01}a", "abc"),
        ("bc\u{1B}[Ha\u{1B}[Fd", "abcd"),
        ("abc\(left)\(left)\u{1B}[3~", "ac"), ("abc\(left)\u{04}", "ab"), ("one two\u{17}", "one "),
        ("abc\u{02}\u{0B}", "ab"),
        ("abc\u{15}d", "d"), ("abc\u{15}d\u{19}", "dabc"), ("ö日\u{7F}x", "öx"), ("e\u{301}\u{7F}", ""),
        ("a\u{1B}[15~b", "ab"),
        ("\(left)\(right)\(up)\(down)a", "a"), ("a\u{0C}", nil),
    ])
    func `Keys change the line`(keys: String, result: String?) {
        var editor = LineEditor(words: [])
        #expect(line(keys, &editor) == result.map(LineEditor.Outcome.line) ?? .refresh)
    }

    @Test func `Lines entered before come back, and the new one waits`() {
        var editor = LineEditor(words: [])
        for text in ["first", "second", "second"] { #expect(line(text, &editor) == .line(text)) }
        #expect(line("\(Self.up)\(Self.up)", &editor) == .line("first"))
        #expect(line("new\(Self.up)\(Self.down)", &editor) == .line("new"))
        #expect(line("\(Self.up)\(Self.up)\(Self.up)!", &editor) == .line("second!"))
    }

    @Test func `Control keys end or give up the line`() {
        var editor = LineEditor(words: [])
        #expect(line("abc\u{03}", &editor) == .abandoned("abc"))
        #expect(line("\u{04}", &editor) == .end)
        #expect(line("a\u{1A}", &editor) == .stop)
        #expect(line("b", &editor) == .line("ab"))
    }

    @Test func `The Tab key completes commands`() {
        var editor = LineEditor(words: ["redo", "resolve", "revert", "save"])
        #expect(line("sa\t", &editor) == .line("save "))
        #expect(line("r\t\t", &editor) == .choices(["redo", "resolve", "revert"]))
        #expect(line("ver\t", &editor) == .line("revert "))
        #expect(line("x\t", &editor) == .line("x"))
    }

    @Test func `A line longer than the window shows the part around the cursor`() {
        var editor = LineEditor(words: [])
        var keys = Array("0123456789".utf8)
        _ = editor.type(&keys)
        #expect(editor.window(columns: 20) == ("0123456789", 10))
        #expect(editor.window(columns: 6) == ("56789", 5))
        keys = Array(String(repeating: Self.left, count: 8).utf8)
        _ = editor.type(&keys)
        #expect(editor.window(columns: 6) == ("01234", 2))
    }

    @Test(arguments: [
        ("a b", ["a", "b"]), ("  a\t b \r", ["a", "b"]), ("'a b' \"c d\"", ["a b", "c d"]),
        (#"a\ b "c\"d" 'e\f'"#, ["a b", "c\"d", #"e\f"#]),
        ("a # b", ["a"]), ("a#b", ["a#b"]), ("# all", []), ("''", [""]), ("x'y'z", ["xyz"]), (#""\d""#, [#"\d"#]),
        ("", []),
    ])
    func `Words are quoted as in a shell`(line: String, words: [String]) throws {
        #expect(try SessionWords.words(of: line) == words)
    }

    @Test func `What is not closed is no line`() {
        #expect(throws: SessionWords.Failure.openQuote("'")) { try SessionWords.words(of: "a 'b") }
        #expect(throws: SessionWords.Failure.openQuote("\"")) { try SessionWords.words(of: "a \"b'") }
        #expect(throws: SessionWords.Failure.openEscape) { try SessionWords.words(of: "a \\") }
    }
}
