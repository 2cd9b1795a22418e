import FoundationEssentials
import SystemPackage
import TestSupport
import Testing

/// The comparison of the public interface with that of the last version, `make api`, which depends on the toolchain.
@Suite(.long) struct InterfaceCheckTests {
    /// Runs the check of one library in a copy, whose recorded interface has another function in place of one that there is.
    private func check(version: String, state: String, changing: Bool = true) async throws -> CommandResult {
        try await withTemporaryDirectory { root in
            let package = Fixture.packageDirectory
            let tests = try root.making("Tests").making("API")
            for name in ["check.py", "Checkpointing.json.gz", "version"] {
                try tests.appending(name).write(package.appending("Tests/API/\(name)").readBytes())
            }
            try root.appending("CHANGELOG.md").write("# Changelog\n\n## [\(version)] – \(state)\n".utf8)
            try tests.appending("version").write("0.2.0\n".utf8)
            if changing {
                let edit =
                    "gzip -dc Checkpointing.json.gz | sed s/identifiers/identifierz/g | gzip -9n >new && mv new Checkpointing.json.gz"
                var command = Command("sh", ["-c", edit])
                command.directory = tests
                #expect(try await command.run().exitStatus == 0)
            }
            let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
            return try await Command(
                "python3",
                [tests.appending("check.py").string, "Checkpointing", "--"] + DocumentationTests.moduleFlags,
                environment: ["PATH": path, "HOME": root.string, "TMPDIR": root.string]
            ).run()
        }
    }

    @Test func `A function that is gone breaks programs, which a released version may not do`() async throws {
        let result = try await check(version: "0.2.0", state: "2026-12-01")
        #expect(result.exitStatus == 1)
        #expect(
            result.outputText.contains("Func CheckpointStore.identifierz() has been removed"), "\(result.outputText)")
        #expect(result.errorText == "These changes break programs for 0.2.0, and 0.2.0 promises that none break.\n")
        #expect(try await check(version: "0.2.1", state: "Unreleased").exitStatus == 1)
    }

    @Test func `A new minor version may do so before 1.0, and one that is not released`() async throws {
        for (version, state, words) in [
            ("0.3.0", "2026-12-01", "0.3.0 may break programs for 0.2.0."),
            ("0.2.0", "Unreleased", "0.2.0 is not released yet"),
        ] {
            let result = try await check(version: version, state: state)
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(result.outputText.contains("identifierz() has been removed"))
            #expect(result.outputText.contains(words))
        }
    }

    @Test func `What is as it was, or new, breaks nothing`() async throws {
        let result = try await check(version: "0.2.0", state: "2026-12-01", changing: false)
        #expect(
            result.outputText.hasSuffix("No program for 0.2.0 breaks.\n"), "\(result.outputText)\(result.errorText)")
        #expect(result.outputText.hasPrefix("No tag of a version is here"))
    }
}
