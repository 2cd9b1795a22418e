internal import LinuxFiles
public import SystemPackage

/// Many accesses that belong together.
extension FileCoordinator {
    /// Asks the presenters of many items, and of everything inside them, once; then runs `batch`, which coordinates
    /// each access in turn, reading `withoutChanges`.
    ///
    /// This takes no locks. `resolvesSymbolicLink` and `forReplacing` are not valid here.
    ///
    /// - Throws: ``FileCoordinationError`` if a presenter could not do what it was asked to do (`batch` has not run then),
    ///   or what `batch` throws.
    public func prepare<Result>(
        forReadingItemsAt readingPaths: [FilePath], options readingOptions: ReadingOptions = [],
        writingItemsAt writingPaths: [FilePath], options writingOptions: WritingOptions = [],
        byAccessor batch: () throws -> Result
    ) throws -> Result {
        let access = try prepare(readingPaths, readingOptions, writingPaths, writingOptions)
        let result = try batch()
        access.end()
        return result
    }

    func prepare(
        _ readingPaths: [FilePath], _ readingOptions: ReadingOptions, _ writingPaths: [FilePath],
        _ writingOptions: WritingOptions
    ) throws(FileCoordinationError) -> FileAccess {
        precondition(!readingOptions.contains(.resolvesSymbolicLink), "A batch does not resolve links.")
        precondition(!writingOptions.contains(.forReplacing), "A batch does not replace its items.")
        var requests: [RequestedAccess] = []
        for (paths, kind) in [
            (readingPaths, RequestedAccess.Kind.reading(readingOptions)), (writingPaths, .writing(writingOptions)),
        ] {
            for path in paths {
                let path = try translatingSystemCalls { () throws(SystemCallError) in try path.canonical() }
                requests.append(RequestedAccess(path: path, kind: kind))
            }
        }
        return FileAccess(try converse(about: requests, preparing: true, until: Deadline(after: timeout)))
    }
}
