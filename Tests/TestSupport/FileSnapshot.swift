package import SystemPackage

/// A file and its directory as they are now, to be compared with what they are later.
package struct FileSnapshot: Equatable, Sendable {
    package var bytes: [UInt8]
    package var modified: String
    package var mode: UInt32
    package var owner: [UInt32]
    package var inode: UInt64
    package var linkCount: Int
    /// The names beside the file; a temporary that was left would be among them.
    package var neighbours: [String]

    package init(of file: FilePath) throws {
        let stat = try file.stat()
        bytes = try file.readBytes()
        modified = String(describing: stat.st_mtim)
        mode = UInt32(stat.permissions.rawValue)
        owner = [UInt32(stat.userID.rawValue), UInt32(stat.groupID.rawValue)]
        inode = UInt64(stat.inode.rawValue)
        linkCount = stat.linkCount
        neighbours = try file.removingLastComponent().list()
    }
}
