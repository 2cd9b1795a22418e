import FoundationEssentials
package import SystemPackage

/// Everything below a directory: names, kinds, permission bits, bytes, and which names lead to one file.
package struct FileTree: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package var mode: UInt16
        /// `nil` for a directory.
        package var bytes: [UInt8]?
        /// The first name, in the order of names, of the same file, if it is another one.
        package var firstName: String?

        package init(mode: UInt16, bytes: [UInt8]?, firstName: String? = nil) {
            self.mode = mode
            self.bytes = bytes
            self.firstName = firstName
        }
    }

    /// By path, relative to the directory.
    package var entries: [String: Entry] = [:]

    package init() {}

    /// Reads what is below the directory; symbolic links and devices are none of a document's files, and not read.
    package init(of directory: FilePath) throws {
        var firstNames: [UInt64: String] = [:]
        for name in try directory.listRecursively() {
            let path = directory.appending(name)
            let attributes = try FileManager.default.attributesOfItem(atPath: path.string)
            if attributes[.type] as? FileAttributeType == .typeSymbolicLink { continue }
            let stat = try path.stat()
            let mode = UInt16(truncatingIfNeeded: stat.permissions.rawValue)
            let bytes = stat.type == .directory ? nil : try path.readBytes()
            let first = firstNames[UInt64(stat.inode.rawValue)]
            if first == nil { firstNames[UInt64(stat.inode.rawValue)] = name }
            entries[name] = Entry(mode: mode, bytes: bytes, firstName: first)
        }
    }

    /// Makes the directory hold exactly this.
    package func write(to directory: FilePath) throws {
        let files = FileManager.default
        for name in try directory.list() { try files.removeItem(atPath: directory.appending(name).string) }
        for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
            let path = directory.appending(name)
            if let first = entry.firstName {
                try files.linkItem(atPath: directory.appending(first).string, toPath: path.string)
                continue
            }
            if let bytes = entry.bytes {
                try path.write(bytes)
            } else {
                try files.createDirectory(atPath: path.string, withIntermediateDirectories: false)
            }
            try files.setAttributes([.posixPermissions: entry.mode], ofItemAtPath: path.string)
        }
    }

    /// The names, sorted.
    package var names: [String] { entries.keys.sorted() }

    /// The bytes of a file, `nil` where none has the name.
    package subscript(_ name: String) -> [UInt8]? { entries[name]?.bytes }
}
