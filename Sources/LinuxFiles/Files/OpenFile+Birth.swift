import CLinux
import Glibc

extension OpenFile {
    /// Returns when the file was created, statx(2); `nil` if the file system does not record it.
    ///
    /// No program can set this time. Together with the file's identity, it distinguishes a file from a later one that
    /// reuses its inode number.
    package func birthTime() throws(SystemCallError) -> FileTime? {
        var (seconds, nanoseconds) = (0, 0)
        let isKnown = try systemCall("statx", path) { Int(clinux_birth_time(descriptor, &seconds, &nanoseconds)) }
        return isKnown == 1 ? FileTime(seconds: seconds, nanoseconds: nanoseconds) : nil
    }
}
