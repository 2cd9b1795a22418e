import CLinux
import Glibc

extension OpenFile {
    /// When the file was made, statx(2); `nil` where the file system does not say.
    ///
    /// No program can set it. With the file's identity it tells a file from a later one that got its inode number.
    package func birthTime() throws(SystemCallError) -> FileTime? {
        var (seconds, nanoseconds) = (0, 0)
        let isKnown = try systemCall("statx", path) { Int(clinux_birth_time(descriptor, &seconds, &nanoseconds)) }
        return isKnown == 1 ? FileTime(seconds: seconds, nanoseconds: nanoseconds) : nil
    }
}
