import SystemPackage
import TestSupport
import Testing

/// A look-up that fails does not say that nothing is there (invariant 15).
@Suite(.enabled("Processes may not be traced here") { try await Strace.isPermitted() })
struct FailedLookUpTests {
    /// `failing ERROR CALLS PATH` runs the command after it, whose calls on the path fail.
    private static let start = """
        set -e; exec 2>&1
        square() { pdfco annotate square a.pdf --rect 1,1,9,9 --name "$@"; }
        failing() {
            local calls="$2" error=$1 path=$3; shift 3; status=0
            strace -f -qq -o /dev/null -e trace=$calls -e inject=$calls:error=$error -P "$path" "$@" || status=$?
        }
        """

    private func run(_ script: String) async throws -> String {
        try await withTemporaryDirectory { directory in
            try directory.appending("a.pdf").write(FindingTests.document())
            let result = try await PDFCO.shell("\(Self.start)\n\(script)", in: directory)
            #expect(result.exitStatus == 0, "\(result.outputText)")
            return result.outputText
        }
    }

    @Test(arguments: [("EIO", 74), ("EACCES", 77)])
    func `Undo takes back no earlier change where the journal of saves cannot be read`(
        error: String, status: Int
    ) async throws {
        _ = try await run(
            """
            square one --save; square two; pdfco save a.pdf; square three --save; cp a.pdf saved.pdf
            failing \(error) pread64 "$PWD/data/history/saves" pdfco undo a.pdf; test $status = \(status)
            failing \(error) newfstatat "$PWD/data/history" pdfco undo a.pdf; test $status = \(status)
            pdfco status a.pdf | grep 'no unsaved changes'; cmp a.pdf saved.pdf
            pdfco undo a.pdf 2>&1 | grep three
            """)
    }

    @Test(arguments: [("EIO", 74), ("EACCES", 77)])
    func `Undo takes back no earlier change where a saved log cannot be read`(error: String, status: Int) async throws {
        _ = try await run(
            """
            square one --save; square two; pdfco save a.pdf
            failing \(error) pread64 "$(echo $PWD/data/history/*.saved)" pdfco undo a.pdf; test $status = \(status)
            pdfco status a.pdf | grep 'no unsaved changes'
            pdfco undo a.pdf 2>&1 | grep two
            """)
    }

    @Test func `Where the index cannot be read, the unsaved changes of a moved document are found all the same`()
        async throws
    {
        _ = try await run(
            """
            square one; mv a.pdf b.pdf
            failing EIO readlinkat "$PWD/data/index" pdfco status b.pdf >text; test $status = 0; grep '1 unsaved' text
            failing EIO newfstatat "$PWD/data/index" pdfco save b.pdf; test $status = 0
            pdfco list b.pdf --no-checkpoint | grep one
            """)
    }

    @Test(arguments: [("EIO", 74), ("EACCES", 77)])
    func `Where the headers cannot be read either, nothing is said to be saved`(error: String, status: Int) async throws
    {
        _ = try await run(
            """
            square one; mv a.pdf b.pdf; cp b.pdf before.pdf
            for command in save status discard undo "restore" "annotate square --rect 1,1,9,9 --save"; do
                failing \(error) pread64 "$(echo $PWD/data/checkpoints/*.checkpoint)" pdfco $command b.pdf
                test $status = \(status)
            done
            cmp b.pdf before.pdf; pdfco save b.pdf; pdfco list b.pdf --no-checkpoint | grep one
            """)
    }

    @Test func `A save counts where what undoes it cannot be kept, and says so`() async throws {
        let text = try await run(
            """
            square zero --save; square one
            failing ENOSPC renameat "$PWD/data/history" pdfco save a.pdf; test $status = 0
            failing ENOSPC write "$PWD/data/history/saves" \
                pdfco annotate square a.pdf --rect 1,1,9,9 --name two --save; test $status = 0
            pdfco list a.pdf --no-checkpoint | grep -c 'one\\|two' | grep 2; pdfco status a.pdf | grep 'no unsaved'
            """)
        let warning = #/warning: a\.pdf: what was saved cannot be undone later: .*no space left/#
        #expect(text.matches(of: warning).count == 2)
    }
}
