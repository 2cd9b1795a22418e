internal import LinuxFiles
internal import SystemPackage

/// Opening files that others must not have tampered with.
extension CheckpointStore {
    /// Opens the directory; `nil` if it does not exist.
    func openDirectory() throws(CheckpointError) -> Directory? {
        do {
            try PrivateDirectory.check(directory)
            return try Directory(directory)
        } catch {
            if let distrust = distrust(error) { throw distrust }
            guard error.saysNothingIsThere else { throw .lookUpFailed(error) }
            return nil
        }
    }

    func checkTime(
        _ identifier: CheckpointIdentifier, until deadline: ContinuousClock.Instant
    ) throws(CheckpointError) {
        if deadline < .now { throw .timedOut(path(of: identifier)) }
    }

    func makeDirectory() throws(CheckpointError) {
        do { try PrivateDirectory.makeDurably(directory) } catch { throw distrust(error) ?? .systemCall(error) }
    }

    /// Opens and locks an existing checkpoint; `nil` if there is none.
    func existingLog(
        _ identifier: CheckpointIdentifier, until deadline: ContinuousClock.Instant
    ) throws(CheckpointError) -> CheckpointLog? {
        try lockedLog(identifier, creating: false, until: deadline)
    }

    /// Gives the checkpoint of a document that is gone another identifier, so that a new document at its path inherits nothing. One
    /// without unsaved changes is removed.
    ///
    /// - Returns: the new identifier, and the number of unsaved edits; `nil` if there are none.
    package func setApart(
        _ identifier: CheckpointIdentifier
    ) throws(CheckpointError) -> (identifier: CheckpointIdentifier, edits: Int)? {
        guard let log = try existingLog(identifier), log.contents.header != nil else { return nil }
        guard log.contents.editCount > 0 || log.contents.isDamaged else {
            try log.remove()
            return nil
        }
        // Nobody else gives these names while the log is locked.
        let taken = Set(try identifiers())
        var number = 1
        while taken.contains(identifier.numbered(number)) { number += 1 }
        try log.rename(to: identifier.numbered(number), isFinal: true)
        return (log.identifier, log.contents.editCount)
    }

    /// Opens and locks a checkpoint; `nil` if there is none and none is to be created, or there is no directory.
    func lockedLog(
        _ identifier: CheckpointIdentifier, creating: Bool, until deadline: ContinuousClock.Instant
    ) throws(CheckpointError) -> CheckpointLog? {
        let path = path(of: identifier)
        while let parent = try openDirectory() {
            if !creating, path.isAbsent {
                // Behind a mount, another process may just be replacing it.
                guard AtomicReplacement.isUnderWayElsewhere(at: path) else { return nil }
                try CheckpointLock.passLockFile(at: path, until: deadline)
            }
            let log =
                FileSystem.mayHaveLocalLocks(at: directory)
                ? try logBehindMount(identifier, creating, in: parent, until: deadline)
                : try logOnServer(identifier, creating, in: parent, until: deadline)
            if let log { return log }
            try checkTime(identifier, until: deadline)
        }
        return nil
    }

    /// Takes the lock of the file, whose waiters are woken, and then the lock file, which processes behind a mount see, too; `nil` if there
    /// is no file, or it was removed or rewritten while waiting.
    private func logOnServer(
        _ identifier: CheckpointIdentifier, _ creating: Bool, in parent: consuming Directory,
        until deadline: ContinuousClock.Instant
    ) throws(CheckpointError) -> CheckpointLog? {
        let (name, path) = (identifier.fileName, path(of: identifier))
        guard let file = try file(name, creating, in: parent) else { return nil }
        try CheckpointLock.take(.exclusive, on: file, at: path, until: deadline)
        let lock = try CheckpointLock.takeLockFile(on: file, at: path, until: deadline)
        let isNamed: Bool
        do { isNamed = try parent.names(name, file) } catch { throw .systemCall(error) }
        return isNamed ? try CheckpointLog(identifier, in: parent, file, lock, isIndexed: isIndexed) : nil
    }

    /// Takes the lock file first: where locks may be local, what is known of a file that was opened before it may be out of date
    /// (Tests/Model/log.pml).
    private func logBehindMount(
        _ identifier: CheckpointIdentifier, _ creating: Bool, in parent: consuming Directory,
        until deadline: ContinuousClock.Instant
    ) throws(CheckpointError) -> CheckpointLog? {
        let path = path(of: identifier)
        let lock = try CheckpointLock.takeLockFile(at: path, until: deadline)
        guard let file = try file(identifier.fileName, creating, in: parent) else { return nil }
        try CheckpointLock.take(.exclusive, on: file, at: path, until: deadline)
        let log = try CheckpointLog(identifier, in: parent, file, lock, isIndexed: isIndexed)
        // A process that took this one for dead earlier may have written the file that was opened.
        try log.confirm()
        return log
    }

    /// Opens a log, or creates an empty one; `nil` if there is none, or another process was faster.
    private func file(
        _ name: FilePath.Component, _ creating: Bool, in parent: borrowing Directory
    ) throws(CheckpointError) -> OpenFile? {
        if let file = try openFile(name, in: parent, for: .updating) { return file }
        guard creating else { return nil }
        do {
            // A crash here leaves an empty file, which counts as no checkpoint.
            return try OpenFile(name, in: parent, for: .creating)
        } catch {
            guard Errno(rawValue: error.errno) == .fileExists else { throw .systemCall(error) }
            return nil
        }
    }

    /// Returns all bytes of a checkpoint; `nil` if it was removed or rewritten while waiting for its lock.
    func lockedBytes(
        _ identifier: CheckpointIdentifier, _ file: borrowing OpenFile, in parent: borrowing Directory,
        until deadline: ContinuousClock.Instant
    ) throws(CheckpointError) -> [UInt8]? {
        let name = identifier.fileName
        try CheckpointLock.take(.shared, on: file, at: path(of: identifier), until: deadline)
        guard try translating({ () throws(SystemCallError) in try parent.names(name, file) }) else { return nil }
        return try CheckpointContents.bytes(of: file, at: path(of: identifier))
    }

    /// Opens a file in the directory without locking it; `nil` if it does not exist.
    func openFile(
        _ name: FilePath.Component, in parent: borrowing Directory, for use: OpenFile.Use
    ) throws(CheckpointError) -> OpenFile? {
        let path = directory.appending(name)
        let reason: CheckpointError.UntrustedReason
        do {
            let file = try OpenFile(name, in: parent, for: use)
            guard let distrust = CheckpointError.UntrustedReason(try file.status(), asKind: .regular) else {
                return file
            }
            reason = distrust
        } catch {
            switch Errno(rawValue: error.errno) {
            case .noSuchFileOrDirectory: return nil
            case .tooManySymbolicLinkLevels: throw .notTrusted(path, .symbolicLink)
            // Root may open another user's file; other users get this error first. Directories and sockets cannot be
            // opened in this way.
            case .permissionDenied, .isDirectory, .noSuchAddressOrDevice:
                if let distrust = distrust(error) { throw distrust }
            default: break
            }
            throw use == .appending ? .systemCall(error) : .lookUpFailed(error)
        }
        throw .notTrusted(path, reason)
    }

    /// Returns why a file or directory is not this user's alone, if that is the reason for `error`.
    private func distrust(_ error: SystemCallError) -> CheckpointError? {
        guard let path = error.path, path == directory || path.removingLastComponent() == directory,
            let status = try? FileStatus(of: path, followingLink: false),
            let distrust = CheckpointError.UntrustedReason(status, asKind: path == directory ? .directory : .regular)
        else { return nil }
        return .notTrusted(path, distrust)
    }
}
