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
    /// - Throws: ``FileCoordinationError`` if access was not granted (the accessor has not run then), or what the
    ///   accessor throws.
    public func coordinate<Result>(
        readingItemAt path: FilePath, options: ReadingOptions = [], byAccessor accessor: (FilePath) throws -> Result
    ) throws -> Result {
        try coordinate(with: [.readingIntent(with: path, options: options)]) { try accessor($0[0]) }
    }

    /// Writes an item: nobody else may read or write it. A save that replaces the file by a new one is one write, too.
    ///
    /// - Throws: like the read of an item.
    public func coordinate<Result>(
        writingItemAt path: FilePath, options: WritingOptions = [], byAccessor accessor: (FilePath) throws -> Result
    ) throws -> Result {
        try coordinate(with: [.writingIntent(with: path, options: options)]) { try accessor($0[0]) }
    }

    /// Reads one item and writes another, as copying does.
    ///
    /// - Throws: like the read of an item.
    public func coordinate<Result>(
        readingItemAt readingPath: FilePath, options readingOptions: ReadingOptions = [],
        writingItemAt writingPath: FilePath, options writingOptions: WritingOptions = [],
        byAccessor accessor: (_ readingPath: FilePath, _ writingPath: FilePath) throws -> Result
    ) throws -> Result {
        try coordinate(with: [
            .readingIntent(with: readingPath, options: readingOptions),
            .writingIntent(with: writingPath, options: writingOptions),
        ]) { try accessor($0[0], $0[1]) }
    }

    /// Writes two items, as moving does: the source `forMoving`, the destination `forReplacing`.
    ///
    /// - Throws: like the read of an item.
    public func coordinate<Result>(
        writingItemAt firstPath: FilePath, options firstOptions: WritingOptions = [],
        writingItemAt secondPath: FilePath, options secondOptions: WritingOptions = [],
        byAccessor accessor: (_ firstPath: FilePath, _ secondPath: FilePath) throws -> Result
    ) throws -> Result {
        try coordinate(with: [
            .writingIntent(with: firstPath, options: firstOptions),
            .writingIntent(with: secondPath, options: secondOptions),
        ]) { try accessor($0[0], $0[1]) }
    }

    /// Reads and writes any number of items in one access, all or none, so that two accesses never deadlock on each
    /// other's items.
    ///
    /// - Throws: like the read of an item.
    public func coordinate<Result>(
        with intents: [FileAccessIntent], byAccessor accessor: (_ paths: [FilePath]) throws -> Result
    ) throws -> Result {
        let access = try begin(intents)
        let result = try accessor(access.paths)
        access.end()
        return result
    }
}
