internal import LinuxFiles
internal import Synchronization
public import SystemPackage

/// Accesses that a task waits for, while its thread does other work; the accessor runs where the caller does.
extension FileCoordinator {
    /// Reads an item, like the synchronous `coordinate(readingItemAt:…)`.
    ///
    /// - Throws: ``FileCoordinationError`` if access was not granted, or what the accessor throws.
    public func coordinate<Result>(
        readingItemAt path: FilePath, options: ReadingOptions = [], isolation: isolated (any Actor)? = #isolation,
        byAccessor accessor: (FilePath) async throws -> Result
    ) async throws -> Result {
        let access = try await begin([.readingIntent(with: path, options: options)])
        let result = try await accessor(access.path)
        access.end()
        return result
    }

    /// Writes an item, like the synchronous `coordinate(writingItemAt:…)`.
    ///
    /// - Throws: ``FileCoordinationError`` if access was not granted, or what the accessor throws.
    public func coordinate<Result>(
        writingItemAt path: FilePath, options: WritingOptions = [], isolation: isolated (any Actor)? = #isolation,
        byAccessor accessor: (FilePath) async throws -> Result
    ) async throws -> Result {
        let access = try await begin([.writingIntent(with: path, options: options)])
        let result = try await accessor(access.path)
        access.end()
        return result
    }

    /// Reads and writes any number of items in one access, like the synchronous `coordinate(with:…)`.
    ///
    /// - Throws: ``FileCoordinationError`` if access was not granted, or what the accessor throws.
    public func coordinate<Result>(
        with intents: [FileAccessIntent], isolation: isolated (any Actor)? = #isolation,
        byAccessor accessor: (_ paths: [FilePath]) async throws -> Result
    ) async throws -> Result {
        let access = try await begin(intents)
        let result = try await accessor(access.paths)
        access.end()
        return result
    }

    /// Asks the presenters of many items once, and then runs `batch`, like the synchronous `prepare(…)`.
    public func prepare<Result>(
        forReadingItemsAt readingPaths: [FilePath], options readingOptions: ReadingOptions = [],
        writingItemsAt writingPaths: [FilePath], options writingOptions: WritingOptions = [],
        isolation: isolated (any Actor)? = #isolation, byAccessor batch: () async throws -> Result
    ) async throws -> Result {
        let access = try await onThread { () throws(FileCoordinationError) in
            try self.prepare(readingPaths, readingOptions, writingPaths, writingOptions)
        }
        let result = try await batch()
        access.end()
        return result
    }

    /// Begins an access, for a task.
    package func begin(
        _ intents: [FileAccessIntent], isolation: isolated (any Actor)? = #isolation
    ) async throws(FileCoordinationError) -> FileAccess {
        try await onThread { () throws(FileCoordinationError) in try self.begin(intents) }
    }

    /// Waits on a thread of its own. Cancelling the task cancels the coordinator.
    private func onThread(
        isolation: isolated (any Actor)? = #isolation,
        _ begin: @escaping @Sendable () throws(FileCoordinationError) -> FileAccess
    ) async throws(FileCoordinationError) -> FileAccess {
        let access = Mutex<Swift.Result<FileAccess, FileCoordinationError>?>(nil)
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                do throws(SystemCallError) {
                    try DedicatedThread.run(name: "pdfco access") {
                        access.withLock { $0 = Swift.Result { () throws(FileCoordinationError) in try begin() } }
                        continuation.resume()
                    }
                } catch {
                    access.withLock { $0 = .failure(.systemCall(error)) }
                    continuation.resume()
                }
            }
        } onCancel: {
            cancel()
        }
        return try access.withLock { $0.take() }!.get()
    }
}
