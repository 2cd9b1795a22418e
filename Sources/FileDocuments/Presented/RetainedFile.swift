package import LinuxFiles
package import SystemPackage

/// An open file whose contents are still needed if others delete or replace it.
package final class RetainedFile: Sendable {
    package let file: OpenFile

    /// Retains the file that was examined: its path may lead to another file by now.
    package init(_ file: borrowing OpenFile) throws(SystemCallError) {
        self.file = try OpenFile(duplicating: file, path: file.path)
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
