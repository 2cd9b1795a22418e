internal import Checkpointing
package import FileCoordination
internal import LinuxFiles
public import PDFModel
internal import Synchronization
public import SystemPackage

/// A document that somebody has open: it is read and written in coordination with others, follows its file, notices what others
/// do to it, and keeps every change in a checkpoint until it is saved. What UIDocument is, for PDF.
///
/// Between two calls nothing of the file is kept in memory: each opens it anew, in an access of its own, with the unsaved
/// changes that the checkpoint has, whoever recorded them. So two processes can have one document open, and both edit it.
public actor Document {
    private let thread = SerialThread()
    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// What it is kept by.
    public nonisolated let configuration: Configuration
    /// Its checkpoint, between two accesses.
    package nonisolated let parkedChanges = ParkedChanges()
    /// Where the bytes are.
    private let provider: any DataProvider
    private let presenters: FilePresenterCoordinator
    private let shared: Mutex<Shared>

    /// What may be asked for at any time, from anywhere.
    private struct Shared {
        var path: FilePath
        var state = State.closed
        var progress: Int?
    }

    /// What the file was known by when it was last looked at.
    var known: DocumentState?
    /// The file that the unsaved changes were made on: others may delete it, or put another in its place.
    var kept: RetainedFile?
    /// Whether somebody has asked that the document takes no edits.
    var refusesEdits = false { didSet { setEditing() } }
    /// Whether the file is damaged, or a signature or its owner forbids edits.
    private var isForbidden = false { didSet { setEditing() } }
    private var timers: [Task<Void, Never>] = []

    /// A document in a file that other processes use, too; not opened yet.
    public init(fileAt path: FilePath, _ configuration: Configuration) throws(DocumentError) {
        try self.init(dataProvider: CoordinatedFileDataProvider(path), configuration)
    }

    /// A document from a provider, which it keeps; not opened yet.
    ///
    /// Symbolic links are followed now, since it is the file that is presented and saved.
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

    /// Where its file is; changes when it is moved.
    public nonisolated var path: FilePath { shared.withLock(\.path) }

    /// How it is doing.
    public nonisolated var state: State { shared.withLock(\.state) }

    /// How far the writing anew has come, in percent; `nil` while there is none.
    public nonisolated var progress: Int? { shared.withLock(\.progress) }

    // MARK: Opening and closing

    /// Reads the document and presents it to other processes from then on.
    ///
    /// - Throws: where it cannot be read; it stays closed then. A damaged document is opened, and cannot be edited.
    public func open() async throws(DocumentError) {
        guard state.contains(.closed) else { return }
        try await access(.reading()) { path throws(DocumentError) in
            let file = try documentFile(path, for: .reading, .show)
            let summary = try file.summary()
            try remember(file)
            // Inside the read: a change after it is told.
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

    /// Ends the presenting; the document can be opened again.
    ///
    /// - Parameter saving: whether unsaved changes are written first. Without, they stay in the checkpoint, which is durable
    ///   when this returns.
    /// - Throws: where they could not be saved, or made durable; the document stays open then.
    public func close(saving: Bool = true) async throws(DocumentError) {
        guard !state.contains(.closed) else { return }
        if saving { _ = try await save() } else { try saveCheckpoint() }
        end()
    }

    func end() {
        presenters.unobserveFilePresenters([self])
        for timer in timers { timer.cancel() }
        timers = []
        kept = nil
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

    /// What there is to know of the document, with its unsaved changes.
    public func summary() async throws(DocumentError) -> DocumentSummary {
        try await looking { file throws(DocumentError) in try file.summary() }
    }

    /// The annotations, with the unsaved changes.
    public func annotations() async throws(DocumentError) -> [ListedAnnotation] {
        try await looking { file throws(DocumentError) in try file.annotations() }
    }

    /// How many edits are unsaved, whoever made them.
    public func unsavedCount() async throws(DocumentError) -> Int {
        try await looking { file throws(DocumentError) in file.unsavedCount }
    }

    /// Whether there are any.
    public func hasUnsavedChanges() async throws(DocumentError) -> Bool { try await unsavedCount() > 0 }

    private func looking<Result>(
        _ body: (DocumentFile) throws(DocumentError) -> Result
    ) async throws(DocumentError) -> Result {
        try checkOpen()
        return try await access(.reading(savingChanges: false)) { path throws(DocumentError) in
            try body(documentFile(path, for: .reading, .show))
        }
    }

    // MARK: What every call needs

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

    /// What the file and its unsaved changes mean for the state.
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

    /// Runs `body` in a coordinated access. While this waits for its turn, the document hears others.
    func access<Result>(
        _ access: DocumentFile.Access, _ body: (FilePath) throws(DocumentError) -> Result
    ) async throws(DocumentError) -> Result {
        guard provider.isCoordinated else { return try body(path) }
        let coordinator = FileCoordinator(
            purposeIdentifier: configuration.purposeIdentifier, timeout: configuration.timeout,
            runtimeDirectory: configuration.runtimeDirectory)
        return try await DocumentFile.coordinate(access, of: path, with: coordinator) { path throws(DocumentError) in
            try finishBeforeStopping(coordinator) { () throws(DocumentError) in try body(path) }
        }
    }

    /// Runs `body`, in which a coordinator of the document's purpose has an access: Control-Z stops the process afterwards.
    package nonisolated func finishBeforeStopping<Result, Failure>(
        _ coordinator: FileCoordinator, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try presenters.finishBeforeStopping(coordinator, body)
    }

    /// The document as it is on disk now, with its unsaved changes.
    func documentFile(
        _ path: FilePath, for purpose: DocumentFile.Purpose, _ use: CheckpointOptions.Use,
        onConflict: ConflictResolution? = nil
    ) throws(DocumentError) -> DocumentFile {
        // Only a save may act as the policy says.
        let choice = onConflict ?? (use == .save ? configuration.onConflict : .merge)
        var options = configuration.options(for: use, onConflict: choice)
        options.parking = parkedChanges
        return try DocumentFile(
            openingFileAt: path, for: purpose, password: configuration.password, checkpoint: options,
            now: configuration.now)
    }

    /// Notes what the file is, as others may change it.
    func remember(_ file: DocumentFile) throws(DocumentError) {
        let contents = try file.contents()
        known = contents.state
        guard file.unsavedFitDocument || kept == nil else { return }
        kept = try translatingSystemCalls { () throws(SystemCallError) in try RetainedFile(contents.source) }
    }

    /// Notes what a command has made of the document that ran beside it, with its purpose.
    package func refresh() {
        guard let file = try? documentFile(path, for: .reading, .show) else { return }
        if file.unsaved?.isBaseProven ?? true, let state = try? file.contents().state, state == known {
            // Nothing can be in conflict, and whether it may be edited depends on the file alone.
            return setState { $0.remove(.inConflict) }
        }
        guard let summary = try? file.summary() else { return }
        try? remember(file)
        note(summary)
    }

    /// Tells what has happened, once the document is so.
    ///
    /// - Parameter path: where that was, if not where it is.
    func tell(
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
