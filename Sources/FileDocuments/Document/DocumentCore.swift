internal import Checkpointing
internal import FileCoordination
internal import LinuxFiles
internal import Synchronization
internal import SystemPackage

/// What a document has that can be used from any thread: its path, its state, its configuration and its executor, a thread that may
/// wait for locks and disks.
package final class DocumentCore<Contents: OpenContents>: Sendable {
    /// The configuration that the document was created with.
    let configuration: DocumentConfiguration<Contents>
    /// The executor of the document's actor.
    var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private let thread = SerialThread()
    /// Its file and its checkpoint, kept open between accesses.
    package let suspended = SuspendedDocument<Contents>()
    let presenters: FilePresenterCoordinator
    let events = EventSource<DocumentEvent>()
    let states = EventSource<FileDocumentState>()
    private let lockedShared: Mutex<Shared>

    /// What can be read at any time, from any thread.
    package struct Shared: Sendable {
        /// The path of the document's file.
        var path: FilePath
        /// The path where unsaved changes were made, before other programs moved the file.
        var formerPath: FilePath?
        /// Whether the file is presented, and accesses to it are coordinated with other processes.
        var isCoordinated: Bool
        var identifier: CheckpointIdentifier?
        var strategy: CheckpointStrategy
        var isOpen = false
        /// Whether the last attempt to save or revert it failed.
        var failedToSave = false
        /// In percent; `nil` if nothing long is under way.
        var progress: Int?
        /// Whether the present file has been read before, so that only a change of its contents is news.
        var isExamined = false
        /// The file as it was last opened, if any later change shows in its status, and the state of its contents.
        var known: (file: SourceFile, state: String)?
        /// The file that the unsaved changes were made on, retained because others may delete or replace it.
        var retained: SourceFile?
        /// The file that was read last, which is put back if it is deleted.
        var latest: SourceFile?
        /// Whether editing was disabled through ``FileDocument/disableEditing()``.
        var refusesEdits = false
        /// Whether the file itself forbids edits.
        var isForbidden = false
        var timers: [Task<Void, Never>] = []
        /// Whether the unsaved changes do not fit the file; the state has `inConflict` for unresolved versions, too.
        var haveChangesConflict = false
        /// Whether the file has versions whose conflict is not resolved.
        var haveVersionsConflict = false
        /// Whether the unsaved changes that were there when the document was opened are left aside.
        var ignoresCheckpoint = false
        /// The end of the checkpoint that was made durable last.
        var durableEnd: UInt32?

        var state: FileDocumentState {
            guard isOpen else { return .closed }
            var state = FileDocumentState.normal
            if haveChangesConflict || haveVersionsConflict { state.insert(.inConflict) }
            if failedToSave { state.insert(.savingError) }
            if refusesEdits || isForbidden || ignoresCheckpoint { state.insert(.editingDisabled) }
            if progress != nil { state.insert(.progressAvailable) }
            return state
        }
    }

    /// - Parameters:
    ///   - path: the document's file. Symbolic links are followed here, because the file is presented and saved, not
    ///     the link. The file need not exist yet; its directory must.
    ///   - isCoordinated: whether other processes are expected to use the file.
    ///   - configuration: stays as it is, except for the checkpoint strategy.
    init(
        fileAt path: FilePath, isCoordinated: Bool = true, _ configuration: DocumentConfiguration<Contents>
    ) throws(DocumentError) {
        lockedShared = Mutex(
            Shared(
                path: try translating(of: path) { try path.resolvingLinks() }, isCoordinated: isCoordinated,
                identifier: configuration.identifier, strategy: configuration.strategy))
        self.configuration = configuration
        presenters = FilePresenterCoordinator(
            purposeIdentifier: configuration.coordination.purposeIdentifier,
            runtimeDirectory: configuration.coordination.runtimeDirectory)
    }

    package var shared: Shared { lockedShared.withLock { $0 } }

    /// Changes what is shared, and reports the state if it is another one then.
    func change(_ body: (inout Shared) -> Void) {
        let (old, new) = lockedShared.withLock { shared in
            let old = shared.state
            body(&shared)
            return (old, shared.state)
        }
        guard old != new else { return }
        states.send(new)
        configuration.observers.stateDidChange(new)
    }

    // MARK: The checkpoint

    /// Returns the identifier of the document's checkpoint.
    func checkpointIdentifier() throws(DocumentError) -> CheckpointIdentifier {
        if let identifier = shared.identifier { return identifier }
        return try configuration.checkpoints.identifier(ofFileAt: shared.path)
    }

    /// Returns the number of unsaved edits that are in the checkpoint; reads only what was recorded since the last time.
    func recordedEditCount() throws(DocumentError) -> Int {
        let (identifier, store) = (try checkpointIdentifier(), configuration.checkpoints)
        return try translating(of: shared.path) {
            if let log = try suspended.log.take(identifier, until: .now + store.timeout) {
                defer { suspended.log.put(log) }
                return log.contents.editCount
            }
            return try store.contents(identifier)?.editCount ?? 0
        }
    }

    /// The number of unsaved edits, without those that are left aside.
    func unsavedEditCount() throws(DocumentError) -> Int { shared.ignoresCheckpoint ? 0 : try recordedEditCount() }

    /// Makes all unsaved changes durable.
    func saveCheckpoint() throws(DocumentError) {
        guard shared.strategy != .immediate else { return }
        let identifier = try checkpointIdentifier()
        let end = try translating(of: shared.path) {
            guard let log = try configuration.checkpoints.existingLog(identifier), log.contents.header != nil,
                shared.durableEnd != log.contents.lastChecksum
            else { return UInt32?.none }
            try log.synchronize()
            return log.contents.lastChecksum
        }
        guard let end else { return }
        change { $0.durableEnd = end }
        report(.checkpointed, detail: "durable")
    }

    /// Gives the checkpoint the document's new path.
    func moveCheckpoint(from old: FilePath) throws(DocumentError) {
        guard shared.identifier == nil else { return }
        try translating(of: shared.path) {
            let log = try configuration.checkpoints.existingLog(CheckpointIdentifier(for: old))
            guard let log, log.contents.header != nil else { return }
            try log.rename(to: CheckpointIdentifier(for: shared.path))
            try log.setPath(shared.path)
        }
    }

    // MARK: What has happened

    /// Updates the state from what reading the document has shown.
    package func note(_ examination: DocumentExamination) {
        change { ($0.isForbidden, $0.haveChangesConflict) = (!examination.isEditable, examination.conflict != nil) }
        noteVersions()
    }

    /// Updates the state after the unsaved changes were written or dropped.
    func noteSettled() {
        change { ($0.failedToSave, $0.haveChangesConflict) = (false, false) }
        noteVersions()
    }

    /// Updates the state from the versions whose conflict is not resolved.
    func noteVersions() {
        let store = VersionStore(beside: configuration.checkpoints)
        guard let versions = try? FileVersion.unresolvedConflictVersionsOfItem(at: shared.path, in: store) else {
            return
        }
        change { $0.haveVersionsConflict = !versions.isEmpty }
    }

    /// Reports an event to everyone who wants to hear of it, after the document reflects it.
    ///
    /// - Parameter path: the path of the event, if it is not the current path.
    package func report(
        _ kind: DocumentEvent.Kind, of path: FilePath? = nil, newPath: FilePath? = nil, process: Int32? = nil,
        detail: String? = nil
    ) {
        let event = DocumentEvent(
            kind, at: path ?? shared.path, time: configuration.now(), newPath: newPath, process: process,
            detail: detail)
        events.send(event)
        configuration.observers.didHappen(event)
    }

    // MARK: Progress

    /// Runs `body`, and reports its progress if it is a long operation.
    package func reportingProgress<Result>(
        _ isLong: Bool = true, _ body: (_ report: @escaping (_ percent: Int) -> Void) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        guard isLong else { return try body { _ in } }
        report(progress: 0)
        defer { report(progress: nil) }
        return try body { percent in self.report(progress: percent) }
    }

    private func report(progress: Int?) {
        guard progress != shared.progress else { return }
        change { $0.progress = progress }
        configuration.observers.progressDidChange(progress)
    }
}
