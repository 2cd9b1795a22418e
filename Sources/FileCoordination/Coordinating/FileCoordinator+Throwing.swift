public import SystemPackage

/// Why an access did not end well: access was not granted, or the accessor threw an error.
public enum FileAccessError<Failure: Error>: Error {
    /// Access was not granted; the accessor has not run.
    case notGranted(FileCoordinationError)
    /// The accessor threw an error; the access is over.
    case accessorFailed(Failure)
}

extension FileAccessError: Equatable where Failure: Equatable {}

extension FileAccessError: CustomStringConvertible {
    /// The sentence of the error that it holds.
    public var description: String {
        switch self {
        case .notGranted(let error): error.description
        case .accessorFailed(let error): "\(error)"
        }
    }
}

/// The same accesses with accessors that may throw.
extension FileCoordinator {
    /// Reads an item, like `coordinate(readingItemAt:options:byAccessor:)`.
    ///
    /// - Throws: ``FileAccessError`` with the reason why access was not granted, or with what the accessor threw.
    public func coordinate<Result, Failure: Error>(
        readingItemAt path: FilePath, options: ReadingOptions = [],
        byAccessor accessor: (FilePath) throws(Failure) -> Result
    ) throws(FileAccessError<Failure>) -> Result {
        try granted { () throws(FileCoordinationError) in
            try coordinate(readingItemAt: path, options: options) { path in
                Swift.Result { () throws(Failure) in try accessor(path) }
            }
        }
    }

    /// Writes an item, like `coordinate(writingItemAt:options:byAccessor:)`.
    ///
    /// - Throws: ``FileAccessError`` with the reason why access was not granted, or with what the accessor threw.
    public func coordinate<Result, Failure: Error>(
        writingItemAt path: FilePath, options: WritingOptions = [],
        byAccessor accessor: (FilePath) throws(Failure) -> Result
    ) throws(FileAccessError<Failure>) -> Result {
        try coordinate(with: [.writingIntent(with: path, options: options)]) { paths throws(Failure) in
            try accessor(paths[0])
        }
    }

    /// Reads one item and writes another, as copying does.
    ///
    /// - Throws: ``FileAccessError`` with the reason why access was not granted, or with what the accessor threw.
    public func coordinate<Result, Failure: Error>(
        readingItemAt readingPath: FilePath, options readingOptions: ReadingOptions = [],
        writingItemAt writingPath: FilePath, options writingOptions: WritingOptions = [],
        byAccessor accessor: (_ readingPath: FilePath, _ writingPath: FilePath) throws(Failure) -> Result
    ) throws(FileAccessError<Failure>) -> Result {
        let intents: [FileAccessIntent] = [
            .readingIntent(with: readingPath, options: readingOptions),
            .writingIntent(with: writingPath, options: writingOptions),
        ]
        return try coordinate(with: intents) { paths throws(Failure) in try accessor(paths[0], paths[1]) }
    }

    /// Writes two items, as moving does: the source `forMoving`, the destination `forReplacing`.
    ///
    /// - Throws: ``FileAccessError`` with the reason why access was not granted, or with what the accessor threw.
    public func coordinate<Result, Failure: Error>(
        writingItemAt firstPath: FilePath, options firstOptions: WritingOptions = [],
        writingItemAt secondPath: FilePath, options secondOptions: WritingOptions = [],
        byAccessor accessor: (_ firstPath: FilePath, _ secondPath: FilePath) throws(Failure) -> Result
    ) throws(FileAccessError<Failure>) -> Result {
        let intents: [FileAccessIntent] = [
            .writingIntent(with: firstPath, options: firstOptions),
            .writingIntent(with: secondPath, options: secondOptions),
        ]
        return try coordinate(with: intents) { paths throws(Failure) in try accessor(paths[0], paths[1]) }
    }

    /// Reads and writes any number of items in one access, all or none.
    ///
    /// - Throws: ``FileAccessError`` with the reason why access was not granted, or with what the accessor threw.
    public func coordinate<Result, Failure: Error>(
        with intents: [FileAccessIntent], byAccessor accessor: (_ paths: [FilePath]) throws(Failure) -> Result
    ) throws(FileAccessError<Failure>) -> Result {
        try granted { () throws(FileCoordinationError) in
            try coordinate(with: intents) { paths in Swift.Result { () throws(Failure) in try accessor(paths) } }
        }
    }

    /// Reads an item, for a task that waits while its thread does other work.
    ///
    /// - Throws: ``FileAccessError`` with the reason why access was not granted, or with what the accessor threw.
    public func coordinate<Result, Failure: Error>(
        readingItemAt path: FilePath, options: ReadingOptions = [], isolation: isolated (any Actor)? = #isolation,
        byAccessor accessor: (FilePath) async throws(Failure) -> Result
    ) async throws(FileAccessError<Failure>) -> Result {
        let outcome: Swift.Result<Result, Failure>
        do throws(FileCoordinationError) {
            outcome = try await coordinate(readingItemAt: path, options: options) { path async in
                do throws(Failure) { return .success(try await accessor(path)) } catch { return .failure(error) }
            }
        } catch {
            throw .notGranted(error)
        }
        return try outcome.mapError(FileAccessError.accessorFailed).get()
    }

    /// Writes an item, for a task that waits while its thread does other work.
    ///
    /// - Throws: ``FileAccessError`` with the reason why access was not granted, or with what the accessor threw.
    public func coordinate<Result, Failure: Error>(
        writingItemAt path: FilePath, options: WritingOptions = [], isolation: isolated (any Actor)? = #isolation,
        byAccessor accessor: (FilePath) async throws(Failure) -> Result
    ) async throws(FileAccessError<Failure>) -> Result {
        try await coordinate(with: [.writingIntent(with: path, options: options)]) { paths async throws(Failure) in
            try await accessor(paths[0])
        }
    }

    /// Reads and writes any number of items in one access, for a task that waits while its thread does other work.
    ///
    /// - Throws: ``FileAccessError`` with the reason why access was not granted, or with what the accessor threw.
    public func coordinate<Result, Failure: Error>(
        with intents: [FileAccessIntent], isolation: isolated (any Actor)? = #isolation,
        byAccessor accessor: (_ paths: [FilePath]) async throws(Failure) -> Result
    ) async throws(FileAccessError<Failure>) -> Result {
        let outcome: Swift.Result<Result, Failure>
        do throws(FileCoordinationError) {
            outcome = try await coordinate(with: intents) { paths async in
                do throws(Failure) { return .success(try await accessor(paths)) } catch { return .failure(error) }
            }
        } catch {
            throw .notGranted(error)
        }
        return try outcome.mapError(FileAccessError.accessorFailed).get()
    }

    private func granted<Result, Failure: Error>(
        _ access: () throws(FileCoordinationError) -> Swift.Result<Result, Failure>
    ) throws(FileAccessError<Failure>) -> Result {
        let outcome: Swift.Result<Result, Failure>
        do throws(FileCoordinationError) { outcome = try access() } catch { throw .notGranted(error) }
        return try outcome.mapError(FileAccessError.accessorFailed).get()
    }
}
