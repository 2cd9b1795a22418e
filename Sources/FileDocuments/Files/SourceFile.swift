package import Checkpointing
internal import Cryptography
package import LinuxFiles
package import SystemPackage

/// An open file, with the check that it and what a path leads to are still as they were when it was opened, even if
/// others delete or replace it.
///
/// The check compares device, inode, size and the time of the last change, which only the kernel sets (invariant 9).
/// If any of them differs, the file counts as a different one: its head and tail prove nothing about the bytes between
/// them. The cost does not grow with the file, unless the file was changed a moment ago where times are coarse: another
/// change would leave the same status, and every byte is compared.
public final class SourceFile: Sendable {
    /// Throws if what was read of a file may not be its bytes.
    package typealias Check = () throws(FileSaveError) -> Void

    package let file: OpenFile
    package let status: FileStatus
    /// The properties by which a checkpoint recognises the file.
    package let recorded: RecordedFile
    /// Whether others can change the file without this machine's kernel knowing, so that its status may be stale.
    package let isShared: Bool
    /// Whether another change may leave the status as it is.
    private let hidesChanges: Bool
    /// A hash of the head and the tail, or of every byte, where the status alone does not suffice; empty if it is not a
    /// regular file.
    private let fingerprint: [UInt8]

    /// The number of bytes hashed at the head and at the tail.
    private static let window = 4096

    package init(_ path: FilePath) throws(SystemCallError) {
        file = try OpenFile(reading: path)
        isShared = try FileSystem(of: file).mayHaveLocalLocks
        status = try isShared ? file.statusAtServer() : file.status()
        recorded = RecordedFile(file, status)
        hidesChanges = !isShared && status.kind == .regular && status.hidesNextChange()
        let isHashed = isShared && status.kind == .regular || hidesChanges
        fingerprint = isHashed ? try Self.fingerprint(of: file, size: status.size, whole: hidesChanges) : []
    }

    /// Whether `path` still leads to the same file, unchanged.
    package func isStill(at path: FilePath) throws(SystemCallError) -> Bool {
        guard isShared || hidesChanges else { return try FileStatus(of: path) == status }
        let file = try OpenFile(reading: path)
        let now = try isShared ? file.statusAtServer() : file.status()
        guard now == status else { return false }
        return try hasSameBytes(file)
    }

    /// Whether `path` leads elsewhere, or the file was changed, as far as this machine's kernel knows: no byte is read.
    package func isKnownToDiffer(at path: FilePath) throws(SystemCallError) -> Bool {
        isShared ? false : try FileStatus(of: path) != status
    }

    /// Whether it has not been written to, even if it was moved or removed, which changes its change time.
    package func isUntouched() throws(SystemCallError) -> Bool {
        let now = try isShared ? file.statusAtServer() : file.status()
        guard now.size == status.size, now.modificationTime == status.modificationTime else { return false }
        return hidesChanges ? try hasSameBytes(file) : true
    }

    /// Waits until the file is on the disk, and under its name there: whoever wrote it may have died before that.
    package func synchronize(at path: FilePath) throws(SystemCallError) {
        try file.synchronize()
        // A power cut before this returns may bring back what was at the path before.
        try Directory(path.removingLastComponent()).synchronize()
    }

    /// Throws ``DocumentError/Situation/readOnly`` if the mode lets nobody write the file, although its directory would
    /// allow replacing it.
    package func checkMode(at path: FilePath) throws(DocumentError) {
        guard status.mode & 0o222 != 0 else { throw DocumentError(.readOnly, path) }
    }

    private func hasSameBytes(_ file: borrowing OpenFile) throws(SystemCallError) -> Bool {
        try Self.fingerprint(of: file, size: status.size, whole: hidesChanges) == fingerprint
    }

    /// Checks that a path still leads to the file, unchanged.
    package func check(_ path: FilePath) throws(FileSaveError) {
        let isSame: Bool
        do { isSame = try isStill(at: path) } catch { throw .systemCall(error) }
        guard isSame else { throw .changedMeanwhile(path) }
    }

    /// Returns a hash of a file's head and tail, or of the whole file.
    package static func fingerprint(
        of file: borrowing OpenFile, size: Int, whole: Bool = false
    ) throws(SystemCallError) -> [UInt8] {
        var hash = SHA256()
        if whole {
            for offset in stride(from: 0, to: size, by: 1 << 20) {
                hash.update(try file.read(at: offset, count: min(1 << 20, size - offset)))
            }
            return hash.digest
        }
        hash.update(try file.read(at: 0, count: min(size, window)))
        hash.update(try file.read(at: max(0, size - window), count: min(size, window)))
        return hash.digest
    }
}

extension FinishedReplacement {
    /// Takes the place of a file that has not changed since it was opened, and waits until that is on the disk.
    ///
    /// - Parameters:
    ///   - path: the path that leads to both, without links.
    ///   - timeout: how long to wait for commits of other processes.
    ///   - check: throws to abandon the commit, under its lock.
    package consuming func commit(
        over original: SourceFile, at path: FilePath, timeout: Duration = CommitLock.usualTimeout,
        check: () throws(FileSaveError) -> Void = {}
    ) throws(FileSaveError) {
        let lock = try CommitLock(on: original.file, at: path, timeout: timeout)
        try original.check(path)
        try check()
        try commit(over: original.file, under: lock, ifStill: original.isUntouched)
    }
}

extension OpenFile {
    /// Writes the first bytes of the file, with its attributes, to a path where nothing exists; a crash leaves the complete new
    /// file or nothing.
    package func copyBeginning(count: Int, toNewFileAt path: FilePath) throws(FileSaveError) {
        var new = try AtomicReplacement(creating: path, mode: 0o600)
        _ = try new.copyBeginning(of: self, count: count, reserve: 0)
        try new.finish(keepingAttributesOf: self).commit()
    }
}
