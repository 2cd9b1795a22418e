internal import LinuxFiles
internal import SystemPackage

/// The object of one lock of an access.
///
/// An item has three: its directory, which an access that removes or moves the directory locks exclusively; its name,
/// which stays the same when the file is replaced; and the file itself, which stays the same when it is moved, and
/// which other names and other programs may use. Every access takes its locks in one order, so that no two wait for
/// each other: names first, where waiting accesses are visible, so that readers cannot keep a writer out; then
/// directories, then files.
enum LockedObject: Hashable, Comparable {
    case directory(FileIdentity)
    /// A name in a directory; `position` is where its ``NameLocks`` begin.
    case name(directory: FileIdentity, position: Int)
    case file(FileIdentity)

    static func < (first: LockedObject, second: LockedObject) -> Bool { first.rank < second.rank }

    private var rank: (Int, UInt64, UInt64, Int) {
        switch self {
        case .name(let directory, let position): (0, directory.device, directory.inode, position)
        case .directory(let identity): (1, identity.device, identity.inode, 0)
        case .file(let identity): (2, identity.device, identity.inode, 0)
        }
    }
}
