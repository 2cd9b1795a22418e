import CLinux
import Glibc

/// A source that a thread can wait for until it is readable.
package protocol Waitable {
    /// Valid while this object lives.
    var pollDescriptor: CInt { get }
}

extension WakeUp: Waitable {
    package var pollDescriptor: CInt { descriptor }
}

/// Waits until a source is readable or the time is up; poll(2).
///
/// - Parameters:
///   - sources: the sources to wait for; `nil` stands for one that is never readable.
///   - limit: the longest time to wait; `nil` waits indefinitely.
/// - Returns: for each source, whether it is readable or its other end is gone.
package func wait(for sources: [(any Waitable)?], atMost limit: Duration?) throws(SystemCallError) -> [Bool] {
    var polled = sources.map { pollfd(fd: $0?.pollDescriptor ?? -1, events: Int16(POLLIN), revents: 0) }
    var time = timespec()
    if let limit {
        let (seconds, attoseconds) = max(limit, .zero).components
        time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    }
    do {
        try systemCall("ppoll", nil, interruption: .fails) {
            limit == nil
                ? ppoll(&polled, nfds_t(polled.count), nil, nil) : ppoll(&polled, nfds_t(polled.count), &time, nil)
        }
    } catch {
        // A signal: the caller checks again and returns with the remaining time.
        guard error.errno == EINTR else { throw error }
        return sources.map { _ in false }
    }
    return polled.map { $0.revents != 0 }
}

/// A clock that all processes of the machine share and that cannot be set, clock_gettime(2).
package enum MonotonicTime {
    /// Milliseconds since an unspecified point in the past.
    package static var milliseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
