import CLinux
import Glibc

extension OpenFile {
    /// Takes a shared lock on one byte, visible to every other open file on the same file or directory.
    ///
    /// The lock belongs to the open file (F_OFD_SETLK, fcntl_locking(2)). It excludes nobody by itself, and several open
    /// files may lock the same byte; but it needs no write permission, works on directories, and ends with the open
    /// file, even if the process is killed. The byte need not exist. Positions count from 0. ENOLCK and EINVAL if the file system has no such locks.
    package func lockByte(_ position: Int) throws(SystemCallError) {
        // A crash here leaves nothing: the kernel drops the lock with the last descriptor.
        try systemCall("fcntl", path) { clinux_set_range_lock(descriptor, Int16(F_RDLCK), position, 1) }
    }

    /// Takes a shared lock on one byte; false if another program has a conflicting lock on the byte, such as a write
    /// lock on the whole file.
    func tryLockByte(_ position: Int) throws(SystemCallError) -> Bool {
        do {
            try lockByte(position)
            return true
        } catch {
            guard error.errno == EAGAIN || error.errno == EACCES else { throw error }
            return false
        }
    }

    /// Releases the lock on a byte.
    package func unlockByte(_ position: Int) throws(SystemCallError) {
        try systemCall("fcntl", path) { clinux_set_range_lock(descriptor, Int16(F_UNLCK), position, 1) }
    }

    /// Whether another open file has a lock on one of these bytes, F_OFD_GETLK.
    package func isByteLockedElsewhere(_ positions: Range<Int>) throws(SystemCallError) -> Bool {
        // The kernel takes a length of 0 as unlimited.
        guard !positions.isEmpty else { return false }
        var type = Int16(F_WRLCK)
        try systemCall("fcntl", path) {
            clinux_get_range_lock(descriptor, &type, positions.lowerBound, positions.count)
        }
        return type != Int16(F_UNLCK)
    }
}
