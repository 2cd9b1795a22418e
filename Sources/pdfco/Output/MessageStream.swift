import LinuxFiles
import Synchronization

/// Standard error: messages, and on a terminal the line that shows what the command is doing.
final class MessageStream: Sendable {
    let stream: StandardStream
    private let gathered = Mutex<[UInt8]?>(nil)
    private let activity = Mutex<Activity.Line?>(nil)

    init(_ stream: StandardStream) { self.stream = stream }

    var isTerminal: Bool { stream.isTerminal }

    /// Writes a message. A failure is ignored: there is no other place to report it.
    func write(_ text: String) {
        let isGathered = gathered.withLock { bytes in
            bytes?.append(contentsOf: text.utf8)
            return bytes != nil
        }
        if isGathered { return }
        hideActivity()
        try? stream.write(Array(text.utf8))
    }

    /// Runs `body`, and writes its many messages with one system call.
    func gathering(_ body: () throws(CommandFailure) -> Void) throws(CommandFailure) {
        gathered.withLock { $0 = [] }
        defer { writeGathered(next: nil) }
        try body()
    }

    /// Writes what was said so far, and removes the line of the activity: something else is written now.
    func giveWay() {
        writeGathered(next: [])
        hideActivity()
    }

    private func writeGathered(next: [UInt8]?) {
        let bytes = gathered.withLock { bytes in
            defer { bytes = bytes == nil ? nil : next }
            return bytes
        }
        guard let bytes, !bytes.isEmpty else { return }
        hideActivity()
        try? stream.write(bytes)
    }

    // MARK: The line of the activity

    /// Shows the line from now on, once it has taken a second; `nil` removes it for good.
    func show(_ line: Activity.Line?) {
        activity.withLock {
            if $0?.isShown == true { clear() }
            $0 = line
        }
    }

    func drawActivity() {
        activity.withLock { line in
            guard let text = line?.drawn(columns: stream.windowSize?.columns ?? 80) else { return }
            try? stream.write(Array(text.utf8))
            line?.isShown = true
        }
    }

    /// Removes the line, until it is drawn again.
    private func hideActivity() {
        activity.withLock { line in
            guard line?.isShown == true else { return }
            clear()
            line?.isShown = false
        }
    }

    private func clear() { try? stream.write(Array("\r\u{1B}[K".utf8)) }
}
