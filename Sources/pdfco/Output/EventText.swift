import Documents
import FoundationEssentials
import LinuxFiles
import PDFModel
import SystemPackage

/// The JSON object of one event.
struct EventReport: Encodable {
    var event: String
    var file: String
    var time: String
    var to: String?
    var pid: Int32?
    var detail: String?

    init(_ event: DocumentEvent) {
        self.event = event.kind.rawValue
        file = event.path.string
        time = event.time.timestamp
        to = event.newPath?.string
        pid = event.process
        detail = event.detail
    }
}

/// Events as a person reads them.
enum EventText {
    /// `12:03:44 report.pdf changed`
    static func line(_ event: DocumentEvent) -> String {
        var line = "\(clock(event)) \(name(event.path)) \(event.kind.rawValue)"
        if let newPath = event.newPath { line += " to \(name(newPath))" }
        if let process = event.process { line += " (process \(process))" }
        if let detail = event.detail { line += ": \(CommandFailure.printable(detail))" }
        return line
    }

    static func clock(_ event: DocumentEvent) -> String { LocalTime.clock(Int(event.time.timeIntervalSince1970)) }

    /// As seen from the working folder, where it is in there.
    static func name(_ path: FilePath) -> String {
        var rest = path
        let isInside = workingFolder.map { rest.removePrefix($0) } ?? false
        return CommandFailure.printable(isInside && !rest.isEmpty ? rest.string : path.string)
    }

    private static let workingFolder = try? FilePath(".").resolvingLinks()

    static func print(_ events: some Sequence<DocumentEvent>, on console: Console) {
        let lines = events.compactMap { console.json ? Console.encoded(EventReport($0)) : line($0) }
        if !lines.isEmpty { console.print(lines.joined(separator: "\n")) }
    }
}
