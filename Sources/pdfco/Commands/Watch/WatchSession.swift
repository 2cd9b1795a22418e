import ArgumentParser
import Documents
import LinuxFiles
import Synchronization
import SystemPackage

/// One run of `pdfco watch`: the main thread waits for signals, one thread prints events, one runs the command for them.
/// Presenters only put events into queues, so that nobody who asks them waits for a slow terminal or a slow command.
final class WatchSession: Sendable {
    private let signals: SignalQueue
    private let events: DocumentEventQueue
    /// `nil` without a command.
    private let commands: EventCommands?
    private let watch: DocumentWatch
    private let lastEvents: Set<DocumentEvent.Kind>
    private let console: Console
    /// The terminal has to be drawn anew.
    private let redraw: WakeUp
    /// Signalled when the last event was printed and its command has ended.
    private let isDone: WakeUp
    /// Why what happens cannot be printed.
    private let printingError = Mutex<SystemCallError?>(nil)

    /// - Parameters:
    ///   - command: a shell command to run for each event.
    ///   - variables: what its environment has instead of this process's.
    ///   - lastEvents: the first of these ends it.
    init(
        _ options: DocumentWatch.Options, command: String?, _ variables: [String: [UInt8]?],
        until lastEvents: Set<DocumentEvent.Kind>, console: Console
    ) throws {
        do throws(SystemCallError) {
            // Before any other thread is there.
            signals = try SignalQueue()
            (redraw, isDone) = (try WakeUp(), try WakeUp())
        } catch {
            throw CommandFailure(kind: "systemCall", problem: "\(error)", exitStatus: .systemCall)
        }
        self.lastEvents = lastEvents
        self.console = console
        let events = try DocumentEventQueue()
        self.events = events
        commands = try command.map { try EventCommands($0, variables, options, console) }
        watch = try DocumentWatch(options) { event in
            events.add(event)
        } problems: { path, problem in
            switch problem {
            case .notSaved(let error):
                console.warn("not saved: \(error.reason)", file: path.argument)
            case .passedOver(let warning): console.warn(warning, file: path.argument)
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
        let kinds = [(paths.count - directories, "document"), (directories, "directory")].filter { $0.0 > 0 }
        console.say("watching " + kinds.map { SummaryText.counted($0.0, $0.1) }.joined(separator: " and "))
        // From now on, so that the table comes below.
        try startThread("events") { self.printEvents() }
        if let commands { try startThread("commands") { commands.run() } }
        waitForEnd()
        watch.stop()
        events.finish()
        // What happened is printed yet, unless it cannot be; another signal ends the waiting.
        _ = try? wait(for: [isDone, signals], atMost: .seconds(5))
        guard let error = printingError.withLock({ $0 }) else { return }
        if error.errno == SystemCallError.brokenPipe { ThisProcess.endByBrokenPipe() }
        throw CommandFailure(writingOutput: error)
    }

    private func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) throws {
        do throws(SystemCallError) {
            try DedicatedThread.run(name: name, body)
        } catch {
            throw CommandFailure(kind: "systemCall", problem: "\(error)", exitStatus: .systemCall)
        }
    }

    private func waitForEnd() {
        while true {
            guard let ready = try? wait(for: [signals, isDone], atMost: nil) else { continue }
            let come = signals.take()
            if !come.isDisjoint(with: [.continued, .windowChanged]) { redraw.signal() }
            if !come.isDisjoint(with: [.interrupted, .terminated, .hungUp]) {
                commands?.end()
                return
            }
            if ready[1] { return }
        }
    }

    // MARK: The thread that prints

    private func printEvents() {
        do throws(SystemCallError) {
            try printUntilEnd()
            commands?.finish()
        } catch {
            printingError.withLock { $0 = error }
            commands?.end()
        }
        isDone.signal()
    }

    /// - Throws: EPIPE where the reader has gone: this thread takes no signals.
    private func printUntilEnd() throws(SystemCallError) {
        // The output of a command would get into the table.
        let table = commands == nil ? EventTable(console) : nil
        var shown = table
        if let start = shown?.drawn() { try write(start) }
        while let taken = events.take(orUntil: redraw) {
            if taken.isEmpty, let table = shown?.startAnew() { try write(table) }
            let end = taken.firstIndex { lastEvents.contains($0.kind) }
            let counting = taken.prefix(through: end ?? taken.endIndex - 1)
            try write(shown?.showing(counting) ?? EventText.data(counting, asJSON: console.json))
            for event in counting { commands?.add(event) }
            if end != nil { return }
        }
    }

    private func write(_ text: String) throws(SystemCallError) { try StandardStream.output.write(Array(text.utf8)) }
}
