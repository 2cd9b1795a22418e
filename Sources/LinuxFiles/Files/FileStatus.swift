import CLinux
import Glibc
package import SystemPackage

/// The identity of a file, whatever its name: two paths with equal identities lead to one file.
///
/// Valid while the file exists; the inode number of a removed file is reused.
package struct FileIdentity: Hashable, Sendable {
    /// The number of the file system, `st_dev`; not stable across mounts.
    package let device: UInt64

    /// The number of the file in its file system, `st_ino`.
    package let inode: UInt64

    /// Creates an identity from recorded numbers.
    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

/// A time of the file system's clock, since 1970-01-01 UTC.
///
/// Two numbers, because the nanoseconds of a distant year do not fit into one.
package struct FileTime: Hashable, Sendable, Comparable, Codable {
    /// Whole seconds; negative before 1970.
    package let seconds: Int

    /// 0 to 999,999,999.
    package let nanoseconds: Int

    /// Creates a time from recorded numbers.
    package init(seconds: Int, nanoseconds: Int) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// The current time, clock_gettime(2).
    package static var now: FileTime {
        var time = timespec()
        _ = clock_gettime(CLOCK_REALTIME, &time)
        return FileTime(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }

    /// Whether one time is earlier than the other.
    package static func < (earlier: FileTime, later: FileTime) -> Bool {
        (earlier.seconds, earlier.nanoseconds) < (later.seconds, later.nanoseconds)
    }
}

/// The type of a file, inode(7).
package enum FileKind: Hashable, Sendable {
    case regular, directory, symbolicLink, fifo, socket, characterDevice, blockDevice, unknown

    /// The kind with its article, for use in a sentence.
    package var noun: String {
        switch self {
        case .regular: "a file"
        case .directory: "a directory"
        case .symbolicLink: "a symbolic link"
        case .fifo: "a pipe"
        case .socket: "a socket"
        case .characterDevice, .blockDevice: "a device"
        case .unknown: "something unknown"
        }
    }
}

/// What the kernel knows about a file at one moment, stat(2).
package struct FileStatus: Hashable, Sendable {
    /// The file's identity.
    package let identity: FileIdentity

    /// The file's type; only a regular file has bytes of its own.
    package let kind: FileKind

    /// The length in bytes.
    package let size: Int

    /// The length in bytes without holes; the whole length where the file system does not say which blocks there are.
    package let contentSize: Int

    /// The permission bits with set-user-ID, set-group-ID and sticky: 0 to 0o7777.
    package let mode: UInt32

    /// The numeric user ID of the owner.
    package let owner: UInt32

    /// The numeric ID of the group.
    package let group: UInt32

    /// How many names the file has; 0 after the last one was removed.
    package let hardLinkCount: Int

    /// When the bytes were last changed; any program may set it to anything.
    package let modificationTime: FileTime

    /// When bytes or status were last changed; only the kernel sets it.
    package let changeTime: FileTime

    /// Looks a path up; a symbolic link at its end is followed unless `followingLink` is false. Uses fstatat(2).
    package init(of path: FilePath, followingLink: Bool = true) throws(SystemCallError) {
        var status = stat()
        let flags = followingLink ? 0 : AT_SYMLINK_NOFOLLOW
        try systemCall("fstatat", path) { path.withPlatformString { fstatat(AT_FDCWD, $0, &status, flags) } }
        self.init(status)
    }

    /// Looks a path up, with links followed; `nil` where nothing is there. Any other error, such as of a disk that does not
    /// answer, says nothing about that, and is thrown.
    package init?(ifThere path: FilePath) throws(SystemCallError) {
        do { try self.init(of: path) } catch {
            guard error.saysNothingIsThere else { throw error }
            return nil
        }
    }

    init(_ status: stat) {
        identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            case S_IFIFO: .fifo
            case S_IFSOCK: .socket
            case S_IFCHR: .characterDevice
            case S_IFBLK: .blockDevice
            default: .unknown
            }
        size = Int(status.st_size)
        contentSize = status.st_blocks > 0 ? min(size, Int(status.st_blocks) * 512) : size
        mode = status.st_mode & 0o7777
        owner = status.st_uid
        group = status.st_gid
        hardLinkCount = Int(status.st_nlink)
        modificationTime = FileTime(seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
        changeTime = FileTime(seconds: status.st_ctim.tv_sec, nanoseconds: status.st_ctim.tv_nsec)
    }
}

extension FileStatus {
    /// Whether another change may leave the status as it is: the file system's times are coarse, and the last change was
    /// a moment ago. FAT counts in two seconds, ext4 with inodes of 128 bytes in one, exFAT in ten milliseconds.
    ///
    /// - Parameter now: the time after the status was read.
    package func hidesNextChange(now: FileTime = .now) -> Bool {
        changeTime.nanoseconds % 10_000_000 == 0 && now.seconds - changeTime.seconds <= 2
    }

    /// Whether the file appeared at a path within two seconds after another had been moved away from there, and so
    /// replaced it. Programs do this to keep the old file until the new one is written, or as a backup.
    ///
    /// Both times come from the kernel (a file's change time is updated when it gets a name, inode(7)) and do not
    /// depend on when anyone looks.
    ///
    /// - Parameter other: the file that was moved away, at its present path; `nil` if it was deleted.
    package func hasReplaced(_ other: FileStatus?) -> Bool {
        guard let other else { return true }
        let limit = FileTime(seconds: other.changeTime.seconds + 2, nanoseconds: other.changeTime.nanoseconds)
        return (other.changeTime...limit).contains(changeTime)
    }
}
