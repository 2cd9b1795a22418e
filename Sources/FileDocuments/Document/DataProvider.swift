internal import LinuxFiles
public import SystemPackage

/// Provides the file that holds a document's bytes.
public protocol DataProvider: Sendable {
    /// The path of the file that holds the bytes.
    var path: FilePath { get }

    /// Whether the file is presented, and accesses to it are coordinated with other processes.
    var isCoordinated: Bool { get }

    /// Returns the provider of a file to which the document was written, and which is the document from then on; by
    /// default one that other processes may use as well.
    func provider(ofNewFileAt path: FilePath) -> any DataProvider
}

extension DataProvider {
    public func provider(ofNewFileAt path: FilePath) -> any DataProvider { CoordinatedFileDataProvider(path) }
}

/// A file that no other process is expected to use: it is neither coordinated nor presented. A change to the file is
/// still detected before it is written.
public struct FileDataProvider: DataProvider {
    public let path: FilePath
    public var isCoordinated: Bool { false }

    /// Provides the file at a path.
    public init(_ path: FilePath) { self.path = path }

    public func provider(ofNewFileAt path: FilePath) -> any DataProvider { FileDataProvider(path) }
}

/// A file that other processes may use as well.
public struct CoordinatedFileDataProvider: DataProvider {
    public let path: FilePath
    public var isCoordinated: Bool { true }

    /// Provides the file at a path.
    public init(_ path: FilePath) { self.path = path }
}

/// Bytes in memory: a private file in the in-memory file system (shm_overview(7)), accessible to this user only. It is
/// removed with the provider; if the process is killed, the next provider of this user removes it.
///
/// Unsaved changes are kept in a checkpoint, as for any file. To find them again in another process, choose the
/// checkpoint's identifier (`DocumentConfiguration.identifier`): the path is different each time.
public final class MemoryDataProvider: DataProvider {
    public let path: FilePath
    public var isCoordinated: Bool { false }
    /// The file's directory, locked as long as this process needs it.
    private let directory: OpenFile

    private static let parent: FilePath = "/dev/shm"
    private static let prefix = "pdfco-document-"

    /// - Parameters:
    ///   - bytes: the whole document.
    ///   - name: the name shown in messages.
    public init(_ bytes: [UInt8], named name: FilePath.Component = "document") throws(DocumentError) {
        do {
            Self.clearLeftovers()
            directory = try Self.lockedDirectory()
            path = directory.path.appending(name)
            try OpenFile(creating: path).write(bytes, at: 0)
        } catch {
            throw DocumentError(error)
        }
    }

    deinit { Self.remove(directory.path) }

    /// The current bytes, including saved changes.
    public var bytes: [UInt8] {
        get throws(DocumentError) {
            try translating { try OpenFile(reading: path).readAll() }
        }
    }

    private static func lockedDirectory() throws(SystemCallError) -> OpenFile {
        while true {
            let path = parent.appending("\(prefix)\(UInt64.random(in: .min ... .max))")
            try PrivateDirectory.make(path)
            // Until it is locked, another process may take it for a leftover.
            do {
                let directory = try OpenFile(reading: path)
                if try directory.tryLock(.exclusive), (try? FileStatus(of: path)) != nil { return directory }
            } catch {
                guard Errno(rawValue: error.errno) == .noSuchFileOrDirectory else { throw error }
            }
        }
    }

    /// Removes what killed processes have left: directories that nobody has locked.
    private static func clearLeftovers() {
        for name in (try? PrivateDirectory.names(in: parent)) ?? [] where name.string.hasPrefix(prefix) {
            let path = parent.appending(name)
            guard (try? PrivateDirectory.check(path)) != nil, let directory = try? OpenFile(reading: path),
                (try? directory.tryLock(.exclusive)) == true
            else { continue }
            remove(path)
        }
    }

    private static func remove(_ directory: FilePath) {
        for name in (try? PrivateDirectory.names(in: directory)) ?? [] { directory.appending(name).removeName() }
        PrivateDirectory.removeIfEmpty(directory)
    }
}
