import CLinux
import Glibc
package import SystemPackage

/// What somebody names to be read to its end: a file, a pipe or standard input.
package enum StreamedFile {
    /// The most bytes that are taken from a stream.
    package static let sizeLimit = 4 << 30
    /// How long reading waits for the first bytes of a pipe or of standard input where nothing else is said.
    package static let patience = Duration.seconds(30)

    /// Reads a stream to its end, and returns a path that leads to the bytes for as long as this process runs.
    ///
    /// A regular file that is at its beginning is not copied: the path is its own. Everything else is copied into memory
    /// (memfd_create(2)); the umask(2) determines who may read a file that is made of it. Call this while the process
    /// has one thread. EFBIG beyond ``sizeLimit``.
    package static func path(
        of stream: FileDescriptor, patience: Duration = patience
    ) throws(SystemCallError) -> FilePath {
        if let path = try nameOfWholeFile(stream) { return path }
        let memory = try OpenFile.inMemory()
        let mask = umask(0)
        _ = umask(mask)
        try memory.setMode(0o666 & ~UInt32(mask))
        var count = 0
        while true {
            let bytes = try stream.readPiece(patience: count > 0 ? nil : patience)
            guard !bytes.isEmpty else { break }
            guard count + bytes.count <= sizeLimit else { throw SystemCallError(call: "read", errno: EFBIG, path: nil) }
            try memory.write(bytes, at: count)
            count += bytes.count
        }
        return memory.leaveOpen()
    }

    /// Opens a file or a pipe, which need not have a writer yet. EISDIR for a directory, ENXIO for a device or a socket.
    static func open(_ path: FilePath) throws(SystemCallError) -> FileDescriptor {
        let stream = FileDescriptor(
            rawValue: try systemCall("open", path) {
                path.withPlatformString { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
            })
        var status = stat()
        _ = fstat(stream.rawValue, &status)
        switch status.st_mode & S_IFMT {
        case S_IFREG, S_IFIFO: return stream
        case let kind:
            _ = close(stream.rawValue)
            throw SystemCallError(call: "open", errno: kind == S_IFDIR ? EISDIR : ENXIO, path: path)
        }
    }

    /// Reads a file or a pipe, or a stream if `path` is `nil`, to its end. EFBIG beyond `limit` bytes; ETIMEDOUT where nothing at
    /// all came for as long as `patience`.
    package static func bytes(
        of path: FilePath?, or stream: StandardStream = .input, atMost limit: Int, patience: Duration = patience
    ) throws(SystemCallError) -> [UInt8] {
        let stream = try path.map { path throws(SystemCallError) in try open(path) } ?? stream.descriptor
        defer { if path != nil { _ = close(stream.rawValue) } }
        var bytes: [UInt8] = []
        while true {
            let piece = try stream.readPiece(patience: bytes.isEmpty ? patience : nil)
            if piece.isEmpty { return bytes }
            bytes += piece
            guard bytes.count <= limit else { throw SystemCallError(call: "read", errno: EFBIG, path: path) }
        }
    }

    /// Returns a path by which this process and those that it starts can read the bytes for as long as it runs.
    package static func path(holding bytes: [UInt8]) throws(SystemCallError) -> FilePath {
        let memory = try OpenFile.inMemory()
        try memory.write(bytes[...], at: 0)
        let descriptor = memory.leaveOpen().lastComponent?.string ?? ""
        return FilePath("/proc/\(getpid())/fd/\(descriptor)")
    }

    private static func nameOfWholeFile(_ stream: FileDescriptor) throws(SystemCallError) -> FilePath? {
        let file = OpenFile(
            adopting: try systemCall("fcntl", nil) { fcntl(stream.rawValue, F_DUPFD_CLOEXEC, 0) }, path: "stream")
        guard try file.status().kind == .regular, lseek(stream.rawValue, 0, SEEK_CUR) == 0,
            let path = try file.location(), let reopened = try? OpenFile(reading: path)
        else { return nil }
        return try reopened.status().identity == file.status().identity ? path : nil
    }
}

extension OpenFile {
    /// Returns a path to the open file, which stays open until the process ends.
    fileprivate consuming func leaveOpen() -> FilePath {
        let path = descriptorPath
        // Never closed: the descriptor is the file's only name.
        _ = Unmanaged.passRetained(Holder(self))
        return path
    }

    private final class Holder: Sendable {
        let file: OpenFile
        init(_ file: consuming OpenFile) { self.file = file }
    }
}
