internal import LinuxFiles
public import SystemPackage

/// Operations on a version, to be called inside the accessor of a coordinated write to the document.
extension FileVersion {
    /// Marks the version as resolved, permanently. Does nothing if it is already resolved.
    public mutating func resolve(in store: VersionStore) throws(DocumentError) {
        guard !isResolved else { return }
        var record = record
        record.isResolved = true
        try translating(of: path) { try rewrite(record) }
        store.notify(.resolved, self)
    }

    /// Removes the version and its bytes, which also resolves its conflict.
    ///
    /// - Throws: ``DocumentError/Situation/busy`` if another process has changed it since it was found, or is just replacing the document.
    public func remove(in store: VersionStore) throws(DocumentError) {
        guard try removeUnlessRenewed(in: store) else { throw DocumentError(.busy, document) }
    }

    /// Removes the version, unless another process may rely on it: it has been renewed since it was found, or its document is just being
    /// replaced.
    ///
    /// - Returns: whether it was removed.
    func removeUnlessRenewed(in store: VersionStore) throws(DocumentError) -> Bool {
        let isRemoved = try translating {
            guard let lock = try DirectoryLock(.exclusive, on: path.removingLastComponent()), try isUnchanged() else {
                return false
            }
            try erase()
            withExtendedLifetime(lock) {}
            return true
        }
        guard isRemoved else { return false }
        if !isResolved { store.notify(.resolved, self) }
        store.notify(.lost, self)
        return true
    }

    /// Removes all kept versions of a document, including those in conflict with it.
    public static func removeOtherVersionsOfItem(at path: FilePath, in store: VersionStore) throws(DocumentError) {
        for version in try otherVersionsOfItem(at: path, in: store) { try version.remove(in: store) }
    }

    /// Removes the version under the lock of its directory, which nobody shares, without notifying presenters.
    func erase() throws(DocumentError) {
        let (parent, name) = (path.removingLastComponent(), versionName)
        try translating {
            let directory = try Directory(parent)
            // A crash between the two leaves bytes without a record; a power cut may leave only the record. Neither
            // counts as a version.
            try directory.remove(name.record)
            try directory.remove(name.contents)
            try directory.synchronize()
        }
        PrivateDirectory.removeIfEmpty(parent)
    }

    /// Atomically replaces a file with the version's bytes, or creates a new file from them: the document, which
    /// thereby goes back to this version, or another file.
    ///
    /// When this returns, the file is on disk. An existing file keeps its attributes; a new one gets the mode that the
    /// document had.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - byMoving: remove the version afterwards.
    ///   - store: the store of the versions.
    public func replaceItem(
        at path: FilePath, byMoving: Bool = false, in store: VersionStore
    ) throws(DocumentError) {
        if try FileVersion.currentVersionOfItem(at: path) == nil {
            try translating(of: path) { try kept.create(path) }
        } else {
            let old = try translating { try SourceFile(path) }
            try old.checkMode(at: path)
            try translating(of: path) { try kept.replace(old, at: path) }
        }
        // A crash here leaves the version as well.
        if byMoving { try remove(in: store) }
    }

    /// Its bytes.
    package var kept: KeptBytes { KeptBytes(path: path, count: bytes, rights: record.rights) }
}
