internal import SystemPackage

/// What the contents of a document are read from.
public struct DocumentSource: Sendable {
    let files: [String: [UInt8]]

    /// The names of the files to be read, in order. A document that is one file has one name, which is empty.
    public var names: [String] { files.keys.sorted() }

    /// Returns the bytes of a file; by default, of the document that is one file.
    ///
    /// - Throws: ENOENT, if there is none of that name.
    public func bytes(of name: String = "") throws -> [UInt8] {
        guard let bytes = files[name] else { throw Errno.noSuchFileOrDirectory }
        return bytes
    }
}

/// What the contents of a document are written to.
public struct DocumentDestination: Sendable {
    private(set) var files: [String: [UInt8]] = [:]

    /// Writes a file; by default, the document that is one file.
    ///
    /// - Throws: EISDIR for any other name: documents that are directories are not supported yet.
    public mutating func write(_ bytes: [UInt8], to name: String = "") throws {
        guard name.isEmpty else { throw Errno.isDirectory }
        files[name] = bytes
    }
}
