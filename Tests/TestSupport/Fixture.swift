import FoundationEssentials
package import SystemPackage

/// The PDF files of the directory Fixtures, whose README says what each of them is.
package enum Fixture {
    /// The root of the package.
    package static let packageDirectory = FilePath(#filePath)
        .removingLastComponent().removingLastComponent().removingLastComponent()

    package static let directory = packageDirectory.appending("Fixtures")

    package static func named(_ name: String) -> FilePath { directory.appending(name) }

    /// The files that can be annotated, being neither protected nor damaged.
    package static func annotatable(except others: String...) throws -> [FilePath] {
        let refused = ["encrypted.pdf", "certified.pdf", "truncated.pdf"] + others
        return try directory.list().filter {
            $0.hasSuffix(".pdf") && !$0.hasPrefix("damaged-") && !refused.contains($0)
        }.map(named)
    }

    /// The files that are `table.pdf` but for some damage; the user password of the encrypted one is `user`.
    package static func damaged(except others: String...) throws -> [FilePath] {
        try directory.list().filter { $0.hasPrefix("damaged-") || $0 == "truncated.pdf" }
            .filter { !others.contains($0) }.map(named)
    }
}
