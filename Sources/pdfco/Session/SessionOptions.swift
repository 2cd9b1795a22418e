import ArgumentParser
import Documents
import FileCoordination
import LinuxFiles
import PDFModel
import SystemPackage

/// The options of a session, which keeps a document open and reads commands.
struct SessionOptions: ParsableArguments {
    @Flag(
        name: .shortAndLong, help: "Keep the document open and read commands, given without FILE; help lists them.")
    var interactive = false

    @Option(
        help: ArgumentHelp(
            """
            Like --interactive, but read the commands from a file, or from standard input ('-'); the first failure ends \
            the session.
            """, valueName: "file"),
        completion: .file())
    var script: String?

    @Option(
        help: .seldom(
            "In an interactive session: save the typed lines to a file, for Control-R and the arrow keys.", "file"),
        completion: .file())
    var history: String?

    @Option(help: .seldom("In a session: autosave at this interval, if anything is unsaved.", "seconds"))
    var autosave: String?

    @Option(
        help: .seldom(
            "In a session: when changes become durable: immediate (the default), timed:SECONDS or manual.", "when"),
        completion: .list(["immediate", "timed:", "manual"]))
    var checkpoint: String?

    @Option(
        help: .seldom(
            """
            In a session: what to do if another program changed the document: ask (the default), or a choice of pdfco \
            save.
            """, "choice"))
    var onConflict: String?

    var isSession: Bool { interactive || script != nil }

    func validate() throws {
        if interactive, script != nil { throw ValidationError("--interactive and --script cannot be combined.") }
        if history != nil, !interactive { throw ValidationError("--history needs --interactive.") }
        guard !isSession else { return }
        let given = [("--autosave", autosave), ("--checkpoint", checkpoint), ("--on-conflict", onConflict)]
        if let name = given.first(where: { $0.1 != nil })?.0 {
            throw ValidationError("\(name) needs --interactive or --script.")
        }
    }

    /// Runs a session on a document to its end.
    func run(_ file: String, _ context: CommandContext) throws {
        guard context.session == nil else {
            throw CommandFailure.usage("a session is already open")
        }
        try StandardInput.refuse(file)
        // Before any other thread exists.
        let signals = try SignalQueue()
        var configuration = Document.Configuration(checkpoints: try context.store())
        configuration.options.password = try context.password()
        configuration.identifier = try context.chosenIdentifier()
        configuration.strategy =
            try OptionValue<Document.CheckpointStrategy>.checkpointStrategy(checkpoint, for: "--checkpoint")
            ?? .immediate
        configuration.onConflict = try resolution()
        configuration.autosaveInterval = try OptionValue<Double>.seconds(autosave, for: "--autosave").map {
            .seconds($0)
        }
        configuration.coordination.timeout = .seconds(try context.timeoutSeconds())
        configuration.coordination.unanswered = try context.unansweredPolicy()
        if let purpose = try context.purposeIdentifier() { configuration.coordination.purposeIdentifier = purpose }
        configuration.coordination.runtimeDirectory = context.runtimeDirectory
        configuration.now = context.surroundings.now
        let events = try DocumentEventQueue()
        configuration.observers.didHappen = { events.add($0) }
        let console = context.console
        configuration.coordination.didSkipPresenter = { console.warn($0, file: file) }
        let reporter = FailureReporter(console)
        configuration.delegate = reporter
        let path = FilePath(argument: file)
        let provider: any DataProvider =
            context.isCoordinated ? CoordinatedFileDataProvider(path) : FileDataProvider(path)
        let document = try Document(dataProvider: provider, configuration)
        let input = try input(for: document, context.surroundings)
        defer { keepHistory(input, console) }
        let session = Session(
            file, SessionContext(document, password: configuration.options.password, context.surroundings), input,
            console: console,
            options: context.options.sessionArguments(purpose: configuration.coordination.purposeIdentifier),
            endsAtFailure: script != nil, signals, events)
        do { try session.open() } catch { throw try context.hinted(error, file, document.core.store) }
        try session.run()
    }

    private func input(for document: Document, _ surroundings: Surroundings) throws(CommandFailure) -> SessionInput {
        guard let script, !StandardInput.isMeant(by: script) else {
            try surroundings.inputFiles.claim(for: "the commands of the session")
            var lines: [String] = []
            if let history {
                let earlier = SessionHistory(
                    FilePath(argument: history), patience: surroundings.inputFiles.patience)
                do { lines = try earlier.lines() } catch {
                    throw InputFiles.failure(error, history, as: "the history", kind: "history")
                }
            }
            let completion = SessionCompletion(surroundings.commands) { Self.annotationNames(of: document) }
            return SessionInput(surroundings, history: lines, completion: completion)
        }
        return SessionInput(
            surroundings, script: try surroundings.inputFiles.read(script, as: "the commands", kind: "script"))
    }

    /// Returns the names of the document's annotations without waiting for anyone.
    private static func annotationNames(of document: Document) -> TabOffer.Words {
        var documents = document.core.store
        documents.coordinator = nil
        let names = try? documents.read(document.path) { file throws(DocumentError) in
            AnnotationNames.typed(try file.annotations())
        }
        return names ?? []
    }

    private func keepHistory(_ input: SessionInput, _ console: Console) {
        guard let history else { return }
        let patience = console.surroundings.inputFiles.patience
        do { try SessionHistory(FilePath(argument: history), patience: patience).add(input.entered) } catch {
            console.warn("the typed lines cannot be saved: \(error)", file: history)
        }
    }

    private func resolution() throws(CommandFailure) -> ConflictResolution {
        onConflict == nil || onConflict == "ask"
            ? .merge : try OptionValue<ConflictResolution>.word(onConflict!, for: "--on-conflict")
    }
}

/// Reports errors that occur while no command waits for them.
private final class FailureReporter: DocumentDelegate {
    private let console: Console

    init(_ console: Console) { self.console = console }

    func document(_ document: Document, didFailWith error: DocumentError) async {
        console.report(CommandFailure(error))
    }
}
