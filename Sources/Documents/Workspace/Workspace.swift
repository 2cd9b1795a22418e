public import Checkpointing
public import FileCoordination
internal import FileDocuments
public import FoundationEssentials
internal import LinuxFiles
public import SystemPackage

/// The environment of operations on documents: file coordination, the store of unsaved changes, passwords, the clock.
///
/// ```swift
/// var workspace = Workspace(coordinator: FileCoordinator(), store: CheckpointStore(dataDirectory: directory))
/// let highlight = Annotation.highlight(page: 1, rects: [Rectangle(72, 700, 300, 712)])
/// let report = try workspace.perform(Job("report.pdf", [.add(highlight, onPages: .first)], to: .file(Saving())))
/// ```
public struct Workspace {
    /// Coordinates each operation with other processes; `nil` disables coordination.
    public var coordinator: FileCoordinator?
    /// The store that keeps unsaved changes; `nil` ignores them.
    public var store: CheckpointStore?
    /// The identifier of the document's checkpoint; `nil` derives it from the document's path.
    public var checkpoint: CheckpointIdentifier?
    /// Whether the user confirms that the checkpoint belongs to the document, regardless of the path that it names.
    public var isOwnerConfirmed = false
    /// Whether changes are on disk when they are recorded; otherwise a power cut may lose them until they are saved.
    public var isDurable = true
    /// Whether what is saved can be taken back later with ``undo(_:_:)``.
    public var keepsHistory = true
    /// Whether ``undo(_:_:)`` and ``redo(_:_:)`` do what a certification, a signature or its lock forbids.
    public var ignoresSignatures = false
    /// The user or the owner password of encrypted documents.
    public var password: String?
    /// How long an operation waits for other processes.
    public var timeout = Duration.seconds(30)
    /// The clock for modification dates.
    public var now: () -> Date = { Date() }
    /// The open document that the operations belong to; `nil` if there is none.
    public var document: Document?
    /// Called with what the user should know, whether the operation succeeds or not.
    public var notify: (Notice) -> Void = { _ in }

    /// Information about an operation in addition to its report.
    public enum Notice {
        /// The document is open: its former path and its related changes may be worth reporting.
        case opened(DocumentFile)
        /// The number of bytes at the end of the checkpoint that could not be read.
        case lostCheckpointBytes(Int)
        /// The document is gone, or has lost its contents: it is taken from the copy in its checkpoint.
        case lost
        /// A process did not respond, and was skipped.
        case skipped(String)
    }

    /// Creates a workspace; `nil` does without coordination, or without unsaved changes.
    public init(coordinator: FileCoordinator? = nil, store: CheckpointStore? = nil) {
        (self.coordinator, self.store) = (coordinator, store)
    }

    /// Runs `body` with a document opened for reading, in a coordinated read.
    ///
    /// - Parameters:
    ///   - path: the document's file.
    ///   - savingChanges: whether presenters are asked to save their changes first.
    ///   - withUnsavedChanges: whether the document is shown with its unsaved changes.
    ///   - body: receives the document, which is valid only during the call.
    public func read<Result>(
        _ path: FilePath, savingChanges: Bool = true, withUnsavedChanges: Bool = true,
        _ body: (DocumentFile) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        var workspace = self
        if !withUnsavedChanges { workspace.store = nil }
        return try workspace.open(path, for: .read(askingToSave: savingChanges), body)
    }

    /// Undoes the last changes. One that was saved is taken back by a new change, which is unsaved.
    public func undo(_ path: FilePath, _ count: Int = 1) throws(DocumentError) -> UndoReport {
        try step(.undo, path, count)
    }

    /// Redoes changes that were undone.
    public func redo(_ path: FilePath, _ count: Int = 1) throws(DocumentError) -> UndoReport {
        try step(.redo, path, count)
    }

    private func step(
        _ direction: UndoDirection, _ path: FilePath, _ count: Int
    ) throws(DocumentError) -> UndoReport {
        try UndoReport(direction, count) { intent, body throws(DocumentError) in
            try open(path, for: intent, body)
        }
    }

    /// Returns the resolutions that are currently possible for unsaved changes that do not fit their document: each is
    /// tried in a dry run.
    ///
    /// Dropping the changes always works; the other resolutions need the document that they were made on, unchanged.
    public func possibleResolutions(of path: FilePath) -> [ConflictResolution] {
        guard store != nil else { return [] }
        return [ConflictResolution.overwrite, .copy, .reload].filter { choice in
            guard choice != .reload else { return true }
            var saving = Saving(onConflict: choice)
            saving.dryRun = true
            let document = try? DocumentFile(openingFileAt: path, for: .save(saving), in: self)
            return (try? document?.save()) != nil
        }
    }

    /// How an access with an intent uses the document's checkpoint; `nil` if unsaved changes are ignored.
    func checkpointUse(for intent: Intent) -> CheckpointUse? {
        guard let store else { return nil }
        var use = CheckpointUse(store, checkpoint, parking: parking?.log)
        (use.isLocked, use.isRecording, use.isForSave) = (
            intent.locksCheckpoint, intent.isRecording, intent.writesDocument
        )
        (use.isOwnerConfirmed, use.isDurable) = (isOwnerConfirmed, isDurable)
        return use
    }

    /// Where the open document keeps its file and its checkpoint between accesses.
    var parking: ParkedChanges? { document?.parkedChanges }
}
