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
    case replace
    case append(reason: String?)
    /// Replace if the file system can clone the file; otherwise append.
    case cloneOrAppend
    /// Replace, but append if an attribute of the file cannot be kept.
    case replaceOrAppend

    /// Files up to this size in bytes are copied rather than appended to: 16 MiB.
    static let copyLimit = 16 << 20

    init(_ wanted: SaveMethod, for status: FileStatus, isDirectoryWritable: Bool) {
        switch wanted {
        case .replace: self = .replace
        case .append: self = .append(reason: nil)
        case .auto where status.hardLinkCount > 1:
            self = .append(reason: "the file has \(status.hardLinkCount) hard links")
        case .auto where !isDirectoryWritable: self = .append(reason: "the directory is not writable")
        case .auto where status.size > Self.copyLimit: self = .cloneOrAppend
        case .auto: self = .replaceOrAppend
        }
    }
}
