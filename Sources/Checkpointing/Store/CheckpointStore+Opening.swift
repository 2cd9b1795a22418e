internal import LinuxFiles
internal import SystemPackage

/// Opening files that others must not have tampered with.
extension CheckpointStore {
    /// The open directory; `nil` where there is none.
    func openDirectory() throws(CheckpointError) -> Directory? {
        do throws(SystemCallError) {
            try PrivateDirectory.check(directory)
            return try Directory(directory)
        } catch {
            guard Errno(rawValue: error.errno) == .noSuchFileOrDirectory else { throw distrust(error) }
            return nil
        }
    }

    func checkTime(
        _ identifier: CheckpointIdentifier, until deadline: ContinuousClock.Instant
    ) throws(CheckpointError) {
        if deadline < .now { throw .timedOut(path(of: identifier)) }
    }

    func makeDirectory() throws(CheckpointError) {
        do throws(SystemCallError) { try PrivateDirectory.makeDurably(directory) } catch { throw distrust(error) }
    }

    /// Opens a checkpoint that is there and locks it; `nil` where there is none.
    func existingLog(
        _ identifier: CheckpointIdentifier, until deadline: ContinuousClock.Instant
    ) throws(CheckpointError) -> CheckpointLog? {
        while let parent = try openDirectory() {
            guard let file = try openFile(identifier.fileName, in: parent, for: .updating) else { return nil }
            if let log = try lockedLog(identifier, file, in: parent, until: deadline) { return log }
            try checkTime(identifier, until: deadline)
        }
        return nil
    }

    /// Makes an empty checkpoint and locks it; `nil` where another process was faster.
    func newLog(
        _ identifier: CheckpointIdentifier, until deadline: ContinuousClock.Instant
    ) throws(CheckpointError) -> CheckpointLog? {
        guard let parent = try openDirectory() else { return nil }
        let file: OpenFile
        do throws(SystemCallError) {
            // A crash here leaves an empty file, which counts as no checkpoint.
            file = try OpenFile(identifier.fileName, in: parent, for: .creating)
        } catch {
            guard Errno(rawValue: error.errno) == .fileExists else { throw .systemCall(error) }
            return nil
        }
        return try lockedLog(identifier, file, in: parent, until: deadline)
    }

    /// `nil` where the file lost its name while its lock was waited for: it was removed or written anew.
    private func lockedLog(
        _ identifier: CheckpointIdentifier, _ file: consuming OpenFile, in parent: consuming Directory,
        until deadline: ContinuousClock.Instant
    ) throws(CheckpointError) -> CheckpointLog? {
        let name = identifier.fileName
        try CheckpointLock.take(.exclusive, on: file, at: path(of: identifier), until: deadline)
        let isNamed: Bool
        do throws(SystemCallError) { isNamed = try parent.names(name, file) } catch { throw .systemCall(error) }
        return isNamed ? try CheckpointLog(identifier, in: parent, file) : nil
    }

    /// All bytes of a checkpoint; `nil` where it was removed or written anew while its lock was waited for.
    func lockedBytes(
        _ identifier: CheckpointIdentifier, _ file: borrowing OpenFile, in parent: borrowing Directory,
        until deadline: ContinuousClock.Instant
    ) throws(CheckpointError) -> [UInt8]? {
        let name = identifier.fileName
        try CheckpointLock.take(.shared, on: file, at: path(of: identifier), until: deadline)
        guard try translating({ () throws(SystemCallError) in try parent.names(name, file) }) else { return nil }
        return try CheckpointContents.bytes(of: file, at: path(of: identifier))
    }

    /// An open file of the directory, not locked yet; `nil` where there is none.
    func openFile(
        _ name: FilePath.Component, in parent: borrowing Directory, for use: OpenFile.Use
    ) throws(CheckpointError) -> OpenFile? {
        let path = directory.appending(name)
        let reason: CheckpointError.UntrustedReason
        do throws(SystemCallError) {
            let file = try OpenFile(name, in: parent, for: use)
            guard let distrust = CheckpointError.UntrustedReason(try file.status(), asKind: .regular) else {
                return file
            }
            reason = distrust
        } catch {
            switch Errno(rawValue: error.errno) {
            case .noSuchFileOrDirectory: return nil
            case .tooManySymbolicLinkLevels: throw .notTrusted(path, .symbolicLink)
            // Root may open what is another user's; another user meets this first. Directories and sockets cannot be opened so.
            case .permissionDenied, .isDirectory, .noSuchAddressOrDevice: throw distrust(error)
            default: throw .systemCall(error)
            }
        }
        throw .notTrusted(path, reason)
    }

    /// Why a file or directory is not this user's alone, where that is the reason of `error`.
    private func distrust(_ error: SystemCallError) -> CheckpointError {
        guard let path = error.path, path == directory || path.removingLastComponent() == directory,
            let status = try? FileStatus(of: path, followingLink: false),
            let distrust = CheckpointError.UntrustedReason(status, asKind: path == directory ? .directory : .regular)
        else { return .systemCall(error) }
        return .notTrusted(path, distrust)
    }
}
