internal import LinuxFiles
public import SystemPackage

/// Accesses that a task waits for, while its thread does other work; the accessor runs where the caller does.
extension FileCoordinator {
    /// Reads an item, like the synchronous `coordinate(readingItemAt:…)`.
    ///
    /// - Throws: ``FileAccessError`` with the reason why access was not granted, or with what the accessor threw.
    public func coordinate<Result, Failure: Error>(
        readingItemAt path: FilePath, options: ReadingOptions = [], isolation: isolated (any Actor)? = #isolation,
        byAccessor accessor: (FilePath) async throws(Failure) -> Result
    ) async throws(FileAccessError<Failure>) -> Result {
        let access: GrantedAccess
        var snapshot: Snapshot?
        do {
            access = try await grant([.readingIntent(with: path, options: options)])
            if options.contains(.forUploading) { snapshot = try self.snapshot(access) }
        } catch {
            throw .notGranted(error)
        }
        defer { if let snapshot { snapshot.remove() } else { end(access) } }
        do { return try await accessor(snapshot?.path ?? access.paths[0]) } catch {
            throw .accessorFailed(error)
        }
    }

    /// Writes an item, like the synchronous `coordinate(writingItemAt:…)`.
    ///
    /// - Throws: ``FileAccessError`` with the reason why access was not granted, or with what the accessor threw.
    public func coordinate<Result, Failure: Error>(
        writingItemAt path: FilePath, options: WritingOptions = [], isolation: isolated (any Actor)? = #isolation,
        byAccessor accessor: (FilePath) async throws(Failure) -> Result
    ) async throws(FileAccessError<Failure>) -> Result {
        let access: GrantedAccess
        do {
            access = try await grant([.writingIntent(with: path, options: options)])
        } catch {
            throw .notGranted(error)
        }
        defer { end(access) }
        do { return try await accessor(access.paths[0]) } catch { throw .accessorFailed(error) }
    }

    /// Reads and writes any number of items in one access, like the synchronous `coordinate(with:…)`.
    ///
    /// - Throws: ``FileAccessError`` with the reason why access was not granted, or with what the accessor threw.
    public func coordinate<Result, Failure: Error>(
        with intents: [FileAccessIntent], isolation: isolated (any Actor)? = #isolation,
        byAccessor accessor: (_ paths: [FilePath]) async throws(Failure) -> Result
    ) async throws(FileAccessError<Failure>) -> Result {
        let access: GrantedAccess
        do { access = try await grant(intents) } catch { throw .notGranted(error) }
        defer { end(access) }
        do { return try await accessor(access.paths) } catch { throw .accessorFailed(error) }
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
