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
    /// What was saved can be taken back for so many seconds.
    package static let historyTime = 7 * day
    /// The number of bytes beyond which the oldest logs are removed.
    private static let historyLength = 64 << 20
    private static let cleaned = FilePath.Component(".cleaned")

    /// Returns the logs of a document, the one that was saved last last.
    ///
    /// - Parameter time: in seconds since 1970; what was saved before does not count.
    package func savedLogs(_ identifier: CheckpointIdentifier, since time: Int) -> [SavedLog] {
        guard let parent = try? openDirectory() else { return [] }
        return files(where: identifier.isSaved).filter { $0.written.seconds >= time }.compactMap { name, _, _ in
            guard let file = try? openFile(name, in: parent, for: .reading),
                let bytes = try? CheckpointContents.bytes(of: file, at: directory.appending(name))
            else { return nil }
            guard let contents = try? CheckpointContents(bytes, of: directory.appending(name)) else { return nil }
            let base = directory.appending(CheckpointIdentifier.baseName(ofSaved: name))
            return SavedLog(contents: contents, base: base.isAbsent ? nil : base)
        }
    }

    private static func isOfHistory(_ name: FilePath.Component) -> Bool {
        // A log that ends in `.checkpoint` is an earlier program's.
        name.string.hasPrefix(saves.string)
            || [".saved", ".base", ".checkpoint"].contains { name.string.hasSuffix($0) }
    }

    /// Returns files of the history, the one that was written last last.
    private func files(
        where isWanted: (FilePath.Component) -> Bool
    ) -> [(name: FilePath.Component, length: Int, written: FileTime)] {
        ((try? PrivateDirectory.names(in: directory)) ?? []).filter(isWanted).compactMap { name in
            let status = try? FileStatus(of: directory.appending(name), followingLink: false)
            return status.map { (name, $0.size, $0.modificationTime) }
        }.sorted { ($0.written.seconds, $0.written.nanoseconds) < ($1.written.seconds, $1.written.nanoseconds) }
    }

    /// Removes logs and journals of what was saved that were last written until a time.
    ///
    /// - Parameter time: in seconds since 1970.
    /// - Returns: the number of files.
    package func removeOld(writtenUntil time: Int, dryRun: Bool = false) -> Int {
        remove(files(where: Self.isOfHistory).filter { $0.written.seconds <= time }.map(\.name), dryRun: dryRun)
    }

    private func remove(_ names: [FilePath.Component], dryRun: Bool) -> Int {
        // A process on the server may be using them, without a lock that is seen here.
        guard !FileSystem.mayHaveLocalLocks(at: directory), let parent = try? openDirectory() else { return 0 }
        return names.count { dryRun || (try? parent.remove($0)) != nil }
    }

    /// Once a day, removes what was saved more than a week ago, or is too much.
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

    /// Removes the oldest logs where all are too large.
    func removeOldest() {
        var room = Self.historyLength
        let tooMany = files(where: Self.isOfHistory).reversed().drop { file in
            room -= file.length
            return room >= 0
        }
        _ = remove(tooMany.map(\.name), dryRun: false)
    }
}
