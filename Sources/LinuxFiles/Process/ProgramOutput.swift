import CLinux
import Glibc

/// The standard output of a program that reads one file, which is passed to it as an open descriptor.
///
/// The program has an empty standard input, its messages go nowhere, and limits hold for it. It ends with this object.
package final class ProgramOutput: Waitable {
    /// What the program may use.
    package struct Limits: Sendable {
        /// The address space in bytes (RLIMIT_AS).
        package var addressSpace: Int
        /// The processor time in seconds (RLIMIT_CPU).
        package var processorSeconds: Int
        /// How long it may write nothing.
        package var silence: Duration

        package init(addressSpace: Int, processorSeconds: Int, silence: Duration) {
            (self.addressSpace, self.processorSeconds, self.silence) = (addressSpace, processorSeconds, silence)
        }
    }

    package let pollDescriptor: CInt
    private let process: pid_t
    private let silence: Duration
    private var status: Int32?
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// Starts the program; ``Program/passedFile`` is the path at which it opens `file`.
    ///
    /// - Throws: ENOENT if there is no such program.
    package init(of program: Program, reading file: borrowing OpenFile, _ limits: Limits) throws(SystemCallError) {
        var ends: [CInt] = [-1, -1]
        try systemCall("pipe2", nil) { pipe2(&ends, O_CLOEXEC) }
        defer { _ = close(ends[1]) }
        (pollDescriptor, silence) = (ends[0], limits.silence)
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
        Self.limit(process, RLIMIT_AS, to: limits.addressSpace)
        Self.limit(process, RLIMIT_CPU, to: limits.processorSeconds)
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
    /// - Throws: ETIMEDOUT if it writes nothing for longer than its limit.
    package func read() throws(SystemCallError) -> ArraySlice<UInt8> {
        let deadline = ContinuousClock.now + silence
        while try !wait(for: [self], atMost: deadline - .now)[0] {
            guard ContinuousClock.now < deadline else {
                end()
                throw SystemCallError(call: "poll", errno: ETIMEDOUT, path: nil)
            }
        }
        let count = try systemCall("read", nil) { Glibc.read(pollDescriptor, &buffer, buffer.count) }
        return buffer[..<count]
    }

    /// Waits until the program has ended by itself, and returns its exit status as a shell reports it: 128 + N if
    /// signal N ended it. Call it when the output is at its end.
    package func waitForEnd() -> Int32 {
        if let status { return status }
        var status: CInt = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        let result = shellStatus(status)
        self.status = result
        return result
    }

    private func end() {
        guard status == nil else { return }
        kill(process, SIGKILL)
        _ = waitForEnd()
    }
}
