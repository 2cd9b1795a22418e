internal import Checkpointing
internal import LinuxFiles
public import PDFModel
public import SystemPackage

/// One document on disk: opened, edited in memory, and saved safely.
///
/// The opened contents stay as they were while the document is open: the bytes are a private mapping of the file found
/// at the path. Every call blocks until it is done, including fsync, and a document belongs to one thread at a time.
public final class DocumentFile {
    /// The document's path with symbolic links followed, because a save writes the file, not the link.
    public let path: FilePath
    /// The path that the user gave, which must lead to the document after a save (invariant 13).
    var knownPath: FilePath

    /// Called with the percentage that is done while many edits are made, and while a file is copied.
    public var progress: ((Int) -> Void)?

    var intent: Intent
    let workspace: Workspace
    /// `nil` after a save, until they are needed again.
    private(set) var contents: PDFContents?
    /// `nil` if there are none, or if they are ignored.
    private(set) var unsaved: UnsavedChanges<UnsavedChange>?
    /// What opening it has shown about it and its checkpoint.
    public internal(set) var identity = DocumentIdentity()
    /// The changes that were made since the last one was recorded.
    private(set) var pending: [UnsavedChange] = []
    /// What signatures forbid and the last edits, or a save, did all the same, a sentence each.
    public internal(set) var ignoredRestrictions: [String] = []
    /// Whether further changes are recorded in the same access.
    var recordsMore = false

    /// Why libqpdf had to read the whole file although part of it would normally suffice; `nil` if it did not have to.
    public var reasonForWholeReading: String? { contents?.opened.file.reasonForWholeReading ?? earlierReason }
    private var earlierReason: String?

    /// Why the document cannot be edited without a repair, as far as reading it has shown.
    public var damage: PDFError? { contents?.opened.damage }

    /// Opens the document at `path`.
    ///
    /// - Parameters:
    ///   - path: the file, where it is now.
    ///   - intent: what the document is opened for.
    ///   - workspace: where its unsaved changes are, its password and the clock; nothing is coordinated here.
    /// - Throws: also ``DocumentError/Situation/unsavedConflict(_:)`` if there are unsaved changes to save, the
    ///   document was changed since they were made, and the intent does not resolve the conflict.
    public init(
        openingFileAt path: FilePath, for intent: Intent, in workspace: Workspace
    ) throws(DocumentError) {
        self.path = try translating(of: path) { try path.resolvingLinks() }
        knownPath = path
        (self.intent, self.workspace) = (intent, workspace)
        let path = self.path
        let parked = workspace.parking?.takeContents(at: path, for: intent.mode)
        var kept = parked?.contents
        let (contents, found) = try Self.settled { () throws(DocumentError) in
            let contents: OpenedPDF
            if let kept = kept.take() {
                contents = kept
            } else {
                contents = try OpenedPDF(path, password: workspace.password, for: intent.mode)
            }
            let found = try contents.requiringUnchanged { () throws(DocumentError) in
                try workspace.checkpointUse(for: intent).map { use throws(DocumentError) in
                    try UnsavedChanges<UnsavedChange>.found(of: contents, at: path, use)
                } ?? (nil, DocumentIdentity())
            }
            return (contents, found)
        }
        (unsaved, identity) = found
        let recording = parked.flatMap { contents === $0.contents ? $0.recording : nil } ?? Recording()
        let opened = try resolveConflict(of: contents, intent.saving?.onConflict ?? .merge)
        self.contents = PDFContents(opened, unsaved, for: use, continuing: recording)
    }

    /// What changes are made for.
    private var use: PDFContents.Use {
        PDFContents.Use(isRecording: intent.isRecording && workspace.store != nil, now: workspace.now)
    }

    deinit { park() }

    /// Lets the next access to a document that stays open use what was read of the file.
    private func park() {
        guard let parking = workspace.parking, let contents = contents.take() else { return }
        parking.put(contents.opened, contents.recording, for: intent.mode)
    }

    /// Returns the result of `body`, which reads the file; retries while other programs write it, for at least ten
    /// attempts and at least a second.
    private static func settled<Result>(
        _ body: () throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        let end = ContinuousClock.now + .seconds(1)
        var tries = 1
        while true {
            do {
                return try body()
            } catch {
                guard case .beingWritten = error.situation, tries < 10 || ContinuousClock.now < end else { throw error }
                tries += 1
            }
        }
    }

    /// Returns the file as it was opened, or as the last save left it.
    ///
    /// If another program writes the file in place, the mapping shows that program's bytes: no edits are made on them.
    func opened() throws(DocumentError) -> OpenedPDF {
        if let opened = contents?.opened {
            let isWhole = try translating {
                try opened.source.isUntouched()
            }
            guard isWhole else { throw DocumentError(intent.mode == .reading ? .beingWritten : .conflict, path) }
            return opened
        }
        let opened = try Self.settled { () throws(DocumentError) in
            try OpenedPDF(path, password: workspace.password, for: intent.mode)
        }
        contents = PDFContents(opened, nil, for: use)
        return opened
    }

    /// Runs `body` with the contents, which are checked first.
    private func withContents<Result>(
        _ body: (inout PDFContents) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        _ = try opened()
        guard var contents = self.contents.take() else { preconditionFailure("They were just opened.") }
        defer { self.contents = contents }
        return try body(&contents)
    }

    /// Leaves what was read to the next access.
    func close() {
        earlierReason = reasonForWholeReading
        park()
        forget()
    }

    /// Drops what was read, so that a second save works on the file as the first one left it.
    func forget() {
        earlierReason = reasonForWholeReading
        (contents, unsaved, pending) = (nil, nil, [])
    }

    /// If the document was changed after its unsaved changes were made, drops the changes or opens the contents that
    /// they were made on, as the user chose.
    ///
    /// - Returns: the file to go on with.
    private func resolveConflict(
        of present: OpenedPDF, _ choice: ConflictResolution
    ) throws(DocumentError) -> OpenedPDF {
        guard let unsaved, unsaved.editCount > 0, !unsaved.fitsDocument else { return present }
        switch choice {
        case .merge: return present
        case .fail: throw DocumentError(.unsavedConflict("it was changed on disk after they were made"), path)
        case .reload:
            identity.droppedCount = unsaved.editCount
            if intent.writesDocument { try removeCheckpoint() }
            self.unsaved = nil
            return present
        case .overwrite, .copy:
            guard let earlier = try earlierContents(unsaved, present) else {
                throw DocumentError(.unsavedConflict("the document that they apply to no longer exists"), path)
            }
            if choice == .overwrite, try earlier.signatureCount() < present.signatureCount() {
                throw DocumentError(
                    .unsavedConflict("it was signed since, and overwriting would remove the signature"), path)
            }
            return earlier
        }
    }

    /// Returns the document that the unsaved changes were made on: the beginning of the current file, or else the
    /// private copy; `nil` if it is neither.
    private func earlierContents(
        _ unsaved: UnsavedChanges<UnsavedChange>, _ present: OpenedPDF
    ) throws(DocumentError) -> OpenedPDF? {
        guard let base = unsaved.base else { return nil }
        if base.isBeginning(of: present.wholeBytes) { return try present.earlier(upTo: base.state.bytes) }
        // A crash or a power cut may have left anything in its place.
        guard let copy = try workspace.store.flatMap(unsaved.privateCopy), base.isBeginning(ofFileAt: copy)
        else {
            return nil
        }
        let earlier = try OpenedPDF(copy, password: workspace.password, for: intent.mode, before: present)
        guard earlier.state == base.state else { return nil }
        try unsaved.useKey(of: earlier)
        return earlier
    }

    /// Removes the checkpoint, whose changes are in the document or no longer wanted.
    func removeCheckpoint() throws(DocumentError) {
        if let aside = try unsaved?.remove() { identity.checkpointSetAside = aside }
    }

    /// The number of unsaved edits, not counting those that were performed but not recorded.
    public var unsavedCount: Int { unsaved?.editCount ?? 0 }

    /// Whether the document is unchanged since its unsaved changes were made.
    var unsavedFitDocument: Bool { unsaved?.fitsDocument ?? true }

    /// Returns the unsaved edits, oldest first.
    public func unsavedEdits() throws(DocumentError) -> [Edit] {
        try unsaved?.all().flatMap { $0.edits.map(\.edit) } ?? []
    }

    // MARK: Reading

    /// Returns the file with the unsaved changes, assembled in memory.
    func shown() throws(DocumentError) -> PDFFile {
        try withContents { contents throws(DocumentError) in try contents.shown() }
    }

    /// Returns the increment that has all changes.
    func increment() throws(DocumentError) -> Increment {
        try withContents { contents throws(DocumentError) in try contents.increment() }
    }

    // MARK: Editing

    /// Applies edits, all or none.
    ///
    /// In a document that was opened to record, call ``record()`` before applying further edits: only those unsaved
    /// changes are applied that these edits may depend on. With `ignoringSignatures`, proceeds even if a
    /// certification or a signature's lock forbids it.
    public func perform(_ edits: [Edit], ignoringSignatures: Bool = false) throws(DocumentError) -> EditReport {
        let progress = progress
        return try change { contents throws(DocumentError) in
            try contents.perform(edits, ignoringSignatures: ignoringSignatures, progress: progress)
        }
    }

    /// Makes a change, which is recorded or saved next.
    ///
    /// - Parameter body: makes it; returns `nil` if nothing had to be done.
    func change<Result>(
        _ body: (inout PDFContents) throws(DocumentError) -> (Result, UnsavedChange?)
    ) throws(DocumentError) -> Result {
        precondition(!use.isRecording || pending.isEmpty, "The edits before must be recorded first.")
        let (result, change) = try withContents(body)
        ignoredRestrictions = contents?.ignoredRestrictions ?? []
        if let change { pending.append(change) }
        return result
    }

    /// Records the change that was made in the checkpoint: when this returns, it is on disk.
    ///
    /// - Returns: the new number of unsaved edits.
    public func record() throws(DocumentError) -> Int { try record(as: nil) }

    /// - Parameter step: the saved change that it takes back or makes again.
    func record(as step: UnsavedChange.Step?) throws(DocumentError) -> Int {
        guard let unsaved else { return 0 }
        if var change = pending.first {
            change.step = step
            try unsaved.record(change, of: opened())
            pending = []
            contents?.didRecord()
            if !recordsMore { close() }
        } else if recordsMore {
            contents?.didRecord()
        }
        return unsaved.editCount
    }

    /// Drops the edits that were performed and not recorded.
    func dropEdits() {
        contents?.drop()
        pending = []
    }

    /// Whether what is written can be taken back later.
    var keepsHistory: Bool { intent.writesDocument && workspace.store != nil && workspace.keepsHistory }
}
