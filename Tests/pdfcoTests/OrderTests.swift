import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// The order in which commands take locks, change files and wait for the disk: what a crash leaves and what other processes
/// see follow from it (docs/durability.md). `PDFCO_RECORD=1` writes the orders anew, to be read before they are committed.
@Suite(.enabled("strace may not trace here") { try await Strace.isPermitted() })
struct OrderTests {
    /// A script that starts `pdfco` with `$trace`, and what comes before it.
    struct Walk: CustomTestStringConvertible {
        let testDescription: String
        var before = ""
        let script: String
    }

    private static let square = "annotate square a.pdf --page 1 --rect 9,9,29,29"

    private static let killed =
        "strace -f -qq -o /dev/null -e trace=unlinkat -e inject=unlinkat:signal=KILL:when=1 pdfco save a.pdf || :"

    static let walks = [
        Walk(testDescription: "replace", script: "$trace pdfco \(square) --save --method replace"),
        Walk(testDescription: "append", script: "$trace pdfco \(square) --save --method append"),
        // The mark of a long increment is written in two parts.
        Walk(
            testDescription: "append-long",
            script: "$trace pdfco \(square) --contents \"$(printf %9000s x)\" --save --method append"),
        Walk(testDescription: "record", script: "$trace pdfco \(square)"),
        Walk(testDescription: "restore", before: "pdfco \(square)", script: "$trace pdfco restore a.pdf"),
        // What a dead save left in the document is on the disk before its checkpoint ends.
        Walk(testDescription: "saved", before: "pdfco \(square)\n\(killed)", script: "$trace pdfco save a.pdf"),
        Walk(testDescription: "saved-record", before: "pdfco \(square)\n\(killed)", script: "$trace pdfco \(square)"),
        Walk(testDescription: "rewrite", script: "$trace pdfco save a.pdf --rewrite"),
        Walk(
            testDescription: "batch",
            before: #"echo '[{"add":{"subtype":"Square","page":1,"rect":[9,9,29,29]}}]' >edits"#,
            script: "printf '%s\\0' a.pdf b.pdf | $trace pdfco annotate batch --null --edits edits --jobs 1"),
        Walk(
            testDescription: "session",
            script: "printf 'annotate square --page 1 --rect 9,9,29,29\\nsave\\n' | $trace pdfco open a.pdf --script -"),
        Walk(
            testDescription: "autosave", before: "mkfifo ready",
            script: """
                $trace pdfco watch a.pdf --autosave 0 --until saved 2>ready & exec 4<ready; read -r line <&4
                pdfco \(square) && wait
                """),
    ]

    @Test(arguments: walks)
    func `A command takes its locks, writes and waits for the disk in its order`(_ walk: Walk) async throws {
        let golden = Fixture.directory.appending("Expected/Orders/\(walk.testDescription).txt")
        let order = try await withTemporaryDirectory { directory in
            for name in ["a.pdf", "b.pdf"] { _ = try Fixture.named("table.pdf").copy(into: directory, as: name) }
            // What every process makes first, and only once.
            let setUp = "mkdir -m 700 run; pdfco annotate square b.pdf --page 1 --rect 9,9,29,29; \(walk.before)"
            let trace = "trace='\(Strace.ordering(in: directory.appending("trace")))'; \(walk.script)"
            let result = try await PDFCO.shell("{ \(setUp)\n} >/dev/null 2>&1; \(trace)", in: directory)
            try #require(result.exitStatus == 0, "\(result.errorText)")
            return try Strace.order(directory.appending("trace"))
        }
        if ProcessInfo.processInfo.environment["PDFCO_RECORD"] == "1" { try golden.write(Array(order.utf8)) }
        #expect(try order == String(decoding: golden.readBytes(), as: UTF8.self))
    }
}
