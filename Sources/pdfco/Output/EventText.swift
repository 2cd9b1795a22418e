import Documents
import FoundationEssentials
import LinuxFiles
import PDFModel
import SystemPackage

/// The JSON object of one event.
struct EventReport: Encodable {
    var event: String
    var time: String
    var pid: Int32?
    var detail: String?

    /// Returns the object with the names of the document.
    static func named(_ event: DocumentEvent) -> NamedReport<EventReport> {
        NamedReport(["file": event.path.argument, "to": event.newPath?.argument], EventReport(event))
    }

    private init(_ event: DocumentEvent) {
        self.event = event.kind.rawValue
        time = event.time.timestamp
        pid = event.process
        detail = event.detail
    }
}

/// The text output about events.
enum EventText {
    /// `12:03:44 report.pdf changed`
    ///
    /// - Parameter width: the maximum length of a name. Longer names are cut at the front, because the end of a path is
    ///   more informative.
    static func line(_ event: DocumentEvent, namesWithin width: Int = .max) -> String {
        var line = "\(clock(event)) \(name(event.path, within: width)) \(event.kind.rawValue)"
        if let newPath = event.newPath { line += " to \(name(newPath, within: width))" }
        if let process = event.process { line += " (process \(process))" }
        if let detail = event.detail { line += ": \(ShownText.line(detail))" }
        return line
    }

    static func clock(_ event: DocumentEvent) -> String { LocalTime.clock(Int(event.time.timeIntervalSince1970)) }

    /// Returns the path, relative to the working directory if it is inside.
    static func name(_ path: FilePath, within width: Int = .max) -> String {
        var rest = path
        let isInside = workingDirectory.map { rest.removePrefix($0) } ?? false
        let name = ShownText.line(isInside && !rest.isEmpty ? rest.argument : path.argument)
        return name.count > width ? "…" + name.suffix(width - 1) : name
    }

    private static let workingDirectory = try? FilePath(".").resolvingLinks()

    /// Returns the events as data, one per line.
    static func data(_ events: some Sequence<DocumentEvent>, asJSON: Bool) -> String {
        events.compactMap { asJSON ? Console.encoded(EventReport.named($0)) : line($0) }.map { $0 + "\n" }.joined()
    }
}
