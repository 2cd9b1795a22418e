import SystemPackage
import TestSupport
import Testing

/// What going back to a revision or a version replaces is kept, and undo puts it back.
struct PuttingBackTests {
    private static let start = """
        set -e; exec 2>&1
        square() { pdfco annotate square a.pdf --rect 1,1,9,9 --name "$@"; }
        square one --save; square two --save; cp a.pdf both.pdf
        same() { cmp "$1" "$2"; }
        """

    private func run(_ script: String) async throws -> String {
        try await withTemporaryDirectory { directory in
            try directory.appending("a.pdf").write(FindingTests.document())
            try directory.appending("first.pdf").write(FindingTests.document())
            let result = try await PDFCO.shell("\(Self.start)\n\(script)", in: directory)
            #expect(result.exitStatus == 0, "\(result.outputText)")
            return result.outputText
        }
    }

    @Test func `The document that a revision replaces is kept as a version, whose name is printed`() async throws {
        let text = try await run(
            """
            pdfco restore a.pdf --revision 1; same a.pdf first.pdf
            version=$(pdfco restore a.pdf --revision 1 --dry-run; pdfco open a.pdf --revisions | awk '/version/ { print $2 }')
            pdfco restore a.pdf --version $version; same a.pdf both.pdf
            """)
        #expect(text.contains("the previous document is kept as version "))
    }

    @Test func `Undo directly after a revision or a version puts the document back, and goes on from there`()
        async throws
    {
        _ = try await run(
            """
            pdfco restore a.pdf --revision 2; pdfco annotate undo a.pdf; same a.pdf both.pdf
            pdfco restore a.pdf --revision 1; same a.pdf first.pdf
            pdfco restore a.pdf --version "$(pdfco open a.pdf --revisions | awk '/replaced by revision 1/ { print $2 }')"
            same a.pdf both.pdf
            pdfco annotate undo a.pdf; same a.pdf first.pdf
            """)
        let text = try await run(
            """
            pdfco restore a.pdf --revision 1
            pdfco annotate undo a.pdf; same a.pdf both.pdf
            pdfco annotate undo a.pdf
            pdfco annotate list a.pdf
            """)
        #expect(text.contains("'two' on page 1 added") && text.contains("9,9  one") && !text.contains("9,9  two"))
    }

    @Test func `Undo takes back what was recorded after that first, and leaves what was saved after it`() async throws {
        _ = try await run(
            """
            pdfco restore a.pdf --revision 1
            square three
            pdfco annotate undo a.pdf; same a.pdf first.pdf
            pdfco annotate undo a.pdf; same a.pdf both.pdf
            pdfco restore a.pdf --revision 1
            square four --save; cp a.pdf four.pdf
            pdfco annotate undo a.pdf; same a.pdf four.pdf
            """)
    }

    @Test func `No version takes the place of a file that nobody may write`() async throws {
        let text = try await run(
            """
            pdfco restore a.pdf --revision 1
            version=$(pdfco open a.pdf --revisions | awk '/version/ { print $2 }')
            chmod 444 a.pdf; status=0
            pdfco restore a.pdf --version $version || status=$?
            test $status = 77; same a.pdf first.pdf
            """)
        #expect(text.contains("hint: -o OUT writes a new file; chmod u+w a.pdf makes it writable"))
    }

    @Test func `In a session it does the same`() async throws {
        _ = try await run(
            """
            printf 'restore --revision 1\\nundo\\nclose\\n' | pdfco open a.pdf --script -; same a.pdf both.pdf
            printf 'restore --revision 1\\nundo\\nundo\\nquit\\n' | pdfco open a.pdf --script -; same a.pdf both.pdf
            pdfco annotate list a.pdf | grep one; ! pdfco annotate list a.pdf | grep two
            """)
    }
}
