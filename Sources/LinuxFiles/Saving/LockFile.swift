import CLinux
import Glibc
import SystemPackage

/// A file beside a document that only one process can create, so that the server decides who commits (invariant 9).
///
/// For file systems where locks may be known to one machine alone, and for an append in any case, so that processes behind a
/// mount see it. A process that finds a dead holder's file old by the server's own clock replaces it by its own; a holder
/// that was only slow notices before it publishes (`renew`), or finds that the name from which it publishes is gone:
/// whoever takes the lock clears such names first. What a holder that stalled in an append may still write, or cut off,
/// nobody can prevent. So whoever takes over must give the document another file before anybody appends, and until
/// somebody has, the lock file stays, and is old.
struct LockFile: ~Copyable, Sendable {
    private let directory: Directory
    private let name: FilePath.Component
    private let path: FilePath
    /// The text that only this holder has written into the file; empty if ``own`` tells.
    private let token: [UInt8]
    /// The file itself, where its lock tells others of this machine that the holder lives.
    private let own: OpenFile?
    private var isTakenOver: Bool

    /// The age in seconds at which the file is old. A holder renews it when it begins and before each step that
    /// publishes; no step takes that long.
    static let abandonedAge = 15

    /// The mode of a file whose lock tells whether its holder lives: for all users of the machine to read.
    private static let lockedMode: UInt32 = 0o444

    /// What a lock file says to a process that knows other locks.
    enum Finding: ~Copyable {
        case free, held
        /// It was abandoned, but belongs to another user, who alone may remove it.
        case foreign
        /// It was abandoned, and is this process's now.
        case takenOver(LockFile)
    }

    private init(
        _ directory: consuming Directory, besides target: FilePath, token: [UInt8] = [], own: consuming OpenFile? = nil,
        isTakenOver: Bool = false
    ) {
        self.directory = directory
        (name, path) = (TemporaryName.lock(for: target.lastComponent ?? "."), target)
        self.own = own
        (self.token, self.isTakenOver) = (token, isTakenOver)
    }

    deinit {
        // A crash before this leaves the file, which others remove when it is old, or not locked.
        guard (try? isOwn()) == true else { return }
        if isTakenOver { try? directory.makeOld(name) } else { try? directory.remove(name) }
    }

    /// Whether a process that was taken for dead may still write to the document, or cut it off.
    func mayBeWrittenTo() -> Bool { isTakenOver }

    /// Whether there is such a file beside `target`, however old.
    static func exists(besides target: FilePath) -> Bool {
        guard let name = target.lastComponent.map(TemporaryName.lock) else { return false }
        return (try? FileStatus(of: target.removingLastComponent().appending(name), followingLink: false)) != nil
    }

    /// Whether a process that knows only lock files may be saving `target`, to one that knows others.
    static func found(besides target: FilePath) throws(FileSaveError) -> Finding {
        // Most often there is none, and this is all.
        guard exists(besides: target) else { return .free }
        let directory = try saving(Directory(target.removingLastComponent()))
        do { return try examined(in: directory, besides: target) } catch {
            guard [EACCES, EPERM].contains(error.errno) else { throw .systemCall(error) }
            return .foreign
        }
    }

    /// Creates the file; `nil` if there is one already, or while another process publishes.
    ///
    /// - Throws: EACCES or EPERM if there is an old one of another user, who alone may remove it.
    static func created(for target: FilePath) throws(SystemCallError) -> LockFile? {
        let directory = try Directory(target.removingLastComponent())
        let name = TemporaryName.lock(for: target.lastComponent ?? ".")
        let token = Array(TemporaryName.randomDigits().utf8)
        let file: OpenFile
        do {
            file = try OpenFile(name, in: directory, for: .creating)
        } catch {
            guard error.errno == EEXIST else { throw error }
            switch try examined(in: directory, besides: target) {
            case .takenOver(let lockFile): return lockFile
            case .foreign: throw SystemCallError(call: "openat", errno: EACCES, path: directory.path.appending(name))
            case .free: return nil
            case .held: return nil
            }
        }
        do {
            // A crash here leaves the file, empty or not, which others take over when it is old.
            try file.write(token, at: 0)
        } catch {
            try? directory.remove(name)
            throw error
        }
        return try LockFile(directory, besides: target, token: token).clearingOthers()
    }

    /// Creates the file for an append where all processes but those behind a mount see its lock; `nil` if there is one.
    static func locked(for target: FilePath) throws(SystemCallError) -> LockFile? {
        let directory = try Directory(target.removingLastComponent())
        let name = TemporaryName.lock(for: target.lastComponent ?? ".")
        let created = try TemporaryFile.created(name, in: directory, mode: lockedMode, isLockNeeded: true)
        guard let file = consume created else { return nil }
        // The umask may have taken rights away. A crash here, or an error, leaves a file that nobody has locked.
        if try file.status().mode != lockedMode { try file.setMode(lockedMode) }
        return LockFile(directory, besides: target, own: file)
    }

    /// Renews the file; false if another process took over.
    func renew() throws(SystemCallError) -> Bool {
        guard try isOwn() else { return false }
        do {
            // A crash here leaves the file as it was, renewed or not.
            if try own?.truncate(to: 0) == nil { try OpenFile(name, in: directory, for: .updating).write(token, at: 0) }
            return true
        } catch {
            guard error.errno == ENOENT else { throw error }
            return false
        }
    }

    private func isOwn() throws(SystemCallError) -> Bool {
        if token.isEmpty {
            guard let named = try directory.status(of: name) else { return false }
            return try named.identity == own?.status().identity
        }
        do {
            return try OpenFile(name, in: directory, for: .reading).readAll() == token
        } catch {
            guard error.errno == ENOENT else { throw error }
            return false
        }
    }

    /// Notes that there is another file now, to which no process writes that was taken for dead.
    mutating func noteReplacement() { isTakenOver = false }

    /// Removes the file after the document was given another file, to which no process writes that was taken for dead.
    func remove() {
        if (try? isOwn()) == true { try? directory.remove(name) }
    }

    /// Clears what others were about to publish; `nil` while a process publishes that knows other locks.
    private consuming func clearingOthers() throws(SystemCallError) -> LockFile? {
        guard let target = path.lastComponent else { return nil }
        do {
            try Leftovers.clear(besides: target, in: directory)
        } catch {
            guard error.errno == EBUSY else { throw error }
            return nil
        }
        return self
    }

    private static func examined(
        in directory: borrowing Directory, besides target: FilePath
    ) throws(SystemCallError) -> Finding {
        do { return try examinedOnce(in: directory, besides: target) } catch {
            // It went between two steps: whoever had it may not have been the last.
            guard error.errno == ENOENT else { throw error }
            return .held
        }
    }

    private static func examinedOnce(
        in directory: borrowing Directory, besides target: FilePath
    ) throws(SystemCallError) -> Finding {
        let name = TemporaryName.lock(for: target.lastComponent ?? ".")
        guard let old = try directory.status(of: name) else { return .free }
        guard old.kind == .regular else { return .foreign }
        // The umask of a process that died may have left fewer rights.
        if old.mode & 0o222 == 0, try !FileSystem(of: directory).mayHaveLocalLocks {
            let file = try OpenFile(name, in: directory, for: .reading)
            guard try file.tryLock(.exclusive) else {
                // Whoever appends to the document that is there holds its byte lock.
                return try directory.serverTime() - old.changeTime.seconds > abandonedAge ? .foreign : .held
            }
            // A crash here leaves the file or nothing.
            if try directory.names(name, file) { try directory.remove(name) }
            return .free
        }
        guard try directory.serverTime() - old.modificationTime.seconds > abandonedAge else { return .held }
        guard let lockFile = try takenOver(old, in: directory, besides: target) else { return .held }
        return .takenOver(lockFile)
    }

    /// Replaces an old lock file by one of this process; `nil` if another process was first. A process that stalls in
    /// here may replace a younger one: its holder notices before it publishes.
    private static func takenOver(
        _ old: FileStatus, in directory: borrowing Directory, besides target: FilePath
    ) throws(SystemCallError) -> LockFile? {
        guard let targetName = target.lastComponent else { return nil }
        let (name, aside) = (TemporaryName.lock(for: targetName), TemporaryName.random(for: targetName))
        let token = Array(TemporaryName.randomDigits().utf8)
        do {
            // A crash here leaves a file that is cleared like any temporary.
            try OpenFile(aside, in: directory, for: .creating).write(token, at: 0)
            let present = try directory.status(of: name)
            guard present?.identity == old.identity, present?.modificationTime == old.modificationTime else {
                try directory.remove(aside)
                return nil
            }
            // A crash here leaves the old lock file or the new one, which others take over in turn.
            try directory.rename(aside, to: name)
        } catch {
            try? directory.remove(aside)
            throw error
        }
        return try LockFile(
            Directory(target.removingLastComponent()), besides: target, token: token, isTakenOver: true
        ).clearingOthers()
    }
}

extension Directory {
    /// Dates a file back, so that nobody waits until it is old, utimensat(2).
    fileprivate func makeOld(_ name: FilePath.Component) throws(SystemCallError) {
        let time = timespec()
        // A crash before this leaves a file that becomes old by itself.
        try systemCall("utimensat", path.appending(name)) {
            name.withPlatformString { utimensat(descriptor, $0, [time, time], AT_SYMLINK_NOFOLLOW) }
        }
    }
}
