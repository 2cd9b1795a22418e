internal import LinuxFiles
internal import SystemPackage

/// The journal of what was saved without a log: one line for each save, of all documents, the latest last. It is
/// `SECONDS IDENTIFIER NOTE`, with the time since 1970.
///
/// A line costs one write and no file of its own, and is never synchronized: losing it loses nothing but undo. A crash
/// leaves any beginning of the last line, and whatever is after it may be lost with it, so a note must show whether it is
/// whole.
extension CheckpointStore {
    static let saves = FilePath.Component("saves")
    private static let earlierSaves = FilePath.Component("saves.old")

    /// From this length in bytes on, new lines go to a new journal. Only the last of the earlier journals is kept.
    private static let journalLength = 1 << 20

    /// Notes a save. Where no directory can be made, nothing is noted.
    ///
    /// - Parameters:
    ///   - note: what was saved, on one line.
    ///   - now: in seconds since 1970.
    package func noteSave(_ identifier: CheckpointIdentifier, _ note: String, now: Int) throws(CheckpointError) {
        if isMissing { try? makeDirectory() }
        guard let parent = try openDirectory() else { return }
        let lock = try lockToAdd()
        guard let file = try openFile(Self.saves, in: parent, for: .appending) else { return }
        try translating(file.add(line: Array("\(now) \(identifier) \(note)\n".utf8)))
        _ = consume lock
        clean(now: now)
        guard let length = try? file.status().size, length > Self.journalLength else { return }
        // Of two processes, the second would replace the earlier journal with one that has just begun.
        guard (try? file.tryLock(.exclusive)) == true, (try? parent.names(Self.saves, file)) == true else { return }
        try? parent.rename(Self.saves, to: Self.earlierSaves)
    }

    /// Returns what was noted of saves, oldest first.
    ///
    /// - Parameter time: in seconds since 1970; what was saved before does not count.
    package func savesNoted(_ identifier: CheckpointIdentifier, since time: Int) throws(CheckpointError) -> [String] {
        guard let parent = try openDirectory() else { return [] }
        let lines = try lines(of: Self.earlierSaves, in: parent) + lines(of: Self.saves, in: parent)
        return lines.compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 2)
            guard parts.count == 3, let seconds = Int(parts[0]), seconds >= time, parts[1] == identifier.description
            else { return nil }
            return String(parts[2])
        }
    }

    private func lines(
        of name: FilePath.Component, in parent: borrowing Directory
    ) throws(CheckpointError) -> [Substring] {
        guard let file = try openFile(name, in: parent, for: .reading) else { return [] }
        let bytes = try finding(file.read(at: 0, count: min(file.status().size, 2 * Self.journalLength)))
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
}
