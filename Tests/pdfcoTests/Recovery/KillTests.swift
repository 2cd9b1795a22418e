import SystemPackage
import TestSupport
import Testing

/// Whole batches of edits that are killed at random moments; `make crash` does so a hundred times.
struct KillTests {
    @Test func `After a kill and a restore every document has exactly the edits that were acknowledged`() async throws {
        let script = Fixture.packageDirectory.appending("Benchmarks/kills.sh")
        let rounds = try await Command(script.string, [PDFCO.program.string, "5"]).run()
        #expect(rounds.exitStatus == 0, "\(rounds.outputText)\(rounds.errorText)")
        #expect(rounds.outputText.hasPrefix("5 kills: "))
    }
}
