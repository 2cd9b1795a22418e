import Glibc
import Synchronization

/// SIGXFSZ, by which a process ends that writes beyond its limit for files (RLIMIT_FSIZE, setrlimit(2)).
package enum FileSizeSignal {
    /// Whether this process ignores it although it was not started so: programs that it starts do not.
    static let isIgnoredHere = Atomic(false)

    /// From now on such a write fails (EFBIG) like any other: what it was a part of can be undone and reported.
    package static func ignore() {
        let before = signal(SIGXFSZ, SIG_IGN)
        // SIG_DFL is the null pointer.
        if before == nil { isIgnoredHere.store(true, ordering: .relaxed) }
    }
}
