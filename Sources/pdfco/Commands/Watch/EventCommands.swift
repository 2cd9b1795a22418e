import Documents
import FileCoordination
import LinuxFiles
import PDFModel
import SystemPackage

/// A shell command that is run for events, for one after another.
final class EventCommands: Sendable {
    private let script: String
    private let queue: DocumentEventQueue
    private let runner = ProgramRunner()
    private let console: Console
    /// What every run of the command is told: that it belongs to the watch.
    private let variables: [String: String]
    private let isDone: WakeUp

    init(_ script: String, _ options: DocumentWatch.Options, _ console: Console) throws {
        self.script = script
        self.console = console
        queue = try DocumentEventQueue()
        isDone = try WakeUp()
        variables = [
            "PDFCO_PURPOSE": options.purposeIdentifier, "PDFCO_RUNTIME_DIR": options.runtimeFolder.path.string,
        ]
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
        var variables = variables
        variables["PDFCO_EVENT"] = event.kind.rawValue
        variables["PDFCO_FILE"] = event.path.string
        variables["PDFCO_TIME"] = event.time.timestamp
        variables["PDFCO_TO"] = event.newPath?.string ?? ""
        variables["PDFCO_PID"] = event.process.map(String.init) ?? ""
        do throws(SystemCallError) {
            let status = try runner.run(["/bin/sh", "-c", script], adding: variables)
            if let status, status != 0 {
                console.warn("the command for \(event.kind.rawValue) ended with \(status)", file: event.path.string)
            }
        } catch {
            console.warn("the command for \(event.kind.rawValue) cannot be run: \(error)", file: event.path.string)
        }
    }

    /// Returns when the command has run for the events that are there.
    func finish() {
        queue.finish()
        _ = try? wait(for: [isDone], atMost: nil)
    }

    /// Asks the command that runs to end, and runs no other.
    func end() { runner.end() }
}
