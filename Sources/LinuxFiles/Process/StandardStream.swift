import CLinux
import Glibc
import Synchronization
package import SystemPackage

/// One of the three streams that every process starts with, stdin(3), or a file in its place.
///
/// SIGPIPE keeps its default: writing to a pipe whose reader has gone ends the process, as for any filter. Where the
/// signal is ignored, EPIPE is thrown instead.
package struct StandardStream: Sendable {
    package let descriptor: FileDescriptor

    package init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

    /// What was piped or typed in.
    package static let input = StandardStream(.standardInput)

    /// Results.
    package static let output = StandardStream(.standardOutput)

    /// Messages.
    package static let error = StandardStream(.standardError)

    var rawValue: CInt { descriptor.rawValue }

    /// Ensures that no file that this process opens gets the descriptor of a stream that was closed at the start; data
    /// and messages would be written into that file. Reading from or writing to a closed stream still fails with EBADF.
    package static func reserveClosedDescriptors() {
        for stream in [input, output, error] where fcntl(stream.rawValue, F_GETFD) == -1 {
            // Takes the lowest free descriptor. Programs that are started find it closed.
            _ = open("/", CInt(CLINUX_O_PATH) | O_CLOEXEC)
        }
    }

    /// Whether the stream is a terminal, isatty(3).
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Writes all bytes, write(2).
    ///
    /// Waits for the reader as long as necessary, even if another process has made the shared stream non-blocking.
    /// After an error, some of the bytes may have been written.
    package func write(_ bytes: [UInt8]) throws(SystemCallError) { try descriptor.writeAll(bytes) }
}

extension FileDescriptor {
    /// Writes all bytes to a stream, write(2); see ``StandardStream/write(_:)``.
    package func writeAll(_ bytes: [UInt8]) throws(SystemCallError) {
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

    /// Reads some bytes from a stream, read(2); none where it ends.
    ///
    /// Waits for them at most for `patience`, and then throws ETIMEDOUT; at a terminal, or if it is `nil`, as long as necessary.
    func readPiece(patience: Duration?) throws(SystemCallError) -> ArraySlice<UInt8> {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let patience = isatty(rawValue) == 1 ? nil : patience
        while true {
            // A FIFO that nobody has opened for writing yet would read as empty.
            try wait(for: POLLIN, atMost: patience)
            do {
                let count = try systemCall("read", nil) {
                    buffer.withUnsafeMutableBytes { Glibc.read(rawValue, $0.baseAddress!, $0.count) }
                }
                return buffer[..<count]
            } catch {
                guard error.errno == EAGAIN else { throw error }
            }
        }
    }

    private func wait(for event: CInt, atMost limit: Duration? = nil) throws(SystemCallError) {
        var stream = pollfd(fd: rawValue, events: Int16(event), revents: 0)
        let milliseconds = limit.map { CInt(clamping: Int($0 / .milliseconds(1))) } ?? -1
        guard try systemCall("poll", nil, { poll(&stream, 1, milliseconds) }) > 0 else {
            throw SystemCallError(call: "poll", errno: ETIMEDOUT, path: nil)
        }
    }
}

extension StandardStream {
    /// The size of the terminal's window in characters and lines; `nil` if there is none, ioctl_tty(2).
    package var windowSize: (columns: Int, rows: Int)? {
        var columns: CInt = 0
        var rows: CInt = 0
        guard clinux_window_size(rawValue, &columns, &rows) == 0, columns > 0, rows > 0 else { return nil }
        return (Int(columns), Int(rows))
    }
}

/// Times in the local time zone, localtime(3).
package enum LocalTime {
    /// `12:03:44`.
    ///
    /// - Parameter seconds: since 1970.
    package static func clock(_ seconds: Int) -> String {
        var time = time_t(seconds)
        var parts = tm()
        localtime_r(&time, &parts)
        return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
    }
}
