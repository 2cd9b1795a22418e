import SystemPackage
import TestSupport
import Testing

/// Ends a save that takes the place of somebody else's document wherever it can end; then runs the same command again.
///
/// The loser of a conflict is never destroyed unasked: at every instant the other's document is in its place, or kept as a version.
/// Invariants 2, 4 and 7 as in `CrashTests`.
@Suite(.long, .enabled("Processes may not be traced here") { try await Strace.isPermitted() })
struct VersionCrashTests {
    @Test func `Wherever an overwriting save ends, the other's document is in its place or kept`() async throws {
        try await withTemporaryDirectory { directory in
            let file = try Fixture.named("table.pdf").copy(into: directory.making("documents"))
            let unsaved = ["PDFCO_DATA_DIR": directory.appending("data").string].merging(PDFCO.fixedClock) { $1 }
            let record = ["annotate", "square", file.string, "--rect", "20,20,60,40", "--name"]
            for (words, environment) in [
                (record + ["ours"], unsaved), (record + ["theirs", "--save"], PDFCO.fixedClock),
            ] {
                let result = try await PDFCO.command(words, environment: environment).run()
                try #require(result.exitStatus == 0, "\(result.errorText)")
            }
            let theirs = try file.readBytes()
            let save = PDFCO.command(["save", file.string, "--on-conflict", "overwrite"], environment: unsaved)
            // A version's record tells when the document was changed.
            let scenario = try await CrashScenario("overwriting", below: directory, save, isReproducible: false)
            let ours = try #require(scenario.recording.after["documents/table.pdf"])
            try #require(ours != theirs)
            try await scenario.run { crash in
                let context: Comment = "\(crash.description)\n\(crash.recovery?.errorText ?? "")"
                let left = try #require(crash.left["documents/table.pdf"])
                #expect(left == theirs || left == ours && Self.versions(in: crash.left) == [theirs], context)
                #expect(crash.recovery?.exitStatus == 0, context)
                #expect(crash.after["documents/table.pdf"] == ours, context)
                #expect(Self.versions(in: crash.after) == [theirs], context)
                // An interrupted save leaves no history of what it saved.
                let names = [crash.after, scenario.recording.after].map { tree in
                    tree.names.filter { !$0.hasPrefix("data/history") }
                }
                try #require(names.count > 1)
                #expect(names[0] == names[1], context)
            }
        }
    }

    /// The bytes of those that are told of.
    private static func versions(in tree: FileTree) -> [[UInt8]] {
        tree.names.filter { $0.hasPrefix("data/versions/") && $0.hasSuffix(".json") }
            .compactMap { tree[$0.dropLast(5) + ".pdf"] }
    }
}
