public import SystemPackage

/// The result of a save.
public struct SaveReport: Sendable, Equatable {
    /// The method used; `nil` if there was nothing to save, or a whole file was written.
    public var method: SaveMethod?
    /// Why `auto` did not replace, or what the user should know about the method used.
    public var reason: String?
    /// What was wrong with the file, if the increment repaired it.
    public package(set) var repaired: ContentsFailure?
    /// The number of objects that could not be read and were left out of the repaired file.
    public var lostObjects = 0
    /// The length of the increment in bytes.
    public var bytesAppended = 0
    /// The current length of the document in bytes.
    public var bytes: Int
    /// The SHA-256 digest, in hexadecimal digits, of the bytes that an increment written to an ``Output`` is to follow;
    /// `nil` for a file of more than 4 MiB, of which only a part is read.
    public var baseSHA256: String?
    /// The new file beside the document, if the document was changed by someone else.
    public var copy: FilePath?
    /// The version that keeps someone else's document, which was overwritten.
    public var kept: FileVersion?

    package init(bytesAppended: Int = 0, bytes: Int) { (self.bytesAppended, self.bytes) = (bytesAppended, bytes) }
}
