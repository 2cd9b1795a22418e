internal import Cryptography
package import LinuxFiles
package import SystemPackage

/// The file that edits were made on, and the check that a path still leads to it, unchanged.
///
/// The check compares device, inode, size and the time of the last change, which only the kernel sets (invariant 9).
/// If any of them differs, the file counts as a different one: its head and tail prove nothing about the bytes between
/// them. The cost does not grow with the file.
package struct Base {
    package let status: FileStatus
    /// Whether others can change the file without this machine's kernel knowing, so that its status may be stale.
    package let isShared: Bool
    /// A hash of the head and the tail, where the status alone does not suffice; empty if it is not a regular file.
    package let fingerprint: [UInt8]

    /// The number of bytes hashed at the head and at the tail.
    private static let window = 4096

    package init(_ file: borrowing OpenFile) throws(SystemCallError) {
        isShared = try FileSystem(of: file).mayHaveLocalLocks
        status = try isShared ? file.statusAtServer() : file.status()
        fingerprint = isShared && status.kind == .regular ? try Self.fingerprint(of: file, size: status.size) : []
    }

    /// Whether `path` still leads to the same file, unchanged.
    package func isStill(at path: FilePath) throws(SystemCallError) -> Bool {
        guard isShared else { return try FileStatus(of: path) == status }
        let file = try OpenFile(reading: path)
        guard try file.statusAtServer() == status else { return false }
        return try Self.fingerprint(of: file, size: status.size) == fingerprint
    }

    /// Whether the open file has not been written to, even if it was moved or removed. A save also checks the path
    /// before it publishes anything.
    package func isStill(_ file: borrowing OpenFile) throws(SystemCallError) -> Bool {
        let now = try isShared ? file.statusAtServer() : file.status()
        return now.size == status.size && now.modificationTime == status.modificationTime
    }

    /// Checks that a path still leads to the file, unchanged.
    package func check(_ path: FilePath) throws(FileSaveError) {
        let isSame: Bool
        do throws(SystemCallError) { isSame = try isStill(at: path) } catch { throw .systemCall(error) }
        guard isSame else { throw .changedMeanwhile(path) }
    }

    /// Returns a hash of a file's head and tail.
    package static func fingerprint(of file: borrowing OpenFile, size: Int) throws(SystemCallError) -> [UInt8] {
        var hash = SHA256()
        hash.update(try file.read(at: 0, count: min(size, window)))
        hash.update(try file.read(at: max(0, size - window), count: min(size, window)))
        return hash.digest
    }
}
