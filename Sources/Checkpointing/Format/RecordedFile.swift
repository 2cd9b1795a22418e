package import LinuxFiles

/// The identity of a document's file when the last change was recorded, as the kernel reports it.
///
/// Two files are the same if device, inode and birth time are equal: the inode number of a removed file is reused for a
/// file created later. If the file system has no birth times (some network and FUSE file systems), or its device number
/// differs because it was mounted again, no file is taken to be the same.
package struct RecordedFile: Hashable, Sendable, Codable {
    private var device: UInt64
    private var inode: UInt64
    /// Seconds and nanoseconds since 1970.
    private var birth: [Int]?
    /// When bytes or status were last changed, likewise; `nil` if that had only just happened: another change within
    /// the same clock tick would not show.
    private var changed: [Int]?

    /// How old the last change must be, in seconds: the coarsest file system clock has ticks of two.
    private static let settlingTime = 2

    /// - Parameter status: the open file's status before it was read.
    package init(_ file: borrowing OpenFile, _ status: FileStatus, now: FileTime = .now) {
        (device, inode) = (status.identity.device, status.identity.inode)
        let time = (try? file.birthTime()) ?? nil
        birth = time.map { [$0.seconds, $0.nanoseconds] }
        let changeTime = status.changeTime
        changed =
            now.seconds - changeTime.seconds > Self.settlingTime ? [changeTime.seconds, changeTime.nanoseconds] : nil
    }

    /// Whether both are certain to be the same file.
    package func isSame(as other: Self) -> Bool {
        birth != nil && (device, inode) == (other.device, other.inode) && birth == other.birth
    }

    /// Whether both are certain to be different files.
    package func isOther(than other: Self) -> Bool {
        inode != other.inode || birth != nil && other.birth != nil && birth != other.birth
    }

    /// Whether both are the same file, and nothing has changed it in between.
    package func isUnchanged(since earlier: Self) -> Bool {
        changed != nil && (device, inode) == (earlier.device, earlier.inode) && birth == earlier.birth
            && changed == earlier.changed
    }

    /// Whether a directory is on the device that the file was on.
    package func isOnDevice(of directory: FileStatus) -> Bool { device == directory.identity.device }

    /// Whether any later change shows: the last one was long enough ago when the file was looked at.
    package var isSettled: Bool { changed != nil }

    /// The file's key in the index; `nil` if it could not be distinguished from another file.
    var indexKey: String? {
        guard let birth, birth.count == 2 else { return nil }
        return "file-"
            + [inode, device, UInt64(bitPattern: Int64(birth[0])), UInt64(bitPattern: Int64(birth[1]))]
            .map { String($0, radix: 16) }.joined(separator: "-")
    }
}
