import Glibc

/// How a terminal delivers what is typed, termios(3).
package enum TerminalMode {
    /// Runs `body` while keys arrive one by one and without echo, including Control-C and Control-Z; nil if the stream
    /// is not a terminal.
    ///
    /// A process killed meanwhile leaves the terminal in this mode; most shells restore it, and reset(1) does.
    package static func withKeys<Result>(of stream: StandardStream, _ body: () throws -> Result) rethrows -> Result? {
        var before = termios()
        guard tcgetattr(stream.rawValue, &before) == 0 else { return nil }
        var settings = before
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        settings.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR)
        tcsetattr(stream.rawValue, TCSADRAIN, &settings)
        defer { tcsetattr(stream.rawValue, TCSADRAIN, &before) }
        return try body()
    }
}

extension StandardStream: Waitable {
    package var pollDescriptor: CInt { rawValue }

    /// Reads what is available, at most 64 KiB; empty at the end, read(2). Waits if there is nothing yet.
    package func readAvailable() throws(SystemCallError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = try systemCall("read", nil) {
            buffer.withUnsafeMutableBytes { read(rawValue, $0.baseAddress!, $0.count) }
        }
        return Array(buffer[..<count])
    }
}

extension ThisProcess {
    /// Asks this process to stop, as Control-Z does; it may run on for a moment if ``StopSignal`` is diverted.
    package static func askToStop() { kill(getpid(), SIGTSTP) }
}
