import Glibc
package import SystemPackage

/// A new file that is complete and on the disk, and only lacks its name.
///
/// The moment to read it back: what it says now is what the target will say. Letting the value go abandons the
/// replacement.
package struct FinishedReplacement: ~Copyable, Sendable {
    /// The path that will lead to the file.
    package let target: FilePath

    private let goal: AtomicReplacement.Goal
    private let temporary: TemporaryFile

    init(target: FilePath, goal: AtomicReplacement.Goal, temporary: consuming TemporaryFile) {
        self.target = target
        self.goal = goal
        self.temporary = temporary
    }

    /// The whole new file, to be read back before it counts.
    package func map() throws(FileSaveError) -> MappedFile {
        try saving(MappedFile(temporary.file, count: Int.max))
    }

    /// The status of the new file; identity, size and modification time stay so after the commit.
    package func status() throws(FileSaveError) -> FileStatus {
        try saving(temporary.file.status())
    }

    /// The new file, to go on with after the commit. The lock of the temporary is its lock, too, and lasts as long.
    package func openFile() throws(FileSaveError) -> OpenFile {
        try saving(OpenFile(duplicating: temporary.file, path: target))
    }

    /// Puts the file in its place and waits until that is on the disk.
    ///
    /// `check` runs as the last thing before the name changes hands, and throws to abandon; it is the place to make
    /// sure that the path still leads to the file the save began with. Errors: those of `check`; `nameTaken` for a
    /// new file whose name is in use; and `nameNotDurable`, the only one after which the new file *is* in its place.
    package consuming func commit(check: () throws(FileSaveError) -> Void = {}) throws(FileSaveError) {
        guard let name = target.lastComponent else { preconditionFailure("A target always has a name.") }
        try check()
        switch goal {
        case .replaceExisting:
            // A crash here leaves the old file and the temporary, or the new file: each complete (invariant 2).
            try saving(temporary.folder.rename(temporary.name, to: name))
        case .createNew:
            do {
                // A crash here leaves the temporary alone, the file alone or, on file systems where it takes a link,
                // both names of one file; the next save clears the temporary.
                try temporary.folder.renameToFree(temporary.name, to: name)
            } catch {
                throw error.errno == EEXIST ? .nameTaken(target) : .systemCall(error)
            }
        }
        do {
            // A power cut before this returns may bring the old file back, whole. The checkpoint is still there.
            try temporary.folder.synchronize()
        } catch {
            throw .nameNotDurable(error)
        }
    }
}
