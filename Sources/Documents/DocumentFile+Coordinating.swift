public import FileCoordination
public import FileDocuments
internal import LinuxFiles
public import SystemPackage

extension DocumentFile {
    /// What an operation does with the document's file.
    public typealias Access = DocumentAccess

    /// Runs an operation on a document's file, coordinated with other processes; in a process with observed presenters,
    /// it ends before Control-Z takes effect.
    ///
    /// - Parameters:
    ///   - access: what `body` does with the file.
    ///   - path: the document's file.
    ///   - coordinator: `nil` runs the operation without coordination.
    ///   - body: receives the file's current path; opens the document there, and is done with it when it returns.
    /// - Throws: ``DocumentError`` if access is not granted, or what `body` throws.
    public static func coordinate<Result>(
        _ access: Access, of path: FilePath, with coordinator: FileCoordinator?, _ body: (FilePath) throws -> Result
    ) throws -> Result {
        let given = path
        guard let coordinator else { return try naming(path, try? path.resolvingLinks()) { try body(path) } }
        let path = try access.resolving(path)
        let outcome: Swift.Result<Result, any Error>
        do throws(FileCoordinationError) {
            outcome = try coordinator.finishBeforeStopping { () throws(FileCoordinationError) in
                try coordinator.coordinate(with: access.intents(path)) { paths in
                    Swift.Result { try body(paths[0]) }
                }
            }
        } catch {
            throw DocumentError(error, given)
        }
        return try naming(given, path) { try outcome.get() }
    }

    /// The same, for a body that throws only ``DocumentError``.
    static func accessing<Result>(
        _ access: Access, of path: FilePath, with coordinator: FileCoordinator?,
        _ body: (FilePath) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        do {
            return try coordinate(access, of: path, with: coordinator) { try body($0) }
        } catch let error as DocumentError {
            throw error
        } catch {
            preconditionFailure("An access throws what its body does, or a DocumentError.")
        }
    }

    /// Runs `body`; in its errors, replaces the path `resolved` by `name`, the path that the caller knows.
    private static func naming<Result>(
        _ name: FilePath, _ resolved: FilePath?, _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch let error as DocumentError {
            throw resolved.map { error.naming($0, as: name) } ?? error
        }
    }

    /// Returns the presenters of a document in all processes of this user; none without a coordinator.
    public static func presenters(
        ofFileAt path: FilePath, with coordinator: FileCoordinator?
    ) throws(DocumentError) -> [PresenterDescription] {
        guard let coordinator else { return [] }
        let item = try translatingSystemCalls(of: path) { () throws(SystemCallError) in try path.resolvingLinks() }
        do {
            return try FileCoordinator.presenters(ofItemAt: item, in: coordinator.runtimeDirectory)
        } catch {
            throw DocumentError(error, path)
        }
    }
}

extension DocumentAccess {
    /// Returns the document's path with symbolic links followed, after checking that a new file has a directory.
    fileprivate func resolving(_ path: FilePath) throws(DocumentError) -> FilePath {
        let resolved = { (path: FilePath) throws(DocumentError) in
            try translatingSystemCalls(of: path) { () throws(SystemCallError) in try path.resolvingLinks() }
        }
        switch self {
        case .reading, .writing: return try resolved(path)
        case .creating:
            return try translatingOutputErrors(of: path) { () throws(DocumentError) in try resolved(path) }
        case .copying(let output), .moving(let output):
            let document = try resolved(path)
            _ = try translatingOutputErrors(of: output) { () throws(DocumentError) in try resolved(output) }
            return document
        }
    }
}
