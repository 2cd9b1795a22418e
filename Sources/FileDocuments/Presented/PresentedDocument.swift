package import Checkpointing
public import FileCoordination
internal import LinuxFiles
public import SystemPackage

/// A document that is open: it is presented to other processes, coordinates its accesses, follows its file, detects
/// what others do to it, and keeps every change in a checkpoint until it is saved. The counterpart of `UIDocument`.
///
/// Apps conform to ``FileDocument``, which keeps the contents in memory. Conform to this protocol directly if the
/// contents are too large for that: the requirements below are the steps of opening, saving and reverting. They run on
/// the document's actor, inside a coordinated access to `path` unless said otherwise, and may block.
public protocol PresentedDocument: Actor, FilePresenter {
    /// What a save reports.
    associatedtype Report: Sendable

    /// Its path, its state and its executor; one for each document.
    nonisolated var core: DocumentCore { get }

    /// The media type of its contents (RFC 6838).
    static var fileType: String { get }

    // MARK: Steps

    /// Reads the file and the unsaved changes, and remembers the file's state.
    ///
    /// - Parameters:
    ///   - path: where the file is now.
    ///   - isNew: whether the file is read for the first time; otherwise returns `nil` if the contents have not changed
    ///     since it was last read. Then it is called without an access.
    func examine(at path: FilePath, isNew: Bool) throws(DocumentError) -> DocumentExamination?

    /// Writes the unsaved changes into the file; returns `nil` if there are none.
    ///
    /// - Parameters:
    ///   - path: where the file is now.
    ///   - resolution: what to do if the changes do not fit the file; `nil` is the configured policy.
    func writeChanges(at path: FilePath, resolving resolution: ConflictResolution?) throws(DocumentError) -> Report?

    /// Writes the document with its unsaved changes to a file that does not exist yet.
    func writeCopy(at path: FilePath, to output: FilePath) throws(DocumentError) -> Report?

    /// Drops the unsaved changes, and reads the file again.
    ///
    /// - Returns: the number of edits dropped.
    func discardChanges(at path: FilePath) throws(DocumentError) -> Int

    /// Copies the contents that the unsaved changes were made on to their checkpoint, if possible, so that a save in
    /// this or another process finds them; called without an access when a conflict is met.
    func keepBase()

    /// The document has been written to another file, which is the document from now on: takes its checkpoint along;
    /// called without an access while it is closed.
    ///
    /// - Parameter new: the path of the new file.
    func didBecomeDocument(at new: FilePath) throws(DocumentError)

    // MARK: Reactions

    /// The contents have changed since they were last read; not called for the document's own writes, nor for metadata.
    func contentsDidChange() async

    /// Another process is about to delete or replace the file, and waits until this returns.
    func accommodateDeletion() async

    /// Returns how to resolve a conflict; `nil` leaves it to the configured policy, or to ``resolve(_:)``.
    func resolution(of conflict: FileConflict) async -> FileConflictResolution?

    /// Returns whether the file has versions whose conflict is not resolved, which the state then says; called without an
    /// access.
    func hasConflictVersions() -> Bool

    /// An operation that nobody waits for failed, such as an autosave.
    func handleError(_ error: DocumentError) async
}

/// What reading a document has shown.
public struct DocumentExamination: Sendable {
    /// Why the unsaved changes do not fit the file; `nil` if they do.
    public var conflict: String?
    /// Whether the file allows edits.
    public var isEditable: Bool

    /// Creates the result of reading a document.
    public init(conflict: String? = nil, isEditable: Bool = true) {
        (self.conflict, self.isEditable) = (conflict, isEditable)
    }
}

extension PresentedDocument {
    public func contentsDidChange() async {}
    public func accommodateDeletion() async {}
    public func resolution(of conflict: FileConflict) async -> FileConflictResolution? { nil }
    public func handleError(_ error: DocumentError) async {}
    public func keepBase() {}
    public func hasConflictVersions() -> Bool { false }
    public func didBecomeDocument(at new: FilePath) throws(DocumentError) {}

    /// The path of its file; changes when the file is moved.
    public nonisolated var path: FilePath { core.path }

    /// The current state of the document.
    public nonisolated var state: PresentedDocumentState { core[\.state] }

    /// Whether there are unsaved changes, whichever process made them.
    public func hasUnsavedChanges() async throws(DocumentError) -> Bool {
        try checkOpen()
        return try unsavedEditCount() > 0
    }

    /// Returns the number of unsaved edits that are in the checkpoint, whichever process made them; reads only what was recorded
    /// since the last time.
    public nonisolated func recordedEditCount() throws(DocumentError) -> Int {
        let (identifier, store) = (try checkpointIdentifier(), core.configuration.checkpoints)
        return try translating(of: path) {
            if let log = try core.parkedLog.take(identifier, until: .now + store.timeout) {
                defer { core.parkedLog.put(log) }
                return log.contents.editCount
            }
            return try store.contents(identifier)?.editCount ?? 0
        }
    }

    /// Returns the identifier of the document's checkpoint.
    package nonisolated func checkpointIdentifier() throws(DocumentError) -> CheckpointIdentifier {
        if let chosen = core.identifier { return chosen }
        return try core.configuration.checkpoints.identifier(ofFileAt: path)
    }

    /// The number of unsaved edits, without those that are left aside.
    func unsavedEditCount() throws(DocumentError) -> Int { core.ignoresCheckpoint ? 0 : try recordedEditCount() }

    /// Rejects edits until ``enableEditing()`` is called, for periods in which they would be lost or would interfere.
    public func disableEditing() { core.changeEditing { $0.refusesEdits = true } }

    /// Accepts edits again, as far as the file allows them.
    public func enableEditing() { core.changeEditing { $0.refusesEdits = false } }

    // MARK: Common steps

    package func checkOpen() throws(DocumentError) {
        if state.contains(.closed) { throw DocumentError(.documentClosed, path) }
    }

    /// Throws while edits are rejected; within an access.
    package func checkEditing(at path: FilePath) throws(DocumentError) {
        if core.refusesEdits { throw DocumentError(.editingDisabled, path) }
    }

    package func setState(_ change: (inout PresentedDocumentState) -> Void) { core.change { change(&$0.state) } }

    /// Updates the state from what reading the document has shown.
    package func note(_ examination: DocumentExamination) {
        core.changeEditing { $0.isForbidden = !examination.isEditable }
        core.changeConflict(changes: examination.conflict != nil, versions: hasConflictVersions())
    }

    /// Updates the state after the unsaved changes were written or dropped.
    func noteSettled() {
        setState { $0.remove(.savingError) }
        core.changeConflict(changes: false, versions: hasConflictVersions())
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

    /// Reports an event, after the document reflects it.
    ///
    /// - Parameter path: the path of the event, if it is not the current path.
    package func notify(
        _ kind: DocumentEvent.Kind, of path: FilePath? = nil, newPath: FilePath? = nil, process: Int32? = nil,
        detail: String? = nil
    ) {
        core.report(
            DocumentEvent(
                kind, at: path ?? self.path, time: core.configuration.now(), newPath: newPath, process: process,
                detail: detail))
    }
}
