import SystemPackage
import TestSupport
import Testing

/// Documents that come through standard input, or go to standard output.
struct StreamTests {
    private func run(_ script: String) async throws -> CommandResult {
        try await withTemporaryDirectory { directory in
            try await PDFCO.shell(
                #"""
                set -eu
                export SOURCE_DATE_EPOCH=1700000000
                cp "$fixture" a.pdf
                sum=$(sha256sum < a.pdf)
                expect() { status=0; pdfco "${@:2}" || status=$?; test $status = $1; }
                mark() { pdfco annotate square "$@" --rect 9,9,29,29 --name n; }

                """#.replacing("$fixture", with: Fixture.named("report.pdf").string) + script,
                in: directory)
        }
    }

    @Test func `Whichever way the document comes and goes, the bytes are the same`() async throws {
        let result = try await run(
            #"""
            mark a.pdf -o named.pdf
            cat a.pdf | mark - -o - > pipe.pdf
            mark - -o - < a.pdf > file.pdf
            mark /dev/stdin -o new.pdf < a.pdf
            (head -c 3 > head; mark - -o -) < <(printf abc; cat a.pdf) > rest.pdf
            (head -c 3 > head; mark - -o -) < <(cat a.pdf) > cut.pdf && exit 9
            mark a.pdf -o - > out.pdf
            for file in pipe file new rest out; do cmp named.pdf $file.pdf; done
            qpdf --check out.pdf > checked
            cat out.pdf | pdfco annotate list -
            cat out.pdf | pdfco open - --json | grep -c '"annotationCount":1'
            test "$(sha256sum < a.pdf)" = "$sum"
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(result.outputText == "page 1  Square  9,9,29,29  n\n1\n")
    }

    @Test func `What is taken out of a streamed document goes to a file, or on`() async throws {
        let result = try await run(
            #"""
            echo data > data.txt
            pdfco annotate file-attachment a.pdf --rect 9,9,29,29 --file data.txt --name n --save --quiet
            pdfco annotate extract - n -o out.txt --quiet < a.pdf
            pdfco annotate extract - n -o - < a.pdf | cmp - data.txt
            cmp out.txt data.txt
            pdfco annotate export - -o out.json --quiet < a.pdf
            pdfco annotate export - < a.pdf | cmp - out.json
            pdfco open - --report out.html --quiet < a.pdf
            grep -c "File <bdi>data.txt</bdi>, 5 bytes" out.html
            test ! -e ./-
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(result.outputText == "1\n")
    }

    @Test func `The document followed by its increment is the new document`() async throws {
        let result = try await run(
            #"""
            mark a.pdf -o whole.pdf
            mark a.pdf --increment-to inc --json > report
            cat a.pdf | mark - --increment-to - --json > inc2 2> report2
            mark a.pdf --increment-to inc3 --json --dry-run > report3
            cat a.pdf inc | cmp - whole.pdf; cmp inc inc2; test ! -e inc3
            printf '{"file":"a.pdf","incrementTo":"inc4","edits":[{"remove":{"name":"n"}}]}\n' > jobs
            mark a.pdf --save
            expect 0 annotate batch jobs
            expect 0 annotate list a.pdf
            cat a.pdf inc4 > removed.pdf; pdfco annotate list removed.pdf
            cat report report2 report3
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        let base = try Fixture.named("report.pdf").readBytes()
        let lines = result.outputText.split(separator: "\n")
        try #require(lines.count == 5)
        #expect(lines[0].contains(#""baseBytes":"#))
        for line in lines.suffix(3) {
            #expect(line.contains(#""baseBytes":\#(base.count),"baseSHA256":""#))
            #expect(line.contains(#""alreadyApplied":0,"applied":1"#))
        }
    }

    @Test func `What needs a file refuses a stream, and nothing is written`() async throws {
        let result = try await run(
            #"""
            printf pw > pw
            for command in 'annotate square - --rect 9,9,29,29' 'annotate square - --rect 9,9,29,29 --save' \
                'save -' 'save - --repair' 'annotate undo -' 'annotate redo -' 'checkpoint -' 'restore -' \
                'restore - --revision 1' 'open - --interactive' 'open - -- cat' \
                'annotate square - --rect 9,9,29,29 -o x.pdf --password-file -' \
                'annotate square - --rect 9,9,29,29 --output-dir .' \
                'annotate square - a.pdf --rect 9,9,29,29 -o x.pdf' \
                'annotate square a.pdf --rect 9,9,29,29 -o x.pdf --increment-to y' \
                'save a.pdf --rewrite --increment-to y'
            do expect 64 $command < a.pdf; done
            expect 65 open - < pw
            expect 65 annotate square - --rect 9,9,29,29 -o x.pdf < pw
            expect 11 annotate batch <<< '{"file":"-","edits":[]}' > answers
            printf '%s\n' *
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(result.outputText == "a.pdf\nanswers\npw\n")
    }

    @Test func `What came through a pipe has no name, and an author called - is not standard input`() async throws {
        try await withTemporaryDirectory { directory in
            _ = try Fixture.named("report.pdf").copy(into: directory, as: "a.pdf")
            let result = try await PDFCO.shell(
                """
                cat a.pdf | pdfco note - --at top-left --contents "{file} {page}" --author - -o b.pdf
                pdfco list b.pdf; pdfco open b.pdf --report - | grep -c 'standard input'
                """, in: directory)
            #expect(
                result.outputText.contains(#"-:  "{file} 1""#) && result.outputText.hasSuffix("\n0\n"),
                "\(result.outputText)")
        }
    }

    @Test func `A stream that cannot be written, or is damaged, is told`() async throws {
        let result = try await run(
            #"""
            status=0; mark a.pdf -o - > /dev/full || status=$?; test $status = 74
            status=0; mark a.pdf -o - >&- || status=$?; test $status = 74
            set -o pipefail
            status=0; head -c 3000 a.pdf | mark - -o - > torn.pdf || status=$?; test $status = 65; test ! -s torn.pdf
            head -c -12 a.pdf | pdfco save - --repair -o - > repaired.pdf
            qpdf --check repaired.pdf > checked
            pdfco save - --rewrite --linearize -o - < a.pdf > linearized.pdf
            qpdf --check linearized.pdf > checked; grep -q 'is linearized' checked
            mark a.pdf --save; pdfco restore - --revision 1 -o - < a.pdf > first.pdf
            test "$(sha256sum < first.pdf)" = "$sum"
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(result.errorText.ranges(of: "cannot be written completely").count == 2)
    }

    @Test func `Whoever may not read the document may not read what a stream becomes`() async throws {
        let result = try await run(
            #"""
            umask 027; cat a.pdf | mark - -o new.pdf; stat -c %a new.pdf
            chmod 600 a.pdf; mark - -o copy.pdf < a.pdf; stat -c %a copy.pdf
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(result.outputText == "640\n600\n")
    }

    /// Every document of the corpus that can be annotated.
    @Test(.corpus)
    func `A document of any make is its base and the increment`() async throws {
        try await withTemporaryDirectory { directory in
            let result = try await PDFCO.shell(
                #"""
                export SOURCE_DATE_EPOCH=1700000000
                find "$PDFCO_CORPUS" -name '*.pdf' -size -20000k | while IFS= read -r file; do
                    name=$(basename "$file" .pdf)
                    for key in output incrementTo; do
                        printf '{"file":"%s","%s":"%s","id":"%s"}\n' "$file" $key "$name.$key" "$name.$key"
                    done
                done > jobs
                echo '[{"add":{"subtype":"Square","page":1,"rect":[9,9,29,29]}}]' > edits
                pdfco annotate batch jobs --common-edits edits --ordered --quiet > answers
                count=0
                while IFS= read -r answer; do
                    base=$(sed -n 's/.*"baseBytes":\([0-9]*\).*/\1/p' <<< "$answer")
                    test -n "$base" || continue
                    file=$(sed 's/.*"file":"\([^"]*\)".*/\1/' <<< "$answer"); name=$(basename "$file" .pdf)
                    { head -c "$base" "$file"; cat "$name.incrementTo"; } | cmp -s - "$name.output" || echo "$name differs"
                    count=$((count + 1))
                done < answers
                test $count -ge 90 || echo "only $count documents"
                """#.replacing("$PDFCO_CORPUS", with: Corpus.directory?.string ?? ""), in: directory)
            #expect(result.outputText == "", "\(result.errorText)")
        }
    }
}
