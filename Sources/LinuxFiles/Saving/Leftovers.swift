import Glibc
import Synchronization
import SystemPackage

/// The files that processes left beside a file when they died while saving it (invariant 7).
enum Leftovers {
    /// How many seconds an idle temporary is kept where locks prove nothing. If its writer is still alive, it finds the
    /// name gone and fails.
    private static let leftoverAge = 600

    /// Removes a temporary whose process is gone, and returns whether it did; keeps anything that is not proved to be
    /// one.
    ///
    /// - Parameters:
    ///   - mayBeRemote: whether its writer may be a process whose locks are not seen here.
    ///   - target: the file whose temporary it is, if its bytes must prove that: any others stay, under a name that their user
    ///     sees.
    static func clear(
        _ name: FilePath.Component, in directory: borrowing Directory, mayBeRemote: Bool = false,
        provenBy target: FilePath.Component? = nil
    ) throws(SystemCallError) -> Bool {
        guard let status = try directory.status(of: name), status.kind == .regular else { return false }
        do {
            // A young one is not even locked: its writer, who may just be about to lock it, would leave it behind.
            let isShared = try FileSystem(of: directory).mayHaveLocalLocks
            if mayBeRemote || isShared {
                let now = try isShared ? directory.serverTime() : FileTime.now.seconds
                guard now - status.modificationTime.seconds > leftoverAge else { return false }
            }
            let leftover = try OpenFile(name, in: directory, for: .reading)
            guard try leftover.tryLock(.exclusive) else { return false }
            // Its writer may have finished or cleared it since it was opened; then the name, if any, is another file's.
            guard try directory.names(name, leftover) else { return false }
            if let target, try !isTemporary(leftover, of: OpenFile(target, in: directory, for: .reading)) {
                try show(name, besides: target, in: directory)
                return false
            }
            // A crash here leaves the leftover or nothing.
            try directory.remove(name)
            return true
        } catch {
            // It belongs to another user, who may have made it unreadable, in a directory where only that user may
            // remove it.
            guard [ENOENT, EACCES, EPERM].contains(error.errno) || error.saysNoLocks else { throw error }
            return false
        }
    }

    /// Whether a file is a beginning of the target, or the whole target with nothing after it but pdfco's increment or
    /// a beginning of that: nothing in it is lost with it.
    private static func isTemporary(
        _ file: borrowing OpenFile, of target: borrowing OpenFile
    ) throws(SystemCallError) -> Bool {
        if try target.begins(with: file) { return true }
        guard try file.begins(with: target) else { return false }
        let (base, size) = (try target.status().size, try file.status().size)
        let rest = try file.read(at: base, count: min(size - base, 96))
        let line = String(decoding: rest.first == 0x0A ? rest.dropFirst() : rest[...], as: UTF8.self)
        let opening = "%pdfco-increment 2 base=\(base) length="
        guard let length = Int(line.dropFirst(opening.count).prefix(while: \.isWholeNumber)), length < 1 << 48 else {
            return opening.hasPrefix(line)
        }
        // The line has four digits for each 64 bytes that follow it.
        let whole = "\n\(opening)\(length) blocks=\n".utf8.count + ((length + 62) / 64 + 1) * 4 + length
        return line.hasPrefix(opening) && size - base <= whole
    }

    /// Clears the leftovers of all saves of `target`; the caller must hold its ``CommitLock``. None of them can be published
    /// afterwards.
    ///
    /// - Parameter limit: how many names in the directory to examine.
    /// - Throws: EBUSY if a process that knows other locks may just be publishing; ENOENT if one was, and there is no file of
    ///   that name: it may be all that there is.
    static func clear(
        besides target: FilePath.Component, in directory: borrowing Directory, limit: Int = .max
    ) throws(SystemCallError) {
        for name in try names(in: directory, limit: limit) {
            switch TemporaryName.kind(of: name, for: target) {
            case .claimed(let isRandom):
                _ = try clear(name, in: directory, mayBeRemote: isRandom, provenBy: target)
            case .temporary(let isRandom):
                // After a power cut, a published file may still have its old name too; it is locked under the new one.
                if let own = try directory.status(of: target), try directory.status(of: name)?.identity == own.identity
                {
                    // A crash here leaves one name or both.
                    try directory.remove(name)
                } else {
                    _ = try clear(name, in: directory, mayBeRemote: isRandom)
                }
            case .swap(let new, let old):
                do { try clearSwapFile(name, new, old, besides: target, in: directory) } catch {
                    // It belongs to another user, who alone may remove it. What it might still publish nobody can prevent.
                    guard [EACCES, EPERM].contains(error.errno) else { throw error }
                }
            case nil: continue
            }
        }
    }

    /// Returns the names of leftovers in a directory, and of files that are being saved.
    ///
    /// A directory of many names is not read again for a second: a process that saves one document after another would
    /// spend more time on that than on the documents. What is left there meanwhile, a later save clears.
    private static func names(
        in directory: borrowing Directory, limit: Int
    ) throws(SystemCallError) -> [FilePath.Component] {
        let identity = try directory.identity()
        let now = ContinuousClock.now
        if let scan = lastScan.withLock({ $0 }), scan.directory == identity, scan.limit >= limit, now < scan.end {
            return scan.names
        }
        let (hidden, count) = try PrivateDirectory.names(in: directory.path, limit: limit, onlyHidden: true)
        let names = hidden.filter(TemporaryName.isOwn)
        if count >= many {
            let scan = Scan(directory: identity, names: names, limit: limit, end: now + .seconds(1))
            lastScan.withLock { $0 = scan }
        }
        return names
    }

    /// What a directory of many names had in it.
    private struct Scan {
        let directory: FileIdentity
        let names: [FilePath.Component]
        /// The most names that were read.
        let limit: Int
        let end: ContinuousClock.Instant
    }

    private static let lastScan = Mutex<Scan?>(nil)
    private static let many = 256

    /// Settles a file that a dead save was exchanging for the target. The new file, which was never reported to anyone,
    /// is removed; so are the file that was to be replaced and one that the target begins with. Any other file was put
    /// there by another program, and stays under a name that its user sees (invariant 10).
    private static func clearSwapFile(
        _ name: FilePath.Component, _ new: UInt64, _ old: UInt64, besides target: FilePath.Component,
        in directory: borrowing Directory
    ) throws(SystemCallError) {
        guard let status = try directory.status(of: name) else { return }
        // Saves make only regular files.
        guard status.kind == .regular else {
            try show(name, besides: target, in: directory)
            return
        }
        let isShared = try FileSystem(of: directory).mayHaveLocalLocks
        let file = try OpenFile(name, in: directory, for: .reading)
        // A live save has a lock on the new file, which may have either name; locks of other machines are not seen.
        var lock: CommitByteLock?
        if isShared {
            let age = try directory.serverTime() - status.modificationTime.seconds
            guard age > LockFile.abandonedAge else { throw SystemCallError(call: "rename", errno: EBUSY, path: nil) }
        } else {
            guard case .acquired(let byteLock) = try CommitByteLock.Attempt(on: file) else { return }
            lock = consume byteLock
        }
        let present = try OpenFile(target, in: directory, for: .reading)
        let isPublished = try present.fingerprint() == new
        let fingerprint = try file.fingerprint()
        if fingerprint == new, !isPublished {
            // A crash here leaves it or nothing.
            if isShared { try directory.remove(name) } else { _ = try clear(name, in: directory) }
            return
        }
        let isOld = old == 0 ? false : try file.digest() == old
        if try isOld ? true : present.begins(with: file) {
            // A crash here leaves it or nothing.
            try directory.remove(name)
            return
        }
        _ = consume lock
        try show(name, besides: target, in: directory)
    }

    /// Gives another program's file a name that its user sees, and returns that; `nil` if no such name is free.
    @discardableResult
    static func show(
        _ name: FilePath.Component, besides target: FilePath.Component, in directory: borrowing Directory
    ) throws(SystemCallError) -> FilePath.Component? {
        for number in 1...100 {
            let visible = TemporaryName.visible(for: target, number == 1 ? "kept" : "kept \(number)")
            do {
                // A crash here leaves one name or the other.
                try directory.renameToFree(name, to: visible)
                return visible
            } catch {
                guard error.errno == EEXIST else { throw error }
            }
        }
        return nil
    }

    /// Gives a file its name back where libfuse has taken it and gave it to no other (`.fuse_hidden…`).
    ///
    /// - Parameter isMeant: whether a file is the one that had the name.
    /// - Returns: whether there is a file of that name now.
    static func putBack(
        _ target: FilePath.Component, in directory: borrowing Directory,
        where isMeant: (borrowing OpenFile) throws(SystemCallError) -> Bool
    ) throws(SystemCallError) -> Bool {
        guard try directory.status(of: target) == nil else { return true }
        var hidden: [(name: FilePath.Component, size: Int)] = []
        for name in try PrivateDirectory.names(in: directory.path, limit: .max, onlyHidden: true).names
        where name.string.hasPrefix(".fuse_hidden") {
            if let status = try directory.status(of: name), status.kind == .regular {
                hidden.append((name, status.size))
            }
        }
        // If a new file continues several, the longest is the one that it was to replace.
        for (name, _) in hidden.sorted(by: { $0.size > $1.size }) {
            let file = try OpenFile(name, in: directory, for: .reading)
            if try isMeant(file) { return try publish(name, as: target, in: directory) }
        }
        return false
    }

    /// The same where the process that replaced the file died between the two steps, or another one did that this process
    /// cannot see. The old file, which everyone knows, comes before the new one, which nobody was told of.
    static func putBack(
        _ target: FilePath.Component, in directory: borrowing Directory
    ) throws(SystemCallError) -> Bool {
        for name in try PrivateDirectory.names(in: directory.path, limit: .max, onlyHidden: true).names {
            guard case .swap(let new, let old) = TemporaryName.kind(of: name, for: target) else { continue }
            let swap = try OpenFile(name, in: directory, for: .reading)
            let isBack = try putBack(target, in: directory) { file throws(SystemCallError) in
                try old == 0 ? swap.begins(with: file) : file.digest() == old
            }
            if isBack { return true }
            guard try swap.fingerprint() == new else { continue }
            return try publish(name, as: target, in: directory)
        }
        return false
    }

    private static func publish(
        _ name: FilePath.Component, as target: FilePath.Component, in directory: borrowing Directory
    ) throws(SystemCallError) -> Bool {
        do {
            // A crash here leaves one name or the other, or both names of one file.
            try directory.renameToFree(name, to: target)
        } catch {
            guard error.errno == EEXIST else { throw error }
        }
        return true
    }
}

extension Directory {
    /// Returns the time of the clock that dates the directory's files, in seconds since 1970.
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
    /// Returns a hash of the file's length, head and tail.
    func fingerprint() throws(SystemCallError) -> UInt64 {
        let size = try status().size
        let window = min(size, 1 << 14)
        let head = try read(at: 0, count: window)
        let tail = window == size ? head : try read(at: size - window, count: window)
        return StableHash.of(head + tail + Array("\(size)".utf8))
    }

    /// Returns a hash of all bytes, which is never 0.
    func digest() throws(SystemCallError) -> UInt64 {
        var hash = StableHash()
        let size = try status().size
        for offset in stride(from: 0, to: size, by: 1 << 20) {
            hash.update(try read(at: offset, count: min(size - offset, 1 << 20))[...])
        }
        return max(1, hash.value)
    }

    /// Whether the file begins with all bytes of another one.
    package func begins(with other: borrowing OpenFile) throws(SystemCallError) -> Bool {
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
