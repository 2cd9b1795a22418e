internal import LinuxFiles
internal import SystemPackage

extension CheckpointStore {
    private static let day = 86_400
    /// What was saved can be taken back for so many seconds.
    package static let historyTime = 7 * day
    private static let cleaned = FilePath.Component(".cleaned")

    /// Removes logs and journals of what was saved that were last written until a time.
    ///
    /// - Parameter time: in seconds since 1970.
    /// - Returns: the number of files.
    package func removeOld(writtenUntil time: Int, dryRun: Bool = false) -> Int {
        let logs = (try? identifiers()) ?? []
        let journals = removeOldSaves(writtenUntil: time, dryRun: dryRun)
        return logs.count { identifier in
            guard let status = try? FileStatus(of: path(of: identifier), followingLink: false),
                status.modificationTime.seconds <= time
            else { return false }
            if dryRun { return true }
            // One that is in use is not old.
            guard let log = try? existingLog(identifier, until: .now) else { return false }
            return (try? log.remove()) != nil
        } + journals
    }

    /// Removes the log of what was saved of a document after a save that was interrupted at its end, unless that save is in it.
    package func removeHistory(of identifier: CheckpointIdentifier, unlessItHas saving: String?) {
        guard let log = try? history.existingLog(identifier), log.contents.saving != saving else { return }
        try? log.remove()
    }

    /// Once a day, removes logs of what was saved more than a week ago.
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
    }
}
