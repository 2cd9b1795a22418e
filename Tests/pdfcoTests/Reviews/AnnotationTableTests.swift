import SystemPackage
import TestSupport
import Testing

/// `annotate list --csv` and `--markdown`.
struct AnnotationTableTests {
    @Test func `A spreadsheet gets a row for each annotation`() async throws {
        try await withTemporaryDirectory { directory in
            let scene = try await ReviewScene.commented(in: directory)
            let result = try await scene.run("pdfco annotate list report.pdf --csv")
            #expect(
                result.outputText == """
                    file,page,subtype,author,date,state,contents,name,inReplyTo,x0,y0,x1,y1
                    report.pdf,1,Text,Ann,2024-09-01T12:00:00Z,Completed,Which year?,a,,72,720,92,740
                    report.pdf,1,Text,Bob,2024-09-01T12:00:00Z,,In May.,a1,a,72,720,92,740
                    report.pdf,1,Text,Ann,2024-09-01T12:00:00Z,,Thanks.,a2,a1,72,720,92,740
                    report.pdf,3,Highlight,Bob,2024-09-01T12:00:00Z,,Since when?,b,,72,700,257,713

                    """)
            let one = try await scene.run("pdfco annotate list report.pdf report.pdf --csv --subtype highlight")
            #expect(one.outputText.split(separator: "\n").count == 3)
        }
    }

    /// What each text becomes as a field, as Python's reader of CSV sees it.
    @Test func `Text that a spreadsheet would take for a formula stays text, and every text one field`() async throws {
        try await withTemporaryDirectory { directory in
            let scene = ReviewScene(directory: directory)
            _ = try Fixture.named("report.pdf").copy(into: directory)
            let texts = [
                "=1+1", "+1", "-1", "@@SUM(A1)", "\\t=1+1", "1=1", "a,b", "say \"no\"", "two\\nlines", "\\n=x",
                "＝1", "＠x", "x;=1", "x; =1;y;-", "\\u200b=1", "\\ufeff+1", "\\u00ad@x", "  =1", "a\\n=1", "\"=1",
            ]
            for (number, text) in texts.enumerated() {
                try await scene.annotate(
                    "text report.pdf --rect 9,9,29,29 --name n\(number) --contents=$'\(text)' --author==A")
            }
            let result = try await scene.run(
                """
                pdfco annotate list report.pdf --csv >list.csv
                python3 -c '
                import csv
                for row in csv.DictReader(open("list.csv", newline="")):
                    assert None not in row and None not in row.values(), row
                    print(row["author"], ascii(row["contents"]))'
                """)
            #expect(
                result.outputText.split(separator: "\n").map(String.init) == [
                    #"'=A "'=1+1""#, #"'=A "'+1""#, #"'=A "'-1""#, #"'=A "'@SUM(A1)""#, #"'=A "'\\u{9}'=1+1""#,
                    "'=A '1=1'", "'=A 'a,b'", "'=A 'say \"no\"'", #"'=A 'two\nlines'"#, #"'=A "'\n'=x""#,
                    #"'=A "'\uff1d1""#, #"'=A "'\uff20x""#, #"'=A "x;'=1""#, #"'=A "x;' =1;y;'-""#,
                    #"'=A "'\u200b=1""#, #"'=A "'\ufeff+1""#, #"'=A "'\xad@x""#, #"'=A "'  =1""#, #"'=A "a\n'=1""#,
                    #"'=A '\'"=1'"#,
                ])
        }
    }

    @Test func `Nothing of a document is markup in a Markdown table`() async throws {
        try await withTemporaryDirectory { directory in
            let scene = ReviewScene(directory: directory)
            _ = try Fixture.named("report.pdf").copy(into: directory)
            try await scene.annotate(
                "text report.pdf --rect 9,9,29,29 --contents $'a | b <b>\\n[x](y) `c` *d* _e_ \\\\' --author 'A|B'")
            let result = try await scene.run("pdfco annotate list report.pdf report.pdf --markdown")
            let table = #"""
                ## report.pdf

                | page | subtype | author | date | state | contents |
                |---|---|---|---|---|---|
                | 1 | Text | A\|B | 2024-09-01T12:00:00Z |  | a \| b \<b\><br>\[x\](y) \`c\` \*d\* \_e\_ \\ |


                """#
            #expect(result.outputText == table + table)
        }
    }

    @Test(arguments: ["--csv --json", "--csv --markdown"]) func `A list has one form`(words: String) async throws {
        let file = Fixture.named("report.pdf").string
        let result = try await CapturedProgram.run(
            ["annotate", "list", file] + words.split(separator: " ").map(String.init))
        #expect(result.exitStatus == 64)
        #expect(result.output.isEmpty)
    }
}
