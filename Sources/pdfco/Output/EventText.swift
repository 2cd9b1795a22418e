import Documents
import FoundationEssentials
import LinuxFiles
import PDFModel
import SystemPackage

/// The JSON object of one event.
extension DocumentEvent: Encodable {
    private enum Key: CodingKey { case event, time, pid, detail }

    /// The object with the names of the document.
    var named: NamedReport<DocumentEvent> {
        NamedReport(["file": path.argument, "to": newPath?.argument], self)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(kind, forKey: .event)
        try values.encode(time, forKey: .time)
        try values.encodeIfPresent(process, forKey: .pid)
        try values.encodeIfPresent(detail, forKey: .detail)
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
        events.compactMap { asJSON ? Console.encoded($0.named) : line($0) }.map { $0 + "\n" }.joined()
    }
}
