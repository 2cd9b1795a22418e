internal import LinuxFiles
public import SystemPackage

/// Accesses that a task waits for, while its thread does other work; the accessor runs where the caller does.
extension FileCoordinator {
    /// Reads an item, like the synchronous `coordinate(readingItemAt:…)`.
    ///
    /// - Throws: ``FileCoordinationError`` if access was not granted; the accessor has not run then.
    public func coordinate<Result>(
        readingItemAt path: FilePath, options: ReadingOptions = [], isolation: isolated (any Actor)? = #isolation,
        byAccessor accessor: (FilePath) async -> Result
    ) async throws(FileCoordinationError) -> Result {
        let access = try await grant([.readingIntent(with: path, options: options)])
        guard options.contains(.forUploading) else {
            defer { end(access) }
            return await accessor(access.paths[0])
        }
        let snapshot: Snapshot
        do {
            defer { end(access) }
            snapshot = try Snapshot(of: access.paths[0])
        }
        defer { snapshot.remove() }
        return await accessor(snapshot.path)
    }

    /// Writes an item, like the synchronous `coordinate(writingItemAt:…)`.
    ///
    /// - Throws: ``FileCoordinationError`` if access was not granted; the accessor has not run then.
    public func coordinate<Result>(
        writingItemAt path: FilePath, options: WritingOptions = [], isolation: isolated (any Actor)? = #isolation,
        byAccessor accessor: (FilePath) async -> Result
    ) async throws(FileCoordinationError) -> Result {
        let access = try await grant([.writingIntent(with: path, options: options)])
        defer { end(access) }
        return await accessor(access.paths[0])
    }

    /// Reads and writes any number of items in one access, like the synchronous `coordinate(with:…)`.
    ///
    /// - Throws: ``FileCoordinationError`` if access was not granted; the accessor has not run then.
    public func coordinate<Result>(
        with intents: [FileAccessIntent], isolation: isolated (any Actor)? = #isolation,
        byAccessor accessor: (_ paths: [FilePath]) async -> Result
    ) async throws(FileCoordinationError) -> Result {
        let access = try await grant(intents)
        defer { end(access) }
        return await accessor(access.paths)
    }

    /// Asks the presenters of many items once, and then runs `batch`, like the synchronous `prepare(…)`.
    public func prepare<Result>(
        forReadingItemsAt readingPaths: [FilePath], options readingOptions: ReadingOptions = [],
        writingItemsAt writingPaths: [FilePath], options writingOptions: WritingOptions = [],
        isolation: isolated (any Actor)? = #isolation, byAccessor batch: () async -> Result
    ) async throws(FileCoordinationError) -> Result {
        let conversation = try await onThread { () throws(FileCoordinationError) in
            try self.prepare(readingPaths, readingOptions, writingPaths, writingOptions)
        }
        defer { conversation?.end() }
        return await batch()
    }

    private func grant(
        _ intents: [FileAccessIntent], isolation: isolated (any Actor)? = #isolation
    ) async throws(FileCoordinationError) -> GrantedAccess {
        try await onThread { () throws(FileCoordinationError) in try self.begin(intents) }
    }

    /// Waits on a thread of its own. Cancelling the task cancels the coordinator.
    private func onThread<Value: Sendable>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: @escaping @Sendable () throws(FileCoordinationError) -> Value
    ) async throws(FileCoordinationError) -> Value {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation {
                (continuation: CheckedContinuation<Swift.Result<Value, FileCoordinationError>, Never>) in
                do throws(SystemCallError) {
                    try DedicatedThread.run(name: "pdfco access") {
                        continuation.resume(
                            returning: Swift.Result { () throws(FileCoordinationError) in try body() })
                    }
                } catch {
                    continuation.resume(returning: .failure(.systemCall(error)))
                }
            }
        } onCancel: {
            cancel()
        }
        return try result.get()
    }
}
