import Documents
import LinuxFiles
import SystemPackage

/// The terminal display of events: a table of the documents with the last event of each, the most recent first, and the
/// newest events below. Each drawing replaces the previous one.
///
/// It makes no lasting change to the terminal's screen or cursor.
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

    /// Returns `nil` if standard output is not a suitable terminal, or with `--json`.
    init?(_ console: Console) {
        guard !console.json, StandardStream.output.isTerminal, StandardStream.output.windowSize != nil,
            let terminal = ThisProcess.environment("TERM"), !terminal.isEmpty, terminal != "dumb"
        else { return nil }
        isColored = console.allowsColor
    }

    /// Draws a new table and leaves the previous one in place, because others may have written below it.
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

    /// Returns the output that draws the table over the previous one.
    mutating func drawn() -> String {
        let size = StandardStream.output.windowSize ?? (columns: 80, rows: 24)
        var lines = table(columns: size.columns, rows: size.rows)
        if lines.isEmpty { lines = ["no events yet; Control-C ends"] }
        // Move to the start of the previous table, and clear from there.
        let start = drawnLines > 0 ? "\u{1B}[\(drawnLines)A\r\u{1B}[J" : ""
        let text = start + lines.map { $0.cut(to: size.columns - 1) + "\n" }.joined()
        drawnLines = lines.count
        return text
    }

    private func table(columns: Int, rows limit: Int) -> [String] {
        guard !rows.isEmpty else { return [] }
        let shown = latestFirst.prefix(max(1, limit - Self.newestCount - 4))
        let longest = shown.map { EventText.name($0.event.newPath ?? $0.event.path).count }.max() ?? 0
        // All other columns together are 53 wide.
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
    /// Returns a word for the document's state after this event.
    fileprivate func state(after earlier: String) -> String {
        switch kind {
        case .checkpointed: "unsaved"
        case .conflict: "conflict"
        case .deleted: "gone"
        case .relinquishedToReader: earlier == "unsaved" || earlier == "conflict" ? earlier : "read"
        case .relinquishedToWriter: earlier == "unsaved" || earlier == "conflict" ? earlier : "written"
        case .saved, .appeared: ""
        case .reacquired: earlier == "read" || earlier == "written" ? "" : earlier
        case .changed, .moved, .willBeDeleted, .saveRequested, .versionGained, .versionLost, .versionResolved,
            .overflow:
            earlier
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    /// Returns the first characters. Text with escape sequences, which take no room, is not cut.
    fileprivate func cut(to width: Int) -> String {
        guard count > width, !contains("\u{1B}") else { return self }
        return prefix(max(0, width - 1)) + "…"
    }
}
