public import Checkpointing
public import FileCoordination
public import FoundationEssentials

/// How a document is opened, saved and coordinated, and who is notified.
public struct DocumentConfiguration<Contents: OpenContents>: Sendable {
    /// The store that keeps its unsaved changes.
    public var checkpoints: CheckpointStore
    /// The identifier of the document's checkpoint; `nil` derives it from the document's path.
    public var identifier: CheckpointIdentifier?
    /// When changes become durable. They are in the checkpoint at once, where other processes see them and they
    /// survive a crash of this process; until they are durable, a power cut may lose them.
    public var strategy = CheckpointStrategy.immediate
    /// Whether the document is opened with the unsaved changes that are in its checkpoint. Otherwise they stay there and are
    /// left aside, and the document cannot be edited until ``FileDocument/loadCheckpoint()`` or
    /// ``FileDocument/revert()`` decides about them.
    public var loadsCheckpoint = true
    /// The length in bytes up to which the original of unsaved changes, the document that they were made on, is copied where the file
    /// system cannot let both share it; 0 keeps none. Without it, a document that is deleted or overwritten by others cannot be put
    /// back.
    public var keptOriginal = 16 << 20
    /// How many versions are kept of what saves replace, beside those with a name; 0 keeps none.
    public var keptVersions = 0
    /// What happens to unsaved changes that no longer fit the document because others changed it: `fail` and
    /// `merge` leave that to ``FileDocument/resolve(_:)``.
    public var onConflict = ConflictResolution.merge
    /// The interval at which the document is autosaved if it has unsaved changes; `nil` disables autosave.
    public var autosaveInterval: Duration?
    /// How its accesses wait for other processes.
    public var coordination = DocumentCoordination()
    /// The clock for modification dates and events.
    public var now: @Sendable () -> Date = { Date() }
    /// Who is notified of what happens to it.
    public var observers = DocumentObservers()
    /// What opening the file needs besides its path.
    public var options = Contents.defaultOptions
    /// Handles requests and notifications of file coordination.
    public var delegate: (any DocumentDelegate<Contents>)?

    /// Keeps unsaved changes in a store of the app's own, with defaults for everything else.
    public init(checkpoints: CheckpointStore) { self.checkpoints = checkpoints }
}

/// How the accesses of a document wait for other processes.
public struct DocumentCoordination: Sendable {
    /// The purpose identifier of all its accesses: accesses with the same one do not wait for each other.
    public var purposeIdentifier = "document-\(UInt64.random(in: .min ... .max))"
    /// How long an access waits for other processes; `nil` waits forever.
    public var timeout: Duration? = .seconds(30)
    /// What an access does if a presenter in another process does not answer in time.
    public var unanswered = FileCoordinator.UnansweredPolicy.read
    /// Called before an access goes on without the answer of a presenter, with one line that says so; from any thread.
    public var didSkipPresenter: @Sendable (String) -> Void = { _ in }
    /// The directory in which presenters are registered.
    public var runtimeDirectory = RuntimeDirectory.standard

    /// Returns a coordinator for one access to the document.
    var coordinator: FileCoordinator {
        FileCoordinator(
            purposeIdentifier: purposeIdentifier, timeout: timeout, unanswered: unanswered,
            runtimeDirectory: runtimeDirectory)
    }
}

/// Who is notified of what happens to a document.
public struct DocumentObservers: Sendable {
    /// Called with each event on the document, in order.
    public var didHappen: @Sendable (DocumentEvent) -> Void = { _ in }
    /// Called with each change of the state, like UIDocument's `stateChangedNotification`.
    public var stateDidChange: @Sendable (FileDocumentState) -> Void = { _ in }
    /// Called with the percentage that is done of a long operation as it goes on, and with `nil` at its end.
    public var progressDidChange: @Sendable (Int?) -> Void = { _ in }
}
