public import Checkpointing
public import FileCoordination

/// What happens to unsaved changes when their document was changed by somebody else.
public enum ConflictResolution: String, Sendable, CaseIterable {
    /// Nothing: the document and the checkpoint stay as they are.
    case fail
    /// They are made on the document as it is now, where their pages and annotations are still the same.
    case merge
    /// They are made on the document as it was, which takes the place of the other's.
    case overwrite
    /// They are dropped.
    case reload
    /// They are made on the document as it was, in a new file beside it.
    case copy
}

/// Where the unsaved changes of a document are kept, and what is to be done with them.
public struct CheckpointOptions: Sendable {
    /// What a document is opened for, as far as its unsaved changes go.
    public enum Use: Sendable {
        /// To see them.
        case show
        /// To add to them.
        case record
        /// To take some of them back, or make them again.
        case undo
        /// To write them into the document.
        case save
    }

    public var store: CheckpointStore
    /// Which checkpoint is the document's; `nil` for the one that follows from its path.
    public var identifier: CheckpointIdentifier?
    /// The user says that the document is the one to which that checkpoint belongs, whatever path it names.
    public var isOwnerConfirmed = false
    /// Keeps the checkpoint open between accesses.
    public var parking: ParkedChanges?
    public var use: Use
    public var onConflict: ConflictResolution
    /// Whether changes are on the disk when they are recorded; otherwise a power cut may take them until they are saved.
    public var isDurable = true
    /// Tells presenters of versions that are kept.
    public var coordinator: FileCoordinator?

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
