import SystemPackage
import TestSupport
import Testing

@testable import pdfco

/// The names of annotations come from files: no shell expands them, and each reads the same name again.
@Suite(.timeLimit(.minutes(10)), .serialized) struct CompletedNameTests {
    /// What is typed, and the name that the Tab key then completes.
    private static let names = [
        ("a", "a$(touch PWNED)"), ("b", "b`touch PWNED`"), ("c", #"c it's "q" $HOME\x"#), ("d", "d\nline"),
        ("e", "e*?[a]{b,c}"),
        ("\\~", "~root y"), ("-- -f", "-force x"), ("g", "g:h=i;j|k&l>m#!n"), ("'k", "k$(touch PWNED)'!x"),
        ("\"m", "m`touch PWNED`\"$x"), ("ö", "öl 日本"),
    ]

    @Test(.terminal, arguments: Terminal.Shell.allCases)
    func `The Tab key inserts a name as data, and runs nothing of it`(shell: Terminal.Shell) async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            let hostile = Fixture.directory.appending("Hostile/completion-evil.pdf")
            try directory.appending("evil.pdf").write(hostile.readBytes())
            // fish leaves `~` unquoted and takes quotation marks away, so that such names are not offered there.
            let safe = Self.names.filter { name in
                shell != .fish || !name.1.hasPrefix("~") && !name.1.contains { "\\'\"".contains($0) }
            }
            let names = TestScope.isShort ? Array(safe.prefix(3)) : safe
            for (_, name) in names {
                let place = ["--rect", "9,9,29,29", "--contents", "x", "--save"]
                let file = directory.appending("a.pdf").string
                try #require(
                    try await PDFCO.run(["annotate", "text", file, "--name=\(name)"] + place).exitStatus == 0)
            }
            try #require(
                try await PDFCO.shell(
                    """
                    pdfco --generate-completion-script \(shell.rawValue) > script
                    printf '#!/bin/sh\\nfor last; do :; done; printf "%%s\\\\0" "$last" >> got; wc -l < got; echo "got"\\n' > args
                    chmod +x args
                    """, in: directory
                ).exitStatus == 0)
            let variables = [
                "HOME": directory.string, "TMPDIR": directory.string, "TERM": "xterm", "LANG": "C.UTF-8",
                "LC_ALL": "C.UTF-8",
                "PDFCO_DATA_DIR": PDFCO.noDataDirectory,
            ]
            try await Terminal.use(shell, columns: 150, in: directory, environment: variables) { terminal in
                let begin = shell == .zsh ? "autoload -U compinit; compinit -D -u; source ./script" : "source ./script"
                // The server of tmux has a PATH of its own.
                let programs = "\(directory.string):\(PDFCO.program.removingLastComponent().string)"
                try await terminal.clear(after: "export PATH=\(programs):\(Command.searchPath)")
                try await terminal.clear(after: begin)
                for (index, (typed, _)) in ([("", "")] + names).enumerated() {
                    let line = "pdfco annotate remove \(index == 0 ? "evil" : "a").pdf \(typed)"
                    try await terminal.type(line)
                    let shown = "$ \(line)"
                    let trimmed = shown.hasSuffix(" ") ? String(shown.reversed().drop { $0 == " " }.reversed()) : shown
                    try await terminal.expect(trimmed)
                    try await terminal.press("Tab")
                    try await terminal.expectChange(of: trimmed)
                    try await terminal.press("C-a")
                    try await terminal.type("args ")
                    try await terminal.press("Enter")
                    try await terminal.expect("got", "$")
                    try await terminal.clear()
                }
            }
            let got = try directory.appending("got").readBytes().split(separator: 0).map {
                String(decoding: $0, as: UTF8.self)
            }
            #expect(got == ["$(touch${IFS}PWNED)"] + names.map(\.1))
            #expect(try !directory.list().contains("PWNED"))
        }
    }

    @Test(arguments: names.map(\.1) + ["tab\there", "\u{1B}[31m\u{202E}", "'", "$'\\x41'", "\\"])
    func `A session reads a name as it completed it`(name: String) throws {
        let completion = SessionCompletion(CommandTree(root: PDFCo.self)) { [(name, "")] }
        var editor = LineEditor { completion.words(after: $0) }
        let before = name.hasPrefix("-") ? "annotate remove -- " : "annotate remove "
        var keys = Array("\(before)\t\r".utf8)
        guard case .line(let line) = editor.type(&keys) else {
            Issue.record("no line")
            return
        }
        #expect(try SessionWords.words(of: line) == before.split(separator: " ").map(String.init) + [name])
        #expect(line.unicodeScalars.allSatisfy { !ShownText.isControl($0) })
    }

    @Test func `A name with a leading hyphen is offered only where it is no option`() {
        let completion = SessionCompletion(CommandTree(root: PDFCo.self)) { [("--force", ""), ("name", "")] }
        #expect(completion.words(after: "annotate remove ").words == ["name"])
        #expect(completion.words(after: "annotate remove -- --f").words == ["--force"])
        #expect(completion.words(after: "annotate text --reply-to ").words == ["name"])
    }
}
