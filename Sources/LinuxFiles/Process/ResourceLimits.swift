import CLinux
import Glibc

/// Limits on what this process may use for a document: the last defence against a file made to exhaust it.
package struct ResourceLimits {
    /// The bytes of memory that belong to this process alone; what a mapped file has does not count.
    package var memory: Int
    /// The address space in bytes (RLIMIT_AS, setrlimit(2)): what a single allocation must not exceed.
    package var addressSpace: Int
    /// The processor time in seconds, from now on (RLIMIT_CPU).
    package var processorSeconds: Int
    /// Written to standard error when the processor time or the memory is used up.
    package var messages: (time: String, memory: String) = ("", "")
    package var exitStatus: Int32

    package init(memory: Int, addressSpace: Int, processorSeconds: Int, exitStatus: Int32) {
        (self.memory, self.addressSpace) = (memory, addressSpace)
        (self.processorSeconds, self.exitStatus) = (processorSeconds, exitStatus)
    }

    /// The limits that this process began with, which stay where they are lower.
    private static let inherited = (
        addressSpace: limit(RLIMIT_AS).rlim_cur, processorSeconds: limit(RLIMIT_CPU).rlim_cur
    )

    /// Sets the limits, in place of earlier ones.
    ///
    /// An allocation beyond the address space fails. When another limit is reached, the process writes its message and
    /// ends with the exit status; a save in progress is left as by a crash, which harms no document.
    package func set() {
        var used = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &used)
        let seconds = used.ru_utime.tv_sec + used.ru_stime.tv_sec + processorSeconds
        // Signal handlers read the strings, which are therefore never freed.
        var next = clinux_limits(
            pages: memory / Int(getpagesize()), time_message: strdup(messages.time),
            memory_message: strdup(messages.memory), exit_status: exitStatus)
        _ = clinux_set_limits(&next)
        Self.lower(RLIMIT_AS, to: addressSpace, from: Self.inherited.addressSpace)
        Self.lower(RLIMIT_CPU, to: seconds, from: Self.inherited.processorSeconds)
    }

    private static func limit(_ resource: __rlimit_resource) -> rlimit {
        var limit = rlimit(rlim_cur: .max, rlim_max: .max)
        getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
        return limit
    }

    /// Sets the soft limit; the hard limit stays, since it matters only for lowering a limit for good.
    private static func lower(_ resource: __rlimit_resource, to value: Int, from inherited: rlim_t) {
        var limit = limit(resource)
        limit.rlim_cur = min(inherited, rlim_t(value))
        setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }
}
