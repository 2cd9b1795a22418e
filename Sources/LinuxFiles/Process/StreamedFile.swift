import CLinux
import Glibc
package import SystemPackage

/// The rest of a stream as a file that can be opened and mapped.
package enum StreamedFile {
    /// The most bytes that are taken from a stream.
    package static let sizeLimit = 4 << 30

    /// Reads a stream to its end, and returns a path that leads to the bytes for as long as this process runs.
    ///
    /// A regular file that is at its beginning is not copied: the path is its own. Everything else is copied into memory
    /// (memfd_create(2)); the umask(2) determines who may read a file that is made of it. Call this while the process
    /// has one thread. EFBIG beyond ``sizeLimit``.
    package static func path(of stream: FileDescriptor) throws(SystemCallError) -> FilePath {
        if let path = try nameOfWholeFile(stream) { return path }
        let memory = try OpenFile.inMemory()
        let mask = umask(0)
        _ = umask(mask)
        try memory.setMode(0o666 & ~UInt32(mask))
        var count = 0
        while true {
            let bytes = try stream.readPiece()
            guard !bytes.isEmpty else { break }
            guard count + bytes.count <= sizeLimit else { throw SystemCallError(call: "read", errno: EFBIG, path: nil) }
            try memory.write(bytes, at: count)
            count += bytes.count
        }
        return memory.leaveOpen()
    }

    /// Reads a file or a pipe, or standard input if `path` is `nil`, to its end. EFBIG beyond `limit` bytes.
    package static func bytes(of path: FilePath?, atMost limit: Int) throws(SystemCallError) -> [UInt8] {
        var stream = StandardStream.input.descriptor
        if let path {
            stream = FileDescriptor(
                rawValue: try systemCall("open", path) {
                    path.withPlatformString { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
                })
        }
        defer { if path != nil { _ = close(stream.rawValue) } }
        var bytes: [UInt8] = []
        while true {
            let piece = try stream.readPiece()
            if piece.isEmpty { return bytes }
            bytes += piece
            guard bytes.count <= limit else { throw SystemCallError(call: "read", errno: EFBIG, path: path) }
        }
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
