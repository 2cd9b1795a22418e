import CLinux
import Glibc
package import SystemPackage

/// Lines from a stream or a file, read as they are needed; the file may also be a pipe.
package final class LineSource: Waitable {
    package let pollDescriptor: CInt
    private let path: FilePath?
    private let patience: Duration?
    private var buffer: LineBuffer
    private var hasEnded = false
    /// The number of bytes taken so far.
    package private(set) var offset = 0

    /// - Parameters:
    ///   - path: the file to read; `nil` for a stream.
    ///   - stream: the stream, if it is no file.
    ///   - terminator: the byte that ends a line.
    ///   - patience: how long reading waits for the first bytes; `nil` for as long as necessary.
    package init(
        _ path: FilePath?, or stream: StandardStream = .input, terminator: UInt8 = 0x0A,
        patience: Duration? = StreamedFile.patience
    ) throws(SystemCallError) {
        (self.path, self.patience, buffer) = (path, patience, LineBuffer(terminator: terminator))
        guard let path else {
            pollDescriptor = stream.rawValue
            return
        }
        pollDescriptor = try StreamedFile.open(path).rawValue
    }

    deinit { if path != nil { _ = close(pollDescriptor) } }

    /// The size of what is read, in bytes; `nil` where it is not a regular file.
    package var size: Int? {
        var status = stat()
        guard fstat(pollDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Waits until another process has opened a FIFO to write; its first bytes may take any time.
    ///
    /// - Throws: ETIMEDOUT if none does while the patience lasts.
    package func waitForWriter() throws(SystemCallError) {
        guard path != nil, try !wait(for: [self], atMost: patience)[0] else { return }
        // EAGAIN if there is one; without a writer, a FIFO is at its end.
        var byte: UInt8 = 0
        switch Glibc.read(pollDescriptor, &byte, 1) {
        case 0: throw SystemCallError(call: "open", errno: ETIMEDOUT, path: path)
        case 1: buffer.append([byte])
        default: break
        }
    }

    /// The next line of what was read so far, without its terminator; `nil` if it is not whole yet.
    package func take() -> [UInt8]? {
        let before = buffer.count
        defer { offset += before - buffer.count }
        return buffer.next() ?? (hasEnded ? buffer.rest() : nil)
    }

    /// Reads up to the end of the next line, and takes it; `nil` at the end.
    ///
    /// - Throws: EFBIG for a line of more than `limit` bytes.
    package func next(atMost limit: Int = .max) throws(SystemCallError) -> [UInt8]? {
        while true {
            if let line = take() { return line }
            if isAtEnd { return nil }
            guard pending <= limit else {
                throw SystemCallError(call: "read", errno: SystemCallError.fileTooLarge, path: path)
            }
            try read()
        }
    }

    /// Whether everything was taken.
    package var isAtEnd: Bool { hasEnded && buffer.count == 0 }

    /// The number of bytes of a line that is not whole yet.
    package var pending: Int { buffer.count }

    /// Reads to the end, and returns the lines.
    package func readToEnd() throws(SystemCallError) -> [[UInt8]] {
        while !hasEnded { try read() }
        var lines: [[UInt8]] = []
        while let line = take() { lines.append(line) }
        return lines
    }

    /// Reads more, read(2). Where there is nothing at all yet, waits for it as long as its patience lasts: ETIMEDOUT.
    package func read() throws(SystemCallError) {
        let piece = try FileDescriptor(rawValue: pollDescriptor)
            .readPiece(patience: offset + buffer.count > 0 ? nil : patience)
        buffer.append(piece)
        hasEnded = piece.isEmpty
    }
}
