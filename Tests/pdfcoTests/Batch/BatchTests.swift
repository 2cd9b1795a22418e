import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// One line of the answers of a batch.
struct BatchAnswerLine: Decodable {
    var line: Int
    var id: String?
    var file: String?
    var output: String?
    var status: String
    var exitStatus: Int
    var error: String?
    var message: String?
    var hint: String?
    var applied: Int?
    var alreadyApplied: Int?
    var bytesAppended: Int?
    var ms: Double

    static func lines(_ output: String) throws -> [BatchAnswerLine] {
        try output.split(separator: "\n").map { try JSONDecoder().decode(Self.self, from: Data($0.utf8)) }
    }
}

struct BatchTests {
    /// A directory with copies of a document, and a job file that marks each of them.
    private static let setUp = #"""
        set -eu
        mark() { printf '{"file":"%s","edits":[{"add":{"subtype":"Highlight","page":1,"rect":[20,20,60,40]}}]}\n' "$1"; }
        for name in a b c d e f; do cp "$fixture" $name.pdf; mark $name.pdf; done > jobs

        """#.replacing("$fixture", with: Fixture.named("table.pdf").string)

    private func run(_ script: String) async throws -> (CommandResult, [BatchAnswerLine]) {
        try await withTemporaryDirectory { directory in
            let result = try await PDFCO.shell(Self.setUp + script, in: directory)
            return (result, try BatchAnswerLine.lines(result.outputText))
        }
    }

    @Test func `Lines that are no lines are told as what they are`() async throws {
        let (document, _) = try await run("pdfco batch a.pdf || test $? = 65")
        #expect(document.errorText.contains("the file of jobs is a PDF document\n"), "\(document.errorText)")
        let (paths, answers) = try await run(
            "echo '[]' > e; printf 'a.pdf\\0b.pdf\\0' | pdfco batch --edits e || test $? = 11")
        #expect(paths.exitStatus == 0 && answers.map(\.hint) == ["add --null for lines that end with a null byte"])
    }

    @Test func `A batch says which earlier changes it saved`() async throws {
        let (result, _) = try await run(
            "pdfco note a.pdf --contents x --quiet; head -n 2 jobs | pdfco batch | grep -o '\"savedBefore\":1' >&2")
        #expect(result.errorText.ranges(of: "savedBefore").count == 1, "\(result.errorText)")
    }

    @Test func `Each line is answered, by what became of it, and a bad one does not stop the others`() async throws {
        let (result, answers) = try await run(
            #"""
            echo text > g.pdf; chmod 600 g.pdf
            {
                cat jobs
                mark g.pdf
                mark missing.pdf
                echo '{"file":"a.pdf","edits":[{"add":{"subtype":"Square","page":1,"rect":[1,1,9,9],"colour":"red"}}]}'
                echo '{"file":"a.pdf","edit":[]}'
                echo '{"file":"a.pdf","edits":[],"edits":[]}'
                echo '{"file":'
                echo a.pdf
                echo '{"id":"u","file":"a.pdf","edits":[{"update":{"name":"none","change":{"contents":"x"}}}]}'
                echo '{"id":7,"file":"a.pdf","output":"out.pdf","edits":[]}'
                echo
            } > all
            status=0; pdfco annotate batch all --ordered || status=$?
            test $status = 11
            for file in a b c d e f; do qpdf --check $file.pdf > checked; done
            qpdf --check out.pdf > checked
            cmp a.pdf out.pdf
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        try #require(answers.map(\.line) == Array(1...15))
        #expect(
            answers.map(\.status) == Array(repeating: "done", count: 6)
                + [
                    "refused", "failed", "refused", "refused", "refused", "refused", "refused", "failed", "done",
                ])
        try #require(answers.map(\.exitStatus) == Array(repeating: 0, count: 6) + [65, 66, 65, 65, 65, 65, 65, 1, 0])
        #expect(answers[8].message == "edit 1: there is no property colour; did you mean color?")
        #expect(answers[9].message == "a job has no key edit; did you mean edits?")
        #expect(answers[10].message == "the key edits appears twice")
        #expect(answers[11].message == "it is not JSON")
        #expect(answers[12].message == "it is not JSON")
        #expect(answers[12].hint?.hasPrefix("see man pdfco-batch") == true)
        #expect(answers[13].id == "u")
        #expect(answers[14].id == "7" && answers[14].output == "out.pdf")
        #expect(result.errorText.contains("15 jobs: 7 done, 6 refused, 2 failed"))
    }

    @Test func `A process of a batch waits for its next job, whatever the timeout`() async throws {
        let (result, answers) = try await run(#"cat jobs | pdfco annotate batch --timeout 0 --jobs 2"#)
        #expect(result.exitStatus == 0)
        #expect(answers.map(\.status) == Array(repeating: "done", count: 6))
        #expect(result.errorLines.count == 1, "\(result.errorText)")
    }

    @Test func `A batch that runs twice marks once, and answers that it did`() async throws {
        let (result, answers) = try await run(
            #"""
            { cat jobs; mark a.pdf; } > all
            # Two equal annotations of one job are two.
            twice='{"add":{"subtype":"Square","page":1,"rect":[1,1,9,9]}}'
            echo "{\"id\":\"twice\",\"file\":\"b.pdf\",\"edits\":[$twice,$twice]}" >> all
            pdfco annotate batch all --ordered
            pdfco annotate batch all --ordered
            pdfco annotate list a.pdf >&2; pdfco annotate list b.pdf >&2
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        let first = answers.prefix(8)
        #expect(first.map(\.status) == Array(repeating: "done", count: 6) + ["unchanged", "done"])
        #expect(first.last?.applied == 2)
        #expect(answers.dropFirst(8).allSatisfy { $0.status == "unchanged" && $0.bytesAppended == 0 })
        #expect(first.map(\.id) == answers.dropFirst(8).map(\.id))
        #expect(result.errorText.ranges(of: "Highlight").count == 2)
        #expect(result.errorText.ranges(of: "Square").count == 2)
    }

    @Test func `With --edits, each line is a path, whatever its bytes`() async throws {
        let (result, answers) = try await run(
            #"""
            mkdir in
            odd=$(printf 'in/o\xff d\n{.pdf'); cp a.pdf "$odd"; cp a.pdf in/plain.pdf
            echo '[{"add":{"subtype":"Square","page":1,"rect":[1,1,9,9]},"pages":"1-z"}]' > edits
            find in -name '*.pdf' -print0 | pdfco annotate batch --null --edits edits
            qpdf --check "$odd" > checked
            pdfco annotate list "$odd" >&2; pdfco annotate list in/plain.pdf >&2
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(answers.count == 2 && answers.allSatisfy { $0.status == "done" })
        #expect(result.errorText.ranges(of: "Square").count >= 2)
    }

    @Test(arguments: ["--null", ""])
    func `With --edits, a file named like a job is a document, and a job without a file is none`(option: String)
        async throws
    {
        let (result, answers) = try await run(
            #"""
            name='{"file":"b.pdf","edits":[{"remove":{"name":"x"}}]}'; cp a.pdf "$name"; before=$(cat b.pdf | sha256sum)
            other='{"file":"b.pdf"}'
            echo '[{"add":{"subtype":"Square","page":1,"rect":[1,1,9,9]}}]' > edits
            option="$option"
            if test -n "$option"; then printf '%s\0' "$name" "$other"; else printf '%s\n' "$name" "$other"; fi |
                pdfco annotate batch $option --edits edits --ordered || test $? = 11
            test "$before" = "$(cat b.pdf | sha256sum)"
            pdfco annotate list "./$name" | grep -q Square
            """#.replacing("\"$option\"\n", with: "'\(option)'\n"))
        #expect(result.exitStatus == 0, "\(result.errorText)")
        try #require(answers.count == 2)
        #expect(answers.map(\.status) == ["done", "refused"])
        #expect(answers.map(\.exitStatus) == [0, 65])
        #expect(answers[1].message == "it is a job, and not a path")
        #expect(answers[1].hint == "for jobs, pass --common-edits instead of --edits")
    }

    @Test func `Without --edits, each line is a job, and --common-edits is for those that state none`() async throws {
        let (result, answers) = try await run(
            #"""
            echo '[{"add":{"subtype":"Square","page":1,"rect":[1,1,9,9]}}]' > edits
            { echo '{"file":"a.pdf"}'; mark b.pdf; echo c.pdf; } > all
            pdfco annotate batch all --common-edits edits --ordered || test $? = 11
            test "$(pdfco annotate list a.pdf | grep -c Square)" = 1
            test "$(pdfco annotate list b.pdf | grep -c Square)" = 0
            test "$(pdfco annotate list c.pdf | grep -c Square)" = 0
            status=0; pdfco annotate batch all --common-edits edits --edits edits || status=$?; test $status = 64
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        try #require(answers.count == 3)
        #expect(answers.map(\.status) == ["done", "done", "refused"])
        #expect(answers[2].hint?.contains("--edits") == true)
    }

    @Test func `The parts of a batch are all of it, and no job is in two`() async throws {
        let (result, answers) = try await run(
            #"""
            for index in 1 2 3; do pdfco annotate batch jobs --shard $index/3; done
            JOB_COMPLETION_INDEX=0 JOB_COMPLETION_COUNT=1 pdfco annotate batch jobs --shard auto > again
            test $(grep -c unchanged again) = 6
            status=0; JOB_COMPLETION_INDEX=0 pdfco annotate batch jobs --shard auto 2> error || status=$?
            test $status = 64; grep -q JOB_COMPLETION_COUNT error
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(answers.map(\.line).sorted() == Array(1...6))
        #expect(answers.allSatisfy { $0.status == "done" })
    }

    @Test func `--resume skips what is done, and does again what failed or whose answer is torn`() async throws {
        let (result, answers) = try await run(
            #"""
            rm b.pdf
            pdfco annotate batch jobs --ordered > first || test $? = 11
            cp a.pdf b.pdf
            # The answer of the last job is torn, as by a power cut.
            head -c -20 first > torn
            pdfco annotate batch jobs --resume torn --ordered
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(answers.map(\.line) == [2, 6])
        #expect(answers.map(\.status) == ["unchanged", "unchanged"])
        #expect(result.errorText.contains("4 skipped"))
    }

    /// A job that would be skipped although it was never done is lost without a word.
    @Test func `--resume skips no job that was only tried, or whose document only looks alike`() async throws {
        let (result, answers) = try await run(
            #"""
            pdfco annotate batch jobs --dry-run > tried
            test $(grep -c '"dryRun":true' tried) = 6
            mv a.pdf $'n\xff.pdf'; cp b.pdf 'n\xff.pdf'; cp b.pdf 'n\\xff.pdf'
            echo '[{"add":{"subtype":"Square","page":1,"rect":[9,9,29,29]}}]' > edits
            printf 'n\xff.pdf\n' | pdfco annotate batch --edits edits > one
            grep -q '"fileBytes":"bv8ucGRm"' one
            printf 'n\xff.pdf\nn\\xff.pdf\nn\\\\xff.pdf\n' | pdfco annotate batch --edits edits --resume one --ordered
            mv $'n\xff.pdf' a.pdf
            pdfco annotate batch jobs --resume tried > all
            test $(grep -c . all) = 6
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(answers.map(\.status) == ["done", "done"])
        #expect(answers.map(\.line) == [2, 3])
    }

    @Test func `Two jobs of one id are refused before any is done; from a pipe, when the second is met`() async throws {
        let (result, _) = try await run(
            #"""
            sum() { cat *.pdf | sha256sum; }
            edits='[{"add":{"subtype":"Square","page":1,"rect":[9,9,29,29]}}]'
            for id in 7 '"7"'; do echo '{"id":'$id',"file":"a.pdf","edits":'$edits'}'; done > twice
            echo '{"id":7,"file":"b.pdf","edits":'$edits'}' >> twice
            before=$(sum); status=0
            pdfco annotate batch twice > none 2> error || status=$?
            test $status = 64; test "$before" = "$(sum)"; test ! -s none
            grep -q "lines 1 and 2 have the same id, '7'" error
            status=0; cat twice | pdfco annotate batch > one 2> error || status=$?
            test $status = 64; test $(grep -c . one) = 1; test $(grep -c '"status":"done"' one) = 1
            # A line without an id may come twice: it is the same job.
            for time in 1 2; do echo '{"file":"b.pdf","edits":'$edits'}'; done > same
            pdfco annotate batch same > both; test $(grep -c . both) = 2
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
    }

    /// The next job must not wait for a process that waits until its own answer is read.
    @Test func `Long jobs and long answers do not wait for each other`() async throws {
        let (result, answers) = try await run(
            #"""
            long() { head -c "$1" /dev/zero | tr '\0' "$2"; }
            {
                echo '{"id":"'$(long 100000 A)$(long 100000 B)$(long 100000 C)'","file":"a.pdf","edits":[]}'
                printf '{"file":"b.pdf","edits":[{"add":{"subtype":"Text","page":1,"rect":[1,1,20,20],"contents":"'
                long 2000000 y; echo '"}}]}'
            } > jobs
            timeout 100 pdfco batch jobs --jobs 1 --dry-run
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(answers.count == 2)
    }

    /// The result of one would replace that of the other.
    @Test func `Two jobs of one output are refused before any is done, and paths that are a document`() async throws {
        let (result, _) = try await run(
            #"""
            for out in out.pdf ./out.pdf; do echo '{"file":"a.pdf","output":"'$out'","edits":[]}'; done > twice
            status=0; pdfco batch twice --force > none 2> error || status=$?
            test $status = 64; test ! -s none; test ! -e out.pdf
            grep -q "lines 1 and 2 write the same file, 'out.pdf'" error
            for time in 1 2; do echo '{"file":"a.pdf","output":"out.pdf","edits":[]}'; done | pdfco batch > both
            test $(grep -c . both) = 2
            echo '[]' > none.json; status=0; pdfco batch --edits none.json a.pdf > none 2> error || status=$?
            test $status = 65; test ! -s none; grep -q "is a PDF document" error
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
    }

    @Test func `A job finds the new file that it wrote before it was killed; another one is not taken for it`()
        async throws
    {
        let (result, _) = try await run(
            #"""
            add() { echo '{"add":{"subtype":"Square","page":1,"rect":['$1',9,29,29]}}'; }
            job() { echo '{"file":"a.pdf","output":"out.pdf","edits":['"$1"']}'; }
            pdfco annotate batch <(job "$(add 9)") > first; grep -q '"status":"done"' first
            sum=$(sha256sum out.pdf)
            pdfco annotate batch <(job "$(add 9)") > again; grep -q '"status":"unchanged"' again
            grep -q '"output":"out.pdf"' again
            # More edits, another document, a document that has changed, and unsaved changes.
            fails() { ! pdfco annotate batch "$@" > other 2>> errors; grep -q '"error":"fileExists"' other; }
            fails <(job "$(add 9),$(add 19)")
            pdfco annotate square b.pdf --rect 2,2,8,8 --save --quiet
            fails <(job "$(add 9)" | sed s/a.pdf/b.pdf/)
            pdfco annotate square a.pdf --rect 1,1,9,9 --quiet
            fails <(job "$(add 9)")
            pdfco save a.pdf --quiet
            fails <(job "$(add 9)")
            test "$sum" = "$(sha256sum out.pdf)"
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
    }

    /// A job that waits until a file is removed, beside others.
    private static let held = #"""
        mkfifo ready; mkdir hold
        pdfco save c.pdf -- sh -c 'echo > ready; while test -d hold; do sleep 0.05; done' & holder=$!
        read line < ready

        """#

    @Test func `Whatever a process dies of is the answer of its job, and others do the rest`() async throws {
        let (result, answers) = try await run(
            Self.held + #"""
                mkfifo answers
                pdfco annotate batch jobs --jobs 1 > answers & batch=$!
                exec 3< answers
                read line <&3; echo "$line"; read line <&3; echo "$line"
                # Its only process waits for c.pdf now, or will.
                kill -9 $(cat /proc/$batch/task/$batch/children)
                rmdir hold; wait $holder
                cat <&3
                status=0; wait $batch || status=$?; test $status = 11
                pdfco annotate batch jobs > again
                for file in a b c d e f; do test $(pdfco annotate list $file.pdf | grep -c Highlight) = 1; done
                """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(answers.map(\.line).sorted() == Array(1...6))
        let third = try #require(answers.first { $0.line == 3 })
        #expect(third.status == "failed" && third.error == "crashed" && third.exitStatus == 137)
        #expect(answers.filter { $0.line != 3 }.allSatisfy { $0.status == "done" })
    }

    @Test(arguments: ["INT", "TERM"])
    func `After a signal the jobs under way end, and no other begins`(signal: String) async throws {
        let (result, answers) = try await run(
            Self.held + #"""
                mkfifo messages
                env --default-signal=INT pdfco annotate batch jobs --jobs 1 2> messages & batch=$!
                exec 3< messages
                while ! test -s a.marked; do pdfco annotate list b.pdf > a.marked; grep -q Highlight a.marked || : > a.marked; done
                kill -\#(signal) $batch
                read line <&3; echo "$line" >&2
                rmdir hold; wait $holder
                status=0; wait $batch || status=$?
                cat <&3 >&2
                echo "status $status" >&2
                """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(result.errorText.contains("finishing the jobs in progress"))
        #expect(result.errorText.contains("status \(signal == "INT" ? 130 : 143)"))
        // One job, and the next one that its process had at hand.
        #expect(answers.map(\.line).starts(with: [1, 2, 3]))
        #expect(answers.count <= 4)
        #expect(answers.allSatisfy { $0.status == "done" })
    }

    @Test func `What the options cannot mean is refused before anything is done`() async throws {
        let (result, _) = try await run(
            #"""
            cp a.pdf before.pdf
            expect() { status=0; pdfco annotate batch "${@:2}" < jobs 2> error || status=$?; test $status = $1; cat error >&2; }
            expect 64 --shard 0/3
            expect 64 --shard 4/3
            expect 64 --jobs none
            expect 64 -o out.pdf
            expect 64 --password-file -
            expect 64 --timeout never
            expect 66 missing
            expect 66 --resume missing
            expect 66 --edits missing
            echo '{}' > edits; expect 65 --edits edits
            echo '[{"add":1}]' > edits; expect 65 --edits edits
            cmp a.pdf before.pdf
            """#)
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(result.errorText.ranges(of: "pdfco: error: ").count == 11, "\(result.errorText)")
    }
}
