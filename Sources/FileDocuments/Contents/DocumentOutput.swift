internal import LinuxFiles
public import SystemPackage

/// The new file of a save, which takes the place of the old one in one step once it is complete and on the disk.
public struct DocumentOutput: ~Copyable {
    private var file: AtomicReplacement
    private let original: SourceFile?
    private let path: FilePath

    init(_ file: consuming AtomicReplacement, at path: FilePath, original: SourceFile?) {
        self.file = file
        (self.path, self.original) = (path, original)
    }

    /// The path of the file that the contents in memory were loaded from, for reading what is to be carried over; valid
    /// during the save. `nil` if there is none, as for a new document.
    public var originalPath: FilePath? { original?.file.descriptorPath }

    /// Whether ``copyOriginal(count:)`` has something to copy.
    public var hasOriginal: Bool { original != nil }

    /// Begins the file with the first bytes of the one that the contents in memory were loaded from, which costs nothing
    /// where the file system lets both share their blocks. Call it before ``append(_:)``, if at all.
    ///
    /// - Parameter count: the number of bytes; by default all.
    public mutating func copyOriginal(count: Int? = nil) throws(DocumentError) {
        guard let original else { throw DocumentError(.noSuchFile, path) }
        try translating(of: path) {
            let length = original.status.size
            _ = try file.copyBeginning(of: original.file, count: min(count ?? length, length), reserve: 0)
        }
    }

    /// Appends bytes.
    public mutating func append(_ bytes: [UInt8]) throws(DocumentError) {
        try translating(of: path) { try file.append(bytes) }
    }

    consuming func finished() -> AtomicReplacement { file }
}
