internal import Crypto
internal import LinuxFiles
internal import SystemPackage

/// The identity of the file that edits were made on, and the check that a path still names it.
///
/// The content decides: length, and a hash of head and tail, where the last `startxref` and the trailer with its `/ID`
/// stand. Device, inode and times only save looking. The cost does not grow with the file.
struct Base: Equatable {
    var status: FileStatus
    /// A hash of head and tail; empty for what is no file.
    let fingerprint: [UInt8]

    /// Bytes of the head and of the tail that count.
    private static let window = 4096

    init(_ file: borrowing OpenFile) throws(SystemCallError) {
        status = try file.status()
        fingerprint = status.kind == .regular ? try Self.fingerprint(file, size: status.size) : []
    }

    /// Whether `path` names a file of the same content, the very same or another.
    func isStill(at path: FilePath) throws(SystemCallError) -> Bool {
        let now = try FileStatus(of: path)
        if now == status { return true }
        guard now.kind == .regular, now.size == status.size else { return false }
        let file = try OpenFile(reading: path)
        return try Self.fingerprint(file, size: now.size) == fingerprint
    }

    /// Whether the open file, whatever its name, has the content that it was opened with.
    func isStill(_ file: borrowing OpenFile) throws(SystemCallError) -> Bool {
        let now = try file.status()
        if now == status { return true }
        guard now.size == status.size else { return false }
        return try Self.fingerprint(file, size: now.size) == fingerprint
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
