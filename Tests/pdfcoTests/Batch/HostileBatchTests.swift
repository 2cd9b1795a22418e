import SystemPackage
import TestSupport
import Testing

struct HostileBatchTests {
    @Test func `Of a thousand jobs, all are done but those whose documents cannot, and each of these says why`()
        async throws
    {
        let hostile = HostileFile.all
        let sound = 1000 - hostile.count - 4
        try await withTemporaryDirectory { directory in
            let bad = try directory.making("bad")
            for (number, file) in hostile.enumerated() { try bad.appending("\(number).pdf").write(file.bytes) }
            let result = try await PDFCO.shell(
                #"""
                set -eu
                mkdir good hold; mkfifo ready jobs
                for number in $(seq $sound); do cp "$table" good/$number.pdf; done
                cp "$table" cut.pdf; cp "$table" endless.pdf; cp "$encrypted" encrypted.pdf; echo text > damaged.pdf
                echo '[{"add":{"subtype":"Highlight","page":1,"rect":[20,20,60,40]}}]' > edits
                pdfco save endless.pdf -- sh -c 'echo > ready; while test -d hold; do sleep 0.05; done' & holder=$!
                read line < ready
                : > answers
                pdfco annotate batch jobs --edits edits --timeout 600 --quiet >> answers & batch=$!
                exec 4> jobs
                answered() { until test $(wc -l < answers) -ge $1; do kill -0 $batch; done; }
                ls endless.pdf damaged.pdf encrypted.pdf bad/* >&4
                ls good/*1.pdf >&4
                answered 50
                truncate -s 500 cut.pdf
                ls cut.pdf >&4
                ls good/*[!1].pdf >&4
                exec 4>&-
                # One job may wait behind it.
                answered 998
                # What the kernel does to a process that has used up its time: the worker that waits for the document.
                for worker in $(cat /proc/$batch/task/$batch/children); do
                    if readlink /proc/$worker/fd/* | grep -q '/endless.pdf$'; then kill -XCPU $worker; fi
                done
                status=0; wait $batch || status=$?; test $status = 11
                rmdir hold; wait $holder
                pdfco annotate list good/*.pdf --quiet |
                    awk '/^good/ { ++files } / Highlight / { ++marks } END { print files, marks }' >&2
                cat answers
                """#.replacing("$table", with: Fixture.named("table.pdf").string)
                    .replacing("$encrypted", with: Fixture.named("encrypted.pdf").string)
                    .replacing("$sound", with: "\(sound)"),
                in: directory)
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(result.errorText.contains("\(sound) \(sound)\n"))
            let answers = try BatchAnswerLine.lines(result.outputText)
            #expect(answers.count == 1000)
            #expect(answers.filter { $0.file?.hasPrefix("good/") == true && $0.status == "done" }.count == sound)
            for answer in answers where answer.status != "done" { #expect(answer.message?.isEmpty == false) }
            let found = Dictionary(uniqueKeysWithValues: answers.map { ($0.file, $0) })
            for (file, status) in [("cut.pdf", 65), ("damaged.pdf", 65), ("encrypted.pdf", 77), ("endless.pdf", 65)] {
                #expect(found[file]?.exitStatus == status, "\(file)")
            }
            #expect(found["endless.pdf"]?.error == "tooDemanding")
        }
    }
}
