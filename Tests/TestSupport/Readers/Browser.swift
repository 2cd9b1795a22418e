import FoundationEssentials
package import SystemPackage

/// What a reader finds in a review that Chromium shows: `review.py` operates it.
///
/// `make test-all` installs Chromium and Playwright; where one is not there, the test is skipped.
package enum Browser {
    private static let directory = Fixture.packageDirectory.appending(".build/browser")
    private static let script = Fixture.packageDirectory.appending("Tests/TestSupport/Scripts/review.py")
    private static let chromium = FilePath("/usr/bin/chromium")

    /// The list of what is installed is copied last.
    package static let isInstalled =
        canPrint && (try? directory.appending("installed.txt").stat()) != nil
    package static let isMissing = "Chromium and Playwright are for make test-all, which installs them"

    package static let canPrint = !TestScope.isShort && (try? chromium.stat()) != nil
    package static let cannotPrint = "Chromium is for make test-all, which installs it"

    /// Prints a file of HTML as a PDF document.
    package static func print(_ page: FilePath, to file: FilePath) async throws {
        let home = file.removingLastComponent().string
        let options = [
            "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--user-data-dir=\(home)/profile",
        ]
        let result = try await Command(
            chromium.string, options + ["--print-to-pdf=\(file.string)", "file://\(page.string)"],
            environment: ["HOME": home]
        ).run()
        guard result.exitStatus == 0, (try? file.stat()) != nil else { throw ReaderError(reader: "Chromium", result) }
    }

    package struct Findings: Decodable, Sendable {
        /// Errors of scripts, and what the policy refused.
        package var problems: [String]
        /// Addresses that the page asked for.
        package var requests: [String]
        /// Of axe-core's rules, in light and dark.
        package var violations: [String]
        /// How many of its rules were met.
        package var rules: Int
        /// How many comments are visible after each filter.
        package var shown: [String: Int]
        /// What the Tab key does not reach.
        package var unreached: [String]
        /// Whether Enter on a comment's number goes to its mark, and lights it up.
        package var marked: Bool
        package var lit: Bool
        package var formWithoutScript: Bool
    }

    package static func look(at file: FilePath) async throws -> Findings {
        let result = try await Command(
            directory.appending("bin/python").string, ["-B", script.string, chromium.string, file.string],
            environment: ["HOME": file.removingLastComponent().string]
        ).run()
        guard result.exitStatus == 0 else { throw ReaderError(reader: "review.py", result) }
        return try JSONDecoder().decode(Findings.self, from: Data(result.output))
    }
}
