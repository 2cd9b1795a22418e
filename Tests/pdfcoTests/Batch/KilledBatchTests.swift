import SystemPackage
import TestSupport
import Testing

struct KilledBatchTests {
    /// How many times a batch is killed.
    private static let rounds = CrashScenario.isThorough ? 50 : 8

    @Test func `A batch that is killed at any time, and run again, marks each document once and leaves nothing else`()
        async throws
    {
        let result = try await withTemporaryDirectory { directory in
            try await PDFCO.shell(
                #"""
                set -eum
                trap 'echo "line $LINENO failed: $BASH_COMMAND; $(wc -l < answers) answers, $(cat messages)" >&2' ERR
                reader=; trap 'kill $reader 2> none || :' EXIT
                for number in $(seq 60); do
                    printf '{"file":"in/%s.pdf","edits":[{"add":{"subtype":"Highlight","page":1,"rect":[20,20,60,40]}}]}\n' $number
                done > jobs
                mkfifo ready release
                for round in $(seq $rounds); do
                    rm -rf in answers; mkdir in
                    for number in $(seq 60); do cp "$fixture" in/$number.pdf; done
                    : > answers
                    # One document is read until the batch is killed, so that the batch is then still at work on it.
                    pdfco open in/$((RANDOM % 60 + 1)).pdf -- sh -c 'echo > ready; read line < release' & reader=$!
                    read line < ready
                    pdfco annotate batch jobs >> answers 2> messages & batch=$!
                    # Once a random number of jobs is answered, and a little later: of all but two, since the worker that
                    # waits for the document may have been given another one.
                    least=$((RANDOM % 59))
                    until test $(wc -l < answers) -ge $least; do kill -0 $batch; done
                    for ((wait = RANDOM / 16; wait > 0; wait--)); do :; done
                    # The batch before its workers: it would answer for the document of one that it finds killed.
                    kill -9 $batch; kill -9 -- -$batch || :
                    ended=0; wait $batch || ended=$?
                    test $ended = 137
                    echo > release
                    wait $reader
                    test $(wc -l < answers) -lt 60
                    # The last line may be torn.
                    echo >> answers
                    again=; test $((round % 2)) = 0 || again='--resume answers'
                    pdfco annotate batch jobs $again >> answers
                    pdfco annotate list in/*.pdf --quiet |
                        awk '/^in/ { file = $1; marks[file] = 0 } / Highlight / { ++marks[file] }
                            END { for (file in marks) { ++files; if (marks[file] != 1) exit 1 } exit files != 60 }'
                    for number in $(seq 60); do
                        qpdf --check in/$number.pdf > checked
                        grep -q '"file":"in/'$number'.pdf".*"status":"\(done\|unchanged\)"' answers
                    done
                    ls -A in | grep -v '^[0-9]*\.pdf$' || :
                done
                """#.replacing("$fixture", with: Fixture.named("table.pdf").string)
                    .replacing("$rounds", with: "\(Self.rounds)"),
                in: directory)
        }
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(result.outputText.isEmpty, "left over: \(result.outputText)")
    }
}
