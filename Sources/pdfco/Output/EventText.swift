import Documents
import FoundationEssentials
import LinuxFiles
import PDFModel
import SystemPackage

/// The JSON object of one event.
struct EventReport: Encodable {
    var event: String
    var time: Date
    var pid: Int32?
    var detail: String?

    /// Returns the object with the names of the document.
    static func named(_ event: DocumentEvent) -> NamedReport<EventReport> {
        NamedReport(["file": event.path.argument, "to": event.newPath?.argument], EventReport(event))
    }

    private init(_ event: DocumentEvent) {
        self.event = event.kind.rawValue
        time = event.time
        pid = event.process
        detail = event.detail
    }
}

/// The text output about events.
enum EventText {
    /// `12:03:44 report.pdf changed`
    static func line(_ event: DocumentEvent) -> String {
        let clock = LocalTime.clock(Int(event.time.timeIntervalSince1970))
        var line = "\(clock) \(name(event.path)) \(event.kind.rawValue)"
        if let newPath = event.newPath { line += " to \(name(newPath))" }
        if let process = event.process { line += " (process \(process))" }
        if let detail = event.detail { line += ": \(ShownText.line(detail))" }
        return line
    }

    /// Returns the path, relative to the working directory if it is inside.
    static func name(_ path: FilePath) -> String {
        var rest = path
        let isInside = workingDirectory.map { rest.removePrefix($0) } ?? false
        return ShownText.line(isInside && !rest.isEmpty ? rest.argument : path.argument)
    }

    private static let workingDirectory = try? FilePath(".").resolvingLinks()

    /// Returns the events as data, one per line.
    static func data(_ events: some Sequence<DocumentEvent>, asJSON: Bool) -> String {
        events.compactMap { asJSON ? Console.encoded(EventReport.named($0)) : line($0) }.map { $0 + "\n" }.joined()
    }
}
