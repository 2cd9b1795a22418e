internal import LinuxFiles
internal import SystemPackage

/// What one lock of an access is on.
///
/// A file has two: its name, which goes on when the file is replaced, and the file itself, which goes on when it is moved,
/// and which other names and other programs lead to. The order is the one in which every access takes its locks, so that
/// no two wait for each other.
enum LockedThing: Hashable, Comparable {
    /// A name in a folder; `position` is where the folder's marks for it begin.
    case name(folder: FileIdentity, position: Int)
    case file(FileIdentity)

    /// The marks of a name: three bytes from a place that follows from the name. Names that share a place wait for each
    /// other needlessly, which does no harm.
    static func position(of name: FilePath.Component, _ suffix: String = "") -> Int {
        Int(truncatingIfNeeded: StableHash.of(name.string + suffix) & 0x07FF_FFFF_FFFF_FFFF) << 2
    }

    private var rank: (UInt64, UInt64, Int) {
        switch self {
        case .name(let folder, let position): (folder.device, folder.inode, position)
        case .file(let identity): (identity.device, identity.inode, -1)
        }
    }

    static func < (first: LockedThing, second: LockedThing) -> Bool { first.rank < second.rank }
}
