import Glibc
import Synchronization

/// SIGXFSZ, which ends a process that writes beyond its limit for files (RLIMIT_FSIZE, setrlimit(2)).
package enum FileSizeSignal {
    /// Whether this process ignores the signal although it was not started that way; programs that it starts do not
    /// ignore it.
    static let isIgnoredHere = Atomic(false)

    /// Makes such a write fail (EFBIG) like any other from now on, so that its operation can be undone and reported.
    package static func ignore() {
        let before = signal(SIGXFSZ, SIG_IGN)
        // SIG_DFL is the null pointer.
        if before == nil { isIgnoredHere.store(true, ordering: .relaxed) }
    }
}
