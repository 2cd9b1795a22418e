import CLinux
import Glibc
import Synchronization

/// Limits on what this process may use for a document: the last defence against a file made to exhaust it.
package struct ResourceLimits {
    /// The bytes of memory that belong to this process alone; what a mapped file has does not count.
    package var memory: Int
    /// The address space in bytes (RLIMIT_AS, setrlimit(2)): what a single allocation must not exceed.
    package var addressSpace: Int
    /// The processor time in seconds, from now on (RLIMIT_CPU), with that of the helpers which read the document.
    package var processorSeconds: Int
    /// Written to standard error when the processor time or the memory is used up.
    package var messages: (time: String, memory: String) = ("", "")
    package var exitStatus: Int32
    /// The value of ``continuation`` if the process is to begin anew instead of ending: up to 40 bytes.
    package var nextContinuation: String?

    package init(memory: Int, addressSpace: Int, processorSeconds: Int, exitStatus: Int32) {
        (self.memory, self.addressSpace) = (memory, addressSpace)
        (self.processorSeconds, self.exitStatus) = (processorSeconds, exitStatus)
    }

    /// The limits that this process began with, which stay in force where they are lower.
    private static let inherited = (addressSpace: limit(RLIMIT_AS), processorSeconds: limit(RLIMIT_CPU))

    private static let variable = "PDFCO_CONTINUED"

    /// What this program stated as ``nextContinuation`` before it began anew; no program that this one starts sees it.
    package static let continuation: String? = {
        defer { unsetenv(variable) }
        return ThisProcess.environment(variable)
    }()

    /// What helpers have used since the limits were set, and the limit without it; `nil` where there is none.
    private static let time = Mutex<(ofHelpers: Duration, limit: Int?)>((.zero, nil))

    /// The seconds that a helper may take: two are left to this process.
    static var secondsForHelpers: Int {
        time.withLock(\.limit) == nil ? .max : Int(clamping: limit(RLIMIT_CPU).rlim_cur) - usedSeconds - 2
    }

    /// Counts the processor time of a helper as this process's own.
    static func charge(_ duration: Duration) {
        time.withLock { time in
            time.ofHelpers += duration
            guard let limit = time.limit else { return }
            lower(RLIMIT_CPU, to: limit - Int(time.ofHelpers.components.seconds), from: inherited.processorSeconds)
        }
    }

    /// The whole seconds of processor time that this process has used.
    private static var usedSeconds: Int {
        var used = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &used)
        return used.ru_utime.tv_sec + used.ru_stime.tv_sec
    }

    /// Sets the limits, in place of earlier ones.
    ///
    /// An allocation beyond the address space fails. When another limit is reached, the process writes its message and
    /// ends with the exit status, or begins anew with the same arguments; a save in progress is left as by a crash, which
    /// harms no document.
    package func set() {
        let seconds = Self.usedSeconds + processorSeconds
        Self.time.withLock { $0 = (.zero, seconds) }
        var next = clinux_limits()
        next.pages = memory / Int(getpagesize())
        // Signal handlers read the strings, which are therefore never freed.
        next.time_message = UnsafePointer(strdup(messages.time))
        next.memory_message = UnsafePointer(strdup(messages.memory))
        next.exit_status = exitStatus
        if let nextContinuation {
            withUnsafeMutableBytes(of: &next.continuation) { bytes in
                bytes.dropLast().copyBytes(from: "\(Self.variable)=\(nextContinuation)".utf8)
            }
        }
        next.arguments = CommandLine.unsafeArgv
        next.inherited = (Self.inherited.addressSpace, Self.inherited.processorSeconds)
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
    private static func lower(_ resource: __rlimit_resource, to value: Int, from inherited: rlimit) {
        var limit = limit(resource)
        limit.rlim_cur = min(inherited.rlim_cur, rlim_t(max(0, value)))
        setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }
}
