internal import Crypto
internal import LinuxFiles
internal import SystemPackage

/// What an item was like when it was looked at, to find out later what has changed.
struct ItemState: Sendable {
    let status: FileStatus
    /// The hash of a file's contents, if it is small enough.
    private let digest: [UInt8]?
    /// Whether it was looked at so soon after its change that another change may have left the same times.
    private let isFresh: Bool
    /// Knows where the item goes.
    private let place: Place

    private final class Place: Sendable {
        let file: OpenFile

        init(_ path: FilePath) throws(SystemCallError) { file = try OpenFile(locating: path) }
    }

    /// Contents of up to 16 MiB are hashed, in some ten milliseconds; of larger files the time of modification tells.
    private static let digestLimit = 16 << 20
    /// The steps of the coarsest clocks of file systems, in seconds.
    private static let clockStep = 2

    /// - Throws: ENOENT where there is nothing.
    init(of path: FilePath) throws(SystemCallError) {
        let place = try Place(path)
        let status = try place.file.status()
        self.place = place
        self.status = status
        isFresh = status.modificationTime.seconds + Self.clockStep >= FileTime.now.seconds
        digest = status.kind == .regular && status.size <= Self.digestLimit ? Self.digest(of: path) : nil
    }

    /// `nil` where the file may not be read, or not to its end.
    private static func digest(of path: FilePath) -> [UInt8]? {
        guard let file = try? OpenFile(reading: path), let bytes = try? file.readAll() else { return nil }
        return Array(SHA256.hash(data: bytes))
    }

    /// Where the item is now; `nil` where it was removed, or went where this process does not see it.
    var location: FilePath? { (try? place.file.location()) ?? nil }

    /// Whether a look at the status alone can find nothing new.
    func isCertainly(_ later: FileStatus) -> Bool { status == later && !(isFresh && status.kind == .regular) }

    enum Difference { case none, attributes, contents }

    /// What has changed until a later look.
    ///
    /// - Parameter acrossMove: the item was moved in between, which changes the time of its status.
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
        // Whatever happens inside a directory changes its times, and replacing a file by an equal one is no change.
        guard status.kind != .directory, isSameFile, !acrossMove else { return .none }
        return status.changeTime != later.status.changeTime ? .attributes : .none
    }
}
