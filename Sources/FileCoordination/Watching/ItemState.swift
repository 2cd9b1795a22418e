internal import Cryptography
internal import LinuxFiles
internal import SystemPackage

/// The state of an item at one check, for finding out later what has changed.
struct ItemState: Sendable {
    let status: FileStatus
    /// The hash of a file's contents, if it is small enough.
    private let digest: [UInt8]?
    /// Whether the check came so soon after a change that another change may have left the same times.
    private let isFresh: Bool
    /// Whether the file was written while it was hashed: the hash may be of later contents than the times are.
    private let wasWritten: Bool
    /// Follows the item when it is moved.
    private let place: Place

    private final class Place: Sendable {
        let file: OpenFile

        init(_ path: FilePath) throws(SystemCallError) { file = try OpenFile(locating: path) }
    }

    /// Contents of up to 16 MiB are hashed, in some ten milliseconds; for larger files the modification time decides.
    private static let digestLimit = 16 << 20
    /// The resolution of the coarsest file system clocks, in seconds.
    private static let clockStep = 2

    /// - Throws: ENOENT if there is no such item.
    init(of path: FilePath) throws(SystemCallError) {
        let place = try Place(path)
        let status = try place.file.status()
        self.place = place
        self.status = status
        isFresh = status.modificationTime.seconds + Self.clockStep >= FileTime.now.seconds
        digest = status.kind == .regular && status.size <= Self.digestLimit ? Self.digest(of: path) : nil
        wasWritten = digest == nil ? false : try place.file.status() != status
    }

    /// `nil` if the file may not be read, or not to its end.
    private static func digest(of path: FilePath) -> [UInt8]? {
        guard let file = try? OpenFile(reading: path), let bytes = try? file.readAll() else { return nil }
        return SHA256.digest(of: bytes)
    }

    /// The item's present path; `nil` if it was removed, or moved where this process cannot see it.
    var location: FilePath? { (try? place.file.location()) ?? nil }

    /// Whether the status alone proves that nothing has changed.
    func isCertainly(_ later: FileStatus) -> Bool { status == later && !(isFresh && status.kind == .regular) }

    enum Difference { case none, attributes, contents }

    /// Returns what has changed between this and a later check.
    ///
    /// - Parameter acrossMove: whether the item was moved in between, which changes its change time.
    func difference(to later: ItemState, acrossMove: Bool) -> Difference {
        let isSameFile = status.identity == later.status.identity
        if status.kind != later.status.kind { return .contents }
        if status.kind != .directory {
            if status.size != later.status.size { return .contents }
            let isSameTime = isSameFile && status.modificationTime == later.status.modificationTime
            if let digest, let laterDigest = later.digest {
                if digest != laterDigest { return .contents }
            } else if !isSameTime {
                return .contents
            }
        }
        if status.mode != later.status.mode || status.owner != later.status.owner || status.group != later.status.group
        {
            return .attributes
        }
        // Any change inside a directory changes its times, replacing a file by an equal one is no change, and a write
        // that the hash has seen has been reported.
        guard status.kind != .directory, isSameFile, !acrossMove, !wasWritten else { return .none }
        return status.changeTime != later.status.changeTime ? .attributes : .none
    }
}
