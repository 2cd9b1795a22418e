import CLinux
import Glibc

/// Limits on what this process may use: the last defence against a file made to exhaust it.
package enum ResourceLimits {
    /// The message written when the processor time is used up. Shared without protection, because the signal handler
    /// that reads it may neither allocate nor wait for a lock, and cannot be passed anything; it is set before the
    /// handler is installed.
    nonisolated(unsafe) private static var cpuLimitMessage = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)
    /// The exit status in that case; shared without protection for the same reason.
    nonisolated(unsafe) private static var exitStatus: CInt = 0

    /// Limits the address space (RLIMIT_AS) and the processor time (RLIMIT_CPU), setrlimit(2). A limit that is already
    /// lower stays.
    ///
    /// An allocation beyond the first fails. When the second is reached, the process writes `message` to standard error
    /// and ends with `exitStatus`; a save in progress is left as by a crash, which harms no document.
    package static func set(
        addressSpace: Int, processorSeconds: Int, message: String, exitStatus status: CInt
    ) {
        limit(__rlimit_resource_t(RLIMIT_AS.rawValue), to: addressSpace, onlyLowering: true)
        cpuLimitMessage = .allocate(capacity: message.utf8.count)
        _ = cpuLimitMessage.initialize(from: message.utf8)
        exitStatus = status
        signal(SIGXCPU) { _ in
            _ = write(2, ResourceLimits.cpuLimitMessage.baseAddress, ResourceLimits.cpuLimitMessage.count)
            _exit(ResourceLimits.exitStatus)
        }
        limit(__rlimit_resource_t(RLIMIT_CPU.rawValue), to: processorSeconds, onlyLowering: true)
    }

    /// Limits what this process may use from now on, whatever an earlier call allowed; it ends with `exitStatus`, and
    /// without a message, when the processor time is used up.
    package static func restart(addressSpace: Int, processorSeconds: Int, exitStatus status: CInt) {
        let isFirst = exitStatus != status
        if isFirst {
            exitStatus = status
            signal(SIGXCPU) { _ in _exit(ResourceLimits.exitStatus) }
        }
        var used = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &used)
        let seconds = used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1 + processorSeconds
        limit(__rlimit_resource_t(RLIMIT_AS.rawValue), to: addressSpace)
        limit(__rlimit_resource_t(RLIMIT_CPU.rawValue), to: seconds)
    }

    /// Sets the soft limit; the hard limit stays, since it matters only for lowering a limit for good.
    private static func limit(_ resource: __rlimit_resource_t, to value: Int, onlyLowering: Bool = false) {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = min(onlyLowering ? limit.rlim_cur : limit.rlim_max, rlim_t(value))
        setrlimit(resource, &limit)
    }
}
