import CLinux
import Glibc

/// A program that works for this process, which reads what it writes on its standard output: answers to the lines that it
/// gets on its standard input, or what it makes of one file.
///
/// What ends it, a fault or a limit, does not end this process. It ends with this object.
package final class WorkerProcess: Waitable {
    package let pollDescriptor: CInt
    private let process: pid_t
    private var status: Int32?
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var received = LineBuffer()
    /// How much of its processor time this process has been charged; `nil` where it has its own.
    private var charged: Duration?
    /// How long a program that reads one file may write nothing.
    private static let silence = Duration.seconds(60)

    /// Starts a program that answers lines. Signals that ask it to end are blocked in it: those of a terminal go to every
    /// process of the group, and this one decides what they mean.
    package init(_ program: Program) throws(SystemCallError) {
        let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        (pollDescriptor, process) = try Self.start { ends throws(SystemCallError) in
            try systemCall("socketpair", nil) { socketpair(AF_UNIX, type, 0, &ends) }
        } spawn: { end throws(SystemCallError) in
            try program.spawn(blocking: sigset_t([SIGINT, SIGQUIT, SIGTERM, SIGHUP]), connectedTo: end)
        }
    }

    /// Starts a program that reads one file; ``Program/passedFile`` is the path at which it opens `file`. Its standard input
    /// is empty, its messages go nowhere, and what it uses counts as used here: see ``ResourceLimits``.
    ///
    /// - Parameters:
    ///   - size: the length of the file, which decides how much address space the program has (RLIMIT_AS).
    ///   - seconds: the processor time that it has at most (RLIMIT_CPU); less where this process has less left.
    /// - Throws: ENOENT if there is no such program; ETIMEDOUT if this process has no time left.
    package init(
        _ program: Program, reading file: borrowing OpenFile, size: Int, seconds: Int
    ) throws(SystemCallError) {
        let seconds = min(seconds, ResourceLimits.secondsForHelpers)
        guard seconds > 0 else { throw SystemCallError(call: "prlimit", errno: ETIMEDOUT, path: nil) }
        let passed = file.descriptor
        (pollDescriptor, process) = try Self.start { ends throws(SystemCallError) in
            try systemCall("pipe2", nil) { pipe2(&ends, O_CLOEXEC) }
        } spawn: { end throws(SystemCallError) in
            try program.spawn(readsNothing: true, writingTo: end, passing: passed)
        }
        charged = .zero
        Self.limit(process, RLIMIT_AS, to: (700 << 20) + 64 * size)
        Self.limit(process, RLIMIT_CPU, to: seconds)
    }

    private static func start(
        connect: (inout [CInt]) throws(SystemCallError) -> Void, spawn: (CInt) throws(SystemCallError) -> pid_t
    ) throws(SystemCallError) -> (CInt, pid_t) {
        var ends: [CInt] = [-1, -1]
        try connect(&ends)
        defer { _ = close(ends[1]) }
        do { return (ends[0], try spawn(ends[1])) } catch {
            _ = close(ends[0])
            throw error
        }
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
        // One that answers lines ends with its input.
        if charged != nil { kill() }
        _ = waitForEnd()
    }

    /// Sends a line to the worker, and waits while it cannot take it.
    ///
    /// EPIPE or ECONNRESET if the worker is gone.
    package func send(_ line: [UInt8]) throws(SystemCallError) {
        var sent = 0
        while sent < line.count {
            sent += try systemCall("send", nil) {
                line.withUnsafeBytes {
                    Glibc.send(pollDescriptor, $0.baseAddress! + sent, $0.count - sent, CInt(MSG_NOSIGNAL))
                }
            }
        }
    }

    /// The lines that have arrived, without their line feeds, and whether the worker has closed its end.
    ///
    /// Waits if nothing has arrived: call it when the worker is readable.
    package func receive() throws(SystemCallError) -> (lines: [[UInt8]], hasEnded: Bool) {
        let count: Int
        do { count = try read() } catch {
            // It ended without having read everything.
            guard error.errno == ECONNRESET else { throw error }
            return ([], true)
        }
        received.append(buffer[..<count])
        var lines: [[UInt8]] = []
        while let line = received.next() { lines.append(line) }
        return (lines, count == 0)
    }

    /// Waits for what the program makes of its file; empty at the end.
    ///
    /// - Throws: ETIMEDOUT if it writes nothing for a minute, or has used up its processor time.
    package func output() throws(SystemCallError) -> ArraySlice<UInt8> {
        let deadline = ContinuousClock.now + Self.silence
        while try !wait(for: [self], atMost: deadline - .now)[0] {
            guard ContinuousClock.now < deadline else {
                kill()
                throw SystemCallError(call: "poll", errno: ETIMEDOUT, path: nil)
            }
        }
        charge(upTo: .nanoseconds(clinux_processor_time(process)))
        let count = try read()
        if count == 0, waitForEnd() == 128 + SIGXCPU {
            throw SystemCallError(call: "read", errno: ETIMEDOUT, path: nil)
        }
        return buffer[..<count]
    }

    private func read() throws(SystemCallError) -> Int {
        try systemCall("read", nil) {
            buffer.withUnsafeMutableBytes { Glibc.read(pollDescriptor, $0.baseAddress, $0.count) }
        }
    }

    /// The number of bytes that have arrived of a line that is not whole yet.
    package var pendingCount: Int { received.count }

    /// Tells the worker that there are no more lines.
    package func closeInput() { _ = shutdown(pollDescriptor, CInt(SHUT_WR)) }

    /// Ends the worker at once (SIGKILL).
    package func kill() { if status == nil { _ = Glibc.kill(process, SIGKILL) } }

    /// Waits until the worker has ended by itself, and returns its exit status as a shell reports it: 128 + N if signal N
    /// ended it.
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

    private func charge(upTo used: Duration) {
        guard let charged, used > charged else { return }
        ResourceLimits.charge(used - charged)
        self.charged = used
    }
}

extension Duration {
    fileprivate init(_ time: timeval) { self = .seconds(time.tv_sec) + .microseconds(time.tv_usec) }
}
