/// The state of a document: UIDocument's states, several of which can hold at once.
public struct FileDocumentState: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The document is open, and nothing is wrong.
    public static let normal: Self = []
    /// The document has not been opened, was closed, or could not be read.
    public static let closed = Self(rawValue: 1)
    /// It was changed or deleted by others, and the unsaved changes no longer fit it.
    public static let inConflict = Self(rawValue: 2)
    /// The last attempt to save or revert it failed.
    public static let savingError = Self(rawValue: 4)
    /// It cannot be edited: it is busy, or damaged.
    public static let editingDisabled = Self(rawValue: 8)
    /// It is being written; ``FileDocument/progress`` reports the progress.
    public static let progressAvailable = Self(rawValue: 16)

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
public enum DocumentSaveOperation: Int, Sendable {
    /// The document is written to a new file, which becomes the document.
    case forCreating = 0
    /// The document's changes are written into its file.
    case forOverwriting = 1
}

/// When recorded changes become durable.
public enum CheckpointStrategy: Sendable, Equatable {
    /// Not before ``FileDocument/saveCheckpoint()``, and when the document is closed.
    case manual
    /// As ``manual``, and at this interval.
    case timed(interval: Duration)
    /// Before the call that makes the change returns.
    case immediate
}

/// What becomes of unsaved changes when a document is closed.
public enum UnsavedChoice: Sendable {
    /// They are saved.
    case save
    /// They stay in the checkpoint, which is durable then.
    case keep
    /// They are dropped, whichever process made them.
    case discard
}
