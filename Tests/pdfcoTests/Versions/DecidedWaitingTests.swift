import SystemPackage
import TestSupport
import Testing

/// What a command decides, it decides in the access in which it acts, and not before it has waited for it; and a document is one file, not
/// its bytes (invariants 7 and 14).
struct DecidedWaitingTests {
    /// `during` is for a command that `pdfco save a.pdf --` runs: it starts a command that is not part of this access, and goes on once that
    /// one waits for the document. `ended` has its exit status.
    private static let start = """
        set -e; exec 2>&1
        square() { pdfco annotate square a.pdf --rect 1,1,9,9 --name "$@"; }
        cp a.pdf first.pdf; square one --save; square two --save; cp a.pdf both.pdf
        mkfifo trace ended
        cat >during <<'X'
        { status=0; env -u PDFCO_PURPOSE strace -f -qq -y -e signal=none -e trace=ppoll -o trace pdfco "$@" || status=$?
            echo $status >ended; } &
        exec 9<trace
        # Who waits for a lock waits for events.
        while read -r line <&9; do case $line in *inotify*) break;; esac; done
        cat <&9 >/dev/null &
        X
        """

    private func run(_ script: String) async throws -> String {
        try await withTemporaryDirectory { directory in
            try directory.appending("a.pdf").write(FindingTests.document())
            let result = try await PDFCO.shell("\(Self.start)\n\(script)", in: directory)
            #expect(result.exitStatus == 0, "\(result.outputText)")
            return result.outputText
        }
    }

    @Test(.enabled("Processes may not be traced here") { try await Strace.isPermitted() })
    func `A version that is renewed while a clean-up waits is not removed`() async throws {
        _ = try await run(
            """
            pdfco restore a.pdf --revision 1
            version=$(pdfco open a.pdf --revisions | awk '/replaced by revision 1/ { print $2 }')
            pdfco restore a.pdf --version $version; cmp a.pdf both.pdf
            touch -d '9 days ago' data/versions/*/*.json
            pdfco save a.pdf -- bash -c '. ./during checkpoint prune; pdfco restore a.pdf --revision 1'
            read -r status <ended; test $status = 0
            cmp a.pdf first.pdf; cmp data/versions/*/$version.pdf both.pdf
            pdfco undo a.pdf; cmp a.pdf both.pdf
            """)
    }

    @Test(.enabled("Processes may not be traced here") { try await Strace.isPermitted() })
    func `Undo of going back leaves a change that was saved while it waited`() async throws {
        _ = try await run(
            """
            pdfco restore a.pdf --revision 1
            pdfco save a.pdf -- bash -c '. ./during undo a.pdf
                pdfco annotate square a.pdf --rect 1,1,9,9 --name theirs --save --data-dir other; cp a.pdf theirs.pdf'
            read -r status <ended; test $status = 1
            cmp a.pdf theirs.pdf
            """)
    }

    @Test(.enabled("Processes may not be traced here") { try await Strace.isPermitted() })
    func `Undo takes back a going back that took place while it waited, and no change before it`() async throws {
        _ = try await run(
            """
            pdfco save a.pdf -- bash -c '. ./during undo a.pdf; pdfco restore a.pdf --revision 2'
            read -r status <ended; test $status = 0
            cmp a.pdf both.pdf; pdfco status a.pdf | grep 'no unsaved changes'
            """)
    }

    @Test func `Undo passes from changes to a going back, and on from there`() async throws {
        _ = try await run(
            """
            pdfco restore a.pdf --revision 1; square three
            pdfco undo a.pdf --count 2; cmp a.pdf both.pdf
            pdfco restore a.pdf --revision 2; square four
            pdfco undo a.pdf --count 3; cmp a.pdf both.pdf
            pdfco list a.pdf | grep one; ! pdfco list a.pdf | grep two
            """)
    }

    @Test func `Undo replaces no other document that has the same bytes`() async throws {
        _ = try await run(
            """
            pdfco restore a.pdf --revision 1
            mv a.pdf old.pdf; cp first.pdf a.pdf; status=0
            pdfco undo a.pdf || status=$?
            test $status = 1; cmp a.pdf first.pdf
            mv old.pdf a.pdf; pdfco undo a.pdf; cmp a.pdf both.pdf
            """)
    }

    @Test func `Where nothing proves which document it is, undo names the version`() async throws {
        let text = try await run(
            """
            pdfco restore a.pdf --revision 2; status=0
            sed -i 's/,"successor":{[^}]*}//' data/versions/*/*.json
            pdfco undo a.pdf || status=$?
            test $status = 1; pdfco status a.pdf | grep 'no unsaved changes'
            """)
        #expect(text.contains("its last change went back to an earlier version or revision"))
        #expect(text.contains(#/hint: pdfco restore a\.pdf --version [0-9a-f]{8} puts back what was replaced/#))
    }
}
