import Glibc
package import SystemPackage

extension OpenFile {
    /// Opens a file by its name in a directory, openat(2); O_CLOEXEC is added to `flags`.
    init(_ name: FilePath.Component, in directory: borrowing Directory, _ flags: CInt, mode: UInt32 = 0)
        throws(SystemCallError)
    {
        let path = directory.path.appending(name)
        let directoryDescriptor = directory.descriptor
        self.descriptor = try systemCall("openat", path) {
            name.withPlatformString { openat(directoryDescriptor, $0, flags | O_CLOEXEC, mode) }
        }
        self.path = path
    }

    /// What a file in a directory is opened for.
    package enum Use: Sendable {
        case reading, updating
        /// Reading and writing a file that must not exist yet, created for this user alone (mode 0600, whatever the
        /// umask).
        case creating
        /// Adding lines at the end of a file, which is created for this user alone if there is none.
        case appending
    }

    /// Opens a file by its name in an open directory; a symbolic link there is not followed (ELOOP, openat(2)).
    package init(_ name: FilePath.Component, in directory: borrowing Directory, for use: Use) throws(SystemCallError) {
        // A crash after creating leaves an empty file: the caller must be able to recognise it.
        let flags =
            switch use {
            case .reading: O_RDONLY
            case .updating: O_RDWR
            case .creating: O_RDWR | O_CREAT | O_EXCL
            case .appending: O_WRONLY | O_CREAT | O_APPEND
            }
        let file = try OpenFile(name, in: directory, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, mode: 0o600)
        // A crash before this leaves less than 0600 if the umask removes rights of the user.
        if case .creating = use { try file.setMode(0o600) }
        self = file
    }
}
