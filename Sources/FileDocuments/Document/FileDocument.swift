internal import Checkpointing
public import FileCoordination
internal import LinuxFiles
public import SystemPackage

/// A document that is open: it is presented to other processes, coordinates its accesses, follows its file, detects what others do
/// to it, and keeps every change in a checkpoint until it is saved. The counterpart of `UIDocument`.
///
/// Each call is an access of its own, in which the document is brought up to date with the file and with the unsaved changes in the
/// checkpoint, whichever process recorded them. Two processes can therefore have the same document open, and both can edit it.
/// ``DocumentContents`` is what an app says about its kind of document.
public actor FileDocument<Contents: OpenContents>: FilePresenter {
    /// Its path, its state and its executor.
    nonisolated let core: DocumentCore
    public nonisolated var unownedExecutor: UnownedSerialExecutor { core.unownedExecutor }

    /// The configuration of the document.
    public nonisolated let configuration: Configuration
    /// Its file and its checkpoint, kept open between accesses.
    package nonisolated let suspended: SuspendedDocument<Contents>
    /// The provider of the document's bytes, which is retained.
    var provider: any DataProvider
    /// The file as it was last opened, if any later change shows in its status, and the state of its contents.
    private var known: (file: SourceFile, state: String)?

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
        (self.configuration, self.provider) = (configuration, provider)
        suspended = SuspendedDocument(core.parkedLog)
    }

    /// The path of its file; changes when the file is moved.
    public nonisolated var path: FilePath { core.path }

    /// The current state of the document.
    public nonisolated var state: FileDocumentState { core[\.state] }

    /// Whether the unsaved changes do not fit the file; the state has `inConflict` for unresolved versions, too.
    package nonisolated var haveChangesConflict: Bool { core.haveChangesConflict }

    // MARK: Reading and editing

    /// Returns the result of `body` on the contents with all unsaved changes; while these do not fit the file, the contents are those
    /// that they were made on, if these still exist.
    ///
    /// - Throws: ``DocumentError/Situation/documentClosed``, the reason why the document cannot be read now, or the error of `body` as
    ///   ``DocumentError/Situation/contents(_:)``.
    public func read<Result>(_ body: (Contents) throws -> Result) async throws(DocumentError) -> Result {
        try await reading { [path] document throws(DocumentError) in
            try document.withContents { contents, _ throws(DocumentError) in
                try translatingContents(path) { try body(contents) }
            }
        }
    }

    /// Runs `body` with the document opened for reading.
    package func reading<Result>(
        _ body: (OpenDocument<Contents>) throws(DocumentError) -> Result
    ) async throws(DocumentError) -> Result {
        try checkOpen()
        return try await access(.reading(savingChanges: false)) { path throws(DocumentError) in
            try body(openDocument(path))
        }
    }

    /// Runs `body` with the document opened to record, and records the change that it makes.
    package func recording<Result>(
        _ body: (OpenDocument<Contents>) throws(DocumentError) -> Result
    ) async throws(DocumentError) -> Result {
        try checkOpen()
        return try await access(.reading(savingChanges: false)) { path throws(DocumentError) in
            try checkEditing(at: path)
            let document = try openDocument(path, for: .record)
            let result: Result
            do throws(DocumentError) { result = try body(document) } catch {
                document.dropEdits()
                throw error
            }
            let isChanged = !document.pending.isEmpty
            _ = try document.record()
            if isChanged { reportRecording() }
            return result
        }
    }

    /// Undoes the last changes, regardless of which process made them. One that was saved is taken back by a new change,
    /// which is unsaved.
    ///
    /// - Throws: ``DocumentError/Situation/editingDisabled``, ``DocumentError/Situation/documentClosed``,
    ///   ``DocumentError/Situation/notUndoable(_:)``, or the reason why the changes cannot be read.
    public func undo(_ count: Int = 1) async throws(DocumentError) -> UndoneChanges<Contents.Recorded> {
        try await step(.undo, count)
    }

    /// Redoes changes that were undone.
    ///
    /// - Throws: as ``undo(_:)`` does.
    public func redo(_ count: Int = 1) async throws(DocumentError) -> UndoneChanges<Contents.Recorded> {
        try await step(.redo, count)
    }

    private func step(
        _ direction: UndoDirection, _ count: Int
    ) async throws(DocumentError) -> UndoneChanges<Contents.Recorded> {
        try checkOpen()
        return try await access(.reading(savingChanges: false)) { path throws(DocumentError) in
            try checkEditing(at: path)
            let report = try UndoneChanges(direction, count) { intent, body throws(DocumentError) in
                try body(openDocument(path, for: intent))
            }
            if report.changes > 0 { reportRecording() }
            return report
        }
    }

    /// Returns the number of unsaved edits, regardless of which process made them.
    ///
    /// - Throws: ``DocumentError/Situation/documentClosed``, or the reason why the document cannot be read now.
    public func unsavedCount() async throws(DocumentError) -> Int {
        try await reading { document throws(DocumentError) in document.unsavedCount }
    }

    /// Whether there are unsaved changes, whichever process made them.
    public func hasUnsavedChanges() async throws(DocumentError) -> Bool {
        try checkOpen()
        return try core.unsavedEditCount() > 0
    }

    /// Returns the number of unsaved edits that are in the checkpoint, whichever process made them; reads only what was recorded
    /// since the last time.
    public nonisolated func recordedEditCount() throws(DocumentError) -> Int {
        try core.recordedEditCount()
    }

    /// Rejects edits until ``enableEditing()`` is called, for periods in which they would be lost or would interfere.
    public func disableEditing() { core.change { $0.refusesEdits = true } }

    /// Accepts edits again, as far as the file allows them.
    public func enableEditing() { core.change { $0.refusesEdits = false } }

    // MARK: Accesses

    package func checkOpen() throws(DocumentError) {
        if state.contains(.closed) { throw DocumentError(.documentClosed, path) }
    }

    /// Throws while edits are rejected; within an access.
    package func checkEditing(at path: FilePath) throws(DocumentError) {
        if core.refusesEdits { throw DocumentError(.editingDisabled, path) }
    }

    /// Opens the document as it is on disk now, with its unsaved changes.
    package func openDocument(
        _ path: FilePath, for intent: DocumentIntent<Contents> = .read()
    ) throws(DocumentError) -> OpenDocument<Contents> {
        if core.ignoresCheckpoint {
            switch intent {
            case .read, .save, .goBack: break
            case .step, .record: throw DocumentError(.unsavedChanges, path)
            }
        }
        return try OpenDocument(openingFileAt: path, for: intent, in: store)
    }

    /// The environment of operations on the document.
    package nonisolated var store: DocumentStore<Contents> {
        var store = DocumentStore<Contents>(
            coordinator: core.configuration.coordinator,
            checkpoints: core.ignoresCheckpoint ? nil : core.configuration.checkpoints)
        (store.checkpoint, store.isDurable) = (core.identifier, core.strategy == .immediate)
        (store.options, store.now, store.suspended) = (configuration.options, core.configuration.now, suspended)
        return store
    }

    /// Runs `body` in a coordinated access. While it waits for access, the document still responds to other processes.
    ///
    /// - Parameter coordinator: one that `body` uses, too; by default one of its own.
    package func access<Result>(
        _ access: DocumentAccess, with coordinator: FileCoordinator? = nil,
        _ body: (FilePath) throws(DocumentError) -> Result
    ) async throws(DocumentError) -> Result {
        let (path, isCoordinated) = (path, core.isCoordinated)
        var intents = access.intents(path)
        if !isCoordinated {
            // The file that it is copied to is another matter.
            guard case .copying = access else { return try body(path) }
            intents.removeFirst()
        }
        let granted: FileAccess
        do {
            granted = try await (coordinator ?? core.configuration.coordinator).begin(intents)
        } catch {
            throw DocumentError(error, path)
        }
        granted.warnings.forEach(core.configuration.didSkipPresenter)
        let result = try body(isCoordinated ? granted.path : path)
        granted.end()
        return result
    }

    // MARK: What is known of the file

    /// Reads the file and the unsaved changes, and remembers the file's state.
    ///
    /// - Parameters:
    ///   - path: where the file is now.
    ///   - isNew: whether the file is read for the first time; otherwise returns `nil` if the contents have not changed
    ///     since it was last read. Then it is called without an access.
    func examine(at path: FilePath, isNew: Bool) throws(DocumentError) -> DocumentExamination? {
        if !isNew, isKnown(at: path) { return nil }
        let document = try openDocument(path)
        let state = try document.opened().stateLine
        if !isNew, state == suspended.toldState { return nil }
        let found = try document.examination()
        try remember(document)
        suspended.note(state)
        return found
    }

    /// Remembers the file's state, because others may change it.
    package func remember(_ document: OpenDocument<Contents>) throws(DocumentError) {
        let file = try document.opened()
        known = file.isReusable ? (file.source, file.stateLine) : nil
        guard document.unsavedFitDocument || core.retained == nil else { return }
        core.retained = file.source
    }

    /// Whether the file is certainly the one that the document was last told of; the cost does not grow with the file.
    private func isKnown(at path: FilePath) -> Bool {
        guard let known, known.state == suspended.toldState else { return false }
        return (try? known.file.isStill(at: path)) == true
    }

    /// Updates the state after a command with the document's purpose identifier, which may have changed the document;
    /// what others have changed meanwhile is reported.
    ///
    /// Where the file is the same, commands have recorded nothing that does not fit it.
    package func refresh() async {
        if !core.haveChangesConflict, isKnown(at: path) { return }
        guard let document = try? openDocument(path), let state = try? document.opened().stateLine else { return }
        guard state == suspended.toldState else { return await examineFile() }
        try? remember(document)
        if document.unsaved?.isBaseProven ?? true {
            // There can be no conflict, and whether the document may be edited depends on the file alone.
            core.change { $0.haveChangesConflict = false }
            core.noteVersions()
        } else if let found = try? document.examination() {
            core.note(found)
        }
    }

    /// Reports that changes were recorded, or taken back in the checkpoint.
    package func reportRecording() { core.report(.checkpointed) }

    /// Updates the state from what reading the document has shown.
    package func note(_ examination: DocumentExamination) { core.note(examination) }
}

extension FileDocument where Contents: DocumentContents {
    /// Changes the contents, and records the change in the checkpoint, where a crash does not lose it. `body` sees them as they are
    /// now, with what other processes have recorded and saved.
    ///
    /// - Parameter body: returns the change that it has made, `nil` if none.
    /// - Throws: ``DocumentError/Situation/editingDisabled``, ``DocumentError/Situation/documentClosed``,
    ///   ``DocumentError/Situation/unsavedConflict(_:)`` until a conflict is resolved, or the error of `body` as
    ///   ``DocumentError/Situation/contents(_:)``: nothing is recorded then.
    public func change<Result>(
        _ body: (inout Contents) throws -> (Result, Contents.Change?)
    ) async throws(DocumentError) -> Result {
        try await recording { [path] document throws(DocumentError) in
            try document.change { contents throws(DocumentError) in
                let (result, change): (Result, Contents.Change?) = try translatingContents(path) { try body(&contents) }
                return (result, change.map(ChangeOfContents.init))
            }
        }
    }

    /// Makes a change of the contents and records it; see ``change(_:)``.
    public func perform(_ change: Contents.Change) async throws(DocumentError) {
        try await self.change { contents in
            try contents.apply(change)
            return ((), change)
        }
    }

    /// Creates the document's file, which must not exist yet, and opens the document. The unsaved changes of a document that was there
    /// before are not of this one: they get another identifier in the store, unless this document's was chosen.
    ///
    /// - Throws: ``DocumentError/Situation/fileExists`` if there is a file, or the document is open.
    public func create(_ contents: Contents) async throws(DocumentError) {
        guard state.contains(.closed) else { throw DocumentError(.fileExists, path) }
        let path = path
        try await access(.creating) { _ throws(DocumentError) in
            let bytes = try translatingContents(path) { try contents.bytes() }
            guard path.isAbsent else { throw DocumentError(.fileExists, path) }
            if core.identifier == nil { _ = try core.configuration.checkpoints.setApart(ofNewFileAt: path) }
            try NewFile(at: path, besides: nil, replacingExisting: false).write(dryRun: false) { try $0.append(bytes) }
        }
        try await open()
    }
}
