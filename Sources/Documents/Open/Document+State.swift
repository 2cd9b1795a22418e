public import Checkpointing
public import FileCoordination
public import FoundationEssentials

extension Document {
    /// The state of a document: UIDocument's states, several of which can hold at once.
    public struct State: OptionSet, Sendable, Hashable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The document is open, and nothing is wrong.
        public static let normal: State = []
        /// The document has not been opened, was closed, or could not be read.
        public static let closed = State(rawValue: 1)
        /// It was changed or deleted by others, and the unsaved changes no longer fit it.
        public static let inConflict = State(rawValue: 2)
        /// The last attempt to save or revert it failed.
        public static let savingError = State(rawValue: 4)
        /// It cannot be edited: it is busy, or damaged.
        public static let editingDisabled = State(rawValue: 8)
        /// It is being rewritten; ``Document/progress`` reports the progress.
        public static let progressAvailable = State(rawValue: 16)

        /// The names of the states that hold, for programs; `normal` if none does.
        public var names: [String] {
            let names = [
                (Self.closed, "closed"), (.inConflict, "inConflict"), (.savingError, "savingError"),
                (.editingDisabled, "editingDisabled"), (.progressAvailable, "progressAvailable"),
            ].filter { contains($0.0) }.map(\.1)
            return names.isEmpty ? ["normal"] : names
        }
    }

    /// The purpose of a save.
    public enum SaveOperation: Int, Sendable {
        /// The document is written to a new file, which becomes the document.
        case forCreating = 0
        /// The document's changes are written into its file.
        case forOverwriting = 1
    }

    /// When recorded changes become durable.
    public enum CheckpointStrategy: Sendable, Equatable {
        /// Not before ``Document/saveCheckpoint()``, and when the document is closed.
        case manual
        /// Besides, at this interval.
        case timed(interval: Duration)
        /// Before the call that makes the change returns.
        case immediate
    }

    /// How a document is opened, saved and coordinated, and who is notified.
    public struct Configuration: Sendable {
        /// The user or the owner password of an encrypted document.
        public var password: String?
        /// The store that keeps its unsaved changes.
        public var checkpoints: CheckpointStore
        /// The identifier of the document's checkpoint; `nil` derives it from the document's path.
        public var identifier: CheckpointIdentifier?
        /// When changes become durable. They are in the checkpoint at once, where other processes see them and they
        /// survive a crash of this process; until they are durable, a power cut may lose them.
        public var strategy = CheckpointStrategy.immediate
        /// What happens to unsaved changes that no longer fit the document because others changed it: `fail` and
        /// `merge` leave that to ``Document/resolve(_:)`` and to the delegate.
        public var onConflict = ConflictResolution.merge
        /// The interval at which the document is autosaved if it has unsaved changes; `nil` disables autosave.
        public var autosaveInterval: Duration?
        /// The purpose identifier of all its accesses: accesses with the same one do not wait for each other.
        public var purposeIdentifier = "document-\(UInt64.random(in: .min ... .max))"
        /// How long an access waits for other processes; `nil` waits forever.
        public var timeout: Duration? = .seconds(30)
        /// The directory in which presenters are registered.
        public var runtimeDirectory = RuntimeDirectory.standard
        /// The clock for modification dates and events.
        public var now: @Sendable () -> Date = { Date() }
        /// Called with each event on the document, in order.
        public var didHappen: @Sendable (DocumentEvent) -> Void = { _ in }
        /// Called with each change of the state, like UIDocument's `stateChangedNotification`.
        public var stateDidChange: @Sendable (State) -> Void = { _ in }
        /// Handles requests and notifications of file coordination.
        public var delegate: (any FileCoordinationDelegate)?

        public init(checkpoints: CheckpointStore) { self.checkpoints = checkpoints }
    }
}
