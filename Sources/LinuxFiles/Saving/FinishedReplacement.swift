import Glibc
package import SystemPackage

/// A new file that is complete and on the disk, and lacks only its name.
///
/// Now is the time to read it back: the target will contain exactly these bytes. Discarding the value abandons the
/// replacement.
package struct FinishedReplacement: ~Copyable, Sendable {
    /// The path that will lead to the file.
    package let target: FilePath

    /// The path that its user knows, which may lead there through links.
    private let path: FilePath
    private let goal: AtomicReplacement.Goal
    private var temporary: TemporaryFile
    /// The file that the new one begins with, if it begins with a whole one.
    private let beginning: FileStatus?
    /// What the new file has kept of the old one's attributes.
    private let attributes: FileAttributes?

    init(
        _ path: FilePath, target: FilePath, goal: AtomicReplacement.Goal, temporary: consuming TemporaryFile,
        beginning: FileStatus?, attributes: FileAttributes?
    ) {
        self.path = path
        self.target = target
        self.goal = goal
        self.temporary = temporary
        (self.beginning, self.attributes) = (beginning, attributes)
    }

    /// The whole new file, to be read back before it counts.
    package func map() throws(FileSaveError) -> MappedFile {
        try saving(MappedFile(temporary.file, count: Int.max))
    }

    /// Returns the status of the new file; the commit does not change identity, size or modification time.
    package func status() throws(FileSaveError) -> FileStatus {
        try saving(temporary.file.status())
    }

    /// Returns the new file, for use after the commit. It shares the temporary's lock, and keeps it as long.
    package func openFile() throws(FileSaveError) -> OpenFile {
        try saving(OpenFile(duplicating: temporary.file, path: target))
    }

    /// Puts the file in its place, whatever is there now, and waits until it is on the disk.
    ///
    /// Errors: `nameTaken` for a new file whose name is in use; and `nameNotDurable`, the only one after which the new
    /// file *is* in its place.
    package consuming func commit() throws(FileSaveError) {
        switch goal {
        case .replaceExisting:
            // A crash here leaves the old file and the temporary, or the new file: each complete (invariant 2).
            try saving(temporary.directory.rename(temporary.name, to: targetName))
        case .createNew:
            do {
                // A crash here leaves the temporary alone, the file alone or, on file systems where it takes a link,
                // both names of one file; the next save clears the temporary.
                try temporary.directory.renameToFree(temporary.name, to: targetName)
            } catch {
                throw error.errno == EEXIST ? .nameTaken(target) : .systemCall(error)
            }
        }
        try synchronizeName()
    }

    /// Replaces a file that has not changed, and waits until the new one is on the disk.
    ///
    /// A file that another program put there since the caller's last check is put back (invariant 10), and so is the old
    /// one if its attributes have changed since, or if the path that the user knows leads elsewhere (invariant 13).
    ///
    /// - Parameters:
    ///   - old: the target, open.
    ///   - lock: the lock on that file.
    ///   - isUnchanged: whether the old file is as the caller checked it, under the same lock.
    /// - Throws: `changedMeanwhile` if something else was there, which has been put back; `nameNotDurable`, the only
    ///   error after which the new file *is* in its place.
    package consuming func commit(
        over old: borrowing OpenFile, under lock: borrowing CommitLock,
        ifStill isUnchanged: () throws(SystemCallError) -> Bool
    ) throws(FileSaveError) {
        // A process that finds the new file waits until it is certain to stay.
        let attempt = try saving(CommitByteLock.Attempt(on: temporary.file))
        let replaced = try saving(old.status())
        let continues = beginning?.identity == replaced.identity && beginning?.size == replaced.size
        let (newNumber, oldNumber) = (
            try saving(temporary.file.fingerprint()), try saving(continues ? 0 : old.digest())
        )
        try saving(temporary.rename(to: TemporaryName.swap(for: targetName, new: newNumber, old: oldNumber)))
        // Whoever takes this process for dead from now on removes that name.
        try lock.confirm()
        do {
            // A crash here leaves the old file and the temporary, or the new file and the old one under the temporary's name,
            // which says which of them is the new one: each complete (invariant 2).
            if try temporary.directory.exchange(temporary.name, targetName) {
                try judge(replaced.identity) { () throws(SystemCallError) in
                    guard try isUnchanged() else { return false }
                    return try hasSameAttributes(old)
                }
            } else {
                guard try hasSameAttributes(old) else { throw Displaced.byOthers }
                // A crash here leaves the old file and the temporary, or the new file (invariant 2).
                try temporary.directory.rename(temporary.name, to: targetName)
                guard try path.leads(to: temporary.file) else { throw Displaced.byOthers }
            }
        } catch let error as SystemCallError {
            // Another process has removed the name under which the new file was, after libfuse gave the old one another.
            _ = try? Leftovers.putBack(targetName, in: temporary.directory) { file throws(SystemCallError) in
                try file.begins(with: old)
            }
            throw error.errno == ENOENT ? .changedMeanwhile(target) : .systemCall(error)
        } catch {
            throw .changedMeanwhile(target)
        }
        try lock.confirmPublished(temporary.file)
        try synchronizeName()
        _ = consume attempt
    }

    private enum Displaced: Error { case byOthers }

    /// Whether the new file has the present attributes of the old one.
    private func hasSameAttributes(_ old: borrowing OpenFile) throws(SystemCallError) -> Bool {
        guard let attributes else { return true }
        return try FileAttributes(of: old) == attributes
    }

    /// Checks what was in the target's place. The file that the save began with is removed; anything else is put back.
    ///
    /// - Parameter isUnchanged: whether that file is as it was; what cannot be examined goes back.
    private func judge(_ replaced: FileIdentity, _ isUnchanged: () throws(SystemCallError) -> Bool) throws {
        let found: FileStatus?
        do {
            found = try temporary.directory.status(of: temporary.name)
        } catch {
            // What cannot be examined goes back where it was. A crash here leaves it under either name.
            _ = try? temporary.directory.exchange(temporary.name, targetName)
            throw error
        }
        // Another process that took this one for dead has cleared its swap file: whether the new file
        // is in its place, the lock says.
        guard let old = found else { return }
        let isExpected = old.identity == replaced && (try? isUnchanged()) == true
        if isExpected, (try? path.leads(to: temporary.file)) == true {
            // A crash before this, or an error, leaves the old file, which its name identifies: the next save clears
            // it.
            try? temporary.directory.remove(temporary.name)
            return
        }
        // Each exchange puts the file that came out last in the target's place. What comes out next is either the file
        // put there before, or a newer one that another program put over it; a newer one goes back next. Where the other
        // program has itself put a newer one there since, that one stays.
        var (placed, newest) = (try temporary.file.status().identity, old.identity)
        while try temporary.directory.status(of: targetName)?.identity == placed {
            // A crash here leaves the other file under either name, never removed.
            _ = try temporary.directory.exchange(temporary.name, targetName)
            guard let out = try temporary.directory.status(of: temporary.name)?.identity, out != placed else { break }
            (placed, newest) = (newest, out)
        }
        // Another program has replaced the new file, and the old one would be left.
        if isExpected, try temporary.directory.status(of: temporary.name)?.identity == replaced {
            try? temporary.directory.remove(temporary.name)
        }
        throw Displaced.byOthers
    }

    private var targetName: FilePath.Component {
        guard let name = target.lastComponent else { preconditionFailure("A target always has a name.") }
        return name
    }

    private func synchronizeName() throws(FileSaveError) {
        do {
            // A power cut before this returns may bring the old file back, whole. The checkpoint is still there.
            try temporary.directory.synchronize()
        } catch {
            throw .nameNotDurable(error)
        }
    }
}

extension FilePath {
    /// Whether the path leads where `isThere` says, with each link of it followed anew (invariant 13); false where it leads
    /// to no file that this process may examine.
    func leads(where isThere: () throws(SystemCallError) -> Bool) throws(FileSaveError) -> Bool {
        do { return try isThere() } catch {
            guard [ENOENT, ENOTDIR, ELOOP, EACCES].contains(error.errno) else { throw .systemCall(error) }
            return false
        }
    }

    /// Whether the path leads to a file, or to one that continues it.
    fileprivate func leads(to file: borrowing OpenFile) throws(FileSaveError) -> Bool {
        try leads { () throws(SystemCallError) in
            if try FileStatus(of: self).identity == file.status().identity { return true }
            return try OpenFile(reading: self).begins(with: file)
        }
    }
}
