internal import LinuxFiles
public import SystemPackage

/// What is done with a version, inside the accessor of a coordinated write to the document.
extension FileVersion {
    /// Says that nothing is to be decided about it any more; there is no way back. Where that is so already, nothing happens.
    public mutating func resolve(in store: VersionStore) throws(DocumentError) {
        guard !isResolved else { return }
        var record = record
        record.isResolved = true
        try rewrite(record)
        store.tell(.resolved, self)
    }

    /// Removes it; its bytes are gone then. A conflict about it is resolved by that.
    public func remove(in store: VersionStore) throws(DocumentError) {
        try erase()
        if !isResolved { store.tell(.resolved, self) }
        store.tell(.lost, self)
    }

    /// Removes all versions that are kept of a document, also those in conflict with it.
    public static func removeOtherVersionsOfItem(at path: FilePath, in store: VersionStore) throws(DocumentError) {
        for version in try otherVersionsOfItem(at: path, in: store) { try version.remove(in: store) }
    }

    /// Removes it, and tells nobody.
    func erase() throws(DocumentError) {
        let parent = path.removingLastComponent()
        let name = VersionName(identifier: persistentIdentifier)
        precondition(path.lastComponent == name.contents, "The document itself is not removed as a version.")
        try translatingSystemCalls { () throws(SystemCallError) in
            let directory = try Directory(parent)
            // A crash between the two leaves bytes of which nothing is told, a power cut perhaps the record alone: neither counts.
            try directory.remove(name.record)
            try directory.remove(name.contents)
            try directory.synchronize()
        }
        PrivateDirectory.removeIfEmpty(parent)
    }

    /// Puts its bytes in the place of a file, in one step, or makes a new file of them: the document, which goes back to this
    /// version so, or another one.
    ///
    /// When this returns the file is on the disk. A file that was there keeps its attributes; a new one gets the mode that the
    /// document had.
    ///
    /// - Parameter byMoving: remove the version, which is a file of its own then.
    public func replaceItem(
        at path: FilePath, byMoving: Bool = false, in store: VersionStore
    ) throws(DocumentError) {
        if try FileVersion.currentVersionOfItem(at: path) == nil {
            try translatingSaveErrors(of: path) { () throws(FileSaveError) in try create(path) }
        } else {
            let old = try translatingSystemCalls { () throws(SystemCallError) in try OpenFile(reading: path) }
            let base = try translatingSystemCalls { () throws(SystemCallError) in try Base(old) }
            try translatingSaveErrors(of: path) { () throws(FileSaveError) in try replace(old, base, at: path) }
        }
        // A crash here leaves the version as well.
        if byMoving { try remove(in: store) }
    }

    /// Puts its bytes in the place of an open file.
    func replace(_ old: borrowing OpenFile, _ base: Base, at path: FilePath) throws(FileSaveError) {
        var new = try AtomicReplacement(replacing: path)
        try copy(into: &new)
        let finished = try new.finish(keepingAttributesOf: old)
        let lock = try CommitLock(on: old, at: finished.target)
        try base.check(finished.target)
        try finished.commit(over: old, base.status, under: lock)
    }

    /// Makes a new file of its bytes.
    func create(_ path: FilePath) throws(FileSaveError) {
        var new = try AtomicReplacement(creating: path, mode: 0o600)
        try copy(into: &new)
        try new.finish(granting: record.rights).commit()
    }

    func copy(into new: inout AtomicReplacement) throws(FileSaveError) {
        let own: OpenFile
        do throws(SystemCallError) { own = try OpenFile(reading: path) } catch { throw .systemCall(error) }
        _ = try new.copyBeginning(of: own, count: bytes, reserve: 0)
    }
}
