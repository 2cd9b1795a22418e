import Glibc
package import SystemPackage

extension FilePath {
    /// Makes a symbolic link of this name, symlink(2); EEXIST if the name is taken.
    package func makeSymbolicLink(to destination: FilePath) throws(SystemCallError) {
        // A crash here leaves the link or not.
        try systemCall("symlink", self) {
            withPlatformString { name in destination.withPlatformString { symlink($0, name) } }
        }
    }

    /// Removes the name, unlink(2), if it is there and leads to no directory; otherwise nothing happens.
    package func removeName() { withPlatformString { _ = unlink($0) } }
}
