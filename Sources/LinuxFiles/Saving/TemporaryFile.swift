import Glibc
import SystemPackage

/// The unfinished file beside its target, locked by the process that writes it.
///
/// Where all processes see its locks, its name is derived from the target's, so that the next save finds what a dead
/// one left. The lock tells the two apart: if it is held, the writer is alive; if it is free, the file is a leftover
/// and is removed (invariant 7). Everywhere else, and if that name is taken for any reason, the file has a random name.
/// The temporary belongs to this value alone, and its name is removed when the value ends, unless a rename took the
/// name first.
struct TemporaryFile: ~Copyable, Sendable {
    let file: OpenFile
    let directory: Directory
    private(set) var name: FilePath.Component

    /// Creates the temporary for `target`, a resolved path, and locks it.
    init(for target: FilePath, mode: UInt32) throws(FileSaveError) {
        guard let targetName = target.lastComponent else {
            throw .systemCall(SystemCallError(call: "open", errno: EISDIR, path: target))
        }
        let directory = try saving(Directory(target.removingLastComponent()))
        // Twice with the name that others find, the second time after clearing what has it. After the third, each further attempt
        // means that another process has drawn the same digits.
        for attempt in try saving(FileSystem(of: directory)).mayHaveLocalLocks ? 3...22 : 1...22 {
            let isFixed = attempt < 3
            let name = isFixed ? TemporaryName.fixed(for: targetName) : TemporaryName.random(for: targetName)
            if attempt == 2, (try? Leftovers.clear(name, in: directory)) != true { continue }
            do {
                guard let file = try Self.created(name, in: directory, mode: mode, isLockNeeded: isFixed) else {
                    continue
                }
                self.file = file
                self.directory = directory
                self.name = name
                return
            } catch {
                guard isFixed, error.saysNoLocks else { throw .systemCall(error) }
            }
        }
        throw .busy(target)
    }

    deinit {
        // The name may be another file's by now, or already the target's; only our own is removed, and our lock, still
        // held, keeps others from replacing it in between. If this fails the next save clears it.
        if (try? directory.names(name, file)) == true { try? directory.remove(name) }
    }

    /// Takes the name that will be exchanged with the target's.
    mutating func rename(to new: FilePath.Component) throws(SystemCallError) {
        // A crash here leaves one name or the other, both of which the next save clears.
        try directory.rename(name, to: new)
        name = new
    }

    /// Creates and locks a file; nil if the name is taken, or was lost again before the lock was taken.
    ///
    /// - Parameter isLockNeeded: whether the file must not stay where it cannot be locked: nobody could clear it later.
    static func created(
        _ name: FilePath.Component, in directory: borrowing Directory, mode: UInt32, isLockNeeded: Bool
    ) throws(SystemCallError) -> OpenFile? {
        let file: OpenFile
        do {
            // A crash here leaves an empty file that nobody has locked, as does one before the lock: the next save clears it.
            file = try OpenFile(name, in: directory, O_RDWR | O_CREAT | O_EXCL, mode: mode)
        } catch {
            guard error.errno == EEXIST else { throw error }
            return nil
        }
        do {
            // Another process may have found the file before it was locked, and removed it as a leftover.
            guard try file.tryLock(.exclusive), try directory.names(name, file) else { return nil }
            return file
        } catch {
            if error.saysNoLocks, !isLockNeeded { return file }
            if (try? directory.names(name, file)) == true { try? directory.remove(name) }
            throw error
        }
    }
}
