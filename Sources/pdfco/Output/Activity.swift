import Documents
import LinuxFiles
import Synchronization

/// What the command is doing, on a line of the terminal that appears after a second and goes when the work is done.
///
/// The line belongs to standard error: whatever else is written there or to standard output takes its place.
struct Activity: ~Copyable {
    private struct Line {
        var text: String
        var start = MonotonicTime.milliseconds
        var isShown = false
    }

    private static let line = Mutex<Line?>(nil)

    private let end: WakeUp

    /// Shows `what`, on a terminal, with the seconds that it has taken, until the value is gone; `nil` where there is none.
    init?(_ what: String, on console: Console) {
        guard console.showsProgress, let end = try? WakeUp() else { return nil }
        self.end = end
        Self.line.withLock { $0 = Line(text: ShownText.line(what)) }
        try? DedicatedThread.run(name: "pdfco-activity") {
            while (try? wait(for: [end], atMost: .milliseconds(200))) == [false] { Self.draw() }
        }
    }

    deinit {
        end.signal()
        Self.stop()
    }

    private static func draw() {
        line.withLock { line in
            guard let seconds = line.map({ (MonotonicTime.milliseconds - $0.start) / 1000 }), seconds > 0 else {
                return
            }
            let suffix = ", \(seconds) s"
            let columns = (StandardStream.error.windowSize?.columns ?? 80) - suffix.count - 1
            let text = line?.text ?? ""
            let shown = text.count <= columns ? text : "…" + text.suffix(max(0, columns - 1))
            write("\r\(shown)\(suffix)\u{1B}[K")
            line?.isShown = true
        }
    }

    /// Takes the line away, until it is drawn again.
    static func hide() {
        line.withLock { line in
            guard line?.isShown == true else { return }
            clear()
            line?.isShown = false
        }
    }

    /// Takes the line away for good.
    static func stop() {
        line.withLock { line in
            if line?.isShown == true { clear() }
            line = nil
        }
    }

    private static func clear() { write("\r\u{1B}[K") }

    private static func write(_ text: String) { try? StandardStream.error.write(Array(text.utf8)) }
}

extension Job {
    /// What the job does to its document, in a word.
    var activity: String {
        if saving.rewriting != nil { return "rewriting" }
        if saving.repairs { return "repairing" }
        if edits.contains(where: { if case .source = $0 { true } else { false } }) { return "importing" }
        if !edits.isEmpty { return "editing" }
        return saving.output == nil ? "saving" : "copying"
    }
}
