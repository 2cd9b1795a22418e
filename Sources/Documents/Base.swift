internal import Crypto
internal import LinuxFiles
internal import SystemPackage

/// The file that edits were made on, and the check that a path still leads to it, unchanged.
///
/// Device, inode, size, and the time of its last change, which only the kernel sets, decide (invariant 9). Where they
/// differ the file counts as another one: what stands at its head and tail says nothing of the bytes between. The cost
/// does not grow with the file.
struct Base {
    let status: FileStatus
    /// Whether others may change the file without this machine's kernel knowing, so that its status may be an old one.
    private let isShared: Bool
    /// A hash of head and tail; empty for what is no file.
    let fingerprint: [UInt8]

    /// Bytes of the head and of the tail that count.
    private static let window = 4096

    init(_ file: borrowing OpenFile) throws(SystemCallError) {
        isShared = try FileSystem(of: file).mayHaveLocalLocks
        status = try isShared ? file.statusAtServer() : file.status()
        fingerprint = status.kind == .regular ? try Self.fingerprint(file, size: status.size) : []
    }

    /// Whether `path` leads to the very same file, unchanged.
    func isStill(at path: FilePath) throws(SystemCallError) -> Bool {
        guard isShared else { return try FileStatus(of: path) == status }
        let file = try OpenFile(reading: path)
        guard try file.statusAtServer() == status else { return false }
        return try Self.fingerprint(file, size: status.size) == fingerprint
    }

    /// Whether the open file has not been written to, wherever it was moved, and whether it was removed. What is published is
    /// checked by its path.
    func isStill(_ file: borrowing OpenFile) throws(SystemCallError) -> Bool {
        let now = try isShared ? file.statusAtServer() : file.status()
        return now.size == status.size && now.modificationTime == status.modificationTime
    }

    /// Makes sure that a path still leads to the file.
    func check(_ path: FilePath) throws(FileSaveError) {
        let isSame: Bool
        do throws(SystemCallError) { isSame = try isStill(at: path) } catch { throw .systemCall(error) }
        guard isSame else { throw .changedMeanwhile(path) }
    }

    private static func fingerprint(_ file: borrowing OpenFile, size: Int) throws(SystemCallError) -> [UInt8] {
        var hash = SHA256()
        hash.update(data: try file.read(at: 0, count: min(size, window)))
        hash.update(data: try file.read(at: max(0, size - window), count: min(size, window)))
        return Array(hash.finalize())
    }
}
