import Documents
import LinuxFiles
import SystemPackage

/// What happens to documents, on a terminal: a table of the documents with the last event of each, the one with the latest
/// first, and the newest events below; drawn over what was drawn before.
///
/// It leaves the terminal as it is: neither its screen nor its cursor is changed for good.
struct EventTable {
    private struct Row {
        var event: DocumentEvent
        var state: String
    }

    private let isColored: Bool
    private var rows: [FilePath: Row] = [:]
    private var newest: ArraySlice<DocumentEvent> = []
    private var drawnLines = 0

    private static let newestCount = 5
    private static let rowLimit = 1000

    /// `nil` where standard output is no terminal that can do this, or data is wanted.
    init?(_ console: Console) {
        guard !console.json, StandardStream.output.isTerminal, StandardStream.output.windowSize != nil,
            let terminal = ThisProcess.environment("TERM"), !terminal.isEmpty, terminal != "dumb"
        else { return nil }
        isColored = console.allowsColor
    }

    /// What was drawn stays where it is; others may have written below.
    mutating func startAnew() -> String {
        drawnLines = 0
        return drawn()
    }

    mutating func showing(_ events: some Sequence<DocumentEvent>) -> String {
        for event in events {
            let before = rows.removeValue(forKey: event.path)
            rows[event.newPath ?? event.path] = Row(event: event, state: event.state(after: before?.state ?? ""))
            newest.append(event)
        }
        newest = newest.suffix(Self.newestCount)
        if rows.count > Self.rowLimit { forgetOldest() }
        return drawn()
    }

    private mutating func forgetOldest() {
        for row in latestFirst.dropFirst(Self.rowLimit / 2) { rows[row.event.newPath ?? row.event.path] = nil }
    }

    private var latestFirst: [Row] {
        rows.values.sorted {
            ($1.event.time, $0.event.path.argument) < ($0.event.time, $1.event.path.argument)
        }
    }

    // MARK: Drawing

    /// What draws the table where it was drawn before.
    mutating func drawn() -> String {
        let size = StandardStream.output.windowSize ?? (columns: 80, rows: 24)
        var lines = table(columns: size.columns, rows: size.rows)
        if lines.isEmpty { lines = ["nothing has happened yet; Control-C ends"] }
        // To the beginning of what was drawn, and nothing below it.
        let start = drawnLines > 0 ? "\u{1B}[\(drawnLines)A\r\u{1B}[J" : ""
        let text = start + lines.map { $0.cut(to: size.columns - 1) + "\n" }.joined()
        drawnLines = lines.count
        return text
    }

    private func table(columns: Int, rows limit: Int) -> [String] {
        guard !rows.isEmpty else { return [] }
        let shown = latestFirst.prefix(max(1, limit - Self.newestCount - 4))
        let longest = shown.map { EventText.name($0.event.newPath ?? $0.event.path).count }.max() ?? 0
        // All the other columns take 53.
        let width = min(max(longest, 8), max(8, columns - 54))
        var lines = [heading("DOCUMENT".padded(to: width) + "  STATE     LAST EVENT            TIME      PROCESS")]
        for row in shown {
            let process = row.event.process.map(String.init) ?? ""
            lines.append(
                EventText.name(row.event.newPath ?? row.event.path, within: width).padded(to: width) + "  "
                    + row.state.padded(to: 10)
                    + row.event.kind.rawValue.padded(to: 22) + EventText.clock(row.event).padded(to: 10) + process)
        }
        if rows.count > shown.count { lines.append("and \(rows.count - shown.count) more") }
        let free = limit - lines.count - 2
        return lines + [""] + newest.suffix(max(0, free)).map { EventText.line($0, namesWithin: max(8, columns - 45)) }
    }

    private func heading(_ text: String) -> String { isColored ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
}

extension DocumentEvent {
    /// A word for what the document is like after this.
    fileprivate func state(after earlier: String) -> String {
        switch kind {
        case .checkpointed: "unsaved"
        case .conflict: "conflict"
        case .deleted: "gone"
        case .relinquishedToReader: earlier == "unsaved" || earlier == "conflict" ? earlier : "read"
        case .relinquishedToWriter: earlier == "unsaved" || earlier == "conflict" ? earlier : "written"
        case .saved, .appeared: ""
        case .reacquired: earlier == "read" || earlier == "written" ? "" : earlier
        case .changed, .moved, .willBeDeleted, .saveRequested, .versionGained, .overflow: earlier
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    /// The first characters; escape sequences, which take no room, are not counted.
    fileprivate func cut(to width: Int) -> String {
        guard count > width, !contains("\u{1B}") else { return self }
        return prefix(max(0, width - 1)) + "…"
    }
}
