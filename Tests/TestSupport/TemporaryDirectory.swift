import FoundationEssentials
package import SystemPackage

/// Calls `body` with a new, empty directory. Afterwards the programs that it runs beside itself are ended, and the directory is
/// removed with all that is in it.
///
/// - Throws: what `body` throws; otherwise why the directory cannot be removed, such as a program that still writes there.
package func withTemporaryDirectory<Result>(_ body: (FilePath) async throws -> Result) async throws -> Result {
    let parent = FileManager.default.temporaryDirectory.path
    let directory = FilePath(parent).appending("pdfco-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(atPath: directory.string, withIntermediateDirectories: false)
    let commands = RunningCommands()
    let result: Result
    do {
        defer { commands.end() }
        result = try await RunningCommands.$ofTest.withValue(commands) { try await body(directory) }
    } catch {
        try? remove(directory)
        throw error
    }
    try remove(directory)
    return result
}

/// Removes a directory with all that is in it. Whoever still has a name there may remove it meanwhile, as a presenter's service
/// does in this process: FileManager stops there.
private func remove(_ directory: FilePath) throws {
    while FileManager.default.fileExists(atPath: directory.string) {
        do { try FileManager.default.removeItem(atPath: directory.string) } catch let error as CocoaError {
            guard error.code == .fileNoSuchFile else { throw error }
        }
    }
}

extension FilePath {
    /// Makes a directory in this one and returns its path.
    package func making(_ name: String) throws -> FilePath {
        let directory = appending(name)
        try FileManager.default.createDirectory(atPath: directory.string, withIntermediateDirectories: false)
        return directory
    }

    /// Copies the file into the directory, under its own name or another, and returns the copy.
    package func copy(into directory: FilePath, as name: String? = nil) throws -> FilePath {
        let copy = directory.appending(name ?? lastComponent?.string ?? "copy.pdf")
        try copy.write(readBytes())
        return copy
    }
}
