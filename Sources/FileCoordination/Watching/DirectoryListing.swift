internal import LinuxFiles
internal import SystemPackage

/// The items inside a presented directory, at any depth: about a hundred bytes for each item plus the length of its
/// name.
///
/// Paths are relative to the presented directory, whose own path is empty, so that they stay valid if it is moved.
struct DirectoryListing: Sendable {
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

        var isDirectory: Bool { kind == .directory }
    }

    typealias Names = [FilePath.Component: Entry]

    private(set) var directories: [FilePath: Names] = [:]

    subscript(directory: FilePath) -> Names? {
        get { directories[directory] }
        set { directories[directory] = newValue }
    }

    /// Reads the present items of one directory; empty if it cannot be read. Unfinished files of atomic saves are not
    /// items.
    static func read(_ directory: FilePath) -> Names {
        var names: Names = [:]
        for name in (try? PrivateDirectory.names(in: directory)) ?? [] {
            if AtomicReplacement.isUnfinished(name) { continue }
            guard let status = try? FileStatus(of: directory.appending(name), followingLink: false) else { continue }
            names[name] = Entry(status)
        }
        return names
    }

    /// Returns the entry of one item.
    func entry(_ path: FilePath) -> Entry? {
        path.lastComponent.flatMap { directories[path.removingLastComponent()]?[$0] }
    }

    mutating func set(_ entry: Entry?, at path: FilePath) {
        guard let name = path.lastComponent else { return }
        directories[path.removingLastComponent()]?[name] = entry
    }

    /// Returns the directory and all directories inside it.
    func tree(_ directory: FilePath) -> [FilePath] { directories.keys.filter { $0.starts(with: directory) } }

    /// Moves a directory to another path, with everything inside.
    mutating func move(_ directory: FilePath, to new: FilePath) {
        for old in tree(directory) {
            guard let path = old.moved(from: directory, to: new) else { continue }
            directories[path] = directories.removeValue(forKey: old)
        }
    }

    /// Removes a directory from the listing, and returns the items inside, at any depth.
    mutating func remove(_ directory: FilePath) -> [(path: FilePath, entry: Entry)] {
        tree(directory).flatMap { inner in
            (directories.removeValue(forKey: inner) ?? [:]).map { (inner.appending($0.key), $0.value) }
        }
    }
}
