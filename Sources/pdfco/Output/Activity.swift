import Documents
import LinuxFiles

/// What the command is doing, on a line of the terminal that appears after a second and goes when the work is done.
///
/// The line belongs to standard error: whatever else is written there or to standard output takes its place.
struct Activity: ~Copyable {
    struct Line {
        let text: String
        private let start = MonotonicTime.milliseconds
        var isShown = false

        init(_ text: String) { self.text = text }

        /// Returns the line as it is drawn in a window, from the first second on.
        func drawn(columns: Int) -> String? {
            let seconds = (MonotonicTime.milliseconds - start) / 1000
            guard seconds > 0 else { return nil }
            let suffix = ", \(seconds) s"
            let room = columns - suffix.count - 1
            let shown = text.count <= room ? text : "…" + text.suffix(max(0, room - 1))
            return "\r\(shown)\(suffix)\u{1B}[K"
        }
    }

    private let messages: MessageStream
    private let end: WakeUp

    /// Shows `what`, on a terminal, with the seconds that it has taken, until the value is gone; `nil` where there is none.
    init?(_ what: String, on console: Console) {
        guard console.showsProgress, let end = try? WakeUp() else { return nil }
        let messages = console.surroundings.messages
        (self.messages, self.end) = (messages, end)
        messages.show(Line(ShownText.line(what)))
        try? DedicatedThread.run(name: "pdfco-activity") {
            while (try? wait(for: [end], atMost: .milliseconds(200))) == [false] { messages.drawActivity() }
        }
    }

    deinit {
        end.signal()
        messages.show(nil)
    }
}

extension Job {
    /// What the job does to its document, in a word.
    var activity: String {
        if saving.options.rewriting != nil { return "rewriting" }
        if saving.options.repairs { return "repairing" }
        if edits.contains(where: { if case .source = $0 { true } else { false } }) { return "importing" }
        if !edits.isEmpty { return "editing" }
        return saving.output == nil ? "saving" : "copying"
    }
}
