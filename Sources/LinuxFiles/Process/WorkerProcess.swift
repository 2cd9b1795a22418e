import CLinux
import Glibc

/// A process that does work for this one: it reads lines from its standard input and answers each with a line on its
/// standard output.
///
/// What ends it, a fault or a limit, does not end this process. When this process ends, the worker's input ends.
package final class WorkerProcess: Waitable {
    package let pollDescriptor: CInt
    private let process: pid_t
    private var buffer = [UInt8](repeating: 0, count: 1 << 14)
    private var received = LineBuffer()
    private var isWaitedFor = false

    /// Starts the program. Signals that ask it to end are blocked in it: those of a terminal go to every process of the
    /// group, and this one decides what they mean.
    package init(_ program: Program) throws(SystemCallError) {
        var ends: [CInt] = [-1, -1]
        let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try systemCall("socketpair", nil) { socketpair(AF_UNIX, type, 0, &ends) }
        defer { _ = close(ends[1]) }
        pollDescriptor = ends[0]
        var blocked = sigset_t()
        sigemptyset(&blocked)
        for signal in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] { sigaddset(&blocked, signal) }
        do throws(SystemCallError) {
            process = try program.spawn(blocking: &blocked, connectedTo: ends[1])
        } catch {
            _ = close(ends[0])
            throw error
        }
    }

    deinit {
        _ = close(pollDescriptor)
        if !isWaitedFor { _ = waitForEnd() }
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
        do throws(SystemCallError) {
            count = try systemCall("read", nil) {
                buffer.withUnsafeMutableBytes { read(pollDescriptor, $0.baseAddress, $0.count) }
            }
        } catch {
            // It ended without having read everything.
            guard error.errno == ECONNRESET else { throw error }
            return ([], true)
        }
        received.append(buffer[..<count])
        var lines: [[UInt8]] = []
        while let line = received.next() { lines.append(line) }
        return (lines, count == 0)
    }

    /// The number of bytes that have arrived of a line that is not whole yet.
    package var pendingCount: Int { received.count }

    /// Tells the worker that there are no more lines.
    package func closeInput() { _ = shutdown(pollDescriptor, CInt(SHUT_WR)) }

    /// Ends the worker at once (SIGKILL).
    package func kill() { if !isWaitedFor { _ = Glibc.kill(process, SIGKILL) } }

    /// Waits until the worker has ended, and returns its exit status as a shell reports it: 128 + N if signal N ended
    /// it.
    package func waitForEnd() -> Int32 {
        var status: CInt = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        isWaitedFor = true
        return shellStatus(status)
    }
}
