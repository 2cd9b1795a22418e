import SystemPackage
import TestSupport
import Testing

/// What a terminal shows while a command takes long.
@Suite(.timeLimit(.minutes(10))) struct ActivityTests {
    @Test(.terminal) func `After a second the terminal shows what is done, and not once it is done`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory)
            try directory.appending("marks.json").write(
                #"[{"subtype":"Text","page":1,"rect":[9,9,29,29],"name":"n"}]"#.utf8)
            let variables = PDFCO.fixedClock.merging([
                "PDFCO_AUTHOR": "",
                "PDFCO_RUNTIME_DIR": directory.appending("run").string,
            ]) { $1 }
            try await Terminal.use(in: directory, environment: variables) { terminal in
                try await terminal.clear(after: "PATH=\(PDFCO.program.removingLastComponent().string):$PATH")
                // Another process has the document until it is told to let go of it.
                let held = "sh -c 'echo >held; cat gate >/dev/null'"
                try await terminal.clear(after: "mkfifo gate held; pdfco save report.pdf -- \(held) & cat held")
                try await terminal.enter("pdfco annotate import report.pdf marks.json --save")
                try await terminal.expectLine(#/report\.pdf: importing, \d+ s/#)
                _ = try await Command("sh", ["-c", "echo > '\(directory.appending("gate").string)'"]).runNow()
                try await terminal.expectLine(#/pdfco: report\.pdf: 1 edit applied, saved \(.*/#)
                #expect(try await !terminal.screen().contains { $0.contains("importing") })
            }
        }
    }
}
