internal import FileCoordination
package import LinuxFiles
public import SystemPackage

/// The version that keeps a document which is about to be replaced.
package struct ReplacedVersion {
    package let version: FileVersion
    package let isNew: Bool
    private let document: SourceFile
    private let path: FilePath
    private let store: VersionStore

    /// Keeps the document, unless a version already has its bytes, so that an interrupted command can be run again.
    package init(
        keeping document: SourceFile, of path: FilePath, isConflict: Bool, reason: String, in store: VersionStore
    ) throws(DocumentError) {
        (self.document, self.path, self.store) = (document, path, store)
        let rights = try translating { try AccessRights(of: document.file) }
        let record = VersionRecord(
            of: path, document.status, rights, name: nil, isConflict: isConflict, reason: reason)
        for var known in try FileVersion.otherVersionsOfItem(at: path, in: store)
        where known.isConflict == isConflict && known.isResolved == !isConflict {
            guard try known.hasBytes(of: document.file) else { continue }
            // Rewriting the record renews its date, so that the version is not pruned at once.
            try known.rewrite(record)
            (version, isNew) = (known, false)
            return
        }
        isNew = true
        version = try .added(document.file, count: document.status.size, record, in: store)
    }

    /// Tells presenters of the version, once the document has been replaced.
    package func announce() { if isNew { store.notify(.gained, version) } }

    /// Removes a version that is not needed because the document could not be replaced. After some errors the document
    /// has been replaced, though not durably; then the version stays.
    package func drop() { if isNew, (try? document.isStill(at: path)) == true { try? version.erase() } }
}

extension FileVersion {
    /// Keeps the bytes of a file as a version of a document: when this returns, they are on disk, and presenters have
    /// been notified.
    ///
    /// Call this inside the accessor of a coordinated write to the document.
    ///
    /// - Parameters:
    ///   - path: the document; it need not exist, but its directory must.
    ///   - contents: the file with the bytes, which may be the document itself.
    ///   - byMoving: remove that file afterwards.
    ///   - name: the name shown to the user; `nil` uses the document's name.
    ///   - isConflict: whether the user has to decide between the version and the document.
    ///   - reason: why it is kept, for display to the user; must not contain anything from the document.
    ///   - store: the store of the versions.
    @discardableResult
    public static func addVersion(
        ofItemAt path: FilePath, withContentsOf contents: FilePath, byMoving: Bool = false, name: String? = nil,
        isConflict: Bool = false, reason: String = "added", in store: VersionStore
    ) throws(DocumentError) -> FileVersion {
        let document = try translating(of: path) { try path.resolvingLinks() }
        let file = try translating { try OpenFile(reading: contents) }
        let status = try translating { try file.status() }
        guard status.kind == .regular else { throw DocumentError(.notAFile(status.kind.noun), path) }
        let rights = try translating { try AccessRights(of: file) }
        let record = VersionRecord(of: document, status, rights, name: name, isConflict: isConflict, reason: reason)
        let version = try added(file, count: status.size, record, in: store)
        // A crash here leaves the file and the version.
        if byMoving { contents.removeName() }
        store.notify(.gained, version)
        return version
    }

    /// Whether the version has exactly the bytes of a file.
    package func hasBytes(of file: borrowing OpenFile) throws(DocumentError) -> Bool {
        let size = try translating { try file.status().size }
        guard size == bytes else { return false }
        return try beginsWithBytes(of: file)
    }

    /// Whether the version begins with the bytes of a file.
    package func beginsWithBytes(of file: borrowing OpenFile) throws(DocumentError) -> Bool {
        do {
            return try OpenFile(reading: path).begins(with: file)
        } catch {
            throw DocumentError(error)
        }
    }

    fileprivate static func added(
        _ contents: borrowing OpenFile, count: Int, _ record: VersionRecord, in store: VersionStore
    ) throws(DocumentError) -> FileVersion {
        let directory = store.directory(of: record.path)
        let deadline = ContinuousClock.now + CommitLock.usualTimeout
        while true {
            if let lock = try lockedDirectory(directory, store) {
                let version = try translating(of: directory) {
                    try write(contents, count: count, record, to: directory)
                }
                withExtendedLifetime(lock) {}
                return version
            }
            // Another process is clearing the directory, or has removed it since.
            guard ContinuousClock.now < deadline else { throw DocumentError(.busy, record.path) }
            _ = try translating { try wait(for: [], atMost: .milliseconds(2)) }
        }
    }

    /// Returns the document's directory, created if needed, cleared, and locked so that no other process clears it;
    /// `nil` if it was removed, or another process held the lock.
    private static func lockedDirectory(_ directory: FilePath, _ store: VersionStore) throws(DocumentError)
        -> DirectoryLock?
    {
        let isThere = try store.isTrusted(store.directory) ? try store.isTrusted(directory) : false
        if !isThere {
            try translating { try PrivateDirectory.makeDurably(directory) }
        }
        let lock: DirectoryLock
        do { lock = try DirectoryLock(directory) } catch {
            guard Errno(rawValue: error.errno) == .noSuchFileOrDirectory else { throw DocumentError(error) }
            return nil
        }
        if try translating({ () throws(SystemCallError) in try lock.file.tryLock(.exclusive) }) {
            _ = try store.clear(directory)
        }
        return try translating {
            guard try lock.file.tryLock(.shared) else { return nil }
            let named = try? FileStatus(of: directory).identity
            return try lock.file.status().identity == named ? lock : nil
        }
    }

    private static func write(
        _ contents: borrowing OpenFile, count: Int, _ record: VersionRecord, to directory: FilePath
    ) throws(FileSaveError) -> FileVersion {
        let fingerprint: [UInt8]
        do {
            fingerprint = try SourceFile.fingerprint(of: contents, size: contents.status().size)
        } catch { throw .systemCall(error) }
        var attempt = 0
        while true {
            let name = VersionName(for: fingerprint, attempt: attempt)
            let path = directory.appending(name.contents)
            do {
                var new = try AtomicReplacement(creating: path, mode: 0o600)
                _ = try new.copyBeginning(of: contents, count: count, reserve: 1 << 12)
                // A crash here, or anywhere before the record is written, leaves bytes that do not count as a version.
                try new.finish().commit()
            } catch {
                guard case .nameTaken = error else { throw error }
                attempt += 1
                continue
            }
            do {
                try record.write(to: directory.appending(name.record), replacingExisting: false)
            } catch {
                // If the record has its name, though not durably, the version exists.
                if case .nameNotDurable = error { throw error }
                path.removeName()
                throw error
            }
            return FileVersion(name, record, in: directory, bytes: count, recorded: FileTime.now.seconds)
        }
    }

    /// An open directory whose lock ends with this object.
    private final class DirectoryLock {
        let file: OpenFile

        init(_ directory: FilePath) throws(SystemCallError) { file = try OpenFile(reading: directory) }

        // Else a program that another thread just starts keeps the lock a moment longer.
        deinit { try? file.unlock() }
    }
}
