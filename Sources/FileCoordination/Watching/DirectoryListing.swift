internal import LinuxFiles
internal import SystemPackage

/// What is inside a presented directory, at whatever depth: about a hundred bytes for each item and the length of its name.
///
/// Paths are relative to the presented directory, whose own is empty, so that they stay right where it is moved.
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

    /// What is in one directory now; nothing where it cannot be read. Unfinished files of atomic saves are not items.
    static func read(_ directory: FilePath) -> Names {
        var names: Names = [:]
        for name in (try? PrivateDirectory.names(in: directory)) ?? [] {
            if AtomicReplacement.isUnfinished(name) { continue }
            guard let status = try? FileStatus(of: directory.appending(name), followingLink: false) else { continue }
            names[name] = Entry(status)
        }
        return names
    }

    /// The entry of one item.
    func entry(_ path: FilePath) -> Entry? {
        path.lastComponent.flatMap { directories[path.removingLastComponent()]?[$0] }
    }

    mutating func set(_ entry: Entry?, at path: FilePath) {
        guard let name = path.lastComponent else { return }
        directories[path.removingLastComponent()]?[name] = entry
    }

    /// The directory and all directories inside it.
    func tree(_ directory: FilePath) -> [FilePath] { directories.keys.filter { $0.starts(with: directory) } }

    /// Gives a directory another path, with all that is inside.
    mutating func move(_ directory: FilePath, to new: FilePath) {
        for old in tree(directory) {
            guard let path = old.moved(from: directory, to: new) else { continue }
            directories[path] = directories.removeValue(forKey: old)
        }
    }

    /// Forgets a directory, and tells what was inside, at whatever depth.
    mutating func remove(_ directory: FilePath) -> [(path: FilePath, entry: Entry)] {
        tree(directory).flatMap { inner in
            (directories.removeValue(forKey: inner) ?? [:]).map { (inner.appending($0.key), $0.value) }
        }
    }
}
