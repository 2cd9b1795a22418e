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
}
