import FoundationEssentials
package import SystemPackage

/// Calls `body` with a new, empty folder, which is removed afterwards with all that is in it.
package func withTemporaryFolder<Result>(_ body: (FilePath) async throws -> Result) async throws -> Result {
    let parent = FileManager.default.temporaryDirectory.path
    let folder = FilePath(parent).appending("pdfco-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder.string) }
    return try await body(folder)
}

extension FilePath {
    /// Makes a folder in this one and returns its path.
    package func making(_ name: String) throws -> FilePath {
        let folder = appending(name)
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: false)
        return folder
    }

    /// Copies the file into the folder, under its own name or another, and returns the copy.
    package func copy(into folder: FilePath, as name: String? = nil) throws -> FilePath {
        let copy = folder.appending(name ?? lastComponent?.string ?? "copy.pdf")
        try copy.write(readBytes())
        return copy
    }
}
