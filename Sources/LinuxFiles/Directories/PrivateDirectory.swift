import Glibc
package import SystemPackage

/// Directories that belong to one user alone.
package enum PrivateDirectory {
    /// Creates the directory for this user alone (mode 0700, whatever the umask) unless it exists; its parent must
    /// exist.
    ///
    /// EACCES if the directory belongs to another user or others have access to it, ENOTDIR if the name is anything
    /// else, even a symbolic link: in a directory where everyone may create files, another user may have taken the name
    /// first.
    package static func make(_ path: FilePath) throws(SystemCallError) {
        while try !isMade(path) {}
    }

    /// Whether the directory exists and is this user's alone; false if another process has removed it in between.
    private static func isMade(_ path: FilePath) throws(SystemCallError) -> Bool {
        var isNew = true
        do {
            // A crash here leaves the directory or nothing.
            try systemCall("mkdir", path) { path.withPlatformString { mkdir($0, 0o700) } }
        } catch {
            guard error.errno == EEXIST else { throw error }
            isNew = false
        }
        do {
            // A crash before this leaves less than 0700 if the umask removes rights of the user.
            if isNew { try systemCall("chmod", path) { path.withPlatformString { chmod($0, 0o700) } } }
            try check(path)
            return true
        } catch {
            guard error.errno == ENOENT else { throw error }
            return false
        }
    }

    /// Creates the directory like `make`, and any missing directories above it, all for this user alone; a power cut
    /// afterwards cannot remove them.
    ///
    /// If another process has just created the directory, this holds only on a file system that writes older names
    /// before anything fsynced inside, as journaling file systems do.
    package static func makeDurably(_ path: FilePath) throws(SystemCallError) {
        let parent = path.removingLastComponent()
        do {
            try check(path)
            return
        } catch {
            guard error.errno == ENOENT else { throw error }
        }
        if !parent.isEmpty, (try? FileStatus(of: parent)) == nil { try makeDurably(parent) }
        try make(path)
        try Directory(parent.isEmpty ? "." : parent).synchronize()
    }

    /// Checks that the directory belongs to this user alone; ENOENT if it does not exist.
    package static func check(_ path: FilePath) throws(SystemCallError) {
        let status = try FileStatus(of: path, followingLink: false)
        guard status.kind == .directory else { throw SystemCallError(call: "open", errno: ENOTDIR, path: path) }
        guard status.owner == geteuid(), status.mode & 0o077 == 0 else {
            throw SystemCallError(call: "open", errno: EACCES, path: path)
        }
    }

    /// Whether it is a directory of this user, not a link to one, in which the user can make files, access(2).
    package static func isOwn(_ path: FilePath) -> Bool {
        guard let status = try? FileStatus(of: path, followingLink: false) else { return false }
        return status.kind == .directory && status.owner == geteuid() && Directory.isWritable(path)
    }

    /// Removes the directory if it is empty, rmdir(2); otherwise does nothing.
    package static func removeIfEmpty(_ path: FilePath) { path.withPlatformString { _ = rmdir($0) } }

    /// Returns the names in a directory except `.` and `..`, in no particular order; readdir(3).
    package static func names(in path: FilePath) throws(SystemCallError) -> [FilePath.Component] {
        try names(in: path, limit: .max, onlyHidden: false).names
    }

    /// Returns the names in a directory like ``names(in:)``, and how many were read.
    ///
    /// - Parameters:
    ///   - limit: the most names to read.
    ///   - onlyHidden: whether names that do not begin with a full stop are left out.
    static func names(
        in path: FilePath, limit: Int, onlyHidden: Bool
    ) throws(SystemCallError) -> (names: [FilePath.Component], count: Int) {
        guard let stream = path.withPlatformString({ opendir($0) }) else {
            throw SystemCallError(call: "opendir", errno: errno, path: path)
        }
        defer { closedir(stream) }
        var names: [FilePath.Component] = []
        var count = 0
        while count < limit, let entry = readdir(stream) {
            count += 1
            if onlyHidden, entry.pointee.d_name.0 != CChar(bitPattern: UInt8(ascii: ".")) { continue }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 256) { FilePath.Component(platformString: $0) }
            }
            if let name, name.kind == .regular { names.append(name) }
        }
        return (names, count)
    }
}
