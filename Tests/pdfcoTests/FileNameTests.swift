import FoundationEssentials
import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import pdfco

/// Names of files are bytes: those that are not UTF-8, or that some rule of text takes for equal, lead to one file each
/// (invariant 20).
struct FileNameTests {
    /// The shell's names for the bytes of `b\xff.pdf`, for those of a name that is like it as text, and for those of a name with
    /// the character that stands for the byte 0xFF in the program.
    private static let odd = #"b\377.pdf"#
    private static let others = [#"b\357\277\275.pdf"#, #"b\364\217\277\277.pdf"#]

    /// Runs lines of a shell in a directory with the three documents; `$odd` is the name of the first, and `pdfco` the program.
    private func run(_ script: String) async throws -> CommandResult {
        try await withTemporaryDirectory { directory in
            let fixture = Fixture.named("table.pdf").string
            let names = Self.others.map { "$(printf '\($0)')" }
            let start = """
                set -e
                odd=$(printf '\(Self.odd)'); fixture='\(fixture)'
                cp "$fixture" "$odd"; for name in \(names.map { "\"\($0)\"" }.joined(separator: " ")); do cp "$fixture" "$name"; done
                """
            let end = names.map { "cmp \"$fixture\" \"\($0)\"" }.joined(separator: "\n")
            return try await PDFCO.shell("\(start)\n\(script)\n\(end)", in: directory)
        }
    }

    private func expectDone(
        _ script: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let result = try await run(script)
        #expect(result.exitStatus == 0, "\(result.errorText)\(result.outputText)", sourceLocation: sourceLocation)
        return result.outputText
    }

    @Test(
        arguments: [
            #"pdfco annotate square "$odd" --rect 20,20,60,40 --save; ! cmp -s "$fixture" "$odd""#,
            #"pdfco annotate square "$odd" --rect 20,20,60,40; pdfco save "$odd"; ! cmp -s "$fixture" "$odd""#,
            #"pdfco annotate square "$odd" --rect 20,20,60,40; pdfco restore --all; ! cmp -s "$fixture" "$odd""#,
            #"pdfco annotate square table.pdf --rect 20,20,60,40 -o "out-$odd"; test -s "out-$odd""#,
            #"pdfco annotate square table.pdf --rect 20,20,60,40 --output="out-$odd"; test -s "out-$odd""#,
            #"pdfco open --new "new-$odd"; test -s "new-$odd""#,
            #"pdfco annotate square "$odd" --rect 20,20,60,40 --data-dir "data-$odd"; test -d "data-$odd/checkpoints""#,
            #"PDFCO_DATA_DIR="data-$odd" pdfco annotate square "$odd" --rect 20,20,60,40; test -d "data-$odd/checkpoints""#,
            #"echo secret >"secret-$odd"; pdfco open table.pdf --password-file "secret-$odd""#,
            #"echo '[]' >"marks-$odd"; pdfco annotate import "$odd" "marks-$odd" --save; cmp "$fixture" "$odd""#,
            #"echo 'annotate square --rect 20,20,60,40' >"script-$odd"; pdfco open "$odd" --script "script-$odd"; ! cmp -s "$fixture" "$odd""#,
            #"printf "annotate square --rect 20,20,60,40 -o 'out-$odd'" | pdfco open table.pdf --script -; test -s "out-$odd""#,
            #"pdfco save "$odd" -- cp "$odd" "copy-$odd"; cmp "$fixture" "copy-$odd""#,
            #"pdfco open table.pdf -- sh -c 'test "$1" = "$2"' - "$odd" "$odd""#,
            #"pdfco open table.pdf --runtime-dir "run-$odd" -- sh -c 'test "$PDFCO_RUNTIME_DIR" = "$1"' - "run-$odd""#,
        ])
    func `A name that is not UTF-8 leads to its own file, wherever it comes in`(script: String) async throws {
        _ = try await expectDone("cp \"$fixture\" table.pdf\n" + script)
    }

    @Test func `Messages show the bytes of such a name, and JSON has them besides`() async throws {
        let text = try await expectDone(
            #"pdfco open "$odd"; pdfco open "$odd" --json; pdfco open "missing-$odd" --json 2>&1 || :"#)
        let bytes = Data([0x62, 0xFF] + ".pdf".utf8)
        #expect(text.contains(#""file":"b\\xff.pdf","fileBytes":"\#(bytes.base64EncodedString())""#))
        #expect(text.contains(#""file":"missing-b\\xff.pdf","fileBytes":""#))
    }

    @Test func `A command for events, and what is told of them, have the very name`() async throws {
        let text = try await expectDone(
            #"""
            mkdir watched
            mkfifo ready
            pdfco watch watched --until appeared --json --exec 'test -s "$PDFCO_FILE" && cmp "$PDFCO_FILE" "$fixture" && echo same' 2>ready &
            read line <ready
            cp "$odd" new && mv new "watched/$odd"
            wait
            """#.replacing("$fixture", with: Fixture.named("table.pdf").string))
        #expect(text.contains(#"b\\xff.pdf","fileBytes":""#))
        #expect(text.contains("same\n"))
    }

    @Test(arguments: ["--contents", "--author", "--subject", "--name", "--reply-to", "--purpose"])
    func `What goes into a document as text must be text`(option: String) async throws {
        let result = try await run(
            #"pdfco annotate square "$odd" --rect 20,20,60,40 --save \#(option) "$odd" || echo status $?; cmp "$fixture" "$odd""#
        )
        #expect(result.outputText == "status 64\n")
        #expect(result.errorText.contains("\(option) takes text in UTF-8"))
    }

    @Test func `Names that are equal as text, and not in bytes, are two files`() async throws {
        let text = try await expectDone(
            #"""
            composed=$(printf 'n\303\244.pdf'); decomposed=$(printf 'na\314\210.pdf')
            cp "$fixture" "$composed"; cp "$fixture" "$decomposed"
            pdfco annotate square "$composed" --rect 20,20,60,40
            pdfco annotate square "$composed" --rect 20,20,60,40 -o "out-$decomposed"
            pdfco annotate square "$decomposed" --rect 20,20,60,40 --name other
            pdfco annotate list "$decomposed"; echo; pdfco annotate list "$composed"
            pdfco save "$decomposed"; cmp "$fixture" "$composed"; ! cmp -s "$fixture" "$decomposed"
            printf "annotate square --rect 20,20,60,40 -o '\314\210.pdf'" | pdfco open "$composed" --script -
            test -s "$(printf '\314\210.pdf')"
            """#)
        #expect(text.split(separator: "\n").count == 2)
        #expect(text.ranges(of: "other").count == 1)
    }

    @Test(
        arguments: [
            [], Array("b.pdf".utf8), [0xFF], [0x62, 0xC3], [0xE2, 0x82, 0x62], [0xED, 0xA0, 0x80],
            [0xF4, 0x8F, 0xBF, 0xBF],
            [0xF4, 0x8F, 0xBE, 0x80, 0xFF], [0xF4, 0x90, 0x80, 0x80], Array("ä\u{10FF7F}".utf8), [0xC0, 0x80],
        ] as [[UInt8]])
    func `Any bytes become text and the same bytes again`(bytes: [UInt8]) {
        let text = ByteText.text(bytes)
        #expect(ByteText.bytes(text) == bytes)
        #expect(ByteText.hasEscapes(text) == (String(validating: bytes, as: UTF8.self) != text))
    }

    @Test func `All words of three bytes of UTF-8 and others are different texts`() {
        let bytes: [UInt8] = [0x41, 0x80, 0xBF, 0xC3, 0xE2, 0xED, 0xF4, 0x8F, 0xBE, 0xFF]
        var texts: Set<[UInt8]> = []
        for first in bytes {
            for second in bytes {
                for third in bytes {
                    for fourth in bytes {
                        let word = [first, second, third, fourth]
                        let text = ByteText.text(word)
                        #expect(ByteText.bytes(text) == word)
                        texts.insert(Array(text.utf8))
                    }
                }
            }
        }
        #expect(texts.count == 10_000)
    }
}
