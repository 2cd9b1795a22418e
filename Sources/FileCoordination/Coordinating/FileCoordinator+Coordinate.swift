internal import LinuxFiles
public import SystemPackage

/// Accesses on the caller's thread, which waits meanwhile.
extension FileCoordinator {
    /// Reads an item: others may read it, but nobody may write it.
    ///
    /// - Parameters:
    ///   - path: the item; `noSuchItem` if it does not exist.
    ///   - options: what to do with links, and with the changes of presenters.
    ///   - accessor: receives the path where the item is by then. The access ends when it returns, so results must not
    ///     be relied on afterwards.
    /// - Throws: ``FileAccessError`` with the reason why access was not granted (the accessor has not run then), or with
    ///   what the accessor threw.
    public func coordinate<Result, Failure: Error>(
        readingItemAt path: FilePath, options: ReadingOptions = [],
        byAccessor accessor: (FilePath) throws(Failure) -> Result
    ) throws(FileAccessError<Failure>) -> Result {
        let intents = [FileAccessIntent.readingIntent(with: path, options: options)]
        guard options.contains(.forUploading) else {
            return try coordinate(with: intents) { paths throws(Failure) in try accessor(paths[0]) }
        }
        let snapshot: Snapshot
        do { snapshot = try self.snapshot(begin(intents)) } catch {
            throw .notGranted(error)
        }
        defer { snapshot.remove() }
        do { return try accessor(snapshot.path) } catch { throw .accessorFailed(error) }
    }

    /// Writes an item: nobody else may read or write it. A save that replaces the file by a new one is one write, too.
    ///
    /// - Throws: ``FileAccessError``, like the read of an item.
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
    /// - Throws: ``FileAccessError``, like the read of an item.
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
    /// - Throws: ``FileAccessError``, like the read of an item.
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

    /// Reads and writes any number of items in one access, all or none, so that two accesses never deadlock on each
    /// other's items.
    ///
    /// - Throws: ``FileAccessError``, like the read of an item.
    public func coordinate<Result, Failure: Error>(
        with intents: [FileAccessIntent], byAccessor accessor: (_ paths: [FilePath]) throws(Failure) -> Result
    ) throws(FileAccessError<Failure>) -> Result {
        let access: GrantedAccess
        do { access = try begin(intents) } catch { throw .notGranted(error) }
        defer { end(access) }
        do { return try accessor(access.paths) } catch { throw .accessorFailed(error) }
    }

    /// Ends an access for uploading as soon as there is a snapshot of its item.
    func snapshot(_ access: GrantedAccess) throws(FileCoordinationError) -> Snapshot {
        defer { end(access) }
        return try Snapshot(of: access.paths[0])
    }
}
