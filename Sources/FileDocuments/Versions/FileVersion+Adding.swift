internal import FileCoordination
package import LinuxFiles
public import SystemPackage

/// The version that keeps a document which is about to be replaced. Nobody removes it while this object lives, so that it is there until
/// the document has been replaced.
package final class ReplacedVersion {
    package private(set) var version: FileVersion
    private var isNew: Bool
    private let document: SourceFile
    private let path: FilePath
    private let store: VersionStore
    private let lock: DirectoryLock

    /// Keeps the document, unless a version already has its bytes, so that an interrupted command can be run again.
    ///
    /// - Throws: ``DocumentError/Situation/conflict`` if the document is no longer what was opened.
    package init(
        keeping document: SourceFile, of path: FilePath, as note: VersionNote, in store: VersionStore
    ) throws(DocumentError) {
        (self.document, self.path, self.store) = (document, path, store)
        let rights = try translating { try AccessRights(of: document.file) }
        let record = VersionRecord(of: path, document.status, rights, note)
        lock = try store.lockToAdd(ofItemAt: path)
        let check = { () throws(FileSaveError) in try document.check(path) }
        for var known in try FileVersion.otherVersionsOfItem(at: path, in: store) where known.record.covers(note) {
            guard try known.hasBytes(of: document.file) else { continue }
            try translating(of: path) { try check() }
            // So that it is not pruned at once. Others may renew it, too: nothing else of it changes.
            try translating { try known.renew() }
            (version, isNew) = (known, false)
            return
        }
        isNew = true
        version = try .added(document.file, count: document.status.size, record, check, in: store)
    }

    /// Keeps what is at a path, whatever it holds, before a program may change it.
    ///
    /// Call this inside the accessor of a coordinated write to the document.
    package convenience init(
        keepingItemAt path: FilePath, as note: VersionNote, in store: VersionStore
    ) throws(DocumentError) {
        guard let resolved = try FileVersion.resolved(path) else { throw DocumentError(.noSuchFile, path) }
        let document = try translating(of: path) { try SourceFile(resolved) }
        guard document.status.kind == .regular else { throw DocumentError(.notAFile(document.status.kind.noun), path) }
        try self.init(keeping: document, of: resolved, as: note, in: store)
    }

    /// Notes the file that is about to replace the document, where that goes back to earlier contents: undo replaces no other file.
    package func note(_ successor: borrowing OpenFile) throws(FileSaveError) {
        guard version.record.whyKept.isGoingBack else { return }
        var record = version.record
        do { record.successor = RecordedFile(successor, try successor.status()) } catch { throw .systemCall(error) }
        // A crash after this leaves the document, and a version that names a file without a name.
        try version.rewrite(record)
    }

    /// Tells presenters of the version, once the document has been replaced, and removes older versions whose place it takes.
    package func announce() {
        if isNew { store.notify(.gained, version) }
        store.thinOut(ofItemAt: path, besides: version, under: lock)
    }

    /// Removes a version that is not needed because the document was not replaced. After some errors the document
    /// has been replaced, though not durably; then the version stays. It also stays if another process relies on it.
    package func drop() {
        // Where times are coarse, only the bytes show that the document was not changed.
        guard isNew, (try? lock.change(to: .exclusive)) == true, (try? version.isUnchanged()) == true,
            (try? document.isStill(at: path)) == true, (try? version.hasBytes(of: OpenFile(reading: path))) == true
        else { return }
        try? version.erase()
        isNew = false
    }
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
    ///   - reason: why it is kept, for display to the user; must not contain anything from the document. `nil` says that somebody asked for
    ///     it.
    ///   - store: the store of the versions.
    @discardableResult
    public static func addVersion(
        ofItemAt path: FilePath, withContentsOf contents: FilePath, byMoving: Bool = false, name: String? = nil,
        isConflict: Bool = false, reason: String? = nil, in store: VersionStore
    ) throws(DocumentError) -> FileVersion {
        guard let document = try resolved(path) else { throw DocumentError(.noSuchFile, path) }
        let source = try translating { try SourceFile(contents) }
        let status = source.status
        guard status.kind == .regular else { throw DocumentError(.notAFile(status.kind.noun), path) }
        let rights = try translating { try AccessRights(of: source.file) }
        let note = VersionNote(.added, name: name, isConflict: isConflict, reason: reason)
        let record = VersionRecord(of: document, status, rights, note)
        let lock = try store.lockToAdd(ofItemAt: document)
        let check = { () throws(FileSaveError) in try source.check(contents) }
        let version = try added(source.file, count: status.size, record, check, in: store)
        // A crash here leaves the file and the version.
        if byMoving, (try? source.isStill(at: contents)) == true { contents.removeName() }
        store.notify(.gained, version)
        store.thinOut(ofItemAt: document, besides: version, under: lock)
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

    /// Adds a version under the lock of its directory.
    fileprivate static func added(
        _ contents: borrowing OpenFile, count: Int, _ record: VersionRecord, _ check: SourceFile.Check,
        in store: VersionStore
    ) throws(DocumentError) -> FileVersion {
        let directory = store.directory(of: record.path)
        do { return try write(contents, count: count, record, check, to: directory) } catch {
            if case .changedMeanwhile = error { throw DocumentError(error, record.path) }
            throw DocumentError(error, directory)
        }
    }

    private static func write(
        _ contents: borrowing OpenFile, count: Int, _ record: VersionRecord, _ check: SourceFile.Check,
        to directory: FilePath
    ) throws(FileSaveError) -> FileVersion {
        let fingerprint: [UInt8]
        do {
            fingerprint = try SourceFile.fingerprint(of: contents, size: contents.status().size)
        } catch { throw .systemCall(error) }
        var (attempt, taken) = (0, Set<String>())
        do { taken = Set(try PrivateDirectory.names(in: directory).compactMap(VersionName.identifier)) } catch {
            throw .systemCall(error)
        }
        while true {
            let name = VersionName(of: record.path, for: fingerprint, attempt: attempt)
            guard taken.insert(name.identifier).inserted else {
                attempt += 1
                continue
            }
            let path = directory.appending(name.contents)
            do {
                var new = try AtomicReplacement(creating: path, mode: 0o600)
                _ = try new.copyBeginning(of: contents, count: count, reserve: 1 << 12)
                // A crash here, or anywhere before the record is written, leaves bytes that do not count as a version.
                try new.finish().commit()
            } catch {
                // Another process has just added it.
                guard case .nameTaken = error else { throw error }
                continue
            }
            do {
                try check()
                let time = try record.write(to: directory.appending(name.record), replacingExisting: false)
                return FileVersion(name, record, in: directory, bytes: count, recorded: time)
            } catch {
                // If the record has its name, though not durably, the version exists.
                if case .nameNotDurable = error { throw error }
                path.removeName()
                throw error
            }
        }
    }
}
