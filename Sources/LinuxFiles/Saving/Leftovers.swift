import Glibc
import SystemPackage

/// What processes that died while they saved a file have left beside it (invariant 7).
enum Leftovers {
    /// How many seconds a temporary is left alone that nobody writes to, where locks prove nothing. Its writer, should it live,
    /// finds its name gone and fails.
    private static let patience = 600

    /// Removes a temporary whose process is gone, and returns whether it did: never what cannot be proved to be one.
    static func clear(_ name: FilePath.Component, in directory: borrowing Directory) throws(SystemCallError) -> Bool {
        guard let status = try directory.status(of: name), status.kind == .regular else { return false }
        do throws(SystemCallError) {
            let leftover = try OpenFile(name, in: directory, for: .reading)
            guard try leftover.tryLock(.exclusive) else { return false }
            // Its writer may have finished or cleared it since it was opened; then the name, if any, is another file's.
            guard try directory.names(name, leftover) else { return false }
            if try FileSystem(of: directory).mayHaveLocalLocks {
                guard try directory.serverTime() - status.modificationTime.seconds > patience else { return false }
            }
            // A crash here leaves the leftover or nothing.
            try directory.remove(name)
            return true
        } catch {
            // Another user's, who may have made it unreadable, in a directory where only that user may remove it.
            guard [ENOENT, EACCES, EPERM].contains(error.errno) || error.saysNoLocks else { throw error }
            return false
        }
    }

    /// Clears what is left of all saves of `target`; to be called by who holds its ``CommitLock``.
    ///
    /// - Parameter limit: how many names of the directory are looked at.
    static func clear(
        besides target: FilePath.Component, in directory: borrowing Directory, limit: Int = .max
    ) throws(SystemCallError) {
        for name in try PrivateDirectory.names(in: directory.path, limit: limit) {
            switch TemporaryName.kind(of: name, for: target) {
            case .temporary:
                // A power cut may keep the old name of a file that was published, which locks hold under its new one.
                if let own = try directory.status(of: target), try directory.status(of: name)?.identity == own.identity
                {
                    // A crash here leaves one name or both.
                    try directory.remove(name)
                } else {
                    _ = try clear(name, in: directory)
                }
            case .swap(let new, let old): try settle(name, new, old, besides: target, in: directory)
            case nil: continue
            }
        }
    }

    /// Decides about a file that a save which died was exchanging for the target: the new one, which nobody was told of, goes;
    /// so does the one that was to be replaced, and one that the target begins with. Any other was put there by another program,
    /// and stays under a name that its user sees (invariant 10).
    private static func settle(
        _ name: FilePath.Component, _ new: UInt64, _ old: UInt64, besides target: FilePath.Component,
        in directory: borrowing Directory
    ) throws(SystemCallError) {
        guard let status = try directory.status(of: name), status.kind == .regular else { return }
        let file = try OpenFile(name, in: directory, for: .reading)
        // A save that lives has marked the new file, which has either name.
        guard case .taken(let mark) = try CommitMark.Attempt(on: file) else { return }
        let present = try OpenFile(target, in: directory, for: .reading)
        let isPublished = try present.fingerprint() == new
        let fingerprint = try file.fingerprint()
        if fingerprint == new, !isPublished {
            _ = try clear(name, in: directory)
            return
        }
        let isContained = try present.begins(with: file)
        if isContained || fingerprint == old {
            // A crash here leaves it or nothing.
            try directory.remove(name)
            return
        }
        _ = consume mark
        for number in 1...100 {
            do throws(SystemCallError) {
                // A crash here leaves one name or the other.
                try directory.renameToFree(name, to: visibleName(for: target, number))
                return
            } catch {
                guard error.errno == EEXIST else { throw error }
            }
        }
    }

    /// `report (kept).pdf`, then with a number.
    private static func visibleName(for target: FilePath.Component, _ number: Int) -> FilePath.Component {
        let ending = target.extension.map { ".\($0)" } ?? ""
        return FilePath.Component("\(target.stem) (kept\(number == 1 ? "" : " \(number)"))\(ending)") ?? target
    }
}

extension Directory {
    /// The time by the clock that the directory's files are dated with, in seconds since 1970.
    func serverTime() throws(SystemCallError) -> Int {
        let name = TemporaryName.random(for: "clock")
        // A crash before it is removed leaves an empty temporary.
        let probe = try OpenFile(name, in: self, for: .creating)
        let time = try probe.status().modificationTime.seconds
        try remove(name)
        return time
    }
}

extension OpenFile {
    /// A number that follows from the file's length, its head and its tail (FNV-1a).
    func fingerprint() throws(SystemCallError) -> UInt64 {
        let size = try status().size
        let window = min(size, 1 << 14)
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in try read(at: 0, count: window) + read(at: size - window, count: window) + Array("\(size)".utf8) {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return hash
    }

    /// Whether the file begins with all bytes of another one.
    fileprivate func begins(with other: borrowing OpenFile) throws(SystemCallError) -> Bool {
        let count = try other.status().size
        guard try status().size >= count else { return false }
        var offset = 0
        while offset < count {
            let part = min(count - offset, 1 << 20)
            guard try read(at: offset, count: part) == other.read(at: offset, count: part) else { return false }
            offset += part
        }
        return true
    }
}
