internal import LinuxFiles
public import SystemPackage

/// Where a document's bytes are.
public protocol DataProvider: Sendable {
    /// The file that has them.
    var path: FilePath { get }

    /// Whether the file is presented, and its accesses are coordinated with other processes.
    var isCoordinated: Bool { get }
}

/// A file that other processes are taken not to use: neither locks nor notice of them. That the file changed in between is
/// still noticed before it is written.
public struct FileDataProvider: DataProvider {
    public let path: FilePath
    public var isCoordinated: Bool { false }

    public init(_ path: FilePath) { self.path = path }
}

/// A file that other processes use, too.
public struct CoordinatedFileDataProvider: DataProvider {
    public let path: FilePath
    public var isCoordinated: Bool { true }

    public init(_ path: FilePath) { self.path = path }
}

/// Bytes in memory: a file of its own in the file system that lies there (shm_overview(7)), for this user alone, which goes with
/// the provider; that of a process that was killed, when the machine is started again.
///
/// What is unsaved is in a checkpoint as with any file. To find it again in another process, choose the checkpoint's identifier
/// (``Document/Configuration/identifier``): the path is another one each time.
public final class MemoryDataProvider: DataProvider {
    public let path: FilePath
    public var isCoordinated: Bool { false }

    /// - Parameter name: what messages call it.
    public init(_ bytes: [UInt8], named name: FilePath.Component = "document.pdf") throws(DocumentError) {
        path = try translatingSystemCalls { () throws(SystemCallError) in
            let directory = FilePath("/dev/shm/pdfco-\(UInt64.random(in: .min ... .max))")
            try PrivateDirectory.make(directory)
            let file = try OpenFile(creating: directory.appending(name))
            try file.write(bytes, at: 0)
            return directory.appending(name)
        }
    }

    deinit {
        path.removeName()
        PrivateDirectory.removeIfEmpty(path.removingLastComponent())
    }

    /// The bytes as they are now: with what was saved.
    public var bytes: [UInt8] {
        get throws(DocumentError) {
            try translatingSystemCalls { () throws(SystemCallError) in try OpenFile(reading: path).readAll() }
        }
    }
}
