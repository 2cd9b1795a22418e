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
    /// - Throws: ``FileCoordinationError`` if the access was not granted; in this case the accessor has not run.
    public func coordinate<Result>(
        readingItemAt path: FilePath, options: ReadingOptions = [], byAccessor accessor: (FilePath) -> Result
    ) throws(FileCoordinationError) -> Result {
        let access = try begin([.readingIntent(with: path, options: options)])
        guard options.contains(.forUploading) else {
            defer { end(access) }
            return accessor(access.paths[0])
        }
        let snapshot: Snapshot
        do {
            defer { end(access) }
            snapshot = try Snapshot(of: access.paths[0])
        }
        defer { snapshot.remove() }
        return accessor(snapshot.path)
    }

    /// Writes an item: nobody else may read or write it. A save that replaces the file by a new one is one write, too.
    ///
    /// - Throws: ``FileCoordinationError`` if access was not granted; the accessor has not run then.
    public func coordinate<Result>(
        writingItemAt path: FilePath, options: WritingOptions = [], byAccessor accessor: (FilePath) -> Result
    ) throws(FileCoordinationError) -> Result {
        try coordinate(with: [.writingIntent(with: path, options: options)]) { paths in accessor(paths[0]) }
    }

    /// Reads one item and writes another, as copying does.
    ///
    /// - Throws: ``FileCoordinationError`` if access was not granted; the accessor has not run then.
    public func coordinate<Result>(
        readingItemAt readingPath: FilePath, options readingOptions: ReadingOptions = [],
        writingItemAt writingPath: FilePath, options writingOptions: WritingOptions = [],
        byAccessor accessor: (_ readingPath: FilePath, _ writingPath: FilePath) -> Result
    ) throws(FileCoordinationError) -> Result {
        let intents: [FileAccessIntent] = [
            .readingIntent(with: readingPath, options: readingOptions),
            .writingIntent(with: writingPath, options: writingOptions),
        ]
        return try coordinate(with: intents) { paths in accessor(paths[0], paths[1]) }
    }

    /// Writes two items, as moving does: the source `forMoving`, the destination `forReplacing`.
    ///
    /// - Throws: ``FileCoordinationError`` if access was not granted; the accessor has not run then.
    public func coordinate<Result>(
        writingItemAt firstPath: FilePath, options firstOptions: WritingOptions = [],
        writingItemAt secondPath: FilePath, options secondOptions: WritingOptions = [],
        byAccessor accessor: (_ firstPath: FilePath, _ secondPath: FilePath) -> Result
    ) throws(FileCoordinationError) -> Result {
        let intents: [FileAccessIntent] = [
            .writingIntent(with: firstPath, options: firstOptions),
            .writingIntent(with: secondPath, options: secondOptions),
        ]
        return try coordinate(with: intents) { paths in accessor(paths[0], paths[1]) }
    }

    /// Reads and writes any number of items in one access, all or none, so that two accesses never deadlock on each
    /// other's items.
    ///
    /// - Throws: ``FileCoordinationError`` if access was not granted; the accessor has not run then.
    public func coordinate<Result>(
        with intents: [FileAccessIntent], byAccessor accessor: (_ paths: [FilePath]) -> Result
    ) throws(FileCoordinationError) -> Result {
        let access = try begin(intents)
        defer { end(access) }
        return accessor(access.paths)
    }
}
