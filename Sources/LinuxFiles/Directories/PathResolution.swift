import Glibc
package import SystemPackage

extension FilePath {
    /// Returns the absolute path of the file this path leads to, without links, `.` and `..`; the file need not exist
    /// yet.
    ///
    /// A symbolic link must be followed, not replaced, and processes can agree on a document only by such a path. For a
    /// file that does not exist, the directory is resolved and must exist; a dangling link is followed to where the
    /// file would be. Uses realpath(3), path_resolution(7); ENOENT for a missing directory, ELOOP after forty links.
    ///
    /// The path of a descriptor, such as `/dev/fd/N`, stays as it is if the open file has no name (proc_pid_fd(5)).
    package func resolvingLinks() throws(SystemCallError) -> FilePath {
        var path = self
        for _ in 1...40 {
            do {
                return try path.existingRealPath()
            } catch {
                guard error.errno == ENOENT else { throw error }
            }
            if (try? FileStatus(of: path)) != nil { return path }
            guard let name = path.lastComponent, name.kind == .regular else {
                throw SystemCallError(call: "realpath", errno: ENOENT, path: self)
            }
            let parent = path.removingLastComponent()
            let directory = try (parent.isEmpty ? "." : parent).existingRealPath()
            guard let destination = try directory.appending(name).linkDestination() else {
                return directory.appending(name)
            }
            path = directory.pushing(destination)
        }
        throw SystemCallError(call: "realpath", errno: ELOOP, path: self)
    }

    /// Returns the absolute path, following links except one at its end. The file need not exist; its directory must.
    package func canonical() throws(SystemCallError) -> FilePath {
        guard let name = lastComponent, name.kind == .regular else { return try existingRealPath() }
        let parent = removingLastComponent()
        return try (parent.isEmpty ? "." : parent).existingRealPath().appending(name)
    }

    private func existingRealPath() throws(SystemCallError) -> FilePath {
        guard let resolved = withPlatformString({ realpath($0, nil) }) else {
            throw SystemCallError(call: "realpath", errno: errno, path: self)
        }
        defer { free(resolved) }
        return FilePath(platformString: resolved)
    }

    /// Returns the target of a symbolic link; nil if the path does not exist or is not a link.
    package func linkDestination() throws(SystemCallError) -> FilePath? {
        // One byte more than any target has, so that the last one stays zero and ends the string.
        var destination = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        do {
            try systemCall("readlink", self) {
                withPlatformString { path in
                    destination.withUnsafeMutableBufferPointer { readlink(path, $0.baseAddress!, $0.count - 1) }
                }
            }
        } catch {
            guard error.errno == ENOENT || error.errno == EINVAL else { throw error }
            return nil
        }
        return FilePath(platformString: destination)
    }
}
