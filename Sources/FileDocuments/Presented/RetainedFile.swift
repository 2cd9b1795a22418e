package import LinuxFiles
package import SystemPackage

/// An open file whose contents are still needed if others delete or replace it.
package final class RetainedFile: Sendable {
    package let file: OpenFile

    /// Retains the file that was examined: its path may lead to another file by now.
    package init(_ file: borrowing OpenFile) throws(SystemCallError) {
        self.file = try OpenFile(duplicating: file, path: file.path)
    }

    /// Restores the file at a path where nothing exists; a crash leaves the complete file or nothing.
    package func putBack(at path: FilePath) throws(FileSaveError) {
        let size: Int
        do { size = try file.status().size } catch { throw .systemCall(error) }
        var new = try AtomicReplacement(creating: path, mode: 0o600)
        _ = try new.copyBeginning(of: file, count: size, reserve: 0)
        try new.finish(keepingAttributesOf: file).commit()
    }
}
