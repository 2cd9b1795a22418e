import Glibc
public import SystemPackage

/// A system call that failed: which one, why, and on which file.
///
/// Every error from the kernel is passed up as this value; nothing above translates `errno` again.
public struct SystemCallError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The name of the call as its manual page spells it, such as `fsync`.
    public let call: String

    /// The reason, a value of errno(3).
    public let errno: CInt

    /// The file or directory that the call was about; nil if there is none, as with a standard stream.
    public let path: FilePath?

    /// The same error, with the file at `path` called `name`.
    package func naming(_ path: FilePath, as name: FilePath) -> SystemCallError {
        SystemCallError(call: call, errno: errno, path: self.path == path ? name : self.path)
    }

    /// Calls that an immutable or append-only file, or a sticky directory, refuses.
    private static let ofNames = ["open", "openat", "renameat", "renameat2", "linkat", "unlinkat", "ftruncate"]

    /// Describes a failed call; `errno` is its value right after the call.
    package init(call: String, errno: CInt, path: FilePath?) {
        self.call = call
        self.errno = errno
        self.path = path
    }

    /// EPIPE: the reader is gone.
    package static let brokenPipe = EPIPE
    package static let fileTooLarge = EFBIG

    /// ENOENT: there is no such file, or program.
    package var isMissingFile: Bool { errno == ENOENT }

    /// ETIMEDOUT: what was waited for took too long.
    package var isTimeout: Bool { errno == ETIMEDOUT }

    /// ENOENT and ENOTDIR: nothing is at the path. After any other error, something may be there.
    package var saysNothingIsThere: Bool { errno == ENOENT || errno == ENOTDIR }

    /// Whether a locking call failed because the file system has no locks, flock(2), fcntl_locking(2).
    package var saysNoLocks: Bool { [ENOLCK, EINVAL, ENOTSUP, ENOSYS].contains(errno) }

    /// The reason in plain words, for use after a colon in a message: "permission denied".
    ///
    /// Reasons that users are likely to see are worded here; the others are left to strerror(3).
    public var description: String {
        switch errno {
        case EPERM where Self.ofNames.contains(call):
            "the file or its directory is immutable or append-only, or the directory is sticky and another user's"
        case EPERM: "not permitted"
        case ENOENT: "no such file or directory"
        case EINTR: "interrupted by a signal"
        case EIO: "the disk reported an input/output error"
        case EACCES: "permission denied"
        case EBUSY: "in use by the system"
        case EEXIST: "a file with this name already exists"
        case ENOTDIR: "a part of the path is not a directory"
        case EISDIR: "it is a directory"
        case ENXIO: "it is a device or a socket"
        case ENFILE, EMFILE: "too many open files"
        case EFBIG: "the file would exceed the size limit"
        case ENOSPC: "no space left on the disk"
        case EROFS: "the file system is read-only"
        case ETXTBSY: "it is a program that is running"
        case EPIPE: "the reader is gone"
        case ENAMETOOLONG: "the name is too long"
        case ENOLCK: "no more locks are available"
        case ELOOP: "too many symbolic links, or one where none is allowed"
        case ENOTSUP: "not supported by the file system"
        case EDQUOT: "the disk quota is used up"
        case ESTALE: "the file no longer exists on its server"
        case ENOMEM: "not enough memory"
        default: String(cString: strerror(errno))
        }
    }
}
