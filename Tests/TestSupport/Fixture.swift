import FoundationEssentials
package import SystemPackage

/// The PDF files of the folder Fixtures, whose README says what each of them is.
package enum Fixture {
    /// The root of the package.
    package static let packageFolder = FilePath(#filePath)
        .removingLastComponent().removingLastComponent().removingLastComponent()

    package static let folder = packageFolder.appending("Fixtures")

    package static func named(_ name: String) -> FilePath { folder.appending(name) }

    /// The files that can be annotated, being neither protected nor damaged.
    package static func annotatable(except others: String...) throws -> [FilePath] {
        let refused = ["encrypted.pdf", "certified.pdf", "damaged-startxref.pdf", "truncated.pdf"] + others
        return try folder.list().filter { $0.hasSuffix(".pdf") && !refused.contains($0) }.map(named)
    }
}
