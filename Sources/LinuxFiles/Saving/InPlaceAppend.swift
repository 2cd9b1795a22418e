import Glibc
package import SystemPackage

/// Bytes added to the end of an existing file, in place: the `append` save.
///
/// Keeps inode, hard links and attributes, and costs nothing on huge files. In exchange, a reader that ignores our
/// locks may see a torn tail, and a power cut may leave one: the caller writes bytes that it can recognise when they
/// are torn, and cuts them back by passing the length before them (invariant 2).
package struct InPlaceAppend: ~Copyable, Sendable {
    /// The target, open for reading and writing; for the caller's check.
    package let file: OpenFile

    /// Opens the target, following symbolic links, each of which must still lead to it when the bytes are written;
    /// EACCES, EROFS or ETXTBSY if it may not be written.
    package init(to path: FilePath) throws(FileSaveError) {
        let file = try saving(OpenFile(appendingTo: path))
        guard try saving(file.status().kind) == .regular else {
            throw .systemCall(SystemCallError(call: "open", errno: EINVAL, path: path))
        }
        self.file = file
    }

    /// Writes all chunks from `base` on, the length of the file without a torn tail, and waits until they are on disk.
    ///
    /// The whole commit happens under the file's ``CommitLock``. The file must be as `expected`, and the path must lead
    /// to it, before and after; otherwise this throws `changedMeanwhile`, with nothing written or with what was written
    /// cut off again (invariant 13). A process that was taken for dead meanwhile has succeeded if the path leads to what it
    /// wrote, and cuts nothing off. `check` runs before anything is written, and throws to abandon the save. It
    /// confirms that any bytes after `base` are an unfinished save of ours: they are cut off. Each chunk is on the disk
    /// before the next is written, so any tail that a power cut leaves begins with the earlier chunks, which identify
    /// it. After any error the file is cut back to `base`; `notCutBack` if that fails too. A failed fsync is not
    /// repeated: the value is used up (invariant 6).
    ///
    /// - Returns: false, with nothing written, if the file must be replaced instead: a process that stalled may still write
    ///   to it, so that what is appended could be lost, and what is cut off could be another's.
    @discardableResult
    package consuming func commit(
        _ chunks: [[UInt8]], at base: Int, of expected: FileStatus, timeout: Duration = CommitLock.usualTimeout,
        check: () throws(FileSaveError) -> Void = {}
    ) throws(FileSaveError) -> Bool {
        let lock = try CommitLock(
            on: file, at: saving(file.path.resolvingLinks()), appending: true, timeout: timeout)
        guard !lock.mayBeWrittenTo, expected.size <= base || lock.provesDeath else { return false }
        guard try saving(statusNow()) == expected, try isAtPath(), expected.size >= base else {
            throw .changedMeanwhile(file.path)
        }
        try check()
        let before = try saving(file.ends(of: base))
        let count = chunks.reduce(0) { $0 + $1.count }
        try file.requireFreeSpace(count - (expected.size - base))
        var end = base
        var last: [UInt8] = []
        do throws(FileSaveError) {
            try lock.confirm()
            // A crash here leaves the torn tail or none; the next save finds it again.
            if expected.size > base { try saving(file.truncate(to: base)) }
            for (index, chunk) in chunks.enumerated() {
                try lock.confirm()
                // Another program, unaware of the lock, may have written here. What it writes after this check stays as
                // well: the chunk goes after it.
                guard try saving(statusNow().size) == end else { throw .changedMeanwhile(file.path) }
                last = chunk
                // A crash here leaves a part of the chunks, a torn tail; the next save or `restore` cuts it back.
                try saving(file.write(chunk, at: end))
                end += chunk.count
                // A power cut may keep later bytes and lose earlier ones, but none from before this.
                if index < chunks.count - 1 { try saving(file.synchronizeData()) }
            }
            // A power cut before this returns leaves a torn tail at worst, afterwards the whole.
            try saving(file.synchronize())
            try lock.confirmPublished(file)
            // Whoever took this process for dead has continued the document in another file, if this was in it by then.
            if (try? lock.confirm()) != nil {
                guard try saving(statusNow().size) == end, try isAtPath() else { throw .changedMeanwhile(file.path) }
            }
            guard try isInDocument(chunks, at: base, after: before) else { throw .changedMeanwhile(file.path) }
            return true
        } catch {
            try cutBack(to: base, chunks, last, after: error, lock)
            throw error
        }
    }

    /// Whether the path leads to a file that has the chunks in their place.
    private func isInDocument(
        _ chunks: [[UInt8]], at base: Int, after before: [[UInt8]]
    ) throws(FileSaveError) -> Bool {
        try file.path.leads { () throws(SystemCallError) in
            let named = try OpenFile(reading: file.path)
            let new = chunks.reduce(into: [], +=)
            guard try named.ends(of: base) == before else { return false }
            return try named.read(at: base, count: new.count) == new
        }
    }

    private func statusNow() throws(SystemCallError) -> FileStatus {
        try FileSystem(of: file).mayHaveLocalLocks ? file.statusAtServer() : file.status()
    }

    /// Whether the path still leads to the open file.
    private func isAtPath() throws(FileSaveError) -> Bool {
        try file.path.leads { () throws(SystemCallError) in
            let own = try statusNow()
            guard try FileSystem(of: file).mayHaveLocalLocks else {
                return try FileStatus(of: file.path).identity == own.identity
            }
            // Names are cached as well, so the status comes from the file that the name opens.
            let named = try OpenFile(reading: file.path).statusAtServer()
            return named.identity == own.identity && named.size == own.size
        }
    }

    /// Undoes a failed save, unless the end of the file is not what it wrote: then it is another program's. If that
    /// program rewrote the file, the last chunk may follow what it wrote. The fsync here does not repeat the failed
    /// one: it makes the old length durable, not the bytes.
    private func cutBack(
        to base: Int, _ chunks: [[UInt8]], _ last: [UInt8], after failure: FileSaveError, _ lock: borrowing CommitLock
    ) throws(FileSaveError) {
        do {
            // This process was taken for dead: whoever has the lock replaces the file.
            guard (try? lock.confirm()) != nil else { return }
            let size = try statusNow().size
            var length = base
            let tail = size > base ? try file.read(at: base, count: size - base) : []
            if tail.isEmpty || !chunks.joined().starts(with: tail) {
                length = size - last.count
                guard !last.isEmpty, length >= 0, try file.read(at: length, count: last.count) == last else { return }
            }
            // A crash here leaves a torn tail, which the next save cuts back as if the crash had come earlier.
            try file.truncate(to: length)
            try file.synchronize()
        } catch {
            guard case .systemCall(let failure) = failure else { return }
            throw .notCutBack(length: base, saving: failure, cuttingBack: error)
        }
    }
}

extension OpenFile {
    /// Returns the first and the last bytes of the old file; a file that another program writes in its place differs in
    /// one of them.
    fileprivate func ends(of base: Int) throws(SystemCallError) -> [[UInt8]] {
        let count = min(base, 4096)
        return [try read(at: 0, count: count), try read(at: max(0, base - count), count: count)]
    }
}
