public import Checkpointing
public import FileCoordination
public import FileDocuments

/// Where the unsaved changes of a document are kept, and how they are used.
public struct CheckpointOptions: Sendable {
    /// The purpose of opening a document, with respect to its unsaved changes.
    public enum Use: Sendable {
        /// To show them.
        case show
        /// To add to them.
        case record
        /// To undo or redo some of them.
        case undo
        /// To write them into the document.
        case save
    }

    /// The store of the checkpoint.
    public var store: CheckpointStore
    /// The identifier of the document's checkpoint; `nil` derives it from the document's path.
    public var identifier: CheckpointIdentifier?
    /// Whether the user confirms that the checkpoint belongs to the document, regardless of the path that it names.
    public var isOwnerConfirmed = false
    /// Keeps the checkpoint open between accesses.
    public var parking: ParkedChanges?
    /// What the unsaved changes are needed for.
    public var use: Use
    /// What happens to unsaved changes that no longer fit the document.
    public var onConflict: ConflictResolution
    /// Whether changes are on disk when they are recorded; otherwise a power cut may lose them until they are saved.
    public var isDurable = true
    /// Whether what is saved can be taken back later.
    public var keepsHistory = true
    /// Notifies presenters of versions that are kept.
    public var coordinator: FileCoordinator?

    /// Creates options for one use of a document's unsaved changes.
    public init(
        _ store: CheckpointStore, for use: Use, identifier: CheckpointIdentifier? = nil,
        onConflict: ConflictResolution = .merge
    ) {
        self.store = store
        self.identifier = identifier
        self.use = use
        self.onConflict = onConflict
    }
}
