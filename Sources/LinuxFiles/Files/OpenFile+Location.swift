import CLinux
import Glibc
package import SystemPackage

extension OpenFile {
    /// Opens a path only to locate the file, without the right to read it and without following a link at its end
    /// (O_PATH, open(2)).
    package init(locating path: FilePath) throws(SystemCallError) {
        let descriptor = try systemCall("open", path) {
            path.withPlatformString { open($0, CInt(CLINUX_O_PATH) | O_NOFOLLOW | O_CLOEXEC) }
        }
        self.init(adopting: descriptor, path: path)
    }

    /// Returns the present path of the open file, even after renames; `nil` if it has no name that this process can
    /// see.
    ///
    /// The kernel's answer (`/proc/self/fd`, proc_pid_fd(5)) is checked, since for a removed file it is only the old
    /// name with a suffix.
    package func location() throws(SystemCallError) -> FilePath? {
        guard let path = try descriptorPath.linkDestination() else { return nil }
        guard let found = try? FileStatus(of: path, followingLink: false) else { return nil }
        return try found.identity == status().identity ? path : nil
    }

    /// A path that leads to the open file itself.
    package var descriptorPath: FilePath { FilePath("/proc/self/fd/\(descriptor)") }
}

extension FilePath {
    /// Whether the path leads to a file that is open (proc_pid_fd(5)), whatever has its name.
    var isOfDescriptor: Bool { starts(with: "/dev/fd") || starts(with: "/proc") }
}
