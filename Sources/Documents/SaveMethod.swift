internal import LinuxFiles

/// How a document reaches the disk.
public enum SaveMethod: String, Sendable, CaseIterable {
    /// A new file takes the old one's place in one step: every reader sees the old or the new document, whole.
    case replace
    /// The increment is written at the end of the file: inode, hard links and attributes stay, and the cost does not
    /// grow with the file; a reader that ignores locks, or a power cut, may meet an unfinished end.
    case append
    /// ``replace``, except where that would lose something or copy much.
    case auto
}

/// The method that a save uses, and why, where `auto` departed from `replace`.
struct SaveDecision: Equatable {
    var method: SaveMethod
    var reason: String?

    /// Files up to this size in bytes are copied rather than appended to: 16 MiB.
    static let copyLimit = 16 << 20

    /// Chooses for a file of `status` whose folder is writable or not, and a user who is root where `userID` is 0.
    init(_ wanted: SaveMethod, for status: FileStatus, isFolderWritable: Bool, userID: UInt32) {
        guard wanted == .auto else {
            self.init(wanted, nil)
            return
        }
        if status.hardLinkCount > 1 {
            self.init(.append, "the file has \(status.hardLinkCount) hard links")
        } else if !isFolderWritable {
            self.init(.append, "the folder is not writable")
        } else if status.owner != userID, userID != 0 {
            self.init(.append, "the file belongs to another user")
        } else if status.size > Self.copyLimit {
            self.init(.append, "the file is larger than 16 MiB")
        } else {
            self.init(.replace, nil)
        }
    }

    private init(_ method: SaveMethod, _ reason: String?) {
        self.method = method
        self.reason = reason
    }
}
