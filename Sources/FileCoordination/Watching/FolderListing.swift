internal import LinuxFiles
internal import SystemPackage

/// What is inside a presented folder, at whatever depth: about a hundred bytes for each item and the length of its name.
///
/// Paths are relative to the presented folder, whose own is empty, so that they stay right where it is moved.
struct FolderListing: Sendable {
    struct Entry: Sendable, Hashable {
        var identity: FileIdentity
        var kind: FileKind
        var size: Int
        var modificationTime: FileTime

        init(_ status: FileStatus) {
            identity = status.identity
            kind = status.kind
            size = status.size
            modificationTime = status.modificationTime
        }

        var isFolder: Bool { kind == .folder }
    }

    typealias Names = [FilePath.Component: Entry]

    private(set) var folders: [FilePath: Names] = [:]

    subscript(folder: FilePath) -> Names? {
        get { folders[folder] }
        set { folders[folder] = newValue }
    }

    /// What is in one folder now; nothing where it cannot be read. Unfinished files of atomic saves are not items.
    static func read(_ folder: FilePath) -> Names {
        var names: Names = [:]
        for name in (try? PrivateFolder.names(in: folder)) ?? [] {
            if AtomicReplacement.isUnfinished(name) { continue }
            guard let status = try? FileStatus(of: folder.appending(name), followingLink: false) else { continue }
            names[name] = Entry(status)
        }
        return names
    }

    /// The entry of one item.
    func entry(_ path: FilePath) -> Entry? {
        path.lastComponent.flatMap { folders[path.removingLastComponent()]?[$0] }
    }

    mutating func set(_ entry: Entry?, at path: FilePath) {
        guard let name = path.lastComponent else { return }
        folders[path.removingLastComponent()]?[name] = entry
    }

    /// The folder and all folders inside it.
    func tree(_ folder: FilePath) -> [FilePath] { folders.keys.filter { $0.starts(with: folder) } }

    /// Gives a folder another path, with all that is inside.
    mutating func move(_ folder: FilePath, to new: FilePath) {
        for old in tree(folder) {
            guard let path = old.moved(from: folder, to: new) else { continue }
            folders[path] = folders.removeValue(forKey: old)
        }
    }

    /// Forgets a folder, and tells what was inside, at whatever depth.
    mutating func remove(_ folder: FilePath) -> [(path: FilePath, entry: Entry)] {
        tree(folder).flatMap { inner in
            (folders.removeValue(forKey: inner) ?? [:]).map { (inner.appending($0.key), $0.value) }
        }
    }
}
