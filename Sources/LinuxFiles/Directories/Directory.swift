import CLinux
import Glibc
package import SystemPackage

/// An open directory in which names are created, renamed and removed.
///
/// Holding the descriptor ensures that all steps of a save happen in one directory even if it is moved meanwhile, and
/// that a directory which cannot be fsynced is detected before anything has changed.
package struct Directory: ~Copyable, Sendable {
    /// The path that the directory was opened with.
    package let path: FilePath

    let descriptor: CInt

    /// Opens a directory, open(2); ENOTDIR if it is not a directory, EACCES if it may not be read.
    package init(_ path: FilePath) throws(SystemCallError) {
        self.descriptor = try systemCall("open", path) {
            path.withPlatformString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        }
        self.path = path
    }

    deinit {
        _ = close(descriptor)
    }

    /// Whether this process may create, rename and remove names in the directory, faccessat(2).
    ///
    /// A hint for choosing a method, not a guarantee: quotas and sticky bits show only when they are hit. Any error
    /// counts as no.
    package static func isWritable(_ path: FilePath) -> Bool {
        path.withPlatformString { faccessat(AT_FDCWD, $0, W_OK | X_OK, AT_EACCESS) } == 0
    }

    /// Waits until the directory's names are on the disk, fsync(2).
    package func synchronize() throws(SystemCallError) {
        // A power cut before this returns may bring back the names as they were before; afterwards it cannot.
        try systemCall("fsync", path, interruption: .fails) { fsync(descriptor) }
    }

    /// Returns the directory's identity, fstat(2).
    func identity() throws(SystemCallError) -> FileIdentity {
        var status = stat()
        try systemCall("fstat", path) { fstat(descriptor, &status) }
        return FileStatus(status).identity
    }

    /// Returns the status of the file that a name leads to, without following links, fstatat(2); `nil` if the name is
    /// not in use.
    package func status(of name: FilePath.Component) throws(SystemCallError) -> FileStatus? {
        var status = stat()
        do {
            try systemCall("fstatat", path.appending(name)) {
                name.withPlatformString { fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }
            }
        } catch {
            guard error.errno == ENOENT else { throw error }
            return nil
        }
        return FileStatus(status)
    }

    /// Whether a name is in use, fstatat(2); any error counts as no.
    package func hasName(_ name: FilePath.Component) -> Bool { (try? status(of: name)) ?? nil != nil }

    /// Whether a name leads to exactly this open file, without following links.
    package func names(_ name: FilePath.Component, _ file: borrowing OpenFile) throws(SystemCallError) -> Bool {
        guard let status = try status(of: name) else { return false }
        return try status.identity == file.status().identity
    }

    /// Exchanges two names, renameat2(2); false, with nothing done, if the file system cannot.
    func exchange(_ first: FilePath.Component, _ second: FilePath.Component) throws(SystemCallError) -> Bool {
        let flags = CUnsignedInt(RENAME_EXCHANGE)
        do {
            // A crash here leaves the names as they were or exchanged, each with its file.
            try systemCall("renameat2", path.appending(second)) {
                first.withPlatformString { first in
                    second.withPlatformString { renameat2(descriptor, first, descriptor, $0, flags) }
                }
            }
            return true
        } catch {
            guard [EINVAL, ENOSYS, ENOTSUP].contains(error.errno) else { throw error }
            return false
        }
    }

    /// Removes a name, unlinkat(2).
    package func remove(_ name: FilePath.Component) throws(SystemCallError) {
        // A crash here leaves the name or nothing; a power cut before the next fsync of the directory may bring it
        // back.
        try systemCall("unlinkat", path.appending(name)) { name.withPlatformString { unlinkat(descriptor, $0, 0) } }
    }

    /// Renames a file, replacing any file that has the new name, renameat(2).
    package func rename(_ old: FilePath.Component, to new: FilePath.Component) throws(SystemCallError) {
        try rename(old, to: new, in: self)
    }

    /// Moves a file to a directory of the same file system, replacing any file that has its new name there, renameat(2).
    package func rename(
        _ old: FilePath.Component, to new: FilePath.Component, in other: borrowing Directory
    ) throws(SystemCallError) {
        let target = other.descriptor
        // A crash here leaves the new name with the old file or with the new one, never without one.
        try systemCall("renameat", other.path.appending(new)) {
            old.withPlatformString { old in
                new.withPlatformString { renameat(descriptor, old, target, $0) }
            }
        }
    }

    /// Renames a file to a name that is not in use, renameat2(2); EEXIST if it is.
    ///
    /// Some network file systems do not support this (EINVAL). There link(2), which never replaces a file either, adds
    /// the new name, and the caller must remove the old one.
    package func renameToFree(_ old: FilePath.Component, to new: FilePath.Component) throws(SystemCallError) {
        let flags = CUnsignedInt(RENAME_NOREPLACE)
        do {
            // A crash here leaves the old name or the new one, never both or neither.
            try systemCall("renameat2", path.appending(new)) {
                old.withPlatformString { old in
                    new.withPlatformString { renameat2(descriptor, old, descriptor, $0, flags) }
                }
            }
        } catch {
            guard [EINVAL, ENOSYS, ENOTSUP].contains(error.errno) else { throw error }
            try addName(new, to: old)
        }
    }

    /// Gives a file a second name, linkat(2); EEXIST if that name is taken.
    package func addName(_ new: FilePath.Component, to old: FilePath.Component) throws(SystemCallError) {
        // A crash here leaves the old name, or both.
        try systemCall("linkat", path.appending(new)) {
            old.withPlatformString { old in
                new.withPlatformString { linkat(descriptor, old, descriptor, $0, 0) }
            }
        }
    }

    /// Creates a symbolic link to `text`, which need not exist, symlinkat(2); EEXIST if the name is taken.
    package func addSymbolicLink(_ name: FilePath.Component, to text: String) throws(SystemCallError) {
        // A crash here leaves the link whole or not at all.
        try systemCall("symlinkat", path.appending(name)) {
            name.withPlatformString { name in text.withCString { symlinkat($0, descriptor, name) } }
        }
    }

    /// Returns the target of a symbolic link, readlinkat(2); `nil` if there is no link of this name.
    package func symbolicLink(_ name: FilePath.Component) throws(SystemCallError) -> String? {
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = name.withPlatformString { name in
            target.withUnsafeMutableBytes { bytes in
                readlinkat(descriptor, name, bytes.bindMemory(to: CChar.self).baseAddress!, bytes.count)
            }
        }
        if count >= 0 { return String(validating: target[..<count], as: UTF8.self) }
        guard [ENOENT, EINVAL].contains(errno) else {
            throw SystemCallError(call: "readlinkat", errno: errno, path: path.appending(name))
        }
        return nil
    }
}
