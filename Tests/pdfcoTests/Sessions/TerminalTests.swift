import SystemPackage
import TestSupport
import Testing

/// A session as a person sees it.
@Suite(.timeLimit(.minutes(10)), .serialized) struct TerminalTests {
    /// A shell in which `pdfco` is the program under test.
    private func use(columns: Int = 100, _ body: (SessionScene, Terminal) async throws -> Void) async throws {
        try await SessionScene.use { scene in
            let directory = scene.file.removingLastComponent()
            try await Terminal.use(columns: columns, in: directory, environment: scene.variables) { terminal in
                try await terminal.clear(after: "PATH=\(PDFCO.program.removingLastComponent().string):$PATH")
                try await body(scene, terminal)
            }
        }
    }

    @Test(.terminal)
    func `Errors keep the prompt, Control-C gives up the line, Control-D saves and closes`() async throws {
        try await use { scene, terminal in
            try await terminal.enter("pdfco open table.pdf --interactive")
            try await terminal.expect("pdfco: table.pdf is open; help lists the commands", "table.pdf>")
            try await terminal.enter("nonsense")
            try await terminal.expect(
                "table.pdf> nonsense", "pdfco: error: there is no command 'nonsense' in a session",
                "hint: help lists the commands", "table.pdf>")
            try await terminal.enter("annotate square --rect 10,10,90,90 --name one --contents 'Größe 日本'")
            try await terminal.expect(
                "pdfco: table.pdf: 1 edit applied, 1 change pending; run `save` to write it", "table.pdf [1]>")
            try await terminal.type("not this")
            try await terminal.expect("table.pdf [1]> not this")
            try await terminal.press("C-c")
            try await terminal.expect("table.pdf [1]> not this^C", "table.pdf [1]>")
            try await terminal.type("lisx")
            try await terminal.press("BSpace", "Tab", "Enter")
            try await terminal.expect(
                "table.pdf [1]> list", #"page 1  Square  10,10,90,90  one  "Größe 日本""#, "table.pdf [1]>")
            try await terminal.press("Up", "Up", "Up")
            try await terminal.expect("table.pdf [1]> nonsense")
            try await terminal.press("C-u", "C-d")
            try await terminal.expect("table.pdf [1]>", "pdfco: table.pdf: 1 change saved", "$")
            try await terminal.enter("echo $?")
            try await terminal.expect("0", "$")
            #expect(try await scene.names() == ["one"])
        }
    }

    @Test(.terminal) func `What others do is told above the line that is being typed`() async throws {
        try await use { scene, terminal in
            try await terminal.enter("pdfco open table.pdf -i")
            try await terminal.expect("pdfco: table.pdf is open; help lists the commands", "table.pdf>")
            try await terminal.enter("annotate square --rect 10,10,90,90")
            try await terminal.expect(
                "pdfco: table.pdf: 1 edit applied, 1 change pending; run `save` to write it", "table.pdf [1]>")
            try await terminal.type("und")
            try await terminal.expect("table.pdf [1]> und")
            let turned = try await Command("qpdf", ["--rotate=+90:1", "--replace-input", scene.file.string]).runNow()
            #expect(turned.exitStatus == 0)
            try await terminal.expect(
                "pdfco: conflict save (keeps theirs as a version), conflict copy (a new file), conflict close",
                "table.pdf in conflict [1]> und")
            try await terminal.press("C-u")
            try await terminal.enter("conflict reload")
            try await terminal.expect("pdfco: table.pdf: resolved", "table.pdf>")
            try await terminal.enter("quit")
            try await terminal.expect("table.pdf> quit", "$")
        }
    }

    @Test(.terminal) func `Control-Z stops the session, and others may work meanwhile`() async throws {
        try await use { scene, terminal in
            try await terminal.enter("pdfco open table.pdf -i")
            try await terminal.expect("pdfco: table.pdf is open; help lists the commands", "table.pdf>")
            try await terminal.press("C-z")
            try await terminal.expect("[1]+  Stopped                 pdfco open table.pdf -i", "$")
            try await terminal.enter("pdfco annotate square table.pdf --rect 1,1,9,9 --name two --save --quiet; fg")
            try await terminal.expect("pdfco: 12:00:00 table.pdf changed", "table.pdf>")
            try await terminal.enter("list")
            try await terminal.expect("table.pdf> list", "page 1  Square  1,1,9,9  two", "table.pdf>")
            try await terminal.press("C-d")
            try await terminal.expect("table.pdf>", "$")
        }
    }

    @Test(.terminal) func `A window narrower than the line shows the part that is being typed`() async throws {
        try await use(columns: 40) { _, terminal in
            try await terminal.enter("pdfco open table.pdf -i -q")
            try await terminal.expect("table.pdf>")
            try await terminal.type("annotate square --rect 10,10,90,90 --contents long")
            try await terminal.expect("table.pdf>  10,10,90,90 --contents long")
            try await terminal.press("C-a")
            try await terminal.expect("table.pdf> annotate square --rect 10,10")
            try await terminal.press("C-c", "C-d")
            try await terminal.expect("table.pdf>", "$")
        }
    }
}
