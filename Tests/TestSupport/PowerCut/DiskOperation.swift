/// What a system call changed, or made durable, below a directory. Files are named by numbers, which stay when names change.
package enum DiskOperation: Hashable, Sendable {
    /// A new file or directory has the name.
    case create(name: String, file: Int)
    /// Another name leads to the file.
    case link(name: String, file: Int)
    /// The file has another name; who had that before has lost it.
    case rename(from: String, to: String, file: Int)
    /// Two names of one directory have changed places; each has the other's file.
    case exchange(first: String, secondFile: Int, second: String, firstFile: Int)
    /// The name leads nowhere.
    case remove(name: String)
    case write(file: Int, offset: Int, bytes: [UInt8])
    case truncate(file: Int, length: Int)
    case setMode(file: Int, mode: UInt16)
    /// fsync(2), or fdatasync(2), which does not wait for permission bits.
    case synchronize(file: Int, dataOnly: Bool)
    /// fsync(2) of a directory: its names are durable.
    case synchronizeDirectory(name: String)

    /// Whether it changes nothing itself.
    var isSynchronization: Bool {
        switch self {
        case .synchronize, .synchronizeDirectory: true
        default: false
        }
    }

    /// Whether what `other` did is on the disk when this returns. No more is believed than POSIX promises: fsync of a new
    /// file does not make its name durable, as it does on ext4.
    func makesDurable(_ other: Self) -> Bool {
        switch (self, other) {
        case (.synchronize(let file, _), .write(let written, _, _)): file == written
        case (.synchronize(let file, _), .truncate(let cut, _)): file == cut
        case (.synchronize(let file, dataOnly: false), .setMode(let changed, _)): file == changed
        case (.synchronizeDirectory(let directory), .create(let name, _)),
            (.synchronizeDirectory(let directory), .link(let name, _)),
            (.synchronizeDirectory(let directory), .rename(_, let name, _)),
            (.synchronizeDirectory(let directory), .exchange(let name, _, _, _)),
            (.synchronizeDirectory(let directory), .remove(let name)):
            name.parentName == directory
        default: false
        }
    }
}

extension String {
    /// The path without its last component; empty for a name in the directory itself.
    var parentName: String { lastIndex(of: "/").map { String(self[..<$0]) } ?? "" }
}
