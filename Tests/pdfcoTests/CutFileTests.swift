import SystemPackage
import TestSupport
import Testing

/// Beside a program that writes a document in place, without any coordination, every command ends with an answer or an error, and none
/// by SIGBUS (invariant 21).
struct CutFileTests {
    /// Writes the document in place again and again: empty, half of it, all of it.
    private static let writer = """
        while [ ! -e stop ]; do : >a.pdf; cat half >>a.pdf; cp whole a.pdf; done
        """

    /// Three hundred pages in a megabyte, so that a command reads while it is written.
    private static let document: [UInt8] = {
        let pages = 3..<303
        var objects = [2: "<< /Type /Pages /Count 300 /Kids [\(pages.map { "\($0) 0 R" }.joined(separator: " "))] >>"]
        let filler = String(repeating: "filling ", count: 400)
        for page in pages {
            objects[page] = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Filling (\(filler)) >>"
        }
        return HandmadePDF.bytes(objects)
    }()

    /// Runs lines of a shell beside the writer, in a directory with the document `a.pdf` and its copy `whole`.
    private func run(_ script: String) async throws -> CommandResult {
        try await withTemporaryDirectory { directory in
            let bytes = Self.document
            try directory.appending("whole").write(bytes)
            try directory.appending("half").write(bytes.prefix(bytes.count / 2))
            try directory.appending("a.pdf").write(bytes)
            return try await PDFCO.shell(
                """
                (\(Self.writer)) & writer=$!
                \(script)
                : >stop; wait $writer
                """, in: directory)
        }
    }

    @Test(
        arguments: [
            "open a.pdf --annotations", "open a.pdf --json", "annotate list a.pdf", "annotate export a.pdf",
            "annotate square a.pdf --rect 20,20,60,40", "annotate square a.pdf --rect 20,20,60,40 --save",
            "annotate square a.pdf --rect 20,20,60,40 --save --method append",
            "annotate square a.pdf --rect 20,20,60,40 -o out.pdf --force", "save --rewrite a.pdf -o out.pdf --force",
            "save --repair a.pdf --dry-run", "open a.pdf --no-coordination --revisions",
        ])
    func `A command ends with an answer or a refusal`(arguments: String) async throws {
        // 0: it was not disturbed; 10: it came too late; 75: it was disturbed; 65: the writer rested for longer than a tenth of
        // a second with the file empty or cut, as on a busy machine.
        let result = try await run(
            """
            for round in $(seq \(TestScope.count(5))); do
                pdfco \(arguments) >>output 2>>errors
                status=$?
                case $status in 0|10|65|75) ;; *) echo "status $status: $(tail -n 1 errors)" ;; esac
            done
            """)
        #expect(result.outputText.isEmpty, "\(result.errorText)")
    }

    @Test func `A session goes on`() async throws {
        let result = try await run(
            """
            for round in $(seq 40); do echo list; echo 'annotate square --rect 20,20,60,40'; done >lines
            echo quit >>lines
            pdfco open a.pdf --interactive <lines >output 2>errors || echo "status $?" $(tail -n 3 errors)
            """)
        // Where the document is being written at the very moment, the session cannot begin.
        #expect(["", "status 65", "status 75"].contains { result.outputText.hasPrefix($0) }, "\(result.outputText)")
        #expect(!result.outputText.contains("status 1"), "\(result.outputText)")
    }

    @Test func `A watch that saves goes on, and saves when the file is whole`() async throws {
        let result = try await run(
            """
            mkfifo told
            pdfco watch . --autosave 0 --json >told 2>errors & watch=$!
            exec 3<told
            for round in $(seq 8); do pdfco annotate square a.pdf --rect 20,20,60,40 >>output 2>&1; done
            : >stop; wait $writer
            cp whole a.pdf
            pdfco annotate square a.pdf --rect 20,20,60,40 --name last --checkpoint immediate || echo "status $?"
            kill -0 $watch || echo gone
            kill -TERM $watch; cat <&3 >events; wait $watch || echo "status $?"
            """)
        #expect(result.outputText.isEmpty, "\(result.outputText)\(result.errorText)")
    }
}
