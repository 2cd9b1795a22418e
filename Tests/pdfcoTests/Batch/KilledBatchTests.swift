import SystemPackage
import TestSupport
import Testing

struct KilledBatchTests {
    /// How many times the batch is killed.
    private static let rounds = CrashScenario.isThorough ? 50 : 8

    @Test func `A batch that is killed at any time, and run again, marks each document once and leaves nothing else`()
        async throws
    {
        let result = try await withTemporaryDirectory { directory in
            try await PDFCO.shell(
                #"""
                set -eu
                mkdir in; for number in $(seq 60); do cp "$fixture" in/$number.pdf; done
                for number in $(seq 60); do
                    printf '{"file":"in/%s.pdf","edits":[{"add":{"subtype":"Highlight","page":1,"rect":[20,20,60,40]}}]}\n' $number
                done > jobs
                : > answers
                for round in $(seq $rounds); do
                    setsid pdfco annotate batch jobs --resume answers >> answers 2> messages & batch=$!
                    sleep 0.0$((RANDOM % 10))$((RANDOM % 10))
                    kill -9 -- -$batch 2> none || :
                    wait $batch || :
                done
                pdfco annotate batch jobs --resume answers >> answers
                for number in $(seq 60); do
                    test $(pdfco annotate list in/$number.pdf | grep -c Highlight) = 1
                    qpdf --check in/$number.pdf > checked
                    grep -q '"file":"in/'$number'.pdf".*"status":"\(done\|unchanged\)"' answers
                done
                ls -A in | grep -v '^[0-9]*\.pdf$' || :
                """#.replacing("$fixture", with: Fixture.named("table.pdf").string)
                    .replacing("$rounds", with: "\(Self.rounds)"),
                in: directory)
        }
        #expect(result.exitStatus == 0, "\(result.errorText)")
        #expect(result.outputText == "", "left over")
    }
}
