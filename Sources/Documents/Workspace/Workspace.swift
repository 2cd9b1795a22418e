public import Checkpointing
public import FileCoordination
public import FoundationEssentials
public import SystemPackage

/// What operations on documents take from their surroundings: with whom they are coordinated, where unsaved changes are kept,
/// passwords, the clock.
///
/// ```swift
/// var workspace = Workspace(coordinator: FileCoordinator(), store: CheckpointStore(dataDirectory: directory))
/// let highlight = Annotation("Highlight", page: 1, rect: Rectangle(72, 700, 300, 712))
/// let report = try workspace.perform(Job("report.pdf", [.add(highlight, onPages: .first)], to: .file(Saving())))
/// ```
public struct Workspace {
    /// Coordinates each operation with other processes; `nil` goes without.
    public var coordinator: FileCoordinator?
    /// Where unsaved changes are kept; `nil` leaves them aside.
    public var store: CheckpointStore?
    /// Which checkpoint is the document's; `nil` for the one that follows from its path.
    public var checkpoint: CheckpointIdentifier?
    /// The user says that the document is the one to which that checkpoint belongs, whatever path it names.
    public var isOwnerConfirmed = false
    /// Whether changes are on the disk when they are recorded; otherwise a power cut may take them until they are saved.
    public var isDurable = true
    /// The user or the owner password of encrypted documents.
    public var password: String?
    /// How long an operation waits for other processes.
    public var timeout = Duration.seconds(30)
    /// The clock for modification dates.
    public var now: () -> Date = { Date() }
    /// The open document whose operations these are; `nil` where there is none.
    public var document: Document?
    /// Called with what the user should know, whether the operation succeeds or not.
    public var notify: (Notice) -> Void = { _ in }

    /// What there is to know of an operation besides its report.
    public enum Notice {
        /// The document is open: where it comes from, and whose changes there are, may be worth telling.
        case opened(DocumentFile)
        /// So many bytes at the end of the checkpoint could not be read.
        case lostCheckpointBytes(Int)
        /// A process did not answer, and was passed over.
        case passedOver(String)
    }

    public init(coordinator: FileCoordinator?, store: CheckpointStore?) {
        (self.coordinator, self.store) = (coordinator, store)
    }

    /// Runs `body` with a document opened for reading, in a coordinated read.
    ///
    /// - Parameters:
    ///   - savingChanges: whether presenters are asked to save their changes first.
    ///   - withUnsavedChanges: whether the document is shown with its unsaved changes.
    public func read<Result>(
        _ path: FilePath, savingChanges: Bool = true, withUnsavedChanges: Bool = true,
        _ body: (DocumentFile) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        try open(
            path, .reading(savingChanges: savingChanges), for: .reading, withUnsavedChanges ? options(for: .show) : nil,
            body)
    }

    /// Takes back the last changes recorded; returns how many, and how many edits are unsaved then.
    public func undo(_ path: FilePath, _ count: Int = 1) throws(DocumentError) -> (changes: Int, unsaved: Int) {
        try open(path, .reading(savingChanges: false), for: .reading, options(for: .undo)) {
            document throws(DocumentError) in try document.undo(count)
        }
    }

    /// Makes changes that were taken back again; returns how many, and how many edits are unsaved then.
    public func redo(_ path: FilePath, _ count: Int = 1) throws(DocumentError) -> (changes: Int, unsaved: Int) {
        try open(path, .reading(savingChanges: false), for: .reading, options(for: .undo)) {
            document throws(DocumentError) in try document.redo(count)
        }
    }

    /// What an operation does with unsaved changes.
    public func options(
        for use: CheckpointOptions.Use, onConflict: ConflictResolution = .merge
    ) -> CheckpointOptions? {
        guard let store else { return nil }
        var options = CheckpointOptions(store, for: use, identifier: checkpoint, onConflict: onConflict)
        (options.isDurable, options.isOwnerConfirmed) = (isDurable, isOwnerConfirmed)
        (options.parking, options.coordinator) = (document?.parkedChanges, coordinator)
        return options
    }

    /// Runs `body` with a document opened in a coordinated access.
    func open<Result>(
        _ path: FilePath, _ access: DocumentFile.Access, for purpose: DocumentFile.Purpose,
        _ checkpoint: CheckpointOptions?, _ body: (DocumentFile) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        let result = try accessing(path, access) { found throws(DocumentError) in
            let file = try DocumentFile(
                openingFileAt: found, for: purpose, password: password, checkpoint: checkpoint, now: now)
            file.timeout = timeout
            notify(.opened(file))
            let lost = file.lostCheckpointBytes
            let result = try body(file)
            // An error of a log that takes no more changes says so itself.
            if lost > 0 { notify(.lostCheckpointBytes(lost)) }
            return result
        }
        for warning in coordinator?.warnings ?? [] { notify(.passedOver(warning)) }
        return result
    }

    /// Runs `body` in a coordinated access; that of an open document ends before Control-Z takes effect.
    private func accessing<Result>(
        _ path: FilePath, _ access: DocumentFile.Access, _ body: (FilePath) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        guard let coordinator, let document else {
            return try DocumentFile.accessing(access, of: path, with: coordinator, body)
        }
        return try document.finishBeforeStopping(coordinator) { () throws(DocumentError) in
            try DocumentFile.accessing(access, of: path, with: coordinator, body)
        }
    }
}
