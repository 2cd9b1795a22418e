import CLinux
import Glibc

/// The standard output of a program that reads one file, which is passed to it as an open descriptor.
///
/// The program has an empty standard input, its messages go nowhere, and limits hold for it. It ends with this object.
package final class ProgramOutput: Waitable {
    package let pollDescriptor: CInt
    private let process: pid_t
    /// How long the program may write nothing.
    private static let silence = Duration.seconds(60)
    private var status: Int32?
    /// How much of its processor time this process has been charged.
    private var charged = Duration.zero
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// Starts the program; ``Program/passedFile`` is the path at which it opens `file`.
    ///
    /// - Parameters:
    ///   - size: the length of the file, which decides how much address space the program has (RLIMIT_AS).
    ///   - seconds: the processor time that it has at most (RLIMIT_CPU); less where this process has less left.
    /// - Throws: ENOENT if there is no such program; ETIMEDOUT if this process has no time left.
    package init(
        of program: Program, reading file: borrowing OpenFile, size: Int, seconds: Int
    ) throws(SystemCallError) {
        let seconds = min(seconds, ResourceLimits.secondsForHelpers)
        guard seconds > 0 else { throw SystemCallError(call: "prlimit", errno: ETIMEDOUT, path: nil) }
        var ends: [CInt] = [-1, -1]
        try systemCall("pipe2", nil) { pipe2(&ends, O_CLOEXEC) }
        defer { _ = close(ends[1]) }
        pollDescriptor = ends[0]
        // Threads of this process may block signals that the program must receive.
        var none = sigset_t()
        sigemptyset(&none)
        do throws(SystemCallError) {
            process = try program.spawn(
                blocking: &none, readsNothing: true, writingTo: ends[1], passing: file.descriptor)
        } catch {
            _ = close(ends[0])
            throw error
        }
        Self.limit(process, RLIMIT_AS, to: (700 << 20) + 64 * size)
        Self.limit(process, RLIMIT_CPU, to: seconds)
    }

    /// Lowers a limit of the running program. It has read little by then, and what it inherited holds until then.
    private static func limit(_ process: pid_t, _ resource: __rlimit_resource, to value: Int) {
        let resource = CInt(resource.rawValue)
        var limits = rlimit()
        guard prlimit(process, resource, nil, &limits) == 0, limits.rlim_cur > rlim_t(value) else { return }
        limits.rlim_cur = rlim_t(value)
        _ = prlimit(process, resource, &limits, nil)
    }

    deinit {
        _ = close(pollDescriptor)
        end()
    }

    /// Reads what the program has written, and waits for it; empty at its end.
    ///
    /// - Throws: ETIMEDOUT if it writes nothing for a minute, or has used up its processor time.
    package func read() throws(SystemCallError) -> ArraySlice<UInt8> {
        let deadline = ContinuousClock.now + Self.silence
        while try !wait(for: [self], atMost: deadline - .now)[0] {
            guard ContinuousClock.now < deadline else {
                end()
                throw SystemCallError(call: "poll", errno: ETIMEDOUT, path: nil)
            }
        }
        charge(upTo: .nanoseconds(clinux_processor_time(process)))
        let count = try systemCall("read", nil) { Glibc.read(pollDescriptor, &buffer, buffer.count) }
        if count == 0, waitForEnd() == 128 + SIGXCPU {
            throw SystemCallError(call: "read", errno: ETIMEDOUT, path: nil)
        }
        return buffer[..<count]
    }

    /// Waits until the program has ended by itself, and returns its exit status as a shell reports it: 128 + N if
    /// signal N ended it. Call it when the output is at its end.
    package func waitForEnd() -> Int32 {
        if let status { return status }
        var status: CInt = 0
        var used = rusage()
        while wait4(process, &status, 0, &used) == -1, errno == EINTR {}
        charge(upTo: Duration(used.ru_utime) + Duration(used.ru_stime))
        let result = shellStatus(status)
        self.status = result
        return result
    }

    /// What a program uses for a document counts as used here: see ``ResourceLimits``.
    private func charge(upTo used: Duration) {
        guard used > charged else { return }
        ResourceLimits.charge(used - charged)
        charged = used
    }

    private func end() {
        guard status == nil else { return }
        kill(process, SIGKILL)
        _ = waitForEnd()
    }
}

extension Duration {
    fileprivate init(_ time: timeval) { self = .seconds(time.tv_sec) + .microseconds(time.tv_usec) }
}
