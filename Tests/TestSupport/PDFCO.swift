import FoundationEssentials
package import SystemPackage

/// The program under test: the `pdfco` that was built together with the tests, or the one that `PDFCO_PROGRAM` names.
package enum PDFCO {
    package static let program: FilePath =
        ProcessInfo.processInfo.environment["PDFCO_PROGRAM"].map { FilePath($0) }
        ?? productsDirectory.appending("pdfco")

    /// Where the test bundle stands, and the other programs that were built with it.
    package static let productsDirectory: FilePath = FilePath(CommandLine.arguments[0]).removingLastComponent()

    /// A clock that stands still: 2024-09-01 12:00:00 UTC, as SOURCE_DATE_EPOCH.
    package static let fixedClock = ["SOURCE_DATE_EPOCH": "1725192000"]

    /// A directory that nobody can make, not even root. A test of unsaved changes names one of its own, so that none is ever
    /// recorded in the home directory of whoever runs the tests.
    package static let noDataDirectory = "/proc/pdfco-test-data"

    /// What was found out about the fonts of the machine, once for all tests of a run.
    private static let cache =
        ProcessInfo.processInfo.environment["XDG_CACHE_HOME"]
        ?? FileManager.default.temporaryDirectory.path + "/pdfco-test-cache"

    /// The command `pdfco ARGUMENTS`.
    package static func command(_ arguments: [String], environment: [String: String] = fixedClock) -> Command {
        let variables = ["XDG_CACHE_HOME": cache, "PDFCO_DATA_DIR": noDataDirectory].merging(environment) { $1 }
        return Command(program.string, arguments, environment: variables)
    }

    package static func run(_ arguments: String...) async throws -> CommandResult {
        try await command(arguments).run()
    }

    /// Runs the program with a password in its environment; `nil` for none.
    package static func run(_ arguments: [String], password: String? = nil) async throws -> CommandResult {
        var variables = fixedClock
        variables["PDFCO_PASSWORD"] = password
        return try await command(arguments, environment: variables).run()
    }

    /// Runs a script of bash, to which `pdfco` is the program under test, in a directory that also keeps its data.
    ///
    /// - Throws: ``ScriptTimeout`` after ten minutes, in which whatever it started is ended: a script that waits for something that
    ///   does not come fails, and keeps no other test from running.
    package static func shell(_ script: String, in directory: FilePath) async throws -> CommandResult {
        var command = Command(
            "timeout", ["--kill-after=5", "600", "bash", "-c", script],
            environment: self.command([]).environment.merging([
                "PATH": "\(program.removingLastComponent().string):\(Command.searchPath)",
                "PDFCO_DATA_DIR": directory.appending("data").string,
                "PDFCO_RUNTIME_DIR": directory.appending("run").string,
            ]) { $1 })
        command.directory = directory
        let result = try await command.run()
        guard result.exitStatus != 124 else { throw ScriptTimeout(result: result) }
        return result
    }
}

/// A script that did not end by itself, and what it had written until then.
package struct ScriptTimeout: Error {
    package let result: CommandResult
}
