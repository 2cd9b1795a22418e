internal import LinuxFiles
internal import SystemPackage

/// How an access excludes others.
enum Exclusion: Sendable, Equatable {
    /// Not at all.
    case none
    /// Readers let each other in.
    case reading
    /// Writers of attributes alone let readers in.
    case writingAttributes
    case writing
    /// As `writing`; and of a folder, everything inside it.
    case writingContents
}

/// One item of an access while its turn comes: the path may lead to another file by then, and the file be elsewhere.
struct SoughtItem {
    /// Absolute; follows the item where it is moved.
    private(set) var path: FilePath
    let exclusion: Exclusion
    /// Whoever replaces an item means its path; one that is moved away meanwhile is another item.
    private let staysAtPath: Bool
    /// What the path led to when it was last looked up.
    private var found: Found?

    private struct Found {
        var identity: FileIdentity
        /// Knows where the file is when its path leads there no more.
        var lock: HeldLock?
        /// The folders inside the item.
        var folders: Set<FileIdentity> = []
    }

    init(_ path: FilePath, _ exclusion: Exclusion, staysAtPath: Bool) {
        self.path = path
        self.exclusion = exclusion
        self.staysAtPath = staysAtPath
    }

    var exists: Bool { found != nil }

    /// Looks the item up, and tells what must be locked for it.
    mutating func lookUp() throws(FileCoordinationError) -> [LockNeed] {
        guard exclusion != .none else { return [] }
        var needs: [LockNeed] = []
        do throws(SystemCallError) {
            if let name = path.lastComponent {
                let folder = path.removingLastComponent()
                let isExclusive = exclusion == .writing || exclusion == .writingContents
                if let lock = try Self.lock(on: name, in: folder) { needs.append(LockNeed(lock, isExclusive)) }
                if exclusion == .writingAttributes, let lock = try Self.lock(on: name, "/attributes", in: folder) {
                    needs.append(LockNeed(lock, true))
                }
            }
            guard let status = try Self.status(of: path) else {
                found = nil
                return needs
            }
            var found = Found(identity: status.identity)
            // A device, a pipe or a socket is not opened: that alone can change something.
            if status.kind == .regular || status.kind == .folder, let lock = try open(path, status.identity) {
                found.lock = lock
                let isExclusive = exclusion == .writing && status.kind == .regular || exclusion == .writingContents
                needs.append(LockNeed(lock, isExclusive))
            }
            if status.kind == .folder, exclusion == .writingContents {
                for folder in try Self.folders(in: path) {
                    guard let lock = try open(folder.path, folder.identity) else { continue }
                    found.folders.insert(folder.identity)
                    needs.append(LockNeed(lock, true))
                }
            }
            self.found = found
        } catch {
            throw Errno(rawValue: error.errno) == .noSuchFileOrDirectory
                ? .noSuchItem(path) : FileCoordinationError(error)
        }
        return needs
    }

    /// Whether what is locked now is still what the path leads to. If not, the path has changed, or the file has.
    mutating func isSettled() throws(FileCoordinationError) -> Bool {
        guard exclusion != .none else { return true }
        do throws(SystemCallError) {
            let now = try Self.status(of: path)
            if now?.identity == found?.identity {
                guard exclusion == .writingContents, now?.kind == .folder else { return true }
                return try Set(Self.folders(in: path).map(\.identity)).isSubset(of: found?.folders ?? [])
            }
            guard now == nil, !staysAtPath else { return false }
            // It was there, and it is not any more.
            guard let moved = try found?.lock?.file.location() else { throw Self.gone(path) }
            path = moved
            return false
        } catch {
            throw Errno(rawValue: error.errno) == .noSuchFileOrDirectory
                ? .noSuchItem(path) : FileCoordinationError(error)
        }
    }

    // MARK: Looking up

    private static func gone(_ path: FilePath) -> SystemCallError {
        SystemCallError(call: "open", errno: Errno.noSuchFileOrDirectory.rawValue, path: path)
    }

    /// The lock on a name, not taken yet; `nil` where the folder may not be read: then the file's own lock must do.
    private static func lock(
        on name: FilePath.Component, _ suffix: String = "", in folder: FilePath
    ) throws(SystemCallError) -> HeldLock? {
        do throws(SystemCallError) {
            let file = try OpenFile(reading: folder)
            let position = LockedThing.position(of: name, suffix)
            return HeldLock(.name(folder: try file.status().identity, position: position), file)
        } catch {
            guard Errno(rawValue: error.errno) == .permissionDenied else { throw error }
            return nil
        }
    }

    /// `nil` where the file may not be read and its name says enough: it is to be removed, moved or replaced.
    private func open(_ path: FilePath, _ identity: FileIdentity) throws(SystemCallError) -> HeldLock? {
        do throws(SystemCallError) {
            let file = try OpenFile(reading: path)
            return HeldLock(.file(try file.status().identity), file)
        } catch {
            guard Errno(rawValue: error.errno) == .permissionDenied, exclusion == .writingContents else { throw error }
            return nil
        }
    }

    /// The folders below a folder, at any depth; links are not followed.
    private static func folders(
        in path: FilePath
    ) throws(SystemCallError) -> [(path: FilePath, identity: FileIdentity)] {
        var found: [(path: FilePath, identity: FileIdentity)] = []
        var rest = [path]
        while let folder = rest.popLast() {
            for name in try PrivateFolder.names(in: folder) {
                let inner = folder.appending(name)
                guard let status = try? FileStatus(of: inner, followingLink: false), status.kind == .folder else {
                    continue
                }
                found.append((inner, status.identity))
                rest.append(inner)
            }
        }
        return found
    }

    private static func status(of path: FilePath) throws(SystemCallError) -> FileStatus? {
        do throws(SystemCallError) {
            return try FileStatus(of: path)
        } catch {
            switch Errno(rawValue: error.errno) {
            case .noSuchFileOrDirectory, .notDirectory: return nil
            default: throw error
            }
        }
    }
}
