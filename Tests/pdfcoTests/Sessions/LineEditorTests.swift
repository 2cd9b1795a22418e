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
        var editor = LineEditor.completing()
        #expect(line(keys, &editor) == result.map(LineEditor.Outcome.line) ?? .refresh)
    }

    @Test func `Lines entered before come back, and the new one waits`() {
        var editor = LineEditor.completing()
        for text in ["first", "second", "second"] { #expect(line(text, &editor) == .line(text)) }
        #expect(line("\(Self.up)\(Self.up)", &editor) == .line("first"))
        #expect(line("new\(Self.up)\(Self.down)", &editor) == .line("new"))
        #expect(line("\(Self.up)\(Self.up)\(Self.up)!", &editor) == .line("second!"))
    }

    @Test func `Control keys end or give up the line`() {
        var editor = LineEditor.completing()
        #expect(line("abc\u{03}", &editor) == .abandoned("abc"))
        #expect(line("\u{04}", &editor) == .end)
        #expect(line("a\u{1A}", &editor) == .stop)
        #expect(line("b", &editor) == .line("ab"))
    }

    @Test func `The Tab key completes commands`() {
        var editor = LineEditor.completing("redo", "resolve", "revert", "save")
        #expect(line("sa\t", &editor) == .line("save "))
        #expect(line("r\t\t", &editor) == .choices(["redo", "resolve", "revert"]))
        #expect(line("ver\t", &editor) == .line("revert "))
        #expect(line("x\t", &editor) == .line("x"))
    }

    @Test func `The Tab key completes what begins after a quotation mark, and puts marks around it`() {
        let files = ["my notes.xfdf", "my notes/", "other.json"]
        var editor = LineEditor { line in
            let (_, start, typed) = SessionWords.last(of: line)
            return .init(start: start, typed: typed, words: files.filter { $0.hasPrefix(typed) })
        }
        #expect(line("annotate import 'my notes.\t", &editor) == .line("annotate import 'my notes.xfdf' "))
        #expect(line("annotate import my\\ notes/\t", &editor) == .line("annotate import 'my notes/'"))
        #expect(line("x o\t --json\(Self.left)\u{0B}", &editor) == .line("x other.json  --jso"))
        #expect(line("annotate import m\t\t", &editor) == .choices(["my notes.xfdf", "my notes/"]))
    }

    @Test func `Control-R searches what was entered, in this session or before`() {
        var editor = LineEditor(history: ["annotate undo", "save", "annotate list"]) { line in
            .init(start: 0, typed: line, words: [])
        }
        #expect(line("\u{12}anno", &editor) == .line("annotate list"))
        // The line that was just entered is the last one.
        #expect(line("\u{12}anno\u{12}\u{12}", &editor) == .line("annotate undo"))
        #expect(line("\u{12}sav\u{05} --force", &editor) == .line("save --force"))
        #expect(line("new\u{12}list\u{07}", &editor) == .line("new"))
        #expect(line("\u{12}listx\u{7F}\u{1B}[D!", &editor) == .line("annotate lis!t"))
        var keys = Array("\u{12}un".utf8)
        _ = editor.type(&keys)
        #expect(editor.searchPrompt == "search 'un': ")
    }

    @Test(
        arguments: [
            ("", [], 0, ""), ("an", [], 0, "an"), ("annotate ", ["annotate"], 9, ""),
            ("annotate update 'a b", ["annotate", "update"], 16, "a b"), ("x \"a 'b' c", ["x"], 2, "a 'b' c"),
            (#"x a\ b"#, ["x"], 2, "a b"), ("x 日本 d", ["x", "日本"], 5, "d"),
        ] as [(String, [String], Int, String)])
    func `The last word of a line begins where it was begun`(
        line: String, before: [String], start: Int, word: String
    ) {
        #expect(SessionWords.last(of: line) == (before, start, word))
    }

    @Test func `A line longer than the window shows the part around the cursor`() {
        var editor = LineEditor.completing()
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

extension LineEditor {
    /// An editor that completes the first word.
    fileprivate static func completing(_ words: String...) -> LineEditor {
        LineEditor { line in
            Completion(start: 0, typed: line, words: words.filter { $0.hasPrefix(line) && !line.contains(" ") })
        }
    }
}
