import LinuxFiles

/// Counts the jobs of a batch, and shows on a terminal how far it is.
struct BatchProgress {
    private let console: Console
    private let start = ContinuousClock.now
    private var shown: ContinuousClock.Instant?
    private(set) var counts: [BatchAnswer.Status: Int] = [:]
    /// Jobs that other runs or other parts do.
    var skipped = 0

    init(_ console: Console) { self.console = console }

    var total: Int { counts.values.reduce(0, +) }
    var failures: Int { counts.filter { !$0.key.isSuccess }.values.reduce(0, +) }

    mutating func count(_ status: BatchAnswer.Status) { counts[status, default: 0] += 1 }

    /// Shows the progress, at most ten times a second.
    ///
    /// - Parameter part: how much of the batch is done, from 0 to 1; `nil` if that is not known.
    mutating func show(_ part: Double?) {
        guard console.showsProgress else { return }
        let now = ContinuousClock.now
        guard shown.map({ now - $0 > .milliseconds(100) }) ?? true else { return }
        shown = now
        var line = "\(SummaryText.counted(total, "job")), \(rate) a second"
        if failures > 0 { line += ", \(failures) failed" }
        if let part, part > 0, part <= 1 {
            let left = (now - start) * ((1 - part) / part)
            line += ", \(Int(part * 100))%, \(Self.clock(left)) left"
        }
        console.showLine(line)
    }

    /// Removes the line that shows the progress, so that something else can be printed.
    mutating func clear() {
        if shown != nil { console.showLine("") }
        shown = nil
    }

    /// The summary in one line.
    var summary: String {
        let parts = BatchAnswer.Status.allCases.compactMap { status in counts[status].map { "\($0) \(status.rawValue)" }
        }
        let skips = skipped > 0 ? "; \(skipped) skipped" : ""
        let list = parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
        return "\(total) \(total == 1 ? "job" : "jobs")\(list)\(skips); \(Self.clock(ContinuousClock.now - start)), "
            + "\(rate) a second"
    }

    private var rate: String {
        let rate = Double(total) / max((ContinuousClock.now - start) / .seconds(1), 0.001)
        return rate < 10 ? "\((rate * 10).rounded() / 10)" : "\(Int(rate))"
    }

    /// A duration as `0:12` or `1:02:03`.
    private static func clock(_ duration: Duration) -> String {
        let seconds = Int(duration / .seconds(1))
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0
            ? "\(hours):\(digits(minutes)):\(digits(seconds % 60))" : "\(minutes):\(digits(seconds % 60))"
    }
}

extension Console {
    /// Shows a line on the terminal that the next one overwrites.
    func showLine(_ line: String) { show("\r\(line)\u{1B}[K") }
}
