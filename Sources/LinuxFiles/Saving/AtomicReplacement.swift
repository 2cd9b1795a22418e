package import SystemPackage

/// A file that is written beside its target and takes its place in one step: the `replace` save, and every new file.
///
/// At every instant the path leads to the old file, whole, or to the new one, whole (invariant 2). The steps are
/// `init`, `copyBeginning` if the new file begins like the old one, `append`, `finish`, and then
/// `FinishedReplacement.commit`. If the save is abandoned at any step, by an error or by discarding the value, only the
/// old file is left; if the process is killed, a temporary is left as well, which the next save of the same file clears
/// (invariant 7).
package struct AtomicReplacement: ~Copyable, Sendable {
    /// Whether the name has a file now.
    enum Goal: Sendable {
        case replaceExisting, createNew
    }

    /// The path that will lead to the new file; symbolic links to an existing file are followed, so that they are kept.
    package let target: FilePath

    /// The path that its user knows, which may lead there through links.
    private let path: FilePath
    private let goal: Goal
    private let temporary: TemporaryFile
    private var length = 0
    /// The file that the new one begins with, if it begins with a whole one.
    private var beginning: FileStatus?

    /// Begins the replacement of an existing file.
    ///
    /// The temporary is readable by its user alone (mode 0600) until `finish` gives it the original's attributes.
    package init(replacing path: FilePath) throws(FileSaveError) {
        try self.init(replacingResolved: saving(path.resolvingLinks()), knownAs: path)
    }

    /// The same for a path without links. If it is a link by now, the commit finds another file there.
    ///
    /// - Parameter path: the path that its user knows; after the commit it must lead to the new file.
    package init(replacingResolved target: FilePath, knownAs path: FilePath) throws(FileSaveError) {
        try self.init(target, knownAs: path.isOfDescriptor ? target : path, .replaceExisting, mode: 0o600)
    }

    /// Begins a file that does not exist yet; the commit throws `nameTaken` if it exists by then. A symbolic link that leads
    /// nowhere is a name that is taken: whoever made it does not decide where the file goes.
    ///
    /// `mode` holds the permission bits, from which the kernel removes those in the umask(2) or in the directory's
    /// default ACL.
    package init(creating path: FilePath, mode: UInt32 = 0o666) throws(FileSaveError) {
        try self.init(saving(path.canonical()), knownAs: path, .createNew, mode: mode)
    }

    private init(_ target: FilePath, knownAs path: FilePath, _ goal: Goal, mode: UInt32) throws(FileSaveError) {
        self.temporary = try TemporaryFile(for: target, mode: mode)
        (self.target, self.path) = (target, path)
        self.goal = goal
    }

    /// Removes what a process that died while replacing `path` left beside it, as the next save does (invariant 7).
    package static func clearLeftover(of path: FilePath) throws(FileSaveError) {
        guard let name = path.lastComponent else { return }
        _ = try clearLeftover(named: TemporaryName.fixed(for: name), in: path.removingLastComponent())
    }

    /// Removes a file in a directory if its name is that of a temporary and the process that made it is gone.
    ///
    /// - Returns: whether it was removed.
    package static func clearLeftover(
        named name: FilePath.Component, in directory: FilePath
    ) throws(FileSaveError) -> Bool {
        guard TemporaryName.isTemporary(name) else { return false }
        return try saving(Leftovers.clear(name, in: Directory(directory)))
    }

    /// Removes what all processes that died while saving `path` left beside it, whatever its name; `busy` if a process
    /// is saving.
    package static func clearLeftovers(of path: FilePath) throws(FileSaveError) {
        guard let name = path.lastComponent else { return }
        let directory = try saving(Directory(path.removingLastComponent()))
        let lock = try CommitLock(on: saving(OpenFile(reading: path)), at: path, timeout: .zero)
        try saving(Leftovers.clear(besides: name, in: directory))
        _ = consume lock
    }

    /// Whether a process that knows only lock files may just be replacing the file; for a moment, there may be none.
    package static func isUnderWayElsewhere(at path: FilePath) -> Bool { LockFile.exists(besides: path) }

    /// Gives a file its name back if a process died while it replaced the file through a mount that does so in two steps.
    ///
    /// - Returns: whether there is a file at the path now.
    package static func putBack(at path: FilePath) -> Bool {
        guard let name = path.lastComponent, let directory = try? Directory(path.removingLastComponent()) else {
            return false
        }
        return (try? Leftovers.putBack(name, in: directory)) ?? false
    }

    /// Gives what is at a path, and is no file, a name that its user sees, and returns that; nothing is removed.
    package static func moveAside(_ path: FilePath) throws(FileSaveError) -> FilePath? {
        guard let name = path.lastComponent else { return nil }
        let directory = try saving(Directory(path.removingLastComponent()))
        let new = try saving(Leftovers.show(name, besides: name, in: directory))
        try saving(directory.synchronize())
        return new.map(directory.path.appending)
    }

    /// Whether a file of this name is unfinished or left over from a save.
    package static func isUnfinished(_ name: FilePath.Component) -> Bool { TemporaryName.isOwn(name) }

    /// Makes the new file begin with the first `count` bytes of an open file, by cloning if possible.
    ///
    /// If used, it must be the first step. `reserve` is the number of bytes that will be appended: room for both is
    /// checked before anything is copied (`notEnoughSpace`). `changedMeanwhile` if the original has become shorter.
    package mutating func copyBeginning(
        of original: borrowing OpenFile, count: Int, reserve: Int, progress: ((Int) -> Void)? = nil
    ) throws(FileSaveError) -> CopyMethod {
        precondition(length == 0, "A copy begins the file; it cannot follow other bytes.")
        let method = try temporary.file.copyBeginning(
            of: original, count: count, reserve: reserve, progress: progress)
        length = count
        try recordBeginning(original)
        return method
    }

    /// Like `copyBeginning`, but only by cloning; false, with nothing written, if the file system cannot clone.
    package mutating func cloneBeginning(of original: borrowing OpenFile, count: Int) throws(FileSaveError) -> Bool {
        precondition(length == 0, "A copy begins the file; it cannot follow other bytes.")
        guard try temporary.file.cloneBeginning(of: original, count: count) else { return false }
        length = count
        try recordBeginning(original)
        return true
    }

    private mutating func recordBeginning(_ original: borrowing OpenFile) throws(FileSaveError) {
        let status = try saving(original.status())
        if status.size == length { beginning = status }
    }

    /// Appends bytes, after checking that there is room for them.
    package mutating func append(_ bytes: [UInt8]) throws(FileSaveError) {
        try temporary.file.requireFreeSpace(bytes.count)
        // A crash here leaves a part of the bytes in the temporary, which the next save clears away.
        try saving(temporary.file.write(bytes, at: length))
        length += bytes.count
    }

    /// Ends the writing: gives the file the attributes of `original`, and waits until it is on the disk.
    ///
    /// The attributes come before the fsync, so that one fsync covers bytes and attributes: afterwards there is no
    /// moment when a power cut could leave the new bytes with the wrong owner or mode. Throws `attributeNotKept`.
    ///
    /// - Parameter rights: what others may do with the new bytes, if that may be less than with the original.
    package consuming func finish(
        keepingAttributesOf original: borrowing OpenFile, limitedBy rights: AccessRights? = nil
    ) throws(FileSaveError) -> FinishedReplacement {
        let attributes = try saving(FileAttributes(of: original))
        try (rights.map(attributes.limited) ?? attributes).apply(to: temporary.file)
        return try finish(attributes)
    }

    /// Ends the writing of a new file that was created for its user alone: gives it these rights, and waits until it is
    /// on the disk.
    package consuming func finish(granting rights: AccessRights) throws(FileSaveError) -> FinishedReplacement {
        try rights.apply(to: temporary.file)
        return try finish()
    }

    /// Ends the writing, with the attributes the file was created with, and waits until it is on the disk.
    package consuming func finish() throws(FileSaveError) -> FinishedReplacement { try finish(nil) }

    private consuming func finish(_ attributes: FileAttributes?) throws(FileSaveError) -> FinishedReplacement {
        // A failed fsync ends the replacement: the value is used up, so nobody can try again (invariant 6).
        // A crash here leaves the temporary, whole or not, which the next save clears away.
        try saving(temporary.file.synchronize())
        return FinishedReplacement(
            path, target: target, goal: goal, temporary: temporary,
            beginning: beginning, attributes: attributes)
    }
}
