import CLinux
import Glibc
package import SystemPackage

/// A socket in a directory, which other processes of the same user connect to, unix(7).
package final class ListeningSocket: Sendable, Waitable {
    package let pollDescriptor: CInt
    /// Where it is found.
    package let path: FilePath

    /// Makes the socket; nobody but the user may connect to it (mode 0600).
    ///
    /// It gets its name only when it listens: so whoever finds a socket that refuses knows that its process is dead. EEXIST
    /// where the name is taken.
    package init(at path: FilePath) throws(SystemCallError) {
        guard let name = path.lastComponent,
            let draft = FilePath.Component(".\(name.string).new")
        else { throw SystemCallError(call: "bind", errno: EINVAL, path: path) }
        let directory = try Directory(path.removingLastComponent())
        let descriptor = try LocalSocket.descriptor()
        pollDescriptor = descriptor
        self.path = path
        do {
            // The draft of a process that died here is in the way of nobody but a process with the same name for it.
            draft.withPlatformString { _ = unlinkat(directory.descriptor, $0, 0) }
            try LocalSocket.withAddress(of: directory.path.appending(draft)) { address, size throws(SystemCallError) in
                // A crash here leaves a socket under its draft name.
                try systemCall("bind", path) { bind(descriptor, address, size) }
            }
            try systemCall("fchmodat", path) {
                draft.withPlatformString { fchmodat(directory.descriptor, $0, 0o600, 0) }
            }
            try systemCall("listen", path) { listen(descriptor, 128) }
            // A crash after this leaves a socket that refuses; whoever meets it removes it.
            try directory.renameToFree(draft, to: name)
        } catch {
            draft.withPlatformString { _ = unlinkat(directory.descriptor, $0, 0) }
            _ = close(descriptor)
            throw error
        }
    }

    /// Closing does not remove the name, ``remove()`` does: another process may have been given it since.
    deinit { _ = close(pollDescriptor) }

    /// Takes the socket's name away, so that nobody finds it any more.
    package func remove() { path.withPlatformString { _ = unlink($0) } }

    /// Clears away the socket of a dead process, and its directory if that is empty then.
    package static func removeLeftover(_ path: FilePath) {
        path.withPlatformString { _ = unlink($0) }
        PrivateDirectory.removeIfEmpty(path.removingLastComponent())
    }

    /// The next connection, of the same user or of root; `nil` where there is none, or it was somebody else's.
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
