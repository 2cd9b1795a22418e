import SystemPackage
import TestSupport
import Testing

/// `--force` replaces an output file; `--ignore-signatures` does what signatures forbid, and says so.
struct IgnoredSignatureTests {
    /// Runs a script beside copies of fixtures; `expect STATUS COMMAND …` runs pdfco.
    private func run(_ script: String) async throws -> CommandResult {
        try await withTemporaryDirectory { directory in
            for name in ["certified.pdf", "locked.pdf", "table.pdf"] {
                _ = try Fixture.named(name).copy(into: directory)
            }
            let begin = #"""
                set -eu
                expect() { status=0; pdfco "${@:2}" || status=$?; test $status = $1; }
                square="--rect 9,9,29,29 --name s"

                """#
            let result = try await PDFCO.shell(begin + script, in: directory)
            #expect(result.exitStatus == 0, "\(result.outputText)\(result.errorText)")
            return result
        }
    }

    private static let restriction =
        "its certification allows no changes (DocMDP 1), as the signature in the field 'certification' states"

    @Test func `Force replaces an output file and ignores no signature, and the other way round`() async throws {
        let result = try await run(
            #"""
            sum=$(sha256sum certified.pdf)
            expect 65 annotate square certified.pdf $square --force --save
            expect 65 annotate square certified.pdf $square --force -o out.pdf
            expect 65 save --rewrite certified.pdf --force
            test ! -e out.pdf; touch out.pdf
            expect 73 annotate square certified.pdf $square --ignore-signatures -o out.pdf
            test ! -s out.pdf
            expect 0 annotate square certified.pdf $square --ignore-signatures --force -o out.pdf
            test "$sum" = "$(sha256sum certified.pdf)"; test -s out.pdf
            """#)
        #expect(result.errorText.ranges(of: "hint: add --ignore-signatures to annotate it anyway").count == 2)
        #expect(result.errorText.ranges(of: "hint: choose another name").count == 1, "\(result.errorText)")
    }

    @Test func `Each restriction that is ignored is a warning and in the result`() async throws {
        let result = try await run(
            #"""
            expect 0 annotate square certified.pdf $square --ignore-signatures --json
            expect 0 save --rewrite certified.pdf -o out.pdf --ignore-signatures --json
            expect 0 annotate update locked.pdf name-widget --no-locked --ignore-signatures --save --json
            expect 0 annotate square table.pdf $square --ignore-signatures --save --json
            """#)
        let warnings = result.errorText.split(separator: "\n").filter { $0.contains("ignored: ") }
        let ignored = [
            Self.restriction, "signatures become invalid",
            "the signature in the field 'first' locks the field 'name'",
        ]
        let files = ["certified.pdf", "certified.pdf", "locked.pdf"]
        #expect(warnings == zip(files, ignored).map { "pdfco: warning: \($0): ignored: \($1)" }, "\(result.errorText)")
        let lines = result.outputText.split(separator: "\n")
        try #require(lines.count == 4)
        for (line, ignored) in zip(lines, ignored) {
            #expect(line.contains(#""ignoredRestrictions":["\#(ignored)"]"#), "\(line)")
        }
        #expect(lines.last?.contains("ignoredRestrictions") == false)
    }

    @Test(
        arguments: [
            ("/UR3", "usage rights in /Perms: covers no revision", "UR3", nil),
            ("/UR", "usage rights in /Perms: covers no revision", "UR3", nil),
            ("/DocMDP", "certification in /Perms: covers no revision, certification level 3", "DocMDP", 3),
        ] as [(String, String, String, Int?)])
    func `A rewrite spares signatures that only the catalog has, and open shows them`(
        key: String, line: String, by: String, level: Int?
    ) async throws {
        let parameters = "/Reference [<< /TransformMethod /DocMDP /TransformParams << /P 3 >> >>]"
        let signature = "<< /Type /Sig /ByteRange [0 9 19 9] /Contents <00> \(level == nil ? "" : parameters) >>"
        var file = HandmadePDF.onePage(catalog: "/Perms << \(key) 4 0 R >>", objects: [4: signature])
        file.table()
        let bytes = file.bytes
        try await withTemporaryDirectory { directory in
            try directory.appending("a.pdf").write(bytes)
            let script = #"""
                expect() { status=0; pdfco "${@:2}" || status=$?; test $status = $1; }
                set -e
                expect 65 save --rewrite a.pdf
                expect 65 save --rewrite a.pdf -o out.pdf --force
                expect 65 annotate square a.pdf --rect 9,9,29,29 --rewrite --save
                test ! -e out.pdf
                expect 0 annotate square a.pdf --rect 9,9,29,29 -o out.pdf
                expect 0 open a.pdf
                expect 0 open a.pdf --json
                expect 0 save --rewrite a.pdf --ignore-signatures --json
                """#
            let result = try await PDFCO.shell(script, in: directory)
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(result.errorText.ranges(of: "cannot be rewritten: a signature would become invalid").count == 3)
            #expect(result.errorText.contains("warning: a.pdf: ignored: signatures become invalid"))
            #expect(result.outputText.contains("  signature    \(line)\n"), "\(result.outputText)")
            let json = #""permissions":[{"by":"\#(by)","certification":\#(level.map { "\($0)" } ?? "null"),"#
            #expect(result.outputText.contains(json), "\(result.outputText)")
            #expect(result.outputText.contains(#""ignoredRestrictions":["signatures become invalid"]"#))
        }
    }

    @Test func `A signature that a field and the catalog have counts once`() async throws {
        let result = try await run(
            "expect 65 save --rewrite certified.pdf; expect 0 open certified.pdf --json")
        #expect(
            result.errorText.contains("cannot be rewritten: a signature would become invalid"), "\(result.errorText)")
        #expect(result.outputText.contains(#""permissions":[]"#))
    }

    @Test func `A job, a batch and a session ignore signatures where they are told to`() async throws {
        let result = try await run(
            #"""
            cp certified.pdf b.pdf; cp certified.pdf c.pdf
            edits='[{"add":{"subtype":"Square","page":1,"rect":[9,9,29,29]}}]'
            echo '{"file":"certified.pdf","edits":'"$edits"'}' > jobs
            expect 11 annotate batch jobs --force > refused
            grep -q '"hint":"add --ignore-signatures' refused
            expect 0 annotate batch jobs --ignore-signatures
            echo '{"file":"b.pdf","ignoreSignatures":true,"edits":'"$edits"'}' > jobs
            expect 0 annotate batch jobs
            echo "annotate square $square --ignore-signatures" | expect 0 open c.pdf --script -
            expect 0 save c.pdf
            test "$(pdfco annotate list certified.pdf b.pdf c.pdf | grep -c Square)" = 3
            """#)
        let listed = #""ignoredRestrictions":["\#(Self.restriction)"]"#
        #expect(result.outputText.ranges(of: listed).count == 2, "\(result.outputText)")
        #expect(result.errorText.contains("warning: c.pdf: ignored: \(Self.restriction)"), "\(result.errorText)")
    }

    @Test func `What was saved against a signature is undone and redone against it`() async throws {
        let result = try await run(
            #"""
            expect 0 annotate square certified.pdf $square --ignore-signatures
            expect 0 annotate update certified.pdf s --contents x --ignore-signatures --save
            expect 65 annotate undo certified.pdf
            expect 0 annotate undo certified.pdf --ignore-signatures --json
            expect 0 save certified.pdf
            expect 0 annotate redo certified.pdf --ignore-signatures
            expect 0 save certified.pdf
            pdfco annotate list certified.pdf --json
            """#)
        #expect(result.errorText.contains("hint: add --ignore-signatures"))
        #expect(result.outputText.contains(#""changes":1"#) && result.outputText.contains("ignoredRestrictions"))
        #expect(result.outputText.contains(#""contents":"x""#), "\(result.outputText)")
    }

    @Test func `A locked annotation is unlocked as the hint says, and then changed`() async throws {
        let result = try await run(
            #"""
            expect 0 annotate square table.pdf $square --locked --save
            expect 65 annotate remove table.pdf s --force --ignore-signatures --save
            expect 0 annotate update table.pdf s --no-locked --save
            expect 0 annotate remove table.pdf s --save
            """#)
        #expect(result.errorText.contains("hint: pdfco update table.pdf s --no-locked clears the flag"))
    }
}
