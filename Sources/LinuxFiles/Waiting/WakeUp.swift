import CLinux
import Glibc

/// Wakes another thread: a counter that poll(2) can wait for, eventfd(2).
package final class WakeUp: Sendable {
    let descriptor: CInt

    /// Creates the counter; EMFILE if no descriptors are left.
    package init() throws(SystemCallError) {
        descriptor = try systemCall("eventfd", nil) { eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK)) }
    }

    deinit { _ = close(descriptor) }

    /// Makes the descriptor readable until ``clear()``; may be called from any thread.
    package func signal() { _ = eventfd_write(descriptor, 1) }

    /// Makes the descriptor unreadable again.
    package func clear() {
        var count: eventfd_t = 0
        _ = eventfd_read(descriptor, &count)
    }
}
