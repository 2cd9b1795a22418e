import ArgumentParser
import Documents
import LinuxFiles
import Synchronization
import SystemPackage

/// One run of `pdfco watch`: the main thread waits for signals, one thread prints events, and one runs the command for
/// them. Presenters only queue events, so that no other process waits for a slow terminal or a slow command.
final class WatchSession: Sendable {
    private let signals: SignalQueue
    private let events: DocumentEventQueue
    /// `nil` without a command.
    private let commands: EventCommands?
    private let watch: DocumentWatch
    private let lastEvents: Set<DocumentEvent.Kind>
    private let console: Console
    /// Signalled once the last event is printed and its command has ended.
    private let isDone: WakeUp
    /// The error that stopped the printing of events.
    private let printingError = Mutex<SystemCallError?>(nil)

    /// - Parameters:
    ///   - command: a shell command to run for each event.
    ///   - variables: the variables of the command's environment that differ from this process's.
    ///   - lastEvents: kinds of event; the first event of any of them ends the watch.
    init(
        _ options: DocumentWatch.Options, command: String?, _ variables: [String: [UInt8]?],
        until lastEvents: Set<DocumentEvent.Kind>, console: Console
    ) throws {
        // Before any other thread exists.
        signals = try SignalQueue()
        isDone = try WakeUp()
        self.lastEvents = lastEvents
        self.console = console
        let events = try DocumentEventQueue()
        self.events = events
        commands = try command.map { try EventCommands($0, variables, console) }
        watch = try DocumentWatch(options) { event in
            events.add(event)
        } problems: { path, problem in
            switch problem {
            case .notSaved(let error):
                console.warn("not saved: \(error.reason)", file: path.argument)
            case .skipped(let warning): console.warn(warning, file: path.argument)
            }
        }
    }

    /// Watches until a signal or an event ends it.
    func run(_ paths: [String]) throws {
        var directories = 0
        for path in paths {
            if try watch.watch(FilePath(argument: path)) { directories += 1 }
        }
        try watch.start()
        let documents = paths.count - directories
        let kinds = [
            documents > 0 ? SummaryText.counted(documents, "document") : nil,
            directories > 0 ? directories == 1 ? "1 directory" : "\(directories) directories" : nil,
        ]
        let missing = paths.first { !TypedWords.isFile($0) }.map { "; \($0) is not there yet" } ?? ""
        console.say("watching " + kinds.compactMap(\.self).joined(separator: " and ") + missing)
        // Start printing only now, so that the events appear below the message.
        try DedicatedThread.run(name: "events") { self.printEvents() }
        if let commands { try DedicatedThread.run(name: "commands") { commands.run() } }
        waitForEnd()
        watch.stop()
        events.finish()
        // Wait until the remaining events are printed, unless printing fails; another signal ends the wait.
        _ = try? wait(for: [isDone, signals], atMost: .seconds(5))
        guard let error = printingError.withLock({ $0 }) else { return }
        if error.errno == SystemCallError.brokenPipe { ThisProcess.endByBrokenPipe() }
        throw CommandFailure(writingOutput: error)
    }

    private func waitForEnd() {
        while true {
            guard let ready = try? wait(for: [signals, isDone], atMost: nil) else { continue }
            if !signals.take().isEmpty {
                commands?.end()
                return
            }
            if ready[1] { return }
        }
    }

    // MARK: The thread that prints

    private func printEvents() {
        do {
            try printUntilEnd()
            commands?.finish()
        } catch {
            printingError.withLock { $0 = error }
            commands?.end()
        }
        isDone.signal()
    }

    /// - Throws: EPIPE if the reader is gone away, because this thread receives no signals.
    private func printUntilEnd() throws(SystemCallError) {
        while let taken = events.take() {
            let end = taken.firstIndex { lastEvents.contains($0.kind) }
            let counting = taken.prefix(through: end ?? taken.endIndex - 1)
            try console.surroundings.output.write(Array(EventText.data(counting, asJSON: console.json).utf8))
            for event in counting { commands?.add(event) }
            if end != nil { return }
        }
    }
}
