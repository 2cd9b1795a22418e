import Glibc
import SystemPackage

/// The unfinished file beside the file it is going to be, locked by the process that writes it.
///
/// Its name follows from the target's, so that the next save finds what a dead one left. The lock tells the two
/// apart: held, its writer lives; free, it is a leftover, and is cleared away (invariant 7). While it lives the
/// temporary belongs to this value alone, and its name goes when the value ends, unless a rename took the name first.
struct TemporaryFile: ~Copyable, Sendable {
    let file: OpenFile
    let folder: Folder
    let name: FilePath.Component

    /// Creates the temporary for `target`, a resolved path, and locks it; `busy` if another process is saving there.
    init(for target: FilePath, mode: UInt32) throws(FileSaveError) {
        guard let targetName = target.lastComponent else {
            throw .systemCall(SystemCallError(call: "open", errno: EISDIR, path: target))
        }
        let folder = try saving(Folder(target.removingLastComponent()))
        let name = Self.name(for: targetName)
        // Each further attempt means that another process created, cleared or finished its temporary in between.
        for _ in 1...20 {
            if let file = try Self.created(name, in: folder, mode: mode, target: target) {
                self.file = file
                self.folder = folder
                self.name = name
                return
            }
            try Self.clearLeftover(name, in: folder, target: target)
        }
        throw .busy(target)
    }

    deinit {
        // The name may be another process's by now, or already the target's; only our own is removed, and our lock,
        // still held, keeps others from replacing it in between. If this fails the next save clears it.
        if (try? folder.names(name, file)) == true { try? folder.remove(name) }
    }

    /// `.NAME.pdfco-tmp`, with NAME cut, between two characters where it is UTF-8, so that all fits into 255 bytes.
    ///
    /// Names that differ only after the cut share a temporary: one save at a time, never a mix.
    static func name(for target: FilePath.Component) -> FilePath.Component {
        let suffix = Array(suffix.utf8CString)
        var kept = target.withPlatformString { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) }
        let limit = Int(NAME_MAX) - suffix.count
        if kept.count > limit {
            let isContinuation = { (byte: CChar) in UInt8(bitPattern: byte) & 0xC0 == 0x80 }
            let cut = (limit - 3...limit).last { !isContinuation(kept[$0]) }
            kept.removeLast(kept.count - (cut ?? limit))
        }
        return FilePath.Component(platformString: [CChar(bitPattern: UInt8(ascii: "."))] + kept + suffix)!
    }

    /// Removes the temporary of a dead process, if `name` is one; false where it is none, or its process lives.
    static func clear(_ name: FilePath.Component, in path: FilePath) throws(FileSaveError) -> Bool {
        let bytes = name.string
        guard bytes.hasPrefix("."), bytes.hasSuffix(suffix) else { return false }
        let folder = try saving(Folder(path))
        do throws(FileSaveError) {
            return try clearLeftover(name, in: folder, target: path.appending(name))
        } catch {
            guard case .busy = error else { throw error }
            return false
        }
    }

    private static let suffix = ".pdfco-tmp"

    /// Creates and locks the file; nil if the name is taken, or was lost again before the lock was taken.
    private static func created(
        _ name: FilePath.Component, in folder: borrowing Folder, mode: UInt32, target: FilePath
    ) throws(FileSaveError) -> OpenFile? {
        // A crash here leaves an empty file without a lock, as does one before the lock: the next save clears it.
        guard let file = try saving(opened(name, in: folder, O_RDWR | O_CREAT | O_EXCL, mode: mode, unless: EEXIST))
        else { return nil }
        do {
            // Another process may have met the file before its lock, and cleared it away as a leftover.
            guard try file.tryLock(.exclusive) else { return nil }
            guard try folder.names(name, file) else { return nil }
            return file
        } catch {
            // Where there are no locks nobody could clear it later, so it must go now.
            if (try? folder.names(name, file)) == true { try? folder.remove(name) }
            throw .systemCall(error)
        }
    }

    /// Removes the temporary of a dead process, and returns whether there was one; `busy` if its process lives.
    @discardableResult
    private static func clearLeftover(
        _ name: FilePath.Component, in folder: borrowing Folder, target: FilePath
    ) throws(FileSaveError) -> Bool {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        guard let leftover = try saving(opened(name, in: folder, flags, unless: ENOENT)) else { return false }
        guard try saving(leftover.status().kind) == .regular else {
            throw .systemCall(SystemCallError(call: "openat", errno: EEXIST, path: leftover.path))
        }
        guard try saving(leftover.tryLock(.exclusive)) else { throw .busy(target) }
        // Its writer may have finished or cleared it since it was opened; then the name, if any, is another file's.
        guard try saving(folder.names(name, leftover)) else { return false }
        // A crash here leaves the leftover or nothing.
        try saving(folder.remove(name))
        return true
    }

    /// Opens by name; nil for the errno `unless`.
    private static func opened(
        _ name: FilePath.Component, in folder: borrowing Folder, _ flags: CInt, mode: UInt32 = 0, unless: CInt
    ) throws(SystemCallError) -> OpenFile? {
        do {
            return try OpenFile(name, in: folder, flags, mode: mode)
        } catch {
            guard error.errno == unless else { throw error }
            return nil
        }
    }
}
