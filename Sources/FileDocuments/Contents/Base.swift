internal import Cryptography
package import LinuxFiles
package import SystemPackage

/// The file that edits were made on, and the check that a path still leads to it, unchanged.
///
/// The check compares device, inode, size and the time of the last change, which only the kernel sets (invariant 9).
/// If any of them differs, the file counts as a different one: its head and tail prove nothing about the bytes between
/// them. The cost does not grow with the file, unless the file was changed a moment ago where times are coarse: another
/// change would leave the same status, and every byte is compared.
package struct Base {
    package let status: FileStatus
    /// Whether others can change the file without this machine's kernel knowing, so that its status may be stale.
    package let isShared: Bool
    /// Whether another change may leave the status as it is.
    private let hidesChanges: Bool
    /// A hash of the head and the tail, or of every byte, where the status alone does not suffice; empty if it is not a
    /// regular file.
    package let fingerprint: [UInt8]

    /// The number of bytes hashed at the head and at the tail.
    private static let window = 4096

    package init(_ file: borrowing OpenFile) throws(SystemCallError) {
        isShared = try FileSystem(of: file).mayHaveLocalLocks
        status = try isShared ? file.statusAtServer() : file.status()
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

    /// Whether the open file has not been written to, even if it was moved or removed, which changes its change time.
    package func isStill(_ file: borrowing OpenFile) throws(SystemCallError) -> Bool {
        let now = try isShared ? file.statusAtServer() : file.status()
        guard now.size == status.size, now.modificationTime == status.modificationTime else { return false }
        return hidesChanges ? try hasSameBytes(file) : true
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
