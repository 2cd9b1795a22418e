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
    /// What can be used from any thread: its path, its state, its configuration and its executor.
    package nonisolated let core: DocumentCore<Contents>
    public nonisolated var unownedExecutor: UnownedSerialExecutor { core.unownedExecutor }

    /// The provider of the document's bytes, which is retained.
    var provider: any DataProvider

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
        core = try DocumentCore(fileAt: provider.path, isCoordinated: provider.isCoordinated, configuration)
        self.provider = provider
    }

    /// How a document is opened, saved and coordinated, and who is notified.
    public typealias Configuration = DocumentConfiguration<Contents>
    /// The configuration that it was created with.
    public nonisolated var configuration: Configuration { core.configuration }

    /// The path of its file; changes when the file is moved.
    public nonisolated var path: FilePath { core.shared.path }

    /// The current state of the document.
    public nonisolated var state: FileDocumentState { core.shared.state }

    /// Whether the unsaved changes do not fit the file; the state has `inConflict` for unresolved versions, too.
    package nonisolated var haveChangesConflict: Bool { core.shared.haveChangesConflict }

    // MARK: Reading and editing

    /// Returns the result of `body` on the contents with all unsaved changes; while these do not fit the file, the contents are those
    /// that they were made on, if these still exist.
    ///
    /// - Throws: ``DocumentError/Situation/documentClosed``, the reason why the document cannot be read now, or the error of `body` as
    ///   ``DocumentError/Situation/contents(_:)``.
    public func read<Result>(
        _ body: sending (Contents) throws -> sending Result
    ) async throws(DocumentError) -> sending Result {
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
            try core.attempt(path, for: .read(), body)
        }
    }

    /// Runs `body` with the document opened to record, and records the change that it makes.
    package func recording<Result>(
        _ body: (OpenDocument<Contents>) throws(DocumentError) -> Result
    ) async throws(DocumentError) -> Result {
        try checkOpen()
        return try await access(.reading(savingChanges: false)) { path throws(DocumentError) in
            try checkEditing(at: path)
            return try core.attempt(path, for: .record) { document throws(DocumentError) in
                let result: Result
                do throws(DocumentError) { result = try body(document) } catch {
                    document.dropEdits()
                    throw error
                }
                let isChanged = !document.pending.isEmpty
                _ = try document.record()
                if isChanged { core.report(.checkpointed) }
                return result
            }
        }
    }

    /// Undoes the last changes, regardless of which process made them. One that was saved is taken back by a new change,
    /// which is unsaved.
    ///
    /// - Throws: ``DocumentError/Situation/editingDisabled``, ``DocumentError/Situation/documentClosed``,
    ///   ``DocumentError/Situation/notUndoable(_:)``, ``DocumentError/Situation/wentBack(from:)`` where the last change went
    ///   back to a version or revision, or the reason why the changes cannot be read.
    public func undo(_ count: Int = 1) async throws(DocumentError) -> UndoneChanges<Contents.Recorded> {
        try await step(.undo, count)
    }

    /// Redoes changes that were undone.
    ///
    /// - Throws: as ``undo(_:)`` does.
    public func redo(_ count: Int = 1) async throws(DocumentError) -> UndoneChanges<Contents.Recorded> {
        try await step(.redo, count)
    }

    /// Returns the change that ``undo(_:)`` or ``redo(_:)`` comes to next; `nil` if there is none.
    public func next(_ direction: UndoDirection) async throws(DocumentError) -> NextChange<Contents.Recorded>? {
        try await reading { document throws(DocumentError) in try document.next(direction) }
    }

    private func step(
        _ direction: UndoDirection, _ count: Int
    ) async throws(DocumentError) -> UndoneChanges<Contents.Recorded> {
        try checkOpen()
        return try await access(.reading(savingChanges: false)) { path throws(DocumentError) in
            try checkEditing(at: path)
            let report = try UndoneChanges(direction, count) { intent, step throws(DocumentError) in
                try core.attempt(path, for: intent, step)
            }
            if report.changes > 0 { core.report(.checkpointed) }
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
        if core.shared.refusesEdits { throw DocumentError(.editingDisabled, path) }
    }

    /// Runs `body` in a coordinated access. While it waits for access, the document still responds to other processes.
    ///
    /// - Parameter coordinator: one that `body` uses, too; by default one of its own.
    package func access<Result>(
        _ access: DocumentAccess, with coordinator: FileCoordinator? = nil,
        _ body: (FilePath) throws(DocumentError) -> Result
    ) async throws(DocumentError) -> Result {
        let (path, isCoordinated) = (path, core.shared.isCoordinated)
        var intents = access.intents(path)
        if !isCoordinated {
            // The new file of a copy is coordinated all the same.
            guard case .copying = access else { return try body(path) }
            intents.removeFirst()
        }
        let granted: FileAccess
        let used = coordinator ?? core.configuration.coordination.coordinator
        do { granted = try await used.begin(intents) } catch {
            let error = DocumentError(error, path)
            guard error.situation == .noSuchFile, try core.store.original(at: path) != nil else { throw error }
            // Only the original can be read, which nobody changes.
            intents.removeFirst()
            do { _ = try await intents.isEmpty ? nil : used.begin(intents) } catch { throw DocumentError(error, path) }
            return try body(path)
        }
        granted.warnings.forEach(core.configuration.coordination.didSkipPresenter)
        let result = try body(isCoordinated ? granted.path : path)
        granted.end()
        return result
    }
}

extension FileDocument where Contents: DocumentContents {
    /// Changes the contents, and records the change in the checkpoint, where a crash does not lose it. `body` sees them as they are
    /// now, with what other processes have recorded and saved.
    ///
    /// - Parameters:
    ///   - name: what the app calls the change.
    ///   - body: returns the change that it has made, `nil` if none.
    /// - Throws: ``DocumentError/Situation/editingDisabled``, ``DocumentError/Situation/documentClosed``,
    ///   ``DocumentError/Situation/unsavedConflict(_:)`` until a conflict is resolved, or the error of `body` as
    ///   ``DocumentError/Situation/contents(_:)``: nothing is recorded then.
    public func change<Result>(
        named name: String? = nil, _ body: sending (inout Contents) throws -> sending (Result, Contents.Change?)
    ) async throws(DocumentError) -> sending Result {
        try await recording { [path] document throws(DocumentError) in
            try document.change { contents throws(DocumentError) in
                try translatingContents(path) {
                    let (result, change) = try body(&contents)
                    return (result, try change.map { try ChangeLine($0, named: name) })
                }
            }
        }
    }

    /// Changes the contents, and records what that has changed in what is written of them; see ``change(named:_:)``.
    ///
    /// - Parameters:
    ///   - name: what the app calls the change.
    ///   - body: changes the contents; it may be called on another thread.
    /// - Throws: as ``change(named:_:)`` does.
    public func update<Result>(
        named name: String? = nil, _ body: sending (inout Contents) throws -> sending Result
    ) async throws(DocumentError) -> sending Result {
        try await recording { [path] document throws(DocumentError) in
            try document.change { contents throws(DocumentError) in
                try translatingContents(path) {
                    let before = try contents.written()
                    let result = try body(&contents)
                    let edit = try ContentsEdit(from: before, to: contents.written())
                    return (result, edit.map { ChangeLine($0, named: name) })
                }
            }
        }
    }

    /// Makes a change of the contents and records it; see ``change(named:_:)``.
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
            let bytes = try translatingContents(path) { try contents.written()[""] ?? [] }
            guard path.isAbsent else { throw DocumentError(.fileExists, path) }
            if core.shared.identifier == nil { _ = try core.configuration.checkpoints.setApart(ofNewFileAt: path) }
            try NewFile(at: path, besides: nil, replacingExisting: false).write(dryRun: false) { try $0.append(bytes) }
        }
        try await open()
    }
}
