import Glibc
package import SystemPackage

/// Excludes every other commit on one file while this value lives (invariant 9).
///
/// A commit is the check that a path still leads to the file that a save began with, and the step that publishes the
/// result: a rename, or a write at the file's end. The committing process holds this lock from before the check until
/// the file is published, whatever the purpose of its access, and whether or not it coordinates.
///
/// It locks a byte of the file itself (`OpenFile.lockByte`), so it holds for all names of the file, all users and all
/// containers of one kernel, needs no write permission, and ends with the process. Where locks may be known to this
/// machine alone (`FileSystem`), a ``LockFile`` decides. A file may be reached both ways: by a process on the server
/// and through a mount of its directory. So whoever has the byte lock waits for a lock file before it publishes, looks
/// for one again afterwards, and makes one itself to append; Tests/Model proves that this suffices.
package struct CommitLock: ~Copyable, Sendable {
    private let byteLock: CommitByteLock?
    private let lockFile: LockFile?
    private let path: FilePath
    private let deadline: ContinuousClock.Instant

    /// How many names in a directory a save examines to find leftovers; `restore` examines all.
    private static let clearingLimit = 5000

    /// How long a commit waits for another one by default.
    package static let usualTimeout = Duration.seconds(30)

    /// Waits until no other process commits on the file; `busy` if that takes longer than `timeout`.
    ///
    /// - Parameters:
    ///   - path: the path that will lead to the new bytes, without links.
    ///   - appending: whether they are to be written to the file itself.
    package init(
        on file: borrowing OpenFile, at path: FilePath, appending: Bool = false, timeout: Duration = usualTimeout
    ) throws(FileSaveError) {
        let fileSystem = try saving(FileSystem(of: file))
        let deadline = ContinuousClock.now + timeout
        var pause = Duration.microseconds(100)
        while true {
            if let lock = try Self.attempt(on: file, at: path, appending, fileSystem, deadline) {
                self = lock
                // What an earlier version left is proved by the document as it is before this commit.
                if let name = path.lastComponent, let directory = try? Directory(path.removingLastComponent()) {
                    _ = try? Leftovers.clear(TemporaryName.earlier(for: name), in: directory, provenBy: name)
                }
                return
            }
            let rest = deadline - ContinuousClock.now
            guard rest > .zero else { throw .busy(path) }
            // Two processes that collide both step back: their pauses differ, so that one of them comes first.
            _ = try saving(wait(for: [], atMost: min(rest, pause * Double.random(in: 0.5...1.5))))
            pause = min(pause * 2, .milliseconds(10))
        }
    }

    private init(
        _ byteLock: consuming CommitByteLock?, _ lockFile: consuming LockFile?, _ path: FilePath,
        _ deadline: ContinuousClock.Instant
    ) {
        self.byteLock = byteLock
        self.lockFile = lockFile
        (self.path, self.deadline) = (path, deadline)
    }

    /// `nil` if another process has it.
    private static func attempt(
        on file: borrowing OpenFile, at path: FilePath, _ appending: Bool, _ fileSystem: FileSystem,
        _ deadline: ContinuousClock.Instant
    ) throws(FileSaveError) -> CommitLock? {
        if !fileSystem.mayHaveLocalLocks {
            switch try saving(CommitByteLock.Attempt(on: file)) {
            case .acquired(let byteLock): return try withByteLock(byteLock, at: path, appending, deadline)
            case .held: return nil
            case .unsupported: break
            }
        }
        do {
            guard let lockFile = try LockFile.created(for: path) else { return nil }
            return CommitLock(nil, consume lockFile, path, deadline)
        } catch {
            // An old one that another user alone may remove blocks nobody.
            guard [EACCES, EPERM].contains(error.errno), LockFile.exists(besides: path) else {
                throw .systemCall(error)
            }
            return CommitLock(nil, nil, path, deadline)
        }
    }

    private static func withByteLock(
        _ byteLock: consuming CommitByteLock, at path: FilePath, _ appending: Bool, _ deadline: ContinuousClock.Instant
    ) throws(FileSaveError) -> CommitLock? {
        switch try LockFile.found(besides: path) {
        case .held: return nil
        case .takenOver(let lockFile): return CommitLock(consume byteLock, consume lockFile, path, deadline)
        case .free where appending:
            do {
                guard let lockFile = try LockFile.locked(for: path) else { return nil }
                return CommitLock(consume byteLock, consume lockFile, path, deadline)
            } catch {
                // Where no file can be made, others cannot be told.
                guard [EACCES, EPERM, EROFS].contains(error.errno) || error.saysNoLocks else {
                    throw .systemCall(error)
                }
                return CommitLock(consume byteLock, nil, path, deadline)
            }
        case .free: return CommitLock(consume byteLock, nil, path, deadline)
        // It blocks nobody.
        case .foreign: return CommitLock(consume byteLock, nil, path, deadline)
        }
    }

    /// Whether a process that was taken for dead may still write to the file, so that only another file is safe.
    package var mayBeWrittenTo: Bool { lockFile?.mayBeWrittenTo() ?? false }

    /// Returns the lock for after a replacement: nobody else may write to the file that the path leads to now.
    package consuming func afterReplacement() -> CommitLock {
        var lockFile = lockFile
        lockFile?.noteReplacement()
        return CommitLock(byteLock, lockFile, path, deadline)
    }

    /// Whether whatever follows the document in its file is what a dead process has left, never what a stalled one is writing.
    var provesDeath: Bool { byteLock != nil && !mayBeWrittenTo }

    /// Checks, right before publishing, that no other process took this one for dead; `busy` if one did.
    package func confirm() throws(FileSaveError) {
        guard try saving(lockFile?.renew()) ?? true else { throw .busy(path) }
    }

    /// Waits, right after publishing, for a process that may still replace the file, because it knows only lock files and began
    /// before, or took this one for dead; then clears what dead saves left, so that none of them can publish any more.
    ///
    /// - Throws: `changedMeanwhile` if the path then leads neither to `file` nor to one that continues it.
    func confirmPublished(_ file: borrowing OpenFile) throws(FileSaveError) {
        // While a lock file is this process's own, nobody else has one.
        let isOwn = try saving(lockFile?.renew()) ?? false
        if mayBeWrittenTo { lockFile?.remove() }
        guard let name = path.lastComponent, byteLock != nil || !isOwn else { return }
        while !isOwn || mayBeWrittenTo {
            guard case .held = try LockFile.found(besides: path) else { break }
            guard ContinuousClock.now < deadline else { throw .changedMeanwhile(path) }
            _ = try saving(wait(for: [], atMost: .milliseconds(10)))
        }
        do throws(SystemCallError) {
            let directory = try Directory(path.removingLastComponent())
            do throws(SystemCallError) {
                try Leftovers.clear(besides: name, in: directory, limit: Self.clearingLimit)
            } catch {
                // Without the file, leftovers are all that there may be of it. After other errors, other saves can still
                // find them.
                guard error.errno != ENOENT else { throw error }
            }
            guard try !directory.names(name, file) else { return }
            guard try OpenFile(name, in: directory, for: .reading).begins(with: file) else {
                throw SystemCallError(call: "open", errno: ENOENT, path: path)
            }
        } catch {
            throw error.errno == ENOENT ? .changedMeanwhile(path) : .systemCall(error)
        }
    }
}

/// A byte lock that a process has on a file while it commits, visible to every other open file on it.
struct CommitByteLock: ~Copyable, Sendable {
    private let file: OpenFile

    /// Far beyond the end of any file, and of what other programs lock.
    private static let position = 1 << 62

    enum Attempt: ~Copyable {
        case acquired(CommitByteLock)
        case held
        /// The file system has no such locks.
        case unsupported
    }

    private init(_ file: consuming OpenFile) { self.file = file }

    deinit { try? file.unlockByte(Self.position) }
}

extension CommitByteLock.Attempt {
    /// Takes the lock unless another process has it. Each process takes its own first and then looks for others: of two
    /// that arrive together, at least one sees the other and steps back.
    init(on file: borrowing OpenFile) throws(SystemCallError) {
        do {
            self = try CommitByteLock.attempt(on: file)
        } catch {
            guard error.saysNoLocks else { throw error }
            self = .unsupported
        }
    }
}

extension CommitByteLock {
    fileprivate static func attempt(on file: borrowing OpenFile) throws(SystemCallError) -> Attempt {
        let (position, beside) = (position..<position + 1, position - 1..<position)
        guard try !file.isByteLockedElsewhere(position) else {
            // What locks more than this byte is another program's lock on the whole file.
            return try file.isByteLockedElsewhere(beside) ? .unsupported : .held
        }
        let own = try OpenFile(duplicating: file, path: file.path)
        guard try own.tryLockByte(position.lowerBound) else { return .held }
        let byteLock = CommitByteLock(own)
        return try file.isByteLockedElsewhere(position) ? .held : .acquired(byteLock)
    }
}
