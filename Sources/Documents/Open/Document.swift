internal import Checkpointing
internal import FileCoordination
public import FileDocuments
internal import LinuxFiles
public import PDFModel
internal import Synchronization
public import SystemPackage

/// An open PDF document: it coordinates reads and writes with other processes, follows its file, detects changes made
/// by others, and keeps every change in a checkpoint until it is saved. The counterpart of UIDocument for PDF.
///
/// Between calls, nothing of the file is kept in memory: each call opens it again in its own access, with the unsaved
/// changes in the checkpoint, regardless of which process recorded them. Two processes can therefore have the same
/// document open, and both can edit it. Everything that is not about PDF is that of a `PresentedDocument`.
public actor Document: PresentedDocument {
    public typealias Report = SaveReport

    public static var fileType: String { "application/pdf" }

    /// Its path, its state and its executor.
    public nonisolated let core: DocumentCore
    public nonisolated var unownedExecutor: UnownedSerialExecutor { core.unownedExecutor }

    /// The configuration of the document.
    public nonisolated let configuration: Configuration
    /// Its checkpoint, kept open between accesses.
    package nonisolated let parkedChanges: ParkedChanges
    /// The provider of the document's bytes, which is retained.
    private var provider: any DataProvider
    /// The state of the contents that the document was last told of, or has written itself. Seeing others is not enough: the
    /// change must still be reported.
    private nonisolated let told = Mutex<DocumentState?>(nil)
    /// The file as it was last opened, if any later change shows in its status, and the state of its contents.
    private var known: (file: SourceFile, state: DocumentState)?

    /// Creates a document in a file that other processes may use as well, without opening it. Unsaved changes are kept
    /// where the command `pdfco` keeps them, in `CheckpointStore.standard(of:)`.
    ///
    /// - Throws: ``DocumentError/Situation/noSuchFile`` if the file's directory does not exist, or a checkpoint error if
    ///   there is no standard directory.
    public init(fileAt path: FilePath) throws(DocumentError) { try self.init(fileAt: path, Configuration()) }

    /// Creates a document in a file that other processes may use as well, without opening it.
    ///
    /// - Throws: ``DocumentError/Situation/noSuchFile`` if the file's directory does not exist.
    public init(fileAt path: FilePath, _ configuration: Configuration) throws(DocumentError) {
        try self.init(dataProvider: CoordinatedFileDataProvider(path), configuration)
    }

    /// Creates a document from a provider, which it retains, without opening it.
    ///
    /// Symbolic links are followed here, because the file is presented and saved, not the link.
    public init(dataProvider provider: any DataProvider, _ configuration: Configuration) throws(DocumentError) {
        core = try DocumentCore(fileAt: provider.path, isCoordinated: provider.isCoordinated, configuration.general)
        self.configuration = configuration
        self.provider = provider
        parkedChanges = ParkedChanges(core.parkedLog)
    }

    // MARK: Reading

    /// Returns a summary of the document, including its unsaved changes.
    ///
    /// - Throws: ``DocumentError/Situation/documentClosed``, or the reason why the document cannot be read now.
    public func summary() async throws(DocumentError) -> DocumentSummary {
        try await reading { file throws(DocumentError) in try file.summary() }
    }

    /// Returns the annotations, including unsaved changes.
    ///
    /// - Throws: ``DocumentError/Situation/documentClosed``, or the reason why the document cannot be read now.
    public func annotations() async throws(DocumentError) -> [ListedAnnotation] {
        try await reading { file throws(DocumentError) in try file.annotations() }
    }

    /// Returns the number of unsaved edits, regardless of which process made them.
    ///
    /// - Throws: ``DocumentError/Situation/documentClosed``, or the reason why the document cannot be read now.
    public func unsavedCount() async throws(DocumentError) -> Int {
        try await reading { file throws(DocumentError) in file.unsavedCount }
    }

    func reading<Result>(
        _ body: (DocumentFile) throws(DocumentError) -> Result
    ) async throws(DocumentError) -> Result {
        try checkOpen()
        return try await access(.reading(savingChanges: false)) { path throws(DocumentError) in
            try body(documentFile(path))
        }
    }

    // MARK: Steps of every kind of document

    public func examine(at path: FilePath, isNew: Bool) throws(DocumentError) -> DocumentExamination? {
        if !isNew, isKnown(at: path) { return nil }
        let file = try documentFile(path)
        let state = try file.opened().state
        if !isNew, state == told.withLock(\.self) { return nil }
        let summary = try file.summary()
        try remember(file)
        told.withLock { $0 = state }
        return DocumentExamination(summary)
    }

    public func writeChanges(
        at path: FilePath, resolving resolution: ConflictResolution?
    ) throws(DocumentError) -> SaveReport? {
        try writeChanges(at: path, by: .auto, resolving: resolution)
    }

    func writeChanges(
        at path: FilePath, by method: SaveMethod, resolving resolution: ConflictResolution? = nil
    ) throws(DocumentError) -> SaveReport? {
        var saving = Saving(onConflict: resolution ?? configuration.onConflict)
        saving.method = method
        let file = try documentFile(path, for: .save(saving))
        let report = try reportingProgress(of: file) { () throws(DocumentError) in try file.save() }
        if resolution != nil { core.retained = nil }
        try remember(documentFile(path))
        return report
    }

    public func writeCopy(at path: FilePath, to output: FilePath) throws(DocumentError) -> SaveReport? {
        var saving = Saving()
        saving.output = .file(output)
        // A checkpoint that nobody else can find by the document's path goes with the document.
        saving.movesChanges = core.identifier != nil || provider is MemoryDataProvider
        let file = try documentFile(path, for: .save(saving))
        return try reportingProgress(of: file) { () throws(DocumentError) in try file.save() }
    }

    public func didBecomeDocument(at new: FilePath) throws(DocumentError) {
        provider = provider.provider(ofNewFileAt: new)
        core.setCoordinated(provider.isCoordinated)
    }

    public func discardChanges(at path: FilePath) throws(DocumentError) -> Int {
        let file = try documentFile(path, for: .step)
        let count = file.unsavedCount
        try file.removeCheckpoint()
        core.retained = nil
        try remember(documentFile(path))
        return count
    }

    public func keepBase() {
        let store = configuration.checkpoints
        guard let retained = core.retained, let identifier = try? checkpointIdentifier(),
            let log = try? store.existingLog(identifier),
            let base = log.contents.header.flatMap(RecordedBase.init),
            base.isBeginning(of: retained.file)
        else { return }
        if let copy = try? store.base(of: identifier), base.isBeginning(ofFileAt: copy) { return }
        log.keepBase(of: retained.file, count: base.state.bytes, byCopying: true)
    }

    // MARK: Reactions, which the delegate has

    public func contentsDidChange() async { await configuration.delegate?.presentedItemDidChange(for: self) }

    public func accommodateDeletion() async {
        await configuration.delegate?.accommodatePresentedItemDeletion(for: self)
    }

    public func resolution(of conflict: FileConflict) async -> FileConflictResolution? {
        await configuration.delegate?.resolution(of: conflict, for: self)
    }

    public func hasConflictVersions() -> Bool {
        let store = VersionStore(beside: configuration.checkpoints)
        return (try? FileVersion.unresolvedConflictVersionsOfItem(at: path, in: store))?.isEmpty == false
    }

    public func handleError(_ error: DocumentError) async {
        await configuration.delegate?.document(self, didFailWith: error)
    }

    // MARK: Common steps

    /// Runs `body`, which copies a document, and tells the progress if it is large.
    private func reportingProgress<Result>(
        of file: DocumentFile, _ body: () throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        guard try file.opened().wholeBytes.count >= Self.largeCount else { return try body() }
        return try reportingProgress { report throws(DocumentError) in
            file.progress = report
            return try body()
        }
    }

    /// Copying so many bytes takes long enough to be seen.
    private static let largeCount = 16 << 20

    /// Opens the document as it is on disk now, with its unsaved changes.
    func documentFile(
        _ path: FilePath, for intent: Intent = .read()
    ) throws(DocumentError) -> DocumentFile {
        if core.ignoresCheckpoint {
            switch intent {
            case .read, .save, .goBack: break
            case .step, .record: throw DocumentError(.unsavedChanges, path)
            }
        }
        return try DocumentFile(openingFileAt: path, for: intent, in: workspace)
    }

    /// The environment of operations on the document.
    package nonisolated var workspace: Workspace {
        var workspace = Workspace(
            coordinator: configuration.general.coordinator,
            store: core.ignoresCheckpoint ? nil : configuration.checkpoints)
        (workspace.checkpoint, workspace.isDurable) = (core.identifier, core.strategy == .immediate)
        (workspace.password, workspace.now, workspace.document) = (configuration.password, configuration.now, self)
        return workspace
    }

    /// Remembers the file's state, because others may change it.
    func remember(_ file: DocumentFile) throws(DocumentError) {
        let contents = try file.opened()
        known = contents.isReusable ? (contents.source, contents.state) : nil
        guard file.unsavedFitDocument || core.retained == nil else { return }
        core.retained = contents.source
    }

    /// Takes note of what the document, or a command of its purpose, has written.
    nonisolated func noteWriting(_ state: DocumentState) { told.withLock { $0 = state } }

    /// Whether the file is certainly the one that the document was last told of; the cost does not grow with the file.
    private func isKnown(at path: FilePath) -> Bool {
        guard let known, known.state == told.withLock(\.self) else { return false }
        return (try? known.file.isStill(at: path)) == true
    }

    /// Updates the state after a command with the document's purpose identifier, which may have changed the document;
    /// what others have changed meanwhile is reported.
    ///
    /// Where the file is the same, commands have recorded nothing that does not fit it.
    package func refresh() async {
        if !core.haveChangesConflict, isKnown(at: path) { return }
        guard let file = try? documentFile(path), let state = try? file.opened().state else {
            return
        }
        guard state == told.withLock(\.self) else { return await examineFile() }
        try? remember(file)
        if file.unsaved?.isBaseProven ?? true {
            // There can be no conflict, and whether the document may be edited depends on the file alone.
            core.changeConflict(changes: false, versions: hasConflictVersions())
        } else if let summary = try? file.summary() {
            note(DocumentExamination(summary))
        }
    }
}

extension DocumentExamination {
    init(_ summary: DocumentSummary) {
        self.init(conflict: summary.unsavedConflict, isEditable: summary.editingDisabled == nil)
    }
}
