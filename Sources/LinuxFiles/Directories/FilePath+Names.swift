import CLinux
import Glibc
package import SystemPackage

extension FilePath {
    /// Creates a symbolic link of this name, symlink(2); EEXIST if the name is taken.
    package func makeSymbolicLink(to destination: FilePath) throws(SystemCallError) {
        // A crash here leaves the link or nothing.
        try systemCall("symlink", self) {
            withPlatformString { name in destination.withPlatformString { symlink($0, name) } }
        }
    }

    /// Removes the name, unlink(2), if it exists and is not a directory; otherwise does nothing.
    package func removeName() { withPlatformString { _ = unlink($0) } }

    /// Whether nothing is there, links followed. `false` also where that cannot be known: what cannot be looked at, such as a disk
    /// that does not answer, proves nothing.
    package var isAbsent: Bool {
        do { return try FileStatus(ifThere: self) == nil } catch { return false }
    }

    /// Whether another file than that one is there, or may be, because it cannot be looked at.
    package func mayBeOther(than file: FileIdentity) -> Bool {
        do { return try FileStatus(ifThere: self).map { $0.identity != file } ?? false } catch { return true }
    }

    /// Gives the file another path, where nothing is, renameat2(2); EEXIST if the path is taken, EXDEV if it is on
    /// another file system, EINVAL if the file system cannot do it without replacing.
    package func renameToFree(_ destination: FilePath) throws(SystemCallError) {
        // A crash here leaves the old path or the new one, never both or neither.
        try systemCall("renameat2", destination) {
            withPlatformString { old in
                destination.withPlatformString {
                    renameat2(AT_FDCWD, old, AT_FDCWD, $0, CUnsignedInt(RENAME_NOREPLACE))
                }
            }
        }
        // Until both are on the disk, a power cut may bring the old path back.
        try Directory(destination.removingLastComponent()).synchronize()
        try Directory(removingLastComponent()).synchronize()
    }
}
