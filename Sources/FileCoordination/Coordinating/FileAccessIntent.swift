internal import LinuxFiles
internal import Synchronization
public import SystemPackage

/// One item of an access to several, and what will be done with it.
public final class FileAccessIntent: Sendable {
    let kind: RequestedAccess.Kind
    private let current: Mutex<FilePath>

    private init(_ path: FilePath, _ kind: RequestedAccess.Kind) {
        current = Mutex(path)
        self.kind = kind
    }

    /// Creates an intent to read an item.
    public static func readingIntent(
        with path: FilePath, options: FileCoordinator.ReadingOptions = []
    ) -> FileAccessIntent {
        FileAccessIntent(path, .reading(options))
    }

    /// Creates an intent to write an item.
    public static func writingIntent(
        with path: FilePath, options: FileCoordinator.WritingOptions = []
    ) -> FileAccessIntent {
        FileAccessIntent(path, .writing(options))
    }

    /// The item's path. It changes if the item is moved while the access waits: use it inside the accessor.
    public var path: FilePath { current.withLock { $0 } }

    func follow(to path: FilePath) { current.withLock { $0 = path } }

    /// Returns the item to be locked, by a path that is the same for every process.
    func target() throws(FileCoordinationError) -> AccessTarget {
        let original = path
        do {
            switch kind {
            case .reading(let options):
                let path =
                    try options.contains(.resolvesSymbolicLink) ? original.resolvingLinks() : original.canonical()
                let isForMetadata = options.contains(.immediatelyAvailableMetadataOnly)
                return AccessTarget(path, isForMetadata ? .none : .reading, staysAtPath: false)
            case .writing(let options):
                return AccessTarget(
                    try original.canonical(), options.exclusion, staysAtPath: options.contains(.forReplacing))
            }
        } catch {
            throw FileCoordinationError(error, of: original)
        }
    }
}

extension FileCoordinator.WritingOptions {
    fileprivate var exclusion: Exclusion {
        if concernsContents { return .writingContents }
        return contains(.contentIndependentMetadataOnly) ? .writingAttributes : .writing
    }
}
