import Glibc

/// What this process may use at most: the last defence against a file that was made to take all of it.
package enum ResourceLimits {
    /// What is written when the processor time is used up. Shared without protection, because the signal handler that reads it
    /// may neither allocate, nor wait for a lock, nor be handed anything; it is written before the handler is there.
    nonisolated(unsafe) private static var cpuLimitMessage = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)
    /// The status to end with then; shared without protection for the same reason.
    nonisolated(unsafe) private static var exitStatus: CInt = 0

    /// Limits the address space (RLIMIT_AS) and the processor time (RLIMIT_CPU), setrlimit(2). A limit that is lower already
    /// stays.
    ///
    /// An allocation beyond the first fails. When the second is reached the process writes `message` to standard error
    /// and ends with `exitStatus`; a save that it was in is left as by a crash, which harms no document.
    package static func set(
        addressSpace: Int, processorSeconds: Int, message: String, exitStatus status: CInt
    ) {
        lower(__rlimit_resource_t(RLIMIT_AS.rawValue), to: addressSpace)
        cpuLimitMessage = .allocate(capacity: message.utf8.count)
        _ = cpuLimitMessage.initialize(from: message.utf8)
        exitStatus = status
        signal(SIGXCPU) { _ in
            _ = write(2, ResourceLimits.cpuLimitMessage.baseAddress, ResourceLimits.cpuLimitMessage.count)
            _exit(ResourceLimits.exitStatus)
        }
        lower(__rlimit_resource_t(RLIMIT_CPU.rawValue), to: processorSeconds)
    }

    /// The hard limit stays: only what is lowered for good needs it.
    private static func lower(_ resource: __rlimit_resource_t, to value: Int) {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur > rlim_t(value) else { return }
        limit.rlim_cur = rlim_t(value)
        setrlimit(resource, &limit)
    }
}
