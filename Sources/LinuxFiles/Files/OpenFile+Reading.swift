import CLinux
import Glibc

extension OpenFile {
    /// Returns the file's current status, fstat(2).
    package func status() throws(SystemCallError) -> FileStatus {
        var status = stat()
        try systemCall("fstat", path) { fstat(descriptor, &status) }
        return FileStatus(status)
    }

    /// Returns the current status from the file's server, if there is one: the kernel caches an older status for some
    /// time. Uses statx(2) with AT_STATX_FORCE_SYNC.
    package func statusAtServer() throws(SystemCallError) -> FileStatus {
        try systemCall("statx", path) { clinux_refresh_status(descriptor) }
        return try status()
    }

    /// Reads up to `count` bytes from `offset`; fewer only where the file ends. Uses pread(2).
    package func read(at offset: Int, count: Int) throws(SystemCallError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let filled = try read(into: &bytes, at: offset)
        bytes.removeLast(count - filled)
        return bytes
    }

    /// Reads the file from its first byte to the end it had when the reading began; for small files.
    package func readAll() throws(SystemCallError) -> [UInt8] {
        try read(at: 0, count: status().size)
    }

    /// Fills a buffer from `offset` and returns the number of bytes read, fewer only where the file ends.
    func read(into buffer: inout [UInt8], at offset: Int) throws(SystemCallError) -> Int {
        let filled = buffer.withUnsafeMutableBytes { buffer in
            Result { () throws(SystemCallError) in try read(into: buffer, at: offset) }
        }
        return try filled.get()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemCallError) -> Int {
        var filled = 0
        while filled < buffer.count {
            let count = try systemCall("pread", path) {
                pread(descriptor, buffer.baseAddress! + filled, buffer.count - filled, offset + filled)
            }
            if count == 0 { break }
            filled += count
        }
        return filled
    }
}
