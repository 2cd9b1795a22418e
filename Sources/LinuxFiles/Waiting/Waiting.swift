import CLinux
import Glibc

/// What a thread can wait for until there is something to read.
package protocol Waitable {
    /// Valid while this object lives.
    var pollDescriptor: CInt { get }
}

extension WakeUp: Waitable {
    package var pollDescriptor: CInt { descriptor }
}

/// Waits until one of the sources has something, or the time is up; poll(2).
///
/// - Parameters:
///   - sources: `nil` stands for one that never has anything.
///   - limit: `nil` waits without end.
/// - Returns: for each source, whether it has something to read, or its other end is gone.
package func wait(for sources: [(any Waitable)?], atMost limit: Duration?) throws(SystemCallError) -> [Bool] {
    var polled = sources.map { pollfd(fd: $0?.pollDescriptor ?? -1, events: Int16(POLLIN), revents: 0) }
    var time = timespec()
    if let limit {
        let (seconds, attoseconds) = max(limit, .zero).components
        time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    }
    do throws(SystemCallError) {
        try systemCall("ppoll", nil, interruption: .fails) {
            limit == nil
                ? ppoll(&polled, nfds_t(polled.count), nil, nil) : ppoll(&polled, nfds_t(polled.count), &time, nil)
        }
    } catch {
        // A signal: whoever waits looks again and comes back with the time that is left.
        guard error.errno == EINTR else { throw error }
        return sources.map { _ in false }
    }
    return polled.map { $0.revents != 0 }
}

/// A clock that all processes of the machine share, and that nobody sets, clock_gettime(2).
package enum MonotonicTime {
    /// Since some time in the past.
    package static var milliseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
