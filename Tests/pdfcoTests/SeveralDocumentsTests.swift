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
            expect 66 annotate square a.pdf bad.pdf missing.pdf b.pdf --rect 9,9,29,29 --save
            for name in a b; do cmp $name.pdf c.pdf; done
            expect 11 annotate square a.pdf bad.pdf b.pdf --rect 9,9,29,29 --save --json
            printf 'c.pdf\0' | expect 0 annotate square --files-from - --null --rect 9,9,29,29 --save --json
            for name in a b c; do qpdf --check $name.pdf > checked; done
            test "$(pdfco annotate list a.pdf b.pdf c.pdf | grep -c Square)" = 3
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(result.outputText.split(separator: "\n").count == 3)
        #expect(result.errorText.contains("pdfco: error: missing.pdf: no such file\nhint: check the names"))
        #expect(result.errorText.ranges(of: #""exitStatus":6"#).count == 1)
        #expect(result.errorText.contains("pdfco: 3 documents: 2 done, 1 failed"))
    }

    @Test func `Documents are opened, saved and looked after by several at once`() async throws {
        let result = try await run(
            #"""
            pdfco annotate square a.pdf b.pdf --rect 9,9,29,29 2> recorded
            expect 0 checkpoint a.pdf b.pdf
            test "$(pdfco checkpoint show a.pdf b.pdf | grep -c Square)" = 2
            expect 66 save a.pdf missing.pdf b.pdf
            expect 66 annotate undo a.pdf 5
            test "$(pdfco checkpoint show a.pdf b.pdf | grep -c Square)" = 2
            expect 11 save a.pdf bad.pdf b.pdf
            test "$(pdfco open a.pdf b.pdf c.pdf --json | grep -c '"annotationCount":1')" = 2
            expect 0 open a.pdf b.pdf c.pdf --report review.html
            test "$(grep -o 'id="d[0-9]*"' review.html | sort -u | wc -l)" = 2
            pdfco annotate square a.pdf b.pdf --rect 9,9,39,39 2> recorded
            expect 0 checkpoint discard a.pdf b.pdf
            expect 11 checkpoint discard a.pdf b.pdf
            """#)
        #expect(result.exitStatus == 0, "\(result.outputText)\(result.errorText)")
    }

    @Test func `Nothing is done before every document was looked up, whatever the command`() async throws {
        let result = try await run(
            #"""
            pdfco annotate square a.pdf b.pdf --rect 9,9,29,29 --name s --save --quiet
            pdfco annotate square a.pdf b.pdf gone.pdf --rect 9,9,29,29 --quiet || test $? = 66
            cp a.pdf gone.pdf
            pdfco annotate square a.pdf b.pdf gone.pdf --rect 9,9,39,39 --quiet 2> recorded
            ls ?.pdf missing.pdf > list 2> errors || true; echo missing.pdf >> list
            sums=$(cat a.pdf b.pdf | sha256sum)
            edit="--contents x --rect 9,9,29,29"
            expect 66 annotate text a.pdf b.pdf "please check" $edit
            expect 66 annotate text --files-from list $edit --save
            expect 66 annotate stamp a.pdf missing.pdf --rect 9,9,99,29 --save
            expect 66 annotate replace-text a.pdf missing.pdf --find the --contents x --save
            echo '[{"subtype":"Square","page":1,"rect":[9,9,29,29],"name":"i"}]' > marks.json
            for command in "update s --color red" "reply s --contents x" "remove s" "import marks.json"; do
                set -- $command
                expect 66 annotate $1 --files-from list "${@:2}" --save
            done
            expect 66 annotate undo a.pdf 5
            expect 66 annotate redo a.pdf 5
            expect 66 save a.pdf missing.pdf
            expect 66 restore a.pdf missing.pdf
            expect 66 restore a.pdf missing.pdf --discard
            expect 66 restore a.pdf missing.pdf --revision 1
            expect 66 checkpoint discard a.pdf missing.pdf
            expect 66 checkpoint a.pdf missing.pdf
            expect 66 annotate list a.pdf missing.pdf
            expect 66 open a.pdf missing.pdf
            test "$(cat a.pdf b.pdf | sha256sum)" = "$sums"
            test "$(pdfco checkpoint show a.pdf b.pdf | grep -c Square)" = 2
            # Unsaved changes suffice where a command is about these.
            rm gone.pdf
            expect 66 save a.pdf gone.pdf
            expect 0 checkpoint discard a.pdf gone.pdf
            test "$(pdfco checkpoint show a.pdf b.pdf | grep -c Square)" = 1
            """#)
        #expect(result.exitStatus == 0, "\(result.outputText)\(result.errorText)")
        let missing = "pdfco: error: missing.pdf: no such file\nhint: check the names; no document was processed"
        #expect(result.errorText.contains(missing))
        #expect(result.errorText.contains("pdfco: error: gone.pdf: no such file\nhint: 1 unsaved change is kept"))
    }

    @Test func `A note needs its text`() async throws {
        let result = try await run(
            #"""
            expect 64 annotate text a.pdf "please check" --rect 9,9,29,29
            expect 64 annotate text a.pdf --rect 9,9,29,29 --save
            test "$(pdfco checkpoint list)" = ""
            cmp a.pdf b.pdf
            """#)
        #expect(result.exitStatus == 0, "\(result.outputText)\(result.errorText)")
        #expect(result.errorText.ranges(of: "--contents").count >= 2)
    }

    @Test func `A command behind two hyphens runs for one document`() async throws {
        let result = try await run(
            #"""
            mv a.pdf ./-a.pdf
            expect 64 open b.pdf c.pdf -- touch ran
            expect 64 save b.pdf c.pdf -- touch ran
            printf 'b.pdf' | expect 64 save --files-from - -- touch ran
            expect 64 save --all -- touch ran
            expect 64 open --bogus b.pdf -- touch ran
            test ! -e ran
            expect 0 open -- -a.pdf
            expect 0 save b.pdf -- touch ran
            expect 0 save -- -a.pdf -- touch ran2
            test -e ran -a -e ran2
            """#)
        #expect(result.exitStatus == 0, "\(result.outputText)\(result.errorText)")
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
        #expect(result.errorText.contains("error: sub/a.pdf: its new file would have the same path as that of a.pdf"))
        // An error in the command itself is told once.
        #expect(result.errorText.ranges(of: "cannot be combined").count == 1)
    }

    @Test func `A new file is named after its document`() async throws {
        let result = try await run(
            #"""
            cp a.pdf sub/UPPER.PDF
            expect 0 annotate square a.pdf sub/UPPER.PDF --rect 9,9,29,29 -o 'sub/{name}-marked.pdf'
            expect 0 annotate square b.pdf --rect 9,9,29,29 --increment-to '{name}.increment'
            expect 64 annotate square a.pdf sub/a.pdf --rect 9,9,29,29 -o '{name}-2.pdf'
            ls sub *.increment
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(result.outputText == "b.increment\n\nsub:\nUPPER-marked.pdf\nUPPER.PDF\na-marked.pdf\na.pdf\n")
    }

    @Test func `A change, a removal, a reply and an undoing go into each document of a list`() async throws {
        let result = try await run(
            #"""
            ls ?.pdf > list
            expect 0 annotate text --files-from list --rect 9,9,29,29 --contents x --name n --author A --save
            expect 0 annotate update --files-from list n --contents Read --save
            expect 0 annotate update --files-from list --where author=A --color red --save
            expect 0 annotate reply --files-from list n --contents Yes --save
            test "$(pdfco annotate list a.pdf b.pdf c.pdf | grep -c Read)" = 3
            expect 0 annotate remove --files-from list n --json
            expect 0 annotate undo a.pdf b.pdf c.pdf
            expect 0 annotate redo --files-from list
            expect 0 restore a.pdf b.pdf
            expect 0 save c.pdf
            test "$(pdfco annotate list a.pdf b.pdf c.pdf | grep -c Read)" = 0
            expect 11 annotate remove --files-from list n --save
            echo '[{"subtype":"Square","page":1,"rect":[9,9,29,29],"name":"s"}]' > marks.json
            expect 0 annotate import --files-from list marks.json --save
            test "$(pdfco annotate list a.pdf b.pdf c.pdf | grep -c Square)" = 3
            expect 64 annotate import --files-from - - < list
            expect 64 annotate import - - -o x.pdf < a.pdf
            expect 64 annotate reply --files-from list a.pdf n --contents Yes
            expect 64 annotate update
            expect 64 annotate reply a.pdf --contents Yes
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(result.outputText.split(separator: "\n").count { $0.contains(#""applied":"#) } == 3)
    }

    @Test func `open and save take a list of documents`() async throws {
        let result = try await run(
            #"""
            expect 0 annotate square a.pdf b.pdf --rect 9,9,29,29
            ls ?.pdf > list
            expect 0 open --files-from list --json
            expect 0 save --files-from list
            expect 0 open a.pdf --files-from list > four; test "$(grep -c "PDF 1" four)" = 4
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

    @Test func `Each document's annotations are exported into a file of its own`() async throws {
        let result = try await run(
            #"""
            mkdir new
            expect 0 annotate square a.pdf b.pdf --rect 9,9,29,29 --name s --save
            expect 64 annotate export a.pdf b.pdf
            expect 64 annotate export a.pdf b.pdf -o new/x.json
            expect 64 annotate export a.pdf b.pdf -o -
            expect 64 annotate export a.pdf sub/a.pdf --output-dir new
            expect 64 annotate export a.pdf sub/a.pdf -o 'new/{name}.json'
            expect 64 annotate export a.pdf -o x.json --output-dir new
            expect 64 annotate export - --output-dir new < a.pdf
            test -z "$(ls new)"
            expect 66 annotate export a.pdf missing.pdf b.pdf --output-dir new --json
            test -z "$(ls new)"
            expect 11 annotate export a.pdf bad.pdf b.pdf --output-dir new --json
            expect 11 annotate export a.pdf c.pdf --output-dir new
            printf 'a.pdf\0b.pdf\0' | expect 0 annotate export --files-from - --null --format xfdf --output-dir new
            expect 0 annotate export a.pdf b.pdf --format instant-json -o 'new/{name}.instant'
            expect 0 annotate export a.pdf b.pdf --output-dir new --force
            grep -l '"s"' new/*.json
            ls new
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(result.outputText.ranges(of: #""output":"new"#).count == 2)
        let names = ["a.instant", "a.json", "a.xfdf", "b.instant", "b.json", "b.xfdf", "c.json"]
        #expect(result.outputText.hasSuffix((["new/a.json", "new/b.json"] + names).joined(separator: "\n") + "\n"))
        #expect(result.errorText.contains("pdfco: 3 documents: 2 done, 1 failed"))
        let message = "sub/a.pdf: its new file would have the same path as that of a.pdf"
        #expect(result.errorText.ranges(of: message).count == 2)
        #expect(result.errorText.contains("several documents need several new files"))
    }

    @Test func `The files that several documents attach are named after the documents`() async throws {
        let result = try await run(
            #"""
            mkdir new; echo 1,2 > data.csv; ls ?.pdf > list
            expect 0 annotate file-attachment a.pdf b.pdf --rect 9,9,29,29 --file data.csv --name d --save
            echo sub/a.pdf | cat list - > twice
            expect 64 annotate extract --files-from list d
            expect 64 annotate extract --files-from twice d --output-dir new
            expect 64 annotate extract --files-from list d -o new/x.csv
            expect 64 annotate extract a.pdf
            test -z "$(ls new)"
            expect 11 annotate extract --files-from list d --output-dir new --json
            expect 0 annotate extract a.pdf d --output-dir new --force
            expect 11 annotate extract --files-from list d -o 'new/{name}-data'
            expect 0 annotate extract a.pdf d -o - | cmp data.csv
            cmp data.csv new/b.csv
            ls new
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(result.outputText.ranges(of: #""fileName":"data.csv""#).count == 2)
        #expect(result.outputText.hasSuffix("\na-data\na.csv\nb-data\nb.csv\n"))
        #expect(result.errorText.contains("pdfco: 3 documents: 2 done, 1 failed"))
    }
}
