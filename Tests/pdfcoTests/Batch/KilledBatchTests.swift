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
                set -eu
                for number in $(seq 60); do
                    printf '{"file":"in/%s.pdf","edits":[{"add":{"subtype":"Highlight","page":1,"rect":[20,20,60,40]}}]}\n' $number
                done > jobs
                killed=0
                for round in $(seq $rounds); do
                    rm -rf in answers; mkdir in
                    for number in $(seq 60); do cp "$fixture" in/$number.pdf; done
                    : > answers
                    setsid pdfco annotate batch jobs >> answers 2> messages & batch=$!
                    # Once a random number of jobs is answered, and a little later.
                    least=$((RANDOM % 60))
                    until test $(wc -l < answers) -ge $least; do kill -0 $batch 2> none || break; done
                    for ((wait = RANDOM / 16; wait > 0; wait--)); do :; done
                    kill -9 -- -$batch 2> none || :
                    wait $batch || :
                    test $(wc -l < answers) = 60 || killed=$((killed + 1))
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
                echo $killed
                """#.replacing("$fixture", with: Fixture.named("table.pdf").string)
                    .replacing("$rounds", with: "\(Self.rounds)"),
                in: directory)
        }
        #expect(result.exitStatus == 0, "\(result.errorText)")
        // Whatever is left over would come before the number.
        let killed = try #require(Int(result.outputText.dropLast()), "\(result.outputText)")
        #expect(killed > Self.rounds / 2, "most batches ended before they were killed")
    }
}
