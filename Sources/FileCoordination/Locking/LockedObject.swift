internal import LinuxFiles
internal import SystemPackage

/// The object of one lock of an access.
///
/// An item has three: its directory, which an access that removes or moves the directory locks exclusively; its name,
/// which stays the same when the file is replaced; and the file itself, which stays the same when it is moved, and
/// which other names and other programs may use. Every access takes its locks in one order, so that no two wait for
/// each other: directories, then names, where waiting accesses are visible, then files.
enum LockedObject: Hashable, Comparable {
    case directory(FileIdentity)
    /// A name in a directory; `position` is where its ``NameMarks`` begin.
    case name(directory: FileIdentity, position: Int)
    case file(FileIdentity)

    static func < (first: LockedObject, second: LockedObject) -> Bool { first.rank < second.rank }

    private var rank: (Int, UInt64, UInt64, Int) {
        switch self {
        case .directory(let identity): (0, identity.device, identity.inode, 0)
        case .name(let directory, let position): (1, directory.device, directory.inode, position)
        case .file(let identity): (2, identity.device, identity.inode, 0)
        }
    }
}
