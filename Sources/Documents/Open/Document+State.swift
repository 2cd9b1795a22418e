public import Checkpointing
public import FileCoordination
public import FoundationEssentials

extension Document {
    /// How a document is doing: UIDocument's states, which can hold at the same time.
    public struct State: OptionSet, Sendable, Hashable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Open, and nothing is wrong.
        public static let normal: State = []
        /// Not opened yet, closed, or it could not be read.
        public static let closed = State(rawValue: 1)
        /// It was changed or deleted by others, and the unsaved changes do not fit it any more.
        public static let inConflict = State(rawValue: 2)
        /// The last attempt to save it, or to go back to what is saved, failed.
        public static let savingError = State(rawValue: 4)
        /// It cannot be edited: it is busy, or damaged.
        public static let editingDisabled = State(rawValue: 8)
        /// It is being written anew; ``Document/progress`` tells how far that has come.
        public static let progressAvailable = State(rawValue: 16)

        /// The states that hold, as words for programs; `normal` where none does.
        public var names: [String] {
            let names = [
                (Self.closed, "closed"), (.inConflict, "inConflict"), (.savingError, "savingError"),
                (.editingDisabled, "editingDisabled"), (.progressAvailable, "progressAvailable"),
            ].filter { contains($0.0) }.map(\.1)
            return names.isEmpty ? ["normal"] : names
        }
    }

    /// What a document is written for.
    public enum SaveOperation: Int, Sendable {
        /// It is written to a new file, which is the document from then on.
        case forCreating = 0
        /// Its changes are written into its file.
        case forOverwriting = 1
    }

    /// What a document is kept by, and who hears of it.
    public struct Configuration: Sendable {
        /// The user or the owner password of an encrypted document.
        public var password: String?
        /// Where its unsaved changes are kept.
        public var checkpoints: CheckpointStore
        /// Which checkpoint is the document's; `nil` for the one that follows from its path.
        public var identifier: CheckpointIdentifier?
        /// When changes are durable. They are in the checkpoint at once, where other processes see them and a crash of this
        /// one does not take them; until they are durable, a power cut may.
        public var strategy = DocumentCheckpointer.Strategy.immediate
        /// What happens to unsaved changes that do not fit the document any more, because others changed it: `fail` and `merge`
        /// leave that to ``Document/resolve(_:)``, and to the delegate.
        public var onConflict = ConflictResolution.merge
        /// How often the document is saved by itself, if it has unsaved changes; `nil`: never.
        public var autosaveInterval: Duration?
        /// The purpose of all its accesses, which do not wait for each other.
        public var purposeIdentifier = "document-\(UInt64.random(in: .min ... .max))"
        /// How long an access waits for other processes; `nil`: without end.
        public var timeout: Duration? = .seconds(30)
        /// Where presenters are found.
        public var runtimeDirectory = RuntimeDirectory.standard
        /// The clock for modification dates and events.
        public var now: @Sendable () -> Date = { Date() }
        /// Hears what happens to the document, in order.
        public var didHappen: @Sendable (DocumentEvent) -> Void = { _ in }
        /// Hears of each change of the state: UIDocument's `stateChangedNotification`.
        public var stateDidChange: @Sendable (State) -> Void = { _ in }
        /// Is asked, and told, what file coordination brings.
        public var delegate: (any FileCoordinationDelegate)?

        public init(checkpoints: CheckpointStore) { self.checkpoints = checkpoints }
    }
}
