import SystemPackage
import TestSupport
import Testing

@testable import pdfco

/// Strings of a document, and names of files, cannot forge lines or move a terminal's cursor, whatever prints them.
struct ForgedOutputTests {
    /// Everything that could begin a line, or do something to a terminal.
    private static let evil = "x\npdfco: y\r\u{1B}]0;z\u{7}\u{9B}2J\u{85}\u{7F}\u{202E}\u{2066}\u{2028}\u{2029}w"

    /// A text string as a hexadecimal one of UTF-16 (ISO 32000-2, 7.9.2.2).
    private static func string(_ text: String) -> String {
        "<FEFF"
            + text.utf16.map { unit in
                let digits = String(unit, radix: 16)
                return String(repeating: "0", count: 4 - digits.count) + digits
            }.joined() + ">"
    }

    /// A document with such a string wherever one is shown: in an annotation, a signature field and what is damaged.
    private static var document: [UInt8] {
        var file = HandmadePDF.onePage(
            "/Annots [4 0 R 5 0 R 6 0 R]", catalog: "/AcroForm << /Fields [6 0 R] /SigFlags 1 >>",
            objects: [
                4: """
                << /Type /Annot /Subtype /Square /Rect [10 10 60 60] /NM \(string(evil)) /T \(string(evil)) \
                /Contents \(string(evil)) >>
                """,
                5: "<< /Type /Annot /Subtype /Evil#0Apdfco#3A#1B[2J /Rect [10 10 60 60] >>",
                6: "<< /FT /Sig /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /T \(string(evil)) "
                    + "/Lock << /Type /SigFieldLock /Action /Include /Fields [\(string(evil))] >> >>",
            ])
        file.table()
        return file.bytes
    }

    /// Every command that prints something of a document or its name; `$f` is the name of the document, `$n` that of its
    /// annotation.
    private static let script = #"""
        pdfco open "$f"; pdfco open "$f" --annotations --revisions --verbose
        pdfco annotate list "$f"; pdfco annotate export "$f"; pdfco annotate list "$f" --json
        pdfco annotate remove "$f" "$n" --verbose; pdfco checkpoint show "$f"; pdfco checkpoint "$f"
        pdfco checkpoint list; pdfco restore; pdfco annotate undo "$f"
        pdfco annotate update "$f" "$n" --contents "$n" --verbose; pdfco checkpoint show "$f"; pdfco save "$f" --verbose
        pdfco annotate remove "$f" "no$n"; pdfco annotate square "$f" --rect 1,1,9,9 --name "$n" --contents "$n" --save
        pdfco annotate square "$f" --rect 1,1,9,9 --name "$n" --contents other --save
        pdfco save --rewrite "$f" -o "out$f" --verbose; pdfco open "missing$f"; pdfco open "$n/$n" --json
        pdfco annotate square "$f" --rect "$n" --save; pdfco "$n"; pdfco open "--$n" "$f"; pdfco open "$f" --timeout "$n"
        pdfco open "$f" --password-file "$f"; pdfco annotate import "$f" "$f"; pdfco open "$f" -- "./$n"
        pdfco open "$f" --script "$n"; pdfco annotate square "$f" --rect 1,1,9,9 --save -o "$n"
        pdfco annotate square "$f" --rect 1,1,9,9 -o "$n/$n"; pdfco annotate square "$f" --rect 1,1,9,9 --data-dir "$f"
        printf 'list\nstatus\nannotate remove nobody\n' >lines; pdfco open "$f" --script lines
        pdfco watch "$f" --until appeared --runtime-dir "$f"; pdfco open "$f" --page "$n"
        printf '%s' 'broken' | cat "$f" - >"broken$f"; head -c 700 "$f" >"cut$f"; pdfco open "cut$f"
        pdfco annotate list "cut$f"; pdfco save --repair "cut$f" --verbose; pdfco open "broken$f"; pdfco restore --all
        """#

    @Test func `No command prints a control character of a document or a name, and no line of its own`() async throws {
        try await withTemporaryDirectory { directory in
            let name = Self.evil + ".pdf"
            try directory.appending("a.pdf").write(Self.document)
            var command = Command(
                "bash", ["-c", "pdfco() { \"$PDFCO\" \"$@\" || :; }\nmv a.pdf \"$f\"\n\(Self.script)"],
                environment: PDFCO.command([]).environment.merging([
                    "PDFCO": PDFCO.program.string, "PDFCO_DATA_DIR": directory.appending("data").string,
                    "PDFCO_RUNTIME_DIR": directory.appending("run").string, "f": name, "n": Self.evil,
                ]) { $1 })
            command.directory = directory
            let result = try await command.run()
            for (text, stream) in [(result.outputText, "output"), (result.errorText, "error")] {
                let odd = text.unicodeScalars.filter { scalar in
                    scalar != "\n" && ShownText.line(String(scalar)) != String(scalar)
                }
                #expect(odd.isEmpty, "\(stream)")
                let forged = text.split(separator: "\n").filter { $0.hasPrefix("pdfco: y") }
                #expect(forged.isEmpty, "\(stream)")
            }
            #expect(result.outputText.contains(#"x\u{a}pdfco: y\u{d}\u{1b}]0;z\u{7}\u{9b}2J\u{85}\u{7f}\u{202e}"#))
            #expect(result.outputText.contains(#"x\npdfco: y\r\u001b]0;z\u0007\u009b2J\u0085\u007f\u202e\u2066"#))
            // Everything ran.
            #expect(result.errorLines.count > 20, "\(result.errorText)")
        }
    }

    @Test(.terminal) func `Events of a watch are lines of their own, also on a terminal`() async throws {
        try await withTemporaryDirectory { directory in
            var command = Command(
                "bash",
                [
                    "-c",
                    #"""
                    mkdir watched; mkfifo ready
                    "$PDFCO" watch watched --until appeared 2>ready & read line <ready
                    cp "$fixture" new; mv new "watched/$f"; wait
                    mkfifo again
                    { script -qec '"$PDFCO" watch watched --until deleted 2>again' /dev/null >terminal || : >again; } & read line <again
                    rm "watched/$f"; wait; grep -c 'pdfco: y' terminal; grep -ac "$(printf '\233')" terminal
                    """#,
                ],
                environment: PDFCO.command([]).environment.merging([
                    "PDFCO": PDFCO.program.string, "PDFCO_RUNTIME_DIR": directory.appending("run").string,
                    "f": Self.evil + ".pdf", "fixture": Fixture.named("table.pdf").string, "TERM": "xterm",
                    "SHELL": "/bin/sh",
                ]) { $1 })
            command.directory = directory
            let lines = try await command.run().outputText.split(separator: "\n")
            #expect(lines.count == 3)
            #expect(lines.first?.contains(#"x\u{a}pdfco: y\u{d}"#) == true)
        }
    }

    @Test(arguments: ["", "plain", "Größe – 漢字 👍🏽", "a\u{301}"])
    func `Other text is shown as it is`(text: String) {
        #expect(ShownText.line(text) == text)
        #expect(ShownText.json(text) == text)
    }

    @Test func `Nothing prints past the console`() throws {
        for file in try SourceFile.all() where file.module == "pdfco" {
            for line in file.lines {
                #expect(
                    line.firstMatch(of: #/(^|[^.\w])print\(/#) == nil || line.contains("func print("), "\(file.path)")
                let writers = [
                    "Output/Console.swift", "Output/MessageStream.swift", "Watch/WatchSession.swift",
                    "Session/SessionInput.swift",
                ]
                if line.contains(#/\b(output|stream|terminal)\.write\(/#) {
                    #expect(writers.contains { file.path.hasSuffix($0) }, "\(file.path)")
                }
            }
        }
    }
}
