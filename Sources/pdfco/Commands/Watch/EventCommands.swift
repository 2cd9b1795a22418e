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

    init(
        _ script: String, _ variables: [String: [UInt8]?], _ options: DocumentWatch.Options, _ console: Console
    ) throws {
        self.script = script
        self.console = console
        queue = try DocumentEventQueue()
        isDone = try WakeUp()
        let own = [
            "PDFCO_PURPOSE": options.purposeIdentifier, "PDFCO_RUNTIME_DIR": options.runtimeDirectory.path.argument,
        ]
        self.variables = variables.merging(own.mapValues(ByteText.bytes)) { $1 }
    }

    func add(_ event: DocumentEvent) { queue.add(event) }

    /// Runs the command until there are no more events.
    func run() {
        while let events = queue.take(atMost: 1) {
            for event in events { run(event) }
        }
        isDone.signal()
    }

    private func run(_ event: DocumentEvent) {
        let variables = variables.merging(event.variables) { $1 }
        do {
            let status = try runner.run(
                Program(["/bin/sh", "-c", script].map(ByteText.bytes), variables: variables))
            if let status, status != 0 {
                console.warn(
                    "the command for \(event.kind.rawValue) exited with status \(status)", file: event.path.argument)
            }
        } catch {
            console.warn("the command for \(event.kind.rawValue) cannot be run: \(error)", file: event.path.argument)
        }
    }

    /// Returns once the command has run for all queued events.
    func finish() {
        queue.finish()
        _ = try? wait(for: [isDone], atMost: nil)
    }

    /// Asks the running command to end and starts no other.
    func end() { runner.end() }
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
