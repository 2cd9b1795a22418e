import CLinux
import Glibc
package import SystemPackage

/// An open file: the sole owner of one descriptor, which is closed when the value ends.
///
/// No descriptor survives an exec(2) (O_CLOEXEC). A descriptor outlives renames and removals, so the file that was
/// checked is the file that is read and written, whatever happens to its name meanwhile.
package struct OpenFile: ~Copyable, Sendable {
    /// The path that the file was opened with; it names the file in errors and is not used to find it again.
    package let path: FilePath

    let descriptor: CInt

    /// Opens a file for reading.
    ///
    /// Opening never blocks, neither on a FIFO without a writer nor on a device (O_NONBLOCK, fifo(7)): check
    /// `status().kind` before reading. Uses open(2) and fails as it does, mostly with ENOENT and EACCES.
    package init(reading path: FilePath) throws(SystemCallError) {
        try self.init(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    }

    /// Opens an existing file for reading and writing in place; otherwise like `init(reading:)`.
    package init(updating path: FilePath) throws(SystemCallError) {
        try self.init(path, O_RDWR | O_NONBLOCK | O_NOCTTY)
    }

    /// Opens a file for reading, and for writing only at its end: whatever the offset of a write, its bytes are
    /// appended to the file as it is at that moment (`O_APPEND`, and BUGS in pwrite(2)).
    package init(appendingTo path: FilePath) throws(SystemCallError) {
        try self.init(path, O_RDWR | O_APPEND | O_NONBLOCK | O_NOCTTY)
    }

    /// Creates an empty file and opens it for reading and writing; EEXIST if the name is taken, even by a link.
    ///
    /// `mode` holds the permission bits, from which the kernel removes those in the umask(2).
    package init(creating path: FilePath, mode: UInt32 = 0o600) throws(SystemCallError) {
        // A crash here leaves an empty file of this name: the caller must be able to recognise it.
        try self.init(path, O_RDWR | O_CREAT | O_EXCL, mode: mode)
    }

    private init(_ path: FilePath, _ flags: CInt, mode: UInt32 = 0) throws(SystemCallError) {
        self.descriptor = try systemCall("open", path) {
            path.withPlatformString { open($0, flags | O_CLOEXEC, mode) }
        }
        self.path = path
    }

    /// Takes ownership of a descriptor that has no other owner.
    init(adopting descriptor: CInt, path: FilePath) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Duplicates the descriptor of an open file, fcntl(2); both share its locks, which end when the last one is
    /// closed.
    package init(duplicating file: borrowing OpenFile, path: FilePath) throws(SystemCallError) {
        let descriptor = file.descriptor
        self.init(
            adopting: try systemCall("fcntl", path) { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }, path: path)
    }

    deinit {
        // Not retried and not reported: Linux has freed the descriptor in any case (close(2)), and whatever had to
        // be durable was fsynced before.
        _ = close(descriptor)
    }
}

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
