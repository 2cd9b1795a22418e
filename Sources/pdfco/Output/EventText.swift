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

    /// With the names of the document.
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

/// Events as a person reads them.
enum EventText {
    /// `12:03:44 report.pdf changed`
    ///
    /// - Parameter width: of a longer name only the end is shown, which tells more of a path.
    static func line(_ event: DocumentEvent, namesWithin width: Int = .max) -> String {
        var line = "\(clock(event)) \(name(event.path, within: width)) \(event.kind.rawValue)"
        if let newPath = event.newPath { line += " to \(name(newPath, within: width))" }
        if let process = event.process { line += " (process \(process))" }
        if let detail = event.detail { line += ": \(CommandFailure.printable(detail))" }
        return line
    }

    static func clock(_ event: DocumentEvent) -> String { LocalTime.clock(Int(event.time.timeIntervalSince1970)) }

    /// As seen from the working folder, where it is in there.
    static func name(_ path: FilePath, within width: Int = .max) -> String {
        var rest = path
        let isInside = workingFolder.map { rest.removePrefix($0) } ?? false
        let name = CommandFailure.printable(isInside && !rest.isEmpty ? rest.argument : path.argument)
        return name.count > width ? "…" + name.suffix(width - 1) : name
    }

    private static let workingFolder = try? FilePath(".").resolvingLinks()

    /// Prints events as data.
    ///
    /// - Throws: EPIPE where the reader has gone: the thread that prints takes no signals.
    static func print(_ events: some Sequence<DocumentEvent>, asJSON: Bool) throws(SystemCallError) {
        let lines = events.compactMap { asJSON ? Console.encoded(EventReport.named($0)) : line($0) }
        try StandardStream.output.write(Array(lines.map { $0 + "\n" }.joined().utf8))
    }
}
