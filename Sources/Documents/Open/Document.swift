internal import Checkpointing
internal import FileCoordination
internal import LinuxFiles
public import PDFModel
internal import Synchronization
public import SystemPackage

/// An open document: it coordinates reads and writes with other processes, follows its file, detects changes made by
/// others, and keeps every change in a checkpoint until it is saved. The counterpart of UIDocument for PDF.
///
/// Between calls, nothing of the file is kept in memory: each call opens it again in its own access, with the unsaved
/// changes in the checkpoint, regardless of which process recorded them. Two processes can therefore have the same
/// document open, and both can edit it.
public actor Document {
    private let thread = SerialThread()
    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// The configuration of the document.
    public nonisolated let configuration: Configuration
    /// Its checkpoint, kept open between accesses.
    package nonisolated let parkedChanges = ParkedChanges()
    /// The provider of the document's bytes.
    private let provider: any DataProvider
    private let presenters: FilePresenterCoordinator
    private let shared: Mutex<Shared>

    /// State that can be read at any time, from any thread.
    private struct Shared {
        var path: FilePath
        var state = State.closed
        var progress: Int?
    }

    /// The state of the file when it was last examined.
    var known: DocumentState?
    /// The file that the unsaved changes were made on, retained because others may delete or replace it.
    var retained: RetainedFile?
    /// Whether editing was disabled through ``disableEditing()``.
    var refusesEdits = false { didSet { setEditing() } }
    /// Whether the file is damaged, or a signature or its owner forbids edits.
    private var isForbidden = false { didSet { setEditing() } }
    private var timers: [Task<Void, Never>] = []

    /// Creates a document in a file that other processes may use as well, without opening it.
    public init(fileAt path: FilePath, _ configuration: Configuration) throws(DocumentError) {
        try self.init(dataProvider: CoordinatedFileDataProvider(path), configuration)
    }

    /// Creates a document from a provider, which it retains, without opening it.
    ///
    /// Symbolic links are followed here, because the file is presented and saved, not the link.
    public init(dataProvider provider: any DataProvider, _ configuration: Configuration) throws(DocumentError) {
        let path = try translatingSystemCalls(of: provider.path) { () throws(SystemCallError) in
            try provider.path.resolvingLinks()
        }
        self.configuration = configuration
        self.provider = provider
        shared = Mutex(Shared(path: path))
        presenters = FilePresenterCoordinator(
            purposeIdentifier: configuration.purposeIdentifier, runtimeDirectory: configuration.runtimeDirectory)
    }

    /// The path of its file; changes when the file is moved.
    public nonisolated var path: FilePath { shared.withLock(\.path) }

    /// The current state of the document.
    public nonisolated var state: State { shared.withLock(\.state) }

    /// The progress of the current rewrite in percent; `nil` if there is none.
    public nonisolated var progress: Int? { shared.withLock(\.progress) }

    // MARK: Opening and closing

    /// Reads the document, and presents it from then on.
    ///
    /// - Throws: an error if the document cannot be read; it stays closed then. A damaged document is opened, but
    ///   cannot be edited.
    public func open() async throws(DocumentError) {
        guard state.contains(.closed) else { return }
        try await access(.reading()) { path throws(DocumentError) in
            let file = try documentFile(path, for: .reading, .show)
            let summary = try file.summary()
            try remember(file)
            // Inside the read, so that every later change is reported.
            if provider.isCoordinated { try observe() }
            setState { $0 = .normal }
            note(summary)
        }
        startTimers()
    }

    private func observe() throws(DocumentError) {
        do throws(FileCoordinationError) { try presenters.observeFilePresenters([self]) } catch {
            throw DocumentError(error, path)
        }
    }

    /// Closes the document and stops presenting it; it can be opened again.
    ///
    /// - Parameter saving: whether unsaved changes are saved first. Otherwise they stay in the checkpoint, which is
    ///   durable when this returns.
    /// - Throws: an error if they could not be saved or made durable; the document stays open then.
    public func close(saving: Bool = true) async throws(DocumentError) {
        guard !state.contains(.closed) else { return }
        if saving { _ = try await save() } else { try saveCheckpoint() }
        end()
    }

    func end() {
        presenters.unobserveFilePresenters([self])
        for timer in timers { timer.cancel() }
        timers = []
        retained = nil
        setState { $0 = .closed }
    }

    private func startTimers() {
        if let interval = configuration.autosaveInterval {
            timers.append(every(interval) { document in await document.autosave() })
        }
        if case .timed(let interval) = configuration.strategy {
            timers.append(every(interval) { document in await document.checkpointByItself() })
        }
    }

    private nonisolated func every(
        _ interval: Duration, _ body: @escaping @Sendable (Document) async -> Void
    ) -> Task<Void, Never> {
        Task { [weak self] in
            while (try? await Task.sleep(for: interval)) != nil, let self { await body(self) }
        }
    }

    // MARK: Reading

    /// Returns a summary of the document, including its unsaved changes.
    public func summary() async throws(DocumentError) -> DocumentSummary {
        try await reading { file throws(DocumentError) in try file.summary() }
    }

    /// Returns the annotations, including unsaved changes.
    public func annotations() async throws(DocumentError) -> [ListedAnnotation] {
        try await reading { file throws(DocumentError) in try file.annotations() }
    }

    /// Returns the number of unsaved edits, regardless of which process made them.
    public func unsavedCount() async throws(DocumentError) -> Int {
        try await reading { file throws(DocumentError) in file.unsavedCount }
    }

    /// Whether there are unsaved changes.
    public func hasUnsavedChanges() async throws(DocumentError) -> Bool { try await unsavedCount() > 0 }

    private func reading<Result>(
        _ body: (DocumentFile) throws(DocumentError) -> Result
    ) async throws(DocumentError) -> Result {
        try checkOpen()
        return try await access(.reading(savingChanges: false)) { path throws(DocumentError) in
            try body(documentFile(path, for: .reading, .show))
        }
    }

    // MARK: Common steps

    func checkOpen() throws(DocumentError) {
        if state.contains(.closed) { throw DocumentError(.documentClosed, path) }
    }

    func setState(_ change: (inout State) -> Void) {
        let (old, new) = shared.withLock { shared in
            let old = shared.state
            change(&shared.state)
            return (old, shared.state)
        }
        if old != new { configuration.stateDidChange(new) }
    }

    /// Updates the state from a summary of the file and its unsaved changes.
    func note(_ summary: DocumentSummary) {
        isForbidden = summary.editingDisabled != nil
        setState { state in
            if summary.unsavedConflict == nil { state.remove(.inConflict) } else { state.insert(.inConflict) }
        }
    }

    private func setEditing() {
        let isDisabled = refusesEdits || isForbidden
        setState { state in
            if isDisabled { state.insert(.editingDisabled) } else { state.remove(.editingDisabled) }
        }
    }

    nonisolated func setProgress(_ percent: Int?) { shared.withLock { $0.progress = percent } }

    func setPath(_ path: FilePath) { shared.withLock { $0.path = path } }

    /// Runs `body` in a coordinated access. While it waits for access, the document still responds to other processes.
    func access<Result>(
        _ access: DocumentFile.Access, _ body: (FilePath) throws(DocumentError) -> Result
    ) async throws(DocumentError) -> Result {
        guard provider.isCoordinated else { return try body(path) }
        let coordinator = FileCoordinator(
            purposeIdentifier: configuration.purposeIdentifier, timeout: configuration.timeout,
            runtimeDirectory: configuration.runtimeDirectory)
        return try await DocumentFile.coordinate(access, of: path, with: coordinator, body)
    }

    /// Opens the document as it is on disk now, with its unsaved changes.
    func documentFile(
        _ path: FilePath, for mode: DocumentFile.OpenMode, _ use: CheckpointOptions.Use,
        onConflict: ConflictResolution? = nil
    ) throws(DocumentError) -> DocumentFile {
        // Only a save may apply the conflict policy.
        let choice = onConflict ?? (use == .save ? configuration.onConflict : .merge)
        var options = configuration.options(for: use, onConflict: choice)
        options.parking = parkedChanges
        return try DocumentFile(
            openingFileAt: path, for: mode, password: configuration.password, checkpoint: options,
            now: configuration.now)
    }

    /// Remembers the file's state, because others may change it.
    func remember(_ file: DocumentFile) throws(DocumentError) {
        let contents = try file.contents()
        known = contents.state
        guard file.unsavedFitDocument || retained == nil else { return }
        retained = try translatingSystemCalls { () throws(SystemCallError) in try RetainedFile(contents.source) }
    }

    /// Updates the state after a command with the document's purpose identifier has changed the document.
    package func refresh() {
        guard let file = try? documentFile(path, for: .reading, .show) else { return }
        if file.unsaved?.isBaseProven ?? true, let state = try? file.contents().state, state == known {
            // There can be no conflict, and whether the document may be edited depends on the file alone.
            return setState { $0.remove(.inConflict) }
        }
        guard let summary = try? file.summary() else { return }
        try? remember(file)
        note(summary)
    }

    /// Reports an event, after the document reflects it.
    ///
    /// - Parameter path: the path of the event, if it is not the current path.
    func notify(
        _ kind: DocumentEvent.Kind, of path: FilePath? = nil, newPath: FilePath? = nil, process: Int32? = nil,
        detail: String? = nil
    ) {
        configuration.didHappen(
            DocumentEvent(
                kind, at: path ?? self.path, time: configuration.now(), newPath: newPath, process: process,
                detail: detail))
    }
}

extension Document.Configuration {
    func options(for use: CheckpointOptions.Use, onConflict: ConflictResolution) -> CheckpointOptions {
        var options = CheckpointOptions(checkpoints, for: use, identifier: identifier, onConflict: onConflict)
        options.isDurable = strategy == .immediate
        options.coordinator = FileCoordinator(
            purposeIdentifier: purposeIdentifier, timeout: timeout, runtimeDirectory: runtimeDirectory)
        return options
    }
}
