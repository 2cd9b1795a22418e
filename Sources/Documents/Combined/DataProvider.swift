internal import LinuxFiles
public import SystemPackage

/// Provides the file that holds a document's bytes.
public protocol DataProvider: Sendable {
    /// The path of the file that holds the bytes.
    var path: FilePath { get }

    /// Whether the file is presented, and accesses to it are coordinated with other processes.
    var isCoordinated: Bool { get }
}

/// A file that no other process is expected to use: it is neither coordinated nor presented. A change to the file is
/// still detected before it is written.
public struct FileDataProvider: DataProvider {
    public let path: FilePath
    public var isCoordinated: Bool { false }

    public init(_ path: FilePath) { self.path = path }
}

/// A file that other processes may use as well.
public struct CoordinatedFileDataProvider: DataProvider {
    public let path: FilePath
    public var isCoordinated: Bool { true }

    public init(_ path: FilePath) { self.path = path }
}

/// Bytes in memory: a private file in the in-memory file system (shm_overview(7)), accessible to this user only. It is
/// removed with the provider; if the process is killed, it remains until the machine restarts.
///
/// Unsaved changes are kept in a checkpoint, as for any file. To find them again in another process, choose the
/// checkpoint's identifier (``Document/Configuration/identifier``): the path is different each time.
public final class MemoryDataProvider: DataProvider {
    public let path: FilePath
    public var isCoordinated: Bool { false }

    /// - Parameter name: the name shown in messages.
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

    /// The current bytes, including saved changes.
    public var bytes: [UInt8] {
        get throws(DocumentError) {
            try translatingSystemCalls { () throws(SystemCallError) in try OpenFile(reading: path).readAll() }
        }
    }
}
