package import LinuxFiles

/// The file that a document was when its last change was recorded, as the kernel knows it.
///
/// A file is the same one where device, inode and time of birth are: the inode number of a file that was removed is given to
/// another, which was made later. Where the file system knows no time of birth (some network and FUSE file systems), or the
/// number of its device differs because it was mounted anew, no file is taken for it.
package struct RecordedFile: Hashable, Sendable, Codable {
    private var device: UInt64
    private var inode: UInt64
    /// Seconds and nanoseconds since 1970.
    private var birth: [Int]?
    /// When bytes or status were last changed, likewise; `nil` where that had only just happened: another change within the
    /// same tick of the clock would not show.
    private var changed: [Int]?

    /// How long ago the last change must be, in seconds: the coarsest clock of a file system has ticks of two.
    private static let settlingTime = 2

    /// - Parameter status: what was found out of the open file before it was read.
    package init(_ file: borrowing OpenFile, _ status: FileStatus, now: FileTime = .now) {
        (device, inode) = (status.identity.device, status.identity.inode)
        let time = (try? file.birthTime()) ?? nil
        birth = time.map { [$0.seconds, $0.nanoseconds] }
        let changeTime = status.changeTime
        changed =
            now.seconds - changeTime.seconds > Self.settlingTime ? [changeTime.seconds, changeTime.nanoseconds] : nil
    }

    /// Whether both are certain to be one file.
    package func isSame(as other: Self) -> Bool {
        birth != nil && (device, inode) == (other.device, other.inode) && birth == other.birth
    }

    /// Whether both are certain to be two files.
    package func isOther(than other: Self) -> Bool {
        inode != other.inode || birth != nil && other.birth != nil && birth != other.birth
    }

    /// Whether both are one file, and nothing has changed it in between.
    package func isUnchanged(since earlier: Self) -> Bool {
        changed != nil && (device, inode) == (earlier.device, earlier.inode) && birth == earlier.birth
            && changed == earlier.changed
    }

    /// What the index knows the file by; `nil` where it could not be told from another.
    var indexKey: String? {
        guard let birth, birth.count == 2 else { return nil }
        return "file-"
            + [inode, device, UInt64(bitPattern: Int64(birth[0])), UInt64(bitPattern: Int64(birth[1]))]
            .map { String($0, radix: 16) }.joined(separator: "-")
    }
}
