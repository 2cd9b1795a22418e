import Documents
import FileCoordination
import LinuxFiles
import PDFModel
import SystemPackage

/// Runs a shell command for each event, one after another.
final class EventCommands: Sendable {
    private let script: String
    private let queue: DocumentEventQueue
    private let runner = ProgramRunner()
    private let console: Console
    /// The environment variables for every run of the command; they make its accesses part of the watch.
    private let variables: [String: [UInt8]?]
    private let isDone: WakeUp

    init(_ script: String, _ variables: [String: [UInt8]?], _ console: Console) throws {
        (self.script, self.variables, self.console) = (script, variables, console)
        queue = try DocumentEventQueue()
        isDone = try WakeUp()
    }

    func add(_ event: DocumentEvent) { queue.add(event) }

    /// Runs the command until there are no more events.
    func run() {
        while let events = queue.take(atMost: 1) {
            for event in events { runner.run(script, for: event, variables, console) }
        }
        isDone.signal()
    }

    /// Returns once the command has run for all queued events.
    func finish() {
        queue.finish()
        _ = try? wait(for: [isDone], atMost: nil)
    }

    /// Asks the running command to end and starts no other.
    func end() { runner.end() }
}

extension ProgramRunner {
    /// Runs a shell command for an event; what goes wrong is a warning.
    ///
    /// - Parameters:
    ///   - variables: those of its environment that differ from this process's, besides those of the event.
    ///   - limit: the longest time that it may take; `nil` for any.
    func run(
        _ script: String, for event: DocumentEvent, _ variables: [String: [UInt8]?], atMost limit: Duration? = nil,
        _ console: Console
    ) {
        let variables = variables.merging(event.variables) { $1 }
        let what: String
        do {
            let program = Program(["/bin/sh", "-c", script].map(ByteText.bytes), variables: variables)
            guard let status = try run(program, atMost: limit), status != 0 else { return }
            what = "exited with status \(status)"
        } catch {
            let isLate = Errno(rawValue: error.errno) == .timedOut
            what = isLate ? "took too long and was killed" : "cannot be run: \(error)"
        }
        console.warn("the command for \(event.kind.rawValue) \(what)", file: event.path.argument)
    }
}

extension DocumentEvent {
    /// The environment variables by which a command knows the event.
    var variables: [String: [UInt8]?] {
        [
            "PDFCO_EVENT": kind.rawValue, "PDFCO_FILE": path.argument, "PDFCO_TIME": time.timestamp,
            "PDFCO_TO": newPath?.argument ?? "", "PDFCO_PID": process.map(String.init) ?? "",
        ].mapValues(ByteText.bytes)
    }
}
