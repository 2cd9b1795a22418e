import CLinux
import Glibc
package import SystemPackage

/// A named socket that other processes of the same user connect to, unix(7).
package final class ListeningSocket: Sendable, Waitable {
    package let pollDescriptor: CInt
    /// The path that processes connect to.
    package let path: FilePath

    /// Creates the socket; only the user may connect to it (mode 0600).
    ///
    /// The socket gets its name only once it listens, so a socket that refuses connections belongs to a dead process.
    /// EEXIST if the name is taken.
    package init(at path: FilePath) throws(SystemCallError) {
        guard let name = path.lastComponent,
            let draft = FilePath.Component(".\(name.string).new")
        else { throw SystemCallError(call: "bind", errno: EINVAL, path: path) }
        let directory = try Directory(path.removingLastComponent())
        let descriptor = try LocalSocket.descriptor()
        pollDescriptor = descriptor
        self.path = path
        do {
            // A draft left by a process that died here is in the way only of a process that uses the same name.
            draft.withPlatformString { _ = unlinkat(directory.descriptor, $0, 0) }
            try LocalSocket.withAddress(of: directory.path.appending(draft)) { address, size throws(SystemCallError) in
                // A crash here leaves a socket under its draft name.
                try systemCall("bind", path) { bind(descriptor, address, size) }
            }
            try systemCall("fchmodat", path) {
                draft.withPlatformString { fchmodat(directory.descriptor, $0, 0o600, 0) }
            }
            try systemCall("listen", path) { listen(descriptor, 128) }
            // A crash after this leaves a socket that refuses connections; the next process to find it removes it.
            try directory.renameToFree(draft, to: name)
        } catch {
            draft.withPlatformString { _ = unlinkat(directory.descriptor, $0, 0) }
            _ = close(descriptor)
            throw error
        }
    }

    /// Closing does not remove the name; ``remove()`` does. Another process may have taken the name since.
    deinit { _ = close(pollDescriptor) }

    /// Removes the socket's name, so that no process can find it any more.
    package func remove() { path.withPlatformString { _ = unlink($0) } }

    /// Removes the socket of a dead process, and its directory if that is then empty.
    package static func removeLeftover(_ path: FilePath) {
        path.withPlatformString { _ = unlink($0) }
        PrivateDirectory.removeIfEmpty(path.removingLastComponent())
    }

    /// Accepts the next connection from the same user or root; `nil` if there is none or it came from another user.
    package func accept() throws(SystemCallError) -> LocalSocket? {
        let descriptor: CInt
        do {
            descriptor = try systemCall("accept", path) {
                Glibc.accept(pollDescriptor, nil, nil)
            }
        } catch {
            guard error.errno == EAGAIN || error.errno == ECONNABORTED else { throw error }
            return nil
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        let connection = LocalSocket(adopting: descriptor)
        let user = try connection.peer().user
        return user == geteuid() || user == 0 ? connection : nil
    }
}
