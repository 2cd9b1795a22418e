import CLinux
import Glibc

/// Who else may hold a lock at the same time, flock(2).
package enum FileLock: Sendable {
    /// Any number of shared holders, no exclusive one.
    case shared

    /// Nobody else.
    case exclusive
}

extension OpenFile {
    /// Takes the file's lock, or changes the kind already held, without waiting; false if others hold it.
    ///
    /// The lock belongs to this open file, not to the process, and ends with it, even if the process is killed: a held
    /// lock proves that its holder is alive. Only programs that ask see it (advisory). Changing the kind is not atomic:
    /// when it fails, the old lock may be lost. Uses flock(2); ENOLCK if the file system has no locks.
    package func tryLock(_ lock: FileLock) throws(SystemCallError) -> Bool {
        let kind = lock == .shared ? LOCK_SH : LOCK_EX
        do {
            // A crash here leaves nothing: the kernel drops the lock with the last descriptor.
            try systemCall("flock", path) { flock(descriptor, kind | LOCK_NB) }
            return true
        } catch {
            guard error.errno == EWOULDBLOCK else { throw error }
            return false
        }
    }

    /// Whether no process can have the file open for writing: a lease for reading is granted, fcntl(2) with F_SETLEASE. `false`
    /// also where that cannot be known: leases are for the file's owner, and not every file system has them.
    package var isCertainlyNotBeingWritten: Bool {
        // If somebody opens the file just now, this process gets a signal that does nothing, and that open waits until
        // the lease ends.
        guard clinux_set_lease_signal(descriptor, SIGURG) == 0, clinux_set_lease(descriptor, CInt(F_RDLCK)) == 0 else {
            return false
        }
        _ = clinux_set_lease(descriptor, CInt(F_UNLCK))
        return true
    }

    /// Releases the lock before the file closes.
    package func unlock() throws(SystemCallError) {
        try systemCall("flock", path) { flock(descriptor, LOCK_UN) }
    }
}
