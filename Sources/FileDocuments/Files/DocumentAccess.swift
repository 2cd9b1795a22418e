public import FileCoordination
internal import LinuxFiles
public import SystemPackage

/// What an operation does with a document's file.
public enum DocumentAccess: Sendable {
    /// Reads it.
    ///
    /// - Parameter savingChanges: whether presenters are asked to save their changes first.
    case reading(savingChanges: Bool = true)
    /// Reads and writes it: a single access lasts from before the document is opened until it is saved, so that
    /// nothing another process writes in between is lost.
    case writing
    /// Creates it, or replaces it with another file.
    case creating
    /// Reads it and writes another file.
    case copying(to: FilePath)
    /// Gives it another path, where nothing is.
    case moving(to: FilePath)

    /// The access as intents for a coordinator; the document's own path comes first.
    package func intents(_ path: FilePath) -> [FileAccessIntent] {
        switch self {
        case .reading(let savingChanges):
            [.readingIntent(with: path, options: savingChanges ? [] : .withoutChanges)]
        case .writing: [.writingIntent(with: path)]
        case .creating: [.writingIntent(with: path, options: .forReplacing)]
        case .copying(let output):
            [.readingIntent(with: path), .writingIntent(with: output, options: .forReplacing)]
        case .moving(let output):
            [.writingIntent(with: path, options: .forMoving), .writingIntent(with: output, options: .forReplacing)]
        }
    }
}

extension DocumentAccess {
    /// Runs an operation on a document's file, coordinated with other processes; in a process with observed presenters,
    /// it ends before Control-Z takes effect.
    ///
    /// - Parameters:
    ///   - path: the document's file.
    ///   - coordinator: `nil` runs the operation without coordination.
    ///   - body: receives the file's current path; opens the document there, and is done with it when it returns.
    /// - Throws: ``DocumentError`` if access is not granted, or what `body` throws.
    public func coordinated<Result>(
        at path: FilePath, with coordinator: FileCoordinator?, _ body: (FilePath) throws -> Result
    ) throws -> Result {
        let resolved = try resolving(path, for: coordinator)
        let granted = try begin(at: resolved, named: path, coordinator)
        let result: Result
        do { result = try body(granted.path) } catch let error as DocumentError {
            throw error.naming(resolved, as: path)
        }
        granted.end()
        return result
    }

    /// Returns the document's path with symbolic links followed, after checking that a new file has a directory; without
    /// coordination, nothing is checked.
    package func resolving(
        _ path: FilePath, for coordinator: FileCoordinator?
    ) throws(DocumentError) -> FilePath {
        if coordinator == nil { return (try? path.resolvingLinks()) ?? path }
        switch self {
        case .reading, .writing: return try translating(of: path) { try path.resolvingLinks() }
        case .creating: return try translatingOutputErrors(of: path) { try path.resolvingLinks() }
        case .copying(let output), .moving(let output):
            let document = try translating(of: path) { try path.resolvingLinks() }
            _ = try translatingOutputErrors(of: output) { try output.resolvingLinks() }
            return document
        }
    }

    /// Begins the access; without a coordinator, it is to the path as it was given.
    ///
    /// - Parameter path: the document as its user names it, for errors.
    package func begin(
        at resolved: FilePath, named path: FilePath, _ coordinator: FileCoordinator?, within limit: Duration? = nil
    ) throws(DocumentError) -> FileAccess {
        guard let coordinator else { return FileAccess(uncoordinated: [path]) }
        return try translating(of: path) { try coordinator.begin(intents(resolved), within: limit) }
    }
}
