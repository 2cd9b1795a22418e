import Glibc
package import SystemPackage

/// Directories that belong to one user alone.
package enum PrivateDirectory {
    /// Makes the directory if it is not there, for this user alone (mode 0700, whatever the umask); directories above it must exist.
    ///
    /// EACCES where it belongs to somebody else or others may look into it, ENOTDIR where the name leads to something else,
    /// a link included: in a directory where everybody may create files, anybody could have been first.
    package static func make(_ path: FilePath) throws(SystemCallError) {
        do {
            // A crash here leaves the directory or not.
            try systemCall("mkdir", path) { path.withPlatformString { mkdir($0, 0o700) } }
            // A crash before this leaves less than 0700, where the umask takes away rights of the user.
            try systemCall("chmod", path) { path.withPlatformString { chmod($0, 0o700) } }
        } catch {
            guard error.errno == EEXIST else { throw error }
        }
        try check(path)
    }

    /// Makes the directory as `make` does, and before it those above it that are not there, all for this user alone; a power
    /// cut afterwards cannot take them away.
    ///
    /// Of a directory that another process has made a moment ago, that is as sure as its file system writes older names before
    /// what is fsynced inside, as those with a journal do.
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

    /// Makes sure that the directory is this user's alone; ENOENT if it is not there.
    package static func check(_ path: FilePath) throws(SystemCallError) {
        let status = try FileStatus(of: path, followingLink: false)
        guard status.kind == .directory else { throw SystemCallError(call: "open", errno: ENOTDIR, path: path) }
        guard status.owner == geteuid(), status.mode & 0o077 == 0 else {
            throw SystemCallError(call: "open", errno: EACCES, path: path)
        }
    }

    /// Removes the directory if it is empty, rmdir(2); otherwise nothing happens.
    package static func removeIfEmpty(_ path: FilePath) { path.withPlatformString { _ = rmdir($0) } }

    /// The names in a directory, `.` and `..` left out, in no order; readdir(3).
    ///
    /// - Parameter limit: no more than so many are read.
    package static func names(
        in path: FilePath, limit: Int = .max
    ) throws(SystemCallError) -> [FilePath.Component] {
        guard let stream = path.withPlatformString({ opendir($0) }) else {
            throw SystemCallError(call: "opendir", errno: errno, path: path)
        }
        defer { closedir(stream) }
        var names: [FilePath.Component] = []
        while names.count < limit, let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 256) { FilePath.Component(platformString: $0) }
            }
            if let name, name.kind == .regular { names.append(name) }
        }
        return names
    }
}
