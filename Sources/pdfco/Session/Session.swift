import ArgumentParser
import Checkpointing
import Documents
import FileCoordination
import LinuxFiles
import Synchronization
import SystemPackage

/// An interactive or scripted session: keeps one document open, presents it to other processes, and reads commands line
/// by line.
///
/// Each command runs as it does on the command line, one after another, in accesses that share one purpose. The session
/// adds a ``Document``, which answers other processes, follows the file and saves automatically.
final class Session {
    private let context: SessionContext
    private let commands: CommandTree
    private let names: SessionCommand.Names
    /// The document as the user named it.
    private let given: String
    private var document: Document { context.document }
    private let input: SessionInput
    private let console: Console
    private let options: [String]
    /// Whether a failed command ends the session: nobody reads a script's messages before its next line runs.
    private let endsAtFailure: Bool
    private let signals: SignalQueue
    private let events: DocumentEventQueue
    /// The number of the line that was read last.
    private var lineNumber = 0
    /// The signal that ends the session before its next line.
    private var leaving: SignalQueue.Signal?

    /// - Parameter signals: created before any other thread was started.
    init(
        _ given: String, _ context: SessionContext, _ input: SessionInput, console: Console, options: [String],
        endsAtFailure: Bool, _ signals: SignalQueue, _ events: DocumentEventQueue
    ) {
        self.given = given
        (self.context, self.input, self.console, self.options) = (context, input, console, options)
        (self.endsAtFailure, self.signals, self.events) = (endsAtFailure, signals, events)
        commands = context.surroundings.commands
        names = SessionCommand.Names(commands)
    }

    /// The document's path as the user named it, as long as that leads to the document; otherwise its current path.
    private var file: String {
        let path = document.path
        return (try? FilePath(argument: given).resolvingLinks()) == path ? given : path.argument
    }

    private var name: String {
        document.path.lastComponent.map { FilePath(root: nil, [$0]).argument } ?? document.path.argument
    }

    func open() throws { try awaiting { document throws(DocumentError) in try await document.open() } }

    /// Runs to the end of the input, or until a command or a signal ends it; the document is open.
    func run() throws {
        defer { _ = try? awaiting { document throws(DocumentError) in try await document.close(.keep) } }
        greet()
        while true {
            let next = try next()
            if next == .left { try leave() }
            do {
                switch next {
                case .line(let line):
                    lineNumber += 1
                    if try execute(SessionCommand(line, names)) { return }
                case .end: return try close()
                case .abandoned, .left: continue
                case .stop: waitUntilContinued()
                }
            } catch let status as ExitCode {
                if leaving != nil || endsAtFailure { throw stopped(with: status.rawValue) }
            } catch {
                guard var failure = CommandFailure(withChoices(error)) else { throw error }
                if endsAtFailure, next != .end { failure.line = lineNumber }
                console.report(failure)
                // The signal may have cancelled the line's wait for access.
                if leaving != nil { try leave() }
                if endsAtFailure || next == .end { throw stopped(with: failure.exitStatus.rawValue) }
            }
            if leaving != nil { try leave() }
        }
    }

    private func greet() {
        guard input.isTerminal else { return }
        let unsaved = unsavedCount
        console.say("\(name) is open" + (unsaved > 0 ? ", \(unsaved) unsaved" : "") + "; help lists the commands")
    }

    /// Returns the error as a session reports it: a conflict gets the session's own choices as its hint.
    private func withChoices(_ error: any Error) -> any Error {
        let cause = (error as? HintedError)?.error ?? error as? DocumentError
        guard let cause, cause.situation.isUnsavedConflict else { return error }
        return HintedError(error: cause, hint: choices)
    }

    /// Returns the exit code of a session that ends before its input does, and reports the unsaved changes.
    private func stopped(with status: Int32) -> ExitCode {
        let unsaved = unsavedCount
        if unsaved > 0, !console.json {
            console.say("\(name): \(SummaryText.counted(unsaved, "unsaved change")) kept in the checkpoint")
        }
        return ExitCode(status)
    }

    // MARK: Lines

    private func next() throws -> SessionInput.Next {
        do {
            return try input.next(
                besides: [signals, events], prompt: { prompt },
                handle: {
                    takeSignals()
                    reportEvents()
                    return leaving != nil || document.state.contains(.closed)
                })
        } catch {
            throw CommandFailure(kind: "systemCall", problem: "cannot read commands: \(error)", exitStatus: .systemCall)
        }
    }

    private var prompt: String {
        let (name, unsaved) = (ShownText.line(name), unsavedCount)
        let state = document.haveChangesConflict ? " in conflict" : ""
        return name + state + (unsaved > 0 ? " [\(unsaved)]> " : "> ")
    }

    /// - Returns: Whether the session is over.
    private func execute(_ command: SessionCommand) throws -> Bool {
        let (document, file) = (document, file)
        switch command {
        case .nothing: return false
        case .help:
            try console.print(page: SessionCommand.helpText)
            return false
        case .quit:
            try awaiting { document throws(DocumentError) in try await document.close(.keep) }
            let unsaved = unsavedCount
            try report(file, SessionReport(unsavedChanges: unsaved, saved: false)) {
                unsaved > 0 ? "\(name): \(SummaryText.counted(unsaved, "unsaved change")) kept in the checkpoint" : nil
            }
            return true
        case .close:
            try close()
            return true
        case .revert:
            let count = try awaiting { document throws(DocumentError) in try await document.revert() }
            try report(file, SessionReport(dropped: count, unsavedChanges: 0, saved: false)) {
                "\(name): \(SummaryText.counted(count, "unsaved change")) discarded"
            }
            return false
        case .conflict(let choice):
            let saved = try awaiting { document throws(DocumentError) in try await document.resolve(choice) }
            try report(
                file, output: saved?.copy?.argument,
                SessionReport(unsavedChanges: unsavedCount, saved: saved != nil)
            ) {
                saved?.copy.map { "\($0.argument) written; the document is unchanged" }
                    ?? (choice == .close ? nil : "\(name): resolved")
            }
            return document.state.contains(.closed)
        case .command(let words):
            try run(words)
            return false
        }
    }

    private func report(_ file: String, output: String? = nil, _ value: SessionReport, _ text: () -> String?) throws {
        try console.answer(["file": file, "output": output], value) { text().map(console.say) }
    }

    /// Runs a command, one that only records edits together with the next ones.
    private func run(_ words: [String]) throws {
        do {
            let file = file
            let command = try parsed(words, file)
            let warning = commands.warningOfRepetition(in: words)
            if let first = RecordedLines.command(command, words, context.surroundings) {
                return try record(("", first, warning))
            }
            defer { refresh() }
            if let warning { console.say(warning) }
            let context = context
            guard let own = command as? any DocumentCommand else {
                // The argument parser's own commands.
                var command = command
                return try command.run()
            }
            try onItsOwnThread { try own.run(in: CommandContext(own.global, context)) }
        } catch {
            if error is ExitCode || CommandFailure(error) != nil { throw error }
            guard commands.root.exitCode(for: error) != .success else {
                return try console.print(page: commands.page(telling: error, words))
            }
            throw UsageHint(words, areInSession: true, commands).failure(error)
        }
    }

    private func parsed(_ words: [String], _ file: String) throws -> any ParsableCommand {
        let arguments = try SessionCommand.arguments(words, file: file, options: options)
        if let command = try commands.command(for: arguments) { return command }
        if let failure = UsageHint(words, areInSession: true, commands).failureOfCommand() { throw failure }
        return try commands.root.parseAsRoot(arguments)
    }

    /// Records the edits of a line, and of the lines after it that only record edits and can be read without waiting,
    /// in as many accesses as that takes.
    private func record(_ first: ReadyLine) throws {
        var ready = [first]
        lineNumber -= 1
        defer { input.putBack(ready.map(\.text)[...]) }
        while leaving == nil, !document.state.contains(.closed) {
            let file = file
            parseReady(&ready, upTo: RecordedLines.limit, file)
            // An empty line or a comment needs no access.
            let silent = ready.prefix { $0.command == nil }.count
            ready.removeFirst(silent)
            lineNumber += silent
            if ready.isEmpty { return }
            let commands = ready.prefix(RecordedLines.limit).map(\.command)
            let (recorded, context) = (RecordedLines(commands: commands), context)
            let outcome = try onItsOwnThread(
                { recorded.perform(on: file, in: context) },
                meanwhile: { parseReady(&ready, upTo: 2 * RecordedLines.limit, file) })
            refresh()
            lineNumber += outcome.done
            ready.prefix(outcome.done).compactMap(\.warning).forEach(console.say)
            ready.removeFirst(outcome.done)
            if let failure = outcome.failure { throw failure }
            if outcome.isLong { _ = try? wait(for: [signals], atMost: RecordedLines.pause) }
        }
    }

    /// A line that was read ahead; without a command it is empty or a comment.
    private typealias ReadyLine = (text: String, command: (any EditingCommand)?, warning: String?)

    /// Adds the lines that can be read without waiting, up to the first one that does more than record edits.
    private func parseReady(_ lines: inout [ReadyLine], upTo limit: Int, _ file: String) {
        while lines.count < limit, let text = try? input.nextReady() {
            guard let line = recordedLine(text, file) else { return input.putBack([text]) }
            lines.append(line)
        }
    }

    private func refresh() { _ = try? awaiting { document throws(DocumentError) in await document.refresh() } }

    /// Returns a line that only records edits, or one that does nothing; `nil` for any other.
    private func recordedLine(_ text: String, _ file: String) -> ReadyLine? {
        switch try? SessionCommand(text, names) {
        case .nothing: (text, nil, nil)
        case .command(let words):
            (try? parsed(words, file)).flatMap { RecordedLines.command($0, words, context.surroundings) }
                .map { (text, $0, commands.warningOfRepetition(in: words)) }
        default: nil
        }
    }

    /// Runs `body` on its own thread, so that Control-C can cancel its wait for access, and `other` on this one meanwhile.
    private func onItsOwnThread<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value, meanwhile other: () -> Void = {}
    ) throws -> Value {
        let outcome = try waiting { finish in
            try DedicatedThread.run(name: "command") { finish(Result { try body() }) }
            other()
        }
        context.note(nil)
        reportEvents()
        return try outcome.get()
    }

    private func close() throws {
        let (document, file) = (document, file)
        guard !document.state.contains(.closed) else { return }
        let unsaved = unsavedCount
        try awaiting { document throws(DocumentError) in try await document.close() }
        try report(file, SessionReport(unsavedChanges: 0, saved: unsaved > 0)) {
            unsaved > 0 ? "\(name): \(SummaryText.counted(unsaved, "change")) saved" : nil
        }
    }

    /// The possible resolutions of a conflict that discard nothing, as a hint.
    private var choices: String {
        let possible = document.core.store.possibleResolutions(of: document.path)
        var words: [String] = []
        if possible.contains(.overwrite) { words.append("conflict save (keeps theirs as a version)") }
        if possible.contains(.copy) { words.append("conflict copy (a new file)") }
        return (words + ["conflict close"]).joined(separator: ", ")
    }

    // MARK: Events and signals

    private func reportEvents() {
        let wanted = events.takeReady().filter { console.verbose || $0.kind.isOfInterest }
        for event in wanted {
            if console.json {
                console.report(json: event.named)
            } else {
                console.say(EventText.line(event))
            }
            if event.kind == .conflict, !console.json {
                console.say(choices)
            }
        }
    }

    private func takeSignals() {
        for signal in signals.take() {
            switch signal {
            case .interrupted where input.isTerminal: context.cancel()
            case .interrupted, .terminated, .hungUp:
                leaving = signal
                context.cancel()
            }
        }
    }

    /// Ends the session on a signal; unsaved changes are kept durably in the checkpoint.
    private func leave() throws -> Never {
        try awaiting { document throws(DocumentError) in try await document.close(.keep) }
        throw stopped(with: leaving.map { 128 + Int32($0.rawValue) } ?? 0)
    }

    private func waitUntilContinued() {
        ThisProcess.askToStop()
        // The process stops once its presenters are released; if the signal is ignored, it never stops.
        _ = try? wait(for: [signals], atMost: .seconds(2))
        takeSignals()
    }

    // MARK: Waiting

    private var unsavedCount: Int { (try? document.recordedEditCount()) ?? 0 }

    /// Runs `body` with the document and waits for it to finish.
    private func awaiting<Value: Sendable>(
        _ body: @escaping @Sendable (Document) async throws(DocumentError) -> Value
    ) throws -> Value {
        let document = document
        let outcome = try waiting { finish in
            Task { finish(await Result { () async throws(DocumentError) in try await body(document) }) }
        }
        do {
            return try outcome.get()
        } catch {
            throw error.naming(document.path, as: FilePath(argument: file))
        }
    }

    /// Waits until the work that `start` begins calls `finish`, and handles signals meanwhile.
    private func waiting<Value: Sendable>(
        _ start: (_ finish: @escaping @Sendable (Value) -> Void) throws -> Void
    ) throws -> Value {
        let (outcome, done) = (Outcome<Value>(), try WakeUp())
        try start { value in
            outcome.value.withLock { $0 = value }
            done.signal()
        }
        while true {
            if let value = outcome.value.withLock({ $0 }) { return value }
            _ = try wait(for: [done, signals], atMost: nil)
            takeSignals()
        }
    }

    private final class Outcome<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }
}

extension Result where Failure == DocumentError, Success: Sendable {
    fileprivate init(_ body: @Sendable () async throws(DocumentError) -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
