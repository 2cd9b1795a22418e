internal import LinuxFiles
internal import SystemPackage

/// How an access excludes others.
enum Exclusion: Sendable, Equatable {
    /// Not at all.
    case none
    /// Readers do not exclude each other.
    case reading
    /// Writers of attributes only do not exclude readers.
    case writingAttributes
    case writing
    /// Like `writing`; for a directory, including everything inside it.
    case writingContents
}

/// One item of an access while it waits: its path may lead to another file by then, and the file may be elsewhere.
struct AccessTarget {
    /// The absolute path; follows the item if it is moved.
    private(set) var path: FilePath
    let exclusion: Exclusion
    /// Whether the access is to the path, as when replacing: an item that is moved away meanwhile is another item.
    private let staysAtPath: Bool
    /// The file that the path led to when it was last looked up.
    private var found: FoundFile?
    /// The package around the item, or the item itself.
    private var package: Package?

    private struct Package: Equatable {
        var path: FilePath
        var identity: FileIdentity?

        /// `nil` if the item is in no package.
        init?(of path: FilePath) throws(SystemCallError) {
            guard let root = FilePackage.root(of: path) else { return nil }
            self.path = root
            identity = try FileStatus(ifThere: root)?.identity
        }
    }

    private struct FoundFile {
        var identity: FileIdentity
        /// Finds the file when its path no longer leads there.
        var lock: HeldLock?
        /// The directories inside the item.
        var directories: Set<FileIdentity> = []
    }

    init(_ path: FilePath, _ exclusion: Exclusion, staysAtPath: Bool) {
        self.path = path
        self.exclusion = exclusion
        self.staysAtPath = staysAtPath
    }

    var exists: Bool { found != nil }

    // MARK: Looking up

    /// Looks the item up, and returns the locks it needs.
    mutating func lookUp() throws(FileCoordinationError) -> [LockNeed] {
        guard exclusion != .none else { return [] }
        do throws(SystemCallError) {
            var needs = try lookUpName(of: path)
            package = try Package(of: path)
            if let package, package.path != path { needs += try lookUp(package) }
            guard let status = try FileStatus(ifThere: path) else {
                found = nil
                return needs
            }
            var found = FoundFile(identity: status.identity)
            let hasAll = exclusion == .writingContents
            switch status.kind {
            case .regular:
                found.lock = try lock(on: path) { .file($0) }
                needs += [LockNeed(found.lock, hasAll || exclusion == .writing)]
            case .directory:
                found.lock = try lock(on: path) { .directory($0) }
                needs += [LockNeed(found.lock, hasAll || package != nil && exclusion == .writing)]
                for directory in hasAll ? try Self.directories(in: path) : [] {
                    found.directories.insert(directory.identity)
                    needs += [LockNeed(try lock(on: directory.path) { .directory($0) }, true)]
                }
            default:
                // A device, a pipe or a socket is not opened: that alone can change something.
                break
            }
            self.found = found
            return needs
        } catch {
            throw FileCoordinationError(error, of: path)
        }
    }

    /// Returns the locks on the package around the item, as for an access to the whole.
    private func lookUp(_ package: Package) throws(SystemCallError) -> [LockNeed] {
        let isWriting = exclusion == .writing || exclusion == .writingContents
        let lock = try lock(on: package.path) { .directory($0) }
        return try lookUpName(of: package.path) + [LockNeed(lock, isWriting)]
    }

    private func lookUpName(of path: FilePath) throws(SystemCallError) -> [LockNeed] {
        guard let name = path.lastComponent else { return [] }
        let directory = path.removingLastComponent()
        func lock(_ suffix: String = "") throws(SystemCallError) -> HeldLock? {
            let position = NameLocks.position(of: name, suffix)
            return try self.lock(on: directory) { .name(directory: $0, position: position) }
        }
        var needs = [
            LockNeed(try self.lock(on: directory) { .directory($0) }, false),
            LockNeed(try lock(), exclusion == .writing || exclusion == .writingContents),
        ]
        if exclusion == .writingAttributes { needs.append(LockNeed(try lock("/attributes"), true)) }
        return needs
    }

    /// Whether the locked file is still the one that the path leads to. If not, the path has changed, or the file has.
    mutating func isSettled() throws(FileCoordinationError) -> Bool {
        guard exclusion != .none else { return true }
        do throws(SystemCallError) {
            let now = try FileStatus(ifThere: path)
            if now?.identity == found?.identity {
                if let package, try Package(of: path) != package { return false }
                guard exclusion == .writingContents, now?.kind == .directory else { return true }
                return try Set(Self.directories(in: path).map(\.identity)).isSubset(of: found?.directories ?? [])
            }
            guard now == nil, !staysAtPath else { return false }
            // The item existed, and does not any more.
            guard let moved = try found?.lock?.file.location() else { throw Self.gone(path) }
            path = moved
            return false
        } catch {
            throw FileCoordinationError(error, of: path)
        }
    }

    private static func gone(_ path: FilePath) -> SystemCallError {
        SystemCallError(call: "open", errno: Errno.noSuchFileOrDirectory.rawValue, path: path)
    }

    /// Returns a lock that is not taken yet; `nil` for an unreadable item, which cannot be locked either: a directory,
    /// or a file whose name is enough because it will be removed, moved or replaced.
    private func lock(
        on path: FilePath, _ object: (FileIdentity) -> LockedObject
    ) throws(SystemCallError) -> HeldLock? {
        do {
            let file = try OpenFile(reading: path)
            return HeldLock(object(try file.status().identity), file)
        } catch {
            let isFile = path == self.path
            guard Errno(rawValue: error.errno) == .permissionDenied, !isFile || exclusion == .writingContents else {
                throw error
            }
            return nil
        }
    }

    /// Returns the directories below a directory, at any depth; links are not followed.
    private static func directories(
        in path: FilePath
    ) throws(SystemCallError) -> [(path: FilePath, identity: FileIdentity)] {
        var found: [(path: FilePath, identity: FileIdentity)] = []
        var rest = [path]
        while let directory = rest.popLast() {
            for name in try PrivateDirectory.names(in: directory) {
                let inner = directory.appending(name)
                guard let status = try? FileStatus(of: inner, followingLink: false), status.kind == .directory else {
                    continue
                }
                found.append((inner, status.identity))
                rest.append(inner)
            }
        }
        return found
    }
}
