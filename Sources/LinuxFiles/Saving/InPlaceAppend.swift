import Glibc
package import SystemPackage

/// Bytes added to the end of an existing file, in place: the `append` save.
///
/// Keeps inode, hard links and attributes, and costs nothing on huge files. In exchange, a reader who ignores our
/// locks may see a torn tail, and so may a power cut: the caller writes bytes it can recognise when they are torn,
/// and cuts them back by passing the length before them (invariant 2).
package struct InPlaceAppend: ~Copyable, Sendable {
    /// The target, open for reading and writing; for the caller's check.
    package let file: OpenFile

    /// Opens the target, following symbolic links; EACCES, EROFS or ETXTBSY if it may not be written.
    package init(to path: FilePath) throws(FileSaveError) {
        let file = try saving(OpenFile(updating: path))
        guard try saving(file.status().kind) == .regular else {
            throw .systemCall(SystemCallError(call: "open", errno: EINVAL, path: path))
        }
        self.file = file
    }

    /// Writes all chunks from `base` on, the length of the file without a torn tail, and waits until they are on disk.
    ///
    /// `check` runs first and throws to abandon. It vouches for the file and, if the file is longer than `base`, for
    /// the bytes after it being an unfinished save of ours: they are cut off. `changedMeanwhile` if it is shorter.
    /// Each chunk is on the disk before the next is written, so that whatever tail a power cut leaves begins with those
    /// before: the chunks to recognise it by. After any error the file is cut back to `base`;
    /// `notCutBack` if that fails too. A failed fsync is not repeated: the value is used up (invariant 6).
    package consuming func commit(
        _ chunks: [[UInt8]], at base: Int, check: () throws(FileSaveError) -> Void = {}
    ) throws(FileSaveError) {
        try check()
        let size = try saving(file.status().size)
        guard size >= base else { throw .changedMeanwhile(file.path) }
        try file.requireFreeSpace(chunks.reduce(0) { $0 + $1.count } - (size - base))
        do {
            // A crash here leaves the torn tail or none; the next save finds it again.
            if size > base { try file.truncate(to: base) }
            try write(chunks, at: base)
        } catch {
            try cutBack(to: base, after: error)
            throw .systemCall(error)
        }
    }

    private func write(_ chunks: [[UInt8]], at base: Int) throws(SystemCallError) {
        var end = base
        for (index, chunk) in chunks.enumerated() {
            // A crash here leaves a part of the chunks, a torn tail; the next save or `restore` cuts it back.
            try file.write(chunk, at: end)
            end += chunk.count
            // A power cut may keep later bytes and lose earlier ones, but none from before this.
            if index < chunks.count - 1 { try file.synchronizeData() }
        }
        // A power cut before this returns leaves a torn tail at worst, afterwards the whole.
        try file.synchronize()
    }

    /// Undoes a failed save. Its fsync is not the failed one again: it makes the old length durable, not the bytes.
    private func cutBack(to base: Int, after failure: SystemCallError) throws(FileSaveError) {
        do {
            // A crash here leaves a torn tail, which the next save cuts back as if the crash had come earlier.
            try file.truncate(to: base)
            try file.synchronize()
        } catch {
            throw .notCutBack(length: base, saving: failure, cuttingBack: error)
        }
    }
}
