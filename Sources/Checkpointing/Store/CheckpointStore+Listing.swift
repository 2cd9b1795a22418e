internal import LinuxFiles
public import SystemPackage

/// One checkpoint as shown in a list.
public struct CheckpointDescription: Sendable {
    /// The identifier of the checkpoint.
    public var identifier: CheckpointIdentifier
    /// The path of its file.
    public var path: FilePath
    /// Its contents.
    public var contents: CheckpointContents
    /// When it was last written, in seconds since 1970.
    public var modified: Int
    /// Its length in bytes.
    public var bytes: Int
    /// The length in bytes of the original, the copy of the document that its changes were made on; `nil` if none is kept.
    public var originalBytes: Int?
}

extension CheckpointStore {
    /// Returns the description of a checkpoint; `nil` if there is none, or it is empty.
    public func description(of identifier: CheckpointIdentifier) throws(CheckpointError) -> CheckpointDescription? {
        let path = path(of: identifier)
        guard let contents = try contents(identifier), let status = try finding(FileStatus(ifThere: path)) else {
            return nil
        }
        return description(of: identifier, contents, status)
    }

    /// Returns the description of an open checkpoint; `nil` if it is empty.
    package func description(of log: CheckpointLog) -> CheckpointDescription? {
        guard log.contents.header != nil, let status = try? FileStatus(of: log.path) else { return nil }
        return description(of: log.identifier, log.contents, status)
    }

    private func description(
        of identifier: CheckpointIdentifier, _ contents: CheckpointContents, _ status: FileStatus
    ) -> CheckpointDescription {
        let original = contents.header.map { directory.appending(identifier.originalName(ofBase: $0.base)) }
        return CheckpointDescription(
            identifier: identifier, path: path(of: identifier), contents: contents,
            modified: status.modificationTime.seconds, bytes: status.size,
            originalBytes: original.flatMap { try? FileStatus(of: $0, followingLink: false).size })
    }

    /// Returns the logs that were set aside because they could not be read to their end, and when, in seconds since
    /// 1970.
    public func logsSetAside() throws(CheckpointError) -> [(path: FilePath, since: Int)] {
        guard try openDirectory() != nil else { return [] }
        let names = try translating(PrivateDirectory.names(in: directory))
        return names.filter(CheckpointIdentifier.isAside).compactMap { name in
            let path = directory.appending(name)
            guard let status = try? FileStatus(of: path, followingLink: false) else { return nil }
            return (path, status.changeTime.seconds)
        }
    }

    /// Removes logs that were set aside until a time.
    ///
    /// - Parameter time: in seconds since 1970.
    /// - Returns: the number of files.
    package func removeLogsSetAside(until time: Int, dryRun: Bool) throws(CheckpointError) -> Int {
        guard let parent = try openDirectory() else { return 0 }
        return try logsSetAside().count { path, since in
            // Another log may have been given the name since; whoever sets one aside holds its lock.
            guard since <= time, let name = path.lastComponent,
                let file = try? openFile(name, in: parent, for: .reading), (try? file.tryLock(.exclusive)) == true,
                (try? parent.names(name, file)) == true, let status = try? file.status(),
                status.changeTime.seconds <= time
            else { return false }
            return dryRun || (try? parent.remove(name)) != nil
        }
    }

    /// Removes what dead processes have left: temporaries, lock files, checkpoints without a complete first record, and originals
    /// without a checkpoint. Repairs the index where necessary.
    ///
    /// - Returns: the number of files removed.
    @discardableResult
    public func clear() throws(CheckpointError) -> Int {
        guard try openDirectory() != nil else { return 0 }
        let names = try translating(PrivateDirectory.names(in: directory))
        var removed = 0
        var headers: [CheckpointIdentifier: CheckpointHeader] = [:]
        for name in names {
            if let identifier = CheckpointIdentifier(fileName: name) {
                headers[identifier] = header(identifier)
                // A log without a header removes itself. One that is in use or cannot be trusted is left alone.
                guard let log = try? lockedLog(identifier, until: .now), log.contents.header == nil else { continue }
                removed += 1
            } else if clearOriginal(name) {
                removed += 1
            } else if let identifier = CheckpointIdentifier(lockName: name) {
                // Whoever takes the lock removes what a dead process left.
                _ = try? lockedLog(identifier, until: .now)
                if directory.appending(name).isAbsent { removed += 1 }
            } else if (try? AtomicReplacement.clearLeftover(named: name, in: directory)) == true {
                removed += 1
            }
        }
        index.clear(keeping: headers)
        return removed
    }
}
