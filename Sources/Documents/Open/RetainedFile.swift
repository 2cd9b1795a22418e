internal import LinuxFiles
internal import SystemPackage

/// A file that somebody may delete, or put another in the place of, and that is still wanted as it was.
final class RetainedFile: Sendable {
    let file: OpenFile

    /// Keeps the very file that was looked at: at its path there may be another by now.
    init(_ file: borrowing OpenFile) throws(SystemCallError) {
        self.file = try OpenFile(duplicating: file, path: file.path)
    }

    /// Puts it at a path where nothing is; a crash leaves it there whole, or nothing.
    func putBack(at path: FilePath) throws(FileSaveError) {
        let size: Int
        do throws(SystemCallError) { size = try file.status().size } catch { throw .systemCall(error) }
        var new = try AtomicReplacement(creating: path, mode: 0o600)
        _ = try new.copyBeginning(of: file, count: size, reserve: 0)
        try new.finish(keepingAttributesOf: file).commit()
    }
}
