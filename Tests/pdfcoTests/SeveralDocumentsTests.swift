import SystemPackage
import TestSupport
import Testing

/// Commands that take several documents.
struct SeveralDocumentsTests {
    private func run(_ script: String) async throws -> CommandResult {
        try await withTemporaryDirectory { directory in
            try await PDFCO.shell(
                #"""
                set -eu
                for name in a b c; do cp "$fixture" $name.pdf; done
                mkdir sub; cp a.pdf sub; echo text > bad.pdf
                expect() { status=0; pdfco "${@:2}" || status=$?; test $status = $1; }

                """#.replacing("$fixture", with: Fixture.named("report.pdf").string) + script,
                in: directory)
        }
    }

    @Test func `Each document gets the edit, and one that cannot does not keep it from the others`() async throws {
        let result = try await run(
            #"""
            expect 11 annotate square a.pdf bad.pdf missing.pdf b.pdf --rect 9,9,29,29 --save --json
            printf 'c.pdf\0' | expect 0 annotate square --files-from - --null --rect 9,9,29,29 --save --json
            for name in a b c; do qpdf --check $name.pdf > checked; done
            test "$(pdfco annotate list a.pdf b.pdf c.pdf | grep -c Square)" = 3
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(result.outputText.split(separator: "\n").count == 3)
        #expect(result.errorText.ranges(of: #""exitStatus":6"#).count == 2)
        #expect(result.errorText.contains("pdfco: 4 documents: 2 done, 2 failed"))
    }

    @Test func `The numbering goes on from document to document`() async throws {
        let result = try await run(
            #"""
            expect 0 annotate free-text a.pdf b.pdf --at top --page 1-2 --contents 'B-{n:04}' --start 7 --save
            pdfco annotate list a.pdf b.pdf
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        for number in 7...10 {
            #expect(result.outputText.ranges(of: "B-\(number < 10 ? "000" : "00")\(number)").count == 1)
        }
    }

    @Test func `New files go into a directory, and none would take the place of another`() async throws {
        let result = try await run(
            #"""
            mkdir new; sum=$(cat a.pdf b.pdf sub/a.pdf | sha256sum)
            expect 64 annotate square a.pdf b.pdf sub/a.pdf --rect 9,9,29,29 --output-dir new
            expect 64 annotate square a.pdf b.pdf --rect 9,9,29,29 -o new/x.pdf
            expect 64 annotate square a.pdf b.pdf --rect 9,9,29,29 --save --output-dir new
            test -z "$(ls new)"
            expect 0 annotate square a.pdf b.pdf --rect 9,9,29,29 --output-dir new
            expect 11 annotate square a.pdf c.pdf --rect 9,9,29,29 --output-dir new
            ls new
            test "$(cat a.pdf b.pdf sub/a.pdf | sha256sum)" = "$sum"
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(result.outputText == "a.pdf\nb.pdf\nc.pdf\n")
        #expect(result.errorText.contains("pdfco: error: sub/a.pdf: its new file would be that of a.pdf, too"))
        // An error in the command itself is told once.
        #expect(result.errorText.ranges(of: "exclude each other").count == 1)
    }

    @Test func `open and save take a list of documents`() async throws {
        let result = try await run(
            #"""
            expect 0 annotate square a.pdf b.pdf --rect 9,9,29,29
            ls ?.pdf > list
            expect 0 open --files-from list --json
            expect 0 save --files-from list
            expect 64 open a.pdf --files-from list
            expect 64 save --all --files-from list
            expect 64 save --files-from list -- true
            expect 64 save --files-from list -o out.pdf
            expect 64 open --null a.pdf
            expect 66 save --files-from missing
            test "$(pdfco annotate list a.pdf b.pdf c.pdf --no-checkpoint | grep -c Square)" = 2
            printf 'list other.pdf' | expect 64 open a.pdf --script -
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(result.outputText.ranges(of: #""pageList":"#).count == 3)
        #expect(result.errorText.contains("a session has one document"))
    }
}
