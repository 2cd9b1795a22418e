import CLinux
import Glibc

/// One of the three streams every process begins with, stdin(3).
///
/// SIGPIPE keeps its default: writing to a pipe whose reader has gone ends the process, as for any filter. Where the
/// signal is ignored, EPIPE is thrown instead.
package enum StandardStream: CInt, Sendable {
    /// What was piped or typed in.
    case input = 0

    /// Results.
    case output = 1

    /// Messages.
    case error = 2

    /// Makes sure that no file that this process opens gets the number of a stream that it was started without, where data and
    /// messages would go into it. A closed stream stays one that fails: EBADF for all reading and writing.
    package static func occupyClosed() {
        for stream in [input, output, error] where fcntl(stream.rawValue, F_GETFD) == -1 {
            // The lowest number that is free. Programs that are started find it closed.
            _ = open("/", CInt(CLINUX_O_PATH) | O_CLOEXEC)
        }
    }

    /// Whether a person sits at the other end, isatty(3).
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Writes all bytes, write(2).
    ///
    /// Waits for the reader as long as that takes, also where another process has made the shared stream
    /// non-blocking. After an error a part of the bytes may have been written.
    package func write(_ bytes: [UInt8]) throws(SystemCallError) {
        var written = 0
        while written < bytes.count {
            do {
                // A crash here leaves a part of the bytes with the reader.
                written += try systemCall("write", nil) {
                    bytes.withUnsafeBytes { Glibc.write(rawValue, $0.baseAddress! + written, $0.count - written) }
                }
            } catch {
                guard error.errno == EAGAIN else { throw error }
                try wait(for: POLLOUT)
            }
        }
    }

    /// Reads until the stream ends, read(2).
    package func readToEnd() throws(SystemCallError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            do {
                let count = try systemCall("read", nil) {
                    buffer.withUnsafeMutableBytes { read(rawValue, $0.baseAddress!, $0.count) }
                }
                if count == 0 { return bytes }
                bytes += buffer[..<count]
            } catch {
                guard error.errno == EAGAIN else { throw error }
                try wait(for: POLLIN)
            }
        }
    }

    private func wait(for event: CInt) throws(SystemCallError) {
        var stream = pollfd(fd: rawValue, events: Int16(event), revents: 0)
        try systemCall("poll", nil) { poll(&stream, 1, -1) }
    }
}
