import CLinux
import Glibc
package import SystemPackage

extension OpenFile {
    /// Opens what a path leads to as a place to ask about, without the right to read it and without links followed at its
    /// end (O_PATH, open(2)).
    package init(locating path: FilePath) throws(SystemCallError) {
        let descriptor = try systemCall("open", path) {
            path.withPlatformString { open($0, CInt(CLINUX_O_PATH) | O_NOFOLLOW | O_CLOEXEC) }
        }
        self.init(adopting: descriptor, path: path)
    }

    /// Where the open file is now, whatever it was renamed to since; `nil` where it has no name that this process sees.
    ///
    /// The kernel's own answer (`/proc/self/fd`, proc_pid_fd(5)) is looked up again, since a removed file is told only by
    /// words behind its old name.
    package func location() throws(SystemCallError) -> FilePath? {
        guard let path = try descriptorPath.linkDestination() else { return nil }
        guard let found = try? FileStatus(of: path, followingLink: false) else { return nil }
        return try found.identity == status().identity ? path : nil
    }

    /// A path that leads to the open file itself.
    var descriptorPath: FilePath { FilePath("/proc/self/fd/\(descriptor)") }
}
