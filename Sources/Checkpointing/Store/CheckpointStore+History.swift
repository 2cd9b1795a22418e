internal import LinuxFiles
package import SystemPackage

/// A log whose changes were saved.
package struct SavedLog {
    package let contents: CheckpointContents
    /// The private copy of the document that they were made on; `nil` if none is kept.
    package let base: FilePath?
}

/// The history: logs whose changes are in their documents, and the journal of saves without a log. Losing it loses nothing but
/// undo.
extension CheckpointStore {
    private static let day = 86_400
    /// How long what was saved can be taken back, in seconds.
    package static let historyTime = 7 * day
    /// The number of bytes beyond which the oldest logs are removed.
    private static let historyLength = 64 << 20
    private static let cleaned = FilePath.Component(".cleaned")

    /// Returns the logs of a document, in the order in which they were saved.
    ///
    /// - Parameter time: in seconds since 1970; what was saved before does not count.
    package func savedLogs(
        _ identifier: CheckpointIdentifier, since time: Int
    ) throws(CheckpointError) -> [SavedLog] {
        guard let parent = try openDirectory() else { return [] }
        var logs: [SavedLog] = []
        for (name, _, _) in try files(where: identifier.isSaved).filter({ $0.written.seconds >= time }) {
            let log = try lookingUp { () throws(CheckpointError) -> SavedLog? in
                guard let file = try openFile(name, in: parent, for: .reading) else { return nil }
                let path = directory.appending(name)
                let contents = try CheckpointContents(CheckpointContents.bytes(of: file, at: path), of: path)
                let base = directory.appending(CheckpointIdentifier.baseName(ofSaved: name))
                return SavedLog(contents: contents, base: base.isAbsent ? nil : base)
            }
            if let log { logs.append(log) }
        }
        return logs
    }

    private static func isOfHistory(_ name: FilePath.Component) -> Bool {
        // A log that ends in `.checkpoint` is an earlier program's.
        name.string.hasPrefix(saves.string)
            || [".saved", ".base", ".checkpoint"].contains { name.string.hasSuffix($0) }
    }

    private typealias HistoryFile = (name: FilePath.Component, length: Int, written: FileTime)

    /// Returns files of the history, in the order in which they were last written.
    private func files(
        where isWanted: (FilePath.Component) -> Bool
    ) throws(CheckpointError) -> [HistoryFile] {
        var found: [HistoryFile] = []
        for name in try finding(PrivateDirectory.names(in: directory)) where isWanted(name) {
            guard let status = try finding(FileStatus(ifThere: directory.appending(name))) else { continue }
            found.append((name, status.size, status.modificationTime))
        }
        return found.sorted { $0.written < $1.written }
    }

    /// Removes logs and journals of what was saved that were last written until a time.
    ///
    /// - Parameter time: in seconds since 1970.
    /// - Returns: the number of files.
    package func removeOld(writtenUntil time: Int, dryRun: Bool = false) -> Int {
        remove(dryRun: dryRun) { files in files.filter { $0.written.seconds <= time } }
    }

    /// Removes those files of the history that `choose` picks from the present ones, unless somebody is just adding to
    /// it.
    private func remove(dryRun: Bool = false, _ choose: ([HistoryFile]) -> some Sequence<HistoryFile>) -> Int {
        // A process on the server may be using them, without a lock that is seen here.
        guard !FileSystem.mayHaveLocalLocks(at: directory), let parent = try? openDirectory(),
            let lock = try? DirectoryLock(.exclusive, on: directory), let files = try? files(where: Self.isOfHistory)
        else { return 0 }
        defer { withExtendedLifetime(lock) {} }
        return choose(files).count { file in dryRun || (try? parent.remove(file.name)) != nil }
    }

    /// Returns the lock under which logs and lines are added to the history: nobody removes any meanwhile.
    func lockToAdd() throws(CheckpointError) -> DirectoryLock {
        guard let lock = try translating(DirectoryLock(.shared, on: directory, until: .now + timeout)) else {
            throw .timedOut(directory)
        }
        return lock
    }

    /// Once a day, removes what was saved more than a week ago, and the oldest logs if all together are too large.
    ///
    /// - Parameter now: in seconds since 1970.
    package func clean(now: Int) {
        let stamp = directory.appending(Self.cleaned)
        if let last = (try? FileStatus(of: stamp, followingLink: false))?.modificationTime.seconds,
            (0..<Self.day).contains(now - last)
        {
            return
        }
        guard let parent = try? openDirectory() else { return }
        try? parent.remove(Self.cleaned)
        guard (try? OpenFile(Self.cleaned, in: parent, for: .creating)) != nil else { return }
        _ = removeOld(writtenUntil: now - Self.historyTime)
        removeOldest()
    }

    /// Removes the oldest logs if all together are too large.
    func removeOldest() {
        var room = Self.historyLength
        _ = remove { files in
            files.reversed().drop { file in
                room -= file.length
                return room >= 0
            }
        }
    }
}
