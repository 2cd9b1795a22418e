internal import LinuxFiles

/// How a document is written to disk.
public enum SaveMethod: String, Sendable, CaseIterable {
    /// A new file replaces the old one atomically: every reader sees either the complete old document or the complete
    /// new one.
    case replace
    /// The increment is written at the end of the file: inode, hard links and attributes stay, and the cost does not
    /// grow with the file. A reader that ignores locks may see an unfinished end, and a power cut may leave one.
    case append
    /// ``replace``, except if that would lose something or copy a lot of data.
    case auto
}

/// How a save proceeds, decided before anything is written.
enum SavePlan: Equatable {
    case replace(reason: String?)
    case append(reason: String?)
    /// Replace if the file system can clone the file; otherwise append.
    case cloneOrAppend
    /// Replace, but append if an attribute of the file cannot be kept.
    case replaceOrAppend

    /// Files up to this size in bytes are copied rather than appended to: 16 MiB.
    static let copyLimit = 16 << 20

    /// - Parameter isShared: whether other machines may save the file without their locks being seen here.
    init(_ wanted: SaveMethod, for status: FileStatus, isShared: Bool, isDirectoryWritable: Bool) {
        switch wanted {
        // What a process that stalled appends there could be in the place of what another has appended.
        case _ where isShared && status.hardLinkCount > 1:
            let others = status.hardLinkCount - 1
            self = .replace(reason: "the other \(others) hard links of the file keep the old document")
        case .append where isShared:
            self = .replace(reason: "other machines may use the file, and see no locks of this one")
        case .replace: self = .replace(reason: nil)
        case .auto where isShared: self = .replace(reason: nil)
        case .append: self = .append(reason: nil)
        case .auto where status.hardLinkCount > 1:
            self = .append(reason: "the file has \(status.hardLinkCount) hard links")
        case .auto where !isDirectoryWritable: self = .append(reason: "the directory is not writable")
        case .auto where status.size > Self.copyLimit: self = .cloneOrAppend
        case .auto: self = .replaceOrAppend
        }
    }
}
