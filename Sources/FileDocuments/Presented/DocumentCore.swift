package import Checkpointing
internal import FileCoordination
internal import LinuxFiles
internal import Synchronization
public import SystemPackage

/// What every document has: its path, its state, its configuration and its executor. Each document owns one.
///
/// An actor runs on the core's thread, so that it may wait for locks and disks:
///
/// ```swift
/// nonisolated let core: DocumentCore
/// nonisolated var unownedExecutor: UnownedSerialExecutor { core.unownedExecutor }
/// ```
public final class DocumentCore: Sendable {
    /// The configuration that the document was created with.
    public let configuration: DocumentConfiguration
    /// The executor of the document's actor.
    public var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private let thread = SerialThread()
    /// The document's checkpoint, kept open between accesses.
    package let parkedLog = ParkedLog()
    let presenters: FilePresenterCoordinator
    let events = EventSource<DocumentEvent>()
    let states = EventSource<PresentedDocumentState>()
    private let shared: Mutex<Shared>

    /// What can be read at any time, from any thread.
    struct Shared {
        var path: FilePath
        /// Whether the file is presented, and accesses to it are coordinated with other processes.
        var isCoordinated: Bool
        var identifier: CheckpointIdentifier?
        var strategy: CheckpointStrategy
        var state = PresentedDocumentState.closed
        /// In percent.
        var progress: Int?
        /// Whether the file there is was read before, and only a change of its contents is news.
        var isExamined = false
        /// The file that the unsaved changes were made on, retained because others may delete or replace it.
        var retained: SourceFile?
        /// Whether editing was disabled through ``PresentedDocument/disableEditing()``.
        var refusesEdits = false
        /// Whether the file itself forbids edits.
        var isForbidden = false
        /// What a ``FileDocument`` has in memory; `nil` if it must be read again.
        var loaded: LoadedContents?
        /// The digest of the contents that the document was last told of.
        var announced: String?
        var timers: [Task<Void, Never>] = []
        /// Whether the unsaved changes do not fit the file.
        var haveChangesConflict = false
        /// Whether the file has versions whose conflict is not resolved.
        var haveVersionsConflict = false
        /// Whether the unsaved changes that were there when the document was opened are left aside.
        var ignoresCheckpoint = false
        /// The end of the checkpoint that was made durable last.
        var durableEnd: UInt32?

        var isEditingDisabled: Bool { refusesEdits || isForbidden }
    }

    /// - Parameters:
    ///   - path: the document's file. Symbolic links are followed here, because the file is presented and saved, not
    ///     the link. The file need not exist yet; its directory must.
    ///   - isCoordinated: whether other processes are expected to use the file.
    ///   - configuration: stays as it is, except for the checkpoint strategy.
    public init(
        fileAt path: FilePath, isCoordinated: Bool = true, _ configuration: DocumentConfiguration
    ) throws(DocumentError) {
        shared = Mutex(
            Shared(
                path: try translating(of: path) { try path.resolvingLinks() }, isCoordinated: isCoordinated,
                identifier: configuration.identifier, strategy: configuration.strategy))
        self.configuration = configuration
        presenters = FilePresenterCoordinator(
            purposeIdentifier: configuration.purposeIdentifier, runtimeDirectory: configuration.runtimeDirectory)
    }

    /// The path of the document's file.
    public var path: FilePath { self[\.path] }

    package var isCoordinated: Bool { self[\.isCoordinated] }
    package func setCoordinated(_ isCoordinated: Bool) { change { $0.isCoordinated = isCoordinated } }

    package var identifier: CheckpointIdentifier? { self[\.identifier] }
    package var strategy: CheckpointStrategy { self[\.strategy] }
    package var refusesEdits: Bool { self[\.refusesEdits] }
    package var retained: SourceFile? {
        get { self[\.retained] }
        set { change { $0.retained = newValue } }
    }

    /// Whether the unsaved changes do not fit the file; the state has `inConflict` for unresolved versions, too.
    package var haveChangesConflict: Bool { self[\.haveChangesConflict] }
    package var ignoresCheckpoint: Bool { self[\.ignoresCheckpoint] }

    var loaded: LoadedContents? {
        get { self[\.loaded] }
        set { change { $0.loaded = newValue } }
    }
    var announced: String? {
        get { self[\.announced] }
        set { change { $0.announced = newValue } }
    }

    subscript<Value: Sendable>(key: any KeyPath<Shared, Value> & Sendable) -> Value {
        shared.withLock { $0[keyPath: key] }
    }

    /// Changes what is shared, and reports a new state.
    func change(_ body: (inout Shared) -> Void) {
        let (old, new) = shared.withLock { shared in
            let old = shared.state
            body(&shared)
            return (old, shared.state)
        }
        guard old != new else { return }
        states.send(new)
        configuration.stateDidChange(new)
    }

    /// Changes whether there is a conflict, for one of its two reasons.
    package func changeConflict(changes: Bool? = nil, versions: Bool? = nil) {
        change { shared in
            shared.haveChangesConflict = changes ?? shared.haveChangesConflict
            shared.haveVersionsConflict = versions ?? shared.haveVersionsConflict
            if shared.haveChangesConflict || shared.haveVersionsConflict {
                shared.state.insert(.inConflict)
            } else {
                shared.state.remove(.inConflict)
            }
        }
    }

    /// Disables or enables editing, for one of its two reasons.
    func changeEditing(_ body: (inout Shared) -> Void) {
        change { shared in
            body(&shared)
            if shared.isEditingDisabled {
                shared.state.insert(.editingDisabled)
            } else {
                shared.state.remove(.editingDisabled)
            }
        }
    }
}
