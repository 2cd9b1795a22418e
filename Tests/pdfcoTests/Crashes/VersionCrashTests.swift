import SystemPackage
import TestSupport
import Testing

/// Ends what replaces a document, or removes versions, wherever it can end; then runs the same command again.
///
/// The document that is replaced is never destroyed unasked: at every instant it is in its place, or kept as a version.
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
                    // An original that a dead process left goes with the next clean-up.
                    tree.names.filter { !$0.hasPrefix("data/history") && !$0.hasSuffix(".base") }
                }
                try #require(names.count > 1)
                #expect(names[0] == names[1], context)
            }
        }
    }

    /// What is added and renewed counts before the document is replaced, and what is removed goes whole.
    @Test(arguments: ["adding", "renewing"])
    func `Wherever going back to a revision ends, the document before it is in its place or kept`(
        case name: String
    ) async throws {
        try await withTemporaryDirectory { directory in
            let (file, environment) = try await Self.document(in: directory)
            let (first, both) = (try Fixture.named("table.pdf").readBytes(), try file.readBytes())
            let command = PDFCO.command(["restore", file.string, "--revision", "1"], environment: environment)
            if name == "renewing" { try await Self.goForthAndBack(file, environment) }
            let scenario = try await CrashScenario(name, below: directory, command, isReproducible: false)
            try await scenario.run { crash in
                let context: Comment = "\(crash.description)\n\(crash.recovery?.errorText ?? "")"
                let left = crash.left["documents/table.pdf"]
                #expect(left == both || left == first && Self.versions(in: crash.left).contains(both), context)
                #expect(crash.recovery?.exitStatus == 0, context)
                #expect(crash.after["documents/table.pdf"] == first, context)
                #expect(Self.versions(in: crash.after).contains(both), context)
            }
        }
    }

    /// The older version goes once the new one and the document are there.
    @Test
    func `Wherever a save ends that keeps what it replaces in place of an older version, that is in its place or kept`()
        async throws
    {
        try await withTemporaryDirectory { directory in
            var (file, environment) = try await Self.document(in: directory)
            environment["PDFCO_VERSIONS"] = "1"
            let first = try file.readBytes()
            try await Self.run(["save", file.string, "--rewrite"], environment)
            try await Self.run(
                ["annotate", "text", file.string, "--rect", "1,1,9,9", "--contents", "x", "--save"], environment)
            let second = try file.readBytes()
            let save = PDFCO.command(["save", file.string, "--rewrite"], environment: environment)
            // The same command once more would replace what it has written.
            let scenario = try await CrashScenario(
                "keeping", below: directory, save,
                recovery: PDFCO.command(["list", file.string], environment: environment),
                isReproducible: false)
            try #require(Self.versions(in: scenario.recording.before) == [first])
            let third = try #require(scenario.recording.after["documents/table.pdf"])
            try #require(third != second && Self.versions(in: scenario.recording.after) == [second])
            try await scenario.run { crash in
                let context: Comment = "\(crash.description)\n\(crash.recovery?.errorText ?? "")"
                for tree in [crash.left, crash.after] {
                    let (now, kept) = (tree["documents/table.pdf"], Self.versions(in: tree))
                    // Where the version cannot be written, a warning says so, and the older one stays.
                    let isKept = kept.contains(second) || crash.failure != nil && kept.contains(first)
                    #expect(now == second || now != nil && isKept, context)
                    #expect(kept.contains(first) || kept.contains(second), context)
                }
                #expect(crash.recovery?.exitStatus == 0, context)
            }
        }
    }

    @Test func `Wherever a clean-up ends, each version is whole or gone`() async throws {
        try await withTemporaryDirectory { directory in
            let (file, environment) = try await Self.document(in: directory)
            let both = try file.readBytes()
            try await Self.goForthAndBack(file, environment)
            let prune = ["checkpoint", "prune", "--older-than", "0s"]
            let command = PDFCO.command(prune, environment: environment)
            let scenario = try await CrashScenario("pruning", below: directory, command, isReproducible: false)
            let all = Self.versions(in: scenario.recording.before)
            try #require(all.count == 2)
            try await scenario.run { crash in
                let context: Comment = "\(crash.description)\n\(crash.recovery?.errorText ?? "")"
                #expect(Self.versions(in: crash.left).allSatisfy(all.contains), context)
                #expect(crash.after["documents/table.pdf"] == both, context)
                #expect(crash.recovery?.exitStatus == 0 && Self.versions(in: crash.after).isEmpty, context)
            }
        }
    }

    /// A document with two revisions, and where its versions are.
    private static func document(in directory: FilePath) async throws -> (FilePath, [String: String]) {
        let file = try Fixture.named("table.pdf").copy(into: directory.making("documents"))
        let environment = ["PDFCO_DATA_DIR": directory.appending("data").string].merging(PDFCO.fixedClock) { $1 }
        try await run(["annotate", "square", file.string, "--rect", "20,20,60,40", "--save"], environment)
        return (file, environment)
    }

    /// Leaves the document as it was, with two versions.
    private static func goForthAndBack(_ file: FilePath, _ environment: [String: String]) async throws {
        for words in [["restore", file.string, "--revision", "1"], ["undo", file.string]] {
            try await run(words, environment)
        }
    }

    private static func run(_ words: [String], _ environment: [String: String]) async throws {
        let result = try await PDFCO.command(words, environment: environment).run()
        try #require(result.exitStatus == 0, "\(result.errorText)")
    }

    /// The bytes of those that are told of.
    private static func versions(in tree: FileTree) -> [[UInt8]] {
        tree.names.filter { $0.hasPrefix("data/versions/") && $0.hasSuffix(".json") }
            .compactMap { tree[$0.dropLast(5) + ".pdf"] }
    }
}
