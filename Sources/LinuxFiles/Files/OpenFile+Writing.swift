import Glibc

extension OpenFile {
    /// Writes all bytes at `offset`, extending the file where needed. Uses pwrite(2).
    ///
    /// After an error, any part of the bytes may have been written.
    package func write(_ bytes: [UInt8], at offset: Int) throws(SystemCallError) {
        try write(bytes[...], at: offset)
    }

    /// Writes a part of an array at `offset`, like `write(_:at:)` for a whole one.
    package func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(SystemCallError) {
        var written = 0
        while written < bytes.count {
            // A crash here leaves the bytes up to `written` in the file, and a power cut may keep any part of them: the
            // caller must recognise an unfinished write, or have made it where nobody looks yet.
            let count = try systemCall("pwrite", path) {
                bytes.withUnsafeBytes {
                    pwrite(descriptor, $0.baseAddress! + written, $0.count - written, offset + written)
                }
            }
            // pwrite(2) leaves 0 undefined for anything but files; without this a broken file system would hang us.
            guard count > 0 else { throw SystemCallError(call: "pwrite", errno: EIO, path: path) }
            written += count
        }
    }

    /// Writes all bytes at the file's present end and returns the offset where they begin.
    ///
    /// Two writers need a lock around this: the end is looked up first. After an error the file may end with a part of
    /// the bytes; call `truncate(to:)` with the returned or last known end to remove them.
    @discardableResult
    package func append(_ bytes: [UInt8]) throws(SystemCallError) -> Int {
        let end = try status().size
        try write(bytes, at: end)
        return end
    }

    /// Adds a line to a file that was opened for appending, in one write(2), so that the lines of several processes do not
    /// mix; ENOSPC if only a part of it was written.
    package func add(line: [UInt8]) throws(SystemCallError) {
        // A crash here leaves any beginning of the line: the reader must recognise it.
        let count = try systemCall("write", path) {
            line.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress!, $0.count) }
        }
        guard count == line.count else { throw SystemCallError(call: "write", errno: ENOSPC, path: path) }
    }

    /// Truncates the file to `size` bytes, or extends it with zeros, ftruncate(2).
    package func truncate(to size: Int) throws(SystemCallError) {
        // A crash here leaves the old or the new size; a power cut may undo it until the next fsync.
        try systemCall("ftruncate", path) { ftruncate(descriptor, size) }
    }

    /// Waits until the file's bytes and status are on the disk, fsync(2).
    ///
    /// Never repeat it after an error: the kernel reports a lost page once and then calls it clean (invariant 6).
    package func synchronize() throws(SystemCallError) {
        // A crash before this returns may lose any part of what was written; afterwards nothing of it.
        try systemCall("fsync", path, interruption: .fails) { fsync(descriptor) }
    }

    /// Makes the present time that of its last change, futimens(2), and waits until that is on the disk.
    package func renewTimes() throws(SystemCallError) {
        // A crash before the next call returns may leave the times as they were.
        try systemCall("utimensat", path) { futimens(descriptor, nil) }
        try synchronize()
    }

    /// Waits until the file's bytes, and what is needed to read them back, are on the disk, fdatasync(2).
    ///
    /// Cheaper than `synchronize()` where times and permissions do not matter; it must not be repeated either.
    package func synchronizeData() throws(SystemCallError) {
        // As with fsync: before this returns anything may be lost, afterwards nothing.
        try systemCall("fdatasync", path, interruption: .fails) { fdatasync(descriptor) }
    }
}
