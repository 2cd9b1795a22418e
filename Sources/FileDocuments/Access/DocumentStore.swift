public import Checkpointing
public import FileCoordination
public import FoundationEssentials
internal import LinuxFiles
public import SystemPackage

/// The environment of operations on documents of one kind: file coordination, where their unsaved changes are, the clock.
public struct DocumentStore<Contents: OpenContents> {
    /// Coordinates each operation with other processes; `nil` disables coordination.
    public var coordinator: FileCoordinator?
    /// Where unsaved changes are kept; `nil` ignores them.
    public var checkpoints: CheckpointStore?
    /// The identifier of the document's checkpoint; `nil` derives it from the document's path.
    public var checkpoint: CheckpointIdentifier?
    /// Whether the user confirms that the checkpoint belongs to the document, regardless of the path that it names.
    public var isOwnerConfirmed = false
    /// Whether changes are on disk when they are recorded; otherwise a power cut may lose them until they are saved.
    public var isDurable = true
    /// Whether what is saved can be taken back later.
    public var keepsHistory = true
    /// The length in bytes up to which the original of unsaved changes is kept where the file system cannot let both share it; 0
    /// keeps none.
    public var keptOriginal = 16 << 20
    /// How many versions are kept of what saves replace, beside those with a name; 0 keeps none before a save.
    public var keptVersions = 0
    /// How long an operation waits for other processes.
    public var timeout = Duration.seconds(30)
    /// The clock for modification dates.
    public var now: () -> Date = { Date() }
    /// What only this kind of document needs.
    public var options = Contents.defaultOptions
    /// What an open document keeps between accesses; `nil` if there is none.
    public var suspended: SuspendedDocument<Contents>?
    /// Called with what the user should know, whether the operation succeeds or not.
    public var notify: (Notice) -> Void = { _ in }
    /// What the next attempt notes if it fails; `nil` if nobody makes it again.
    private var failure: FailedAttempt?

    /// Information about an operation in addition to its report.
    public enum Notice {
        /// The document is open: its former path and its related changes may be worth reporting.
        case opened(OpenDocument<Contents>)
        /// The number of bytes at the end of the checkpoint that could not be read.
        case lostCheckpointBytes(Int)
        /// The document is gone, or has lost its contents: it is taken from the original that its checkpoint has. What was in its place
        /// has another name now, or is a version.
        case lost(movedAside: FilePath? = nil, version: FileVersion? = nil)
        /// What the result does not depend on was skipped, for this reason: a process did not respond, or what undoes a save could not be
        /// kept.
        case skipped(String)
    }

    /// Creates a store; `nil` does without coordination, or without unsaved changes.
    public init(coordinator: FileCoordinator? = nil, checkpoints: CheckpointStore? = nil) {
        (self.coordinator, self.checkpoints) = (coordinator, checkpoints)
    }

    /// Returns the identifier of the checkpoint of the document at a path.
    package func identifier(of path: FilePath) -> CheckpointIdentifier { checkpoint ?? CheckpointIdentifier(for: path) }

    /// Where versions of documents are kept; `nil` if unsaved changes and versions are ignored.
    package var versions: VersionStore? {
        checkpoints.map {
            var versions = VersionStore(beside: $0, coordinator: coordinator)
            versions.keptCount = keptVersions
            return versions
        }
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
        _ body: (OpenDocument<Contents>) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        var store = self
        if !withUnsavedChanges { store.checkpoints = nil }
        return try store.open(path, for: .read(askingToSave: savingChanges), body)
    }

    /// Undoes the last changes. One that was saved is taken back by a new change, which is unsaved.
    public func undo(_ path: FilePath, _ count: Int = 1) throws(DocumentError) -> UndoneChanges<Contents.Recorded> {
        try step(.undo, path, count)
    }

    /// Redoes changes that were undone.
    public func redo(_ path: FilePath, _ count: Int = 1) throws(DocumentError) -> UndoneChanges<Contents.Recorded> {
        try step(.redo, path, count)
    }

    private func step(
        _ direction: UndoDirection, _ path: FilePath, _ count: Int
    ) throws(DocumentError) -> UndoneChanges<Contents.Recorded> {
        try UndoneChanges(direction, count) { intent, step throws(DocumentError) in
            try open(path, for: intent, step)
        }
    }

    /// How an access with an intent uses the document's checkpoint; `nil` if unsaved changes are ignored.
    func checkpointUse(for intent: DocumentIntent<Contents>) -> CheckpointUse? {
        checkpoints.map { store in
            CheckpointUse(
                store: store, identifier: checkpoint, parking: suspended?.log, isLocked: intent.locksCheckpoint,
                isRecording: intent.isRecording, isForSave: intent.writesDocument, isOwnerConfirmed: isOwnerConfirmed,
                isDurable: isDurable)
        }
    }

    // MARK: Accesses

    /// Runs `body` with a document opened in a coordinated access. If another process saved in between, a save runs it again on
    /// the resulting file until the timeout. What is written elsewhere is taken from the original where the document is lost.
    package func open<Result>(
        _ path: FilePath, for intent: DocumentIntent<Contents>,
        _ body: (OpenDocument<Contents>) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        let deadline = ContinuousClock.now + timeout
        var (store, attempts) = (self, 0)
        while true {
            let failure = FailedAttempt()
            store.failure = failure
            do { return try store.open(path, for: intent, deadline, body) } catch {
                if failure.wasOnlyAddedTo, ContinuousClock.now < deadline { continue }
                do throws(DocumentError) { try Self.pause(&attempts, after: error, of: path) } catch {
                    return try openOriginal(of: path, for: intent, after: error, body)
                }
            }
        }
    }

    /// The time that a wait may take until a deadline. A short wait is allowed even if the work itself took longer: the
    /// other process is just committing.
    private func remaining(until deadline: ContinuousClock.Instant) -> Duration {
        max(deadline - .now, min(timeout, .seconds(1)))
    }

    /// Throws if there is no file at the path, or it cannot be read.
    public static func lookUp(_ path: FilePath) throws(DocumentError) {
        var attempts = 0
        while true {
            let kind: FileKind
            do {
                kind = try FileStatus(of: path).kind
                if kind == .regular { _ = try OpenFile(reading: path) }
            } catch {
                try pause(&attempts, after: DocumentError(error, path), of: path)
                continue
            }
            guard kind != .directory else { throw DocumentError(.notAFile(kind.noun), path) }
            return
        }
    }

    /// Waits for a moment before the next attempt if the document is missing where another machine, or another mount, may
    /// just be replacing it (invariant 2); otherwise throws the error.
    private static func pause(
        _ attempts: inout Int, after error: DocumentError, of path: FilePath
    ) throws(DocumentError) {
        attempts += 1
        let directory = path.removingLastComponent()
        // Whoever was replacing it may have finished since.
        guard error.situation == .noSuchFile, attempts <= 200,
            AtomicReplacement.isUnderWayElsewhere(at: path)
                || attempts <= 20
                    && (FileSystem.replacesInSteps(at: directory.isEmpty ? "." : directory)
                        || (try? FileStatus(of: path)) != nil)
        else { throw error }
        _ = try? wait(for: [], atMost: .milliseconds(10))
    }

    /// Makes one attempt, in an access of its own.
    ///
    /// - Parameters:
    ///   - deadline: when all waits end: for access, for the unsaved changes, and for other commits.
    private func open<Result>(
        _ path: FilePath, for intent: DocumentIntent<Contents>, _ deadline: ContinuousClock.Instant,
        _ body: (OpenDocument<Contents>) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        let access = intent.access
        let resolved = try access.resolving(path, for: coordinator)
        let granted = try access.begin(at: resolved, named: path, coordinator, within: remaining(until: deadline))
        let result: Result
        do throws(DocumentError) {
            for warning in granted.warnings { notify(.skipped(warning)) }
            var store = self
            store.timeout = remaining(until: deadline)
            store.checkpoints?.timeout = store.timeout
            // The user knows the path that was given, unless the file was moved.
            let known = granted.path == resolved ? path : granted.path
            result = try store.attempt(at: granted.path, knownAs: known, for: intent, body)
        } catch {
            throw error.naming(resolved, as: path)
        }
        // The file is closed by now.
        granted.end()
        return result
    }

    /// Runs `body` with the document opened inside an access that was granted: the one door to an ``OpenDocument``.
    ///
    /// - Parameters:
    ///   - path: where the document is now.
    ///   - knownPath: the path that its user knows.
    package func attempt<Result>(
        at path: FilePath, knownAs knownPath: FilePath, for intent: DocumentIntent<Contents>,
        _ body: (OpenDocument<Contents>) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        var store = self
        let back = try intent.saving.flatMap { saving throws(DocumentError) in
            try putBack(at: path, knownAs: knownPath, for: saving)
        }
        if let back {
            // The file is another one now.
            (store.checkpoint, store.isOwnerConfirmed) = (back.original.identifier, true)
            notify(.lost(movedAside: back.movedAside, version: back.version))
        }
        let document = try store.document(at: path, for: intent)
        (document.knownPath, document.identity.isPutBack) = (knownPath, back != nil)
        notify(.opened(document))
        let lost = document.identity.lostCheckpointBytes
        do {
            let result = try body(document)
            // An error from a log that accepts no more changes reports this itself.
            if lost > 0 { notify(.lostCheckpointBytes(lost)) }
            return result
        } catch {
            failure?.wasOnlyAddedTo = intent.saving != nil && error.saysFileChanged && document.wasOnlyAddedTo
            throw error
        }
    }

    /// Opens the document; a document that stays open is read from its original while its file is lost.
    private func document(
        at path: FilePath, for intent: DocumentIntent<Contents>
    ) throws(DocumentError) -> OpenDocument<Contents> {
        guard suspended != nil, case .read = intent else {
            return try OpenDocument(openingFileAt: path, for: intent, in: self)
        }
        let original: Original
        do throws(DocumentError) {
            let document = try OpenDocument(openingFileAt: path, for: intent, in: self)
            let isSuspect = document.openedFile?.isDamaged == true || !document.unsavedFitDocument
            guard isSuspect, let found = try self.original(at: path) else { return document }
            original = found
        } catch {
            guard error.mayMeanLoss, let found = try self.original(at: path) else { throw error }
            original = found
        }
        let document = try OpenDocument(openingFileAt: original.copy, for: intent, in: lending(original))
        document.identity.conflict = original.reason
        return document
    }
}

extension DocumentError {
    /// Whether the error means that the file on disk is no longer the one that was opened.
    package var saysFileChanged: Bool { situation == .conflict || situation == .beingWritten }
}

private final class FailedAttempt {
    /// Whether another process saved in between, so that the attempt can be made again.
    var wasOnlyAddedTo = false
}
