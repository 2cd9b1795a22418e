/// The limits of a log's format, in one place.
enum LogLimits {
    /// The longest log in bytes, some 800,000 edits: a longer one is not read into memory, and no log grows longer.
    static let length = 1 << 28
    /// The largest count or length in a record, so that no sum of them overflows an integer.
    static let number = 999_999_999
    /// The length in bytes within which a log's first line and header end: of a path of 4,096 bytes (PATH_MAX), JSON makes
    /// at most six times as many, and Base64 adds a third of it.
    static let headerEnd = 1 << 15
    /// The length in bytes up to which a log in the history is not worth looking for old ones to remove.
    static let smallLog = 1 << 20
}
