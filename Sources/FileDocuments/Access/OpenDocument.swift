internal import Checkpointing
internal import LinuxFiles
public import SystemPackage

/// One document on disk: opened, edited in memory, and saved safely.
///
/// The opened contents stay as they were while the document is open. Every call blocks until it is done, including fsync, and a
/// document belongs to one thread at a time.
public final class OpenDocument<Contents: OpenContents> {
    /// The document's path with symbolic links followed, because a save writes the file, not the link.
    public let path: FilePath
    /// The path that the user gave, which must lead to the document after a save (invariant 13).
    package var knownPath: FilePath

    /// Called with the percentage that is done while many edits are made, and while a file is copied.
    public var progress: ((Int) -> Void)?

    package var intent: DocumentIntent<Contents>
    package let store: DocumentStore<Contents>
    private var state = State.settled(reasonForWholeReading: nil)
    /// What opening it has shown about it and its checkpoint.
    public package(set) var identity = DocumentIdentity()
    /// What was done that the document forbids, by the last edits or a save, a sentence each.
    public package(set) var ignoredRestrictions: [String] = []
    /// Whether the original of the change that was recorded last is kept, and whether the user should be told; `nil` if
    /// none was recorded.
    package private(set) var original: (isOriginalKept: Bool, isNews: Bool)?

    private enum State {
        case open(Opening)
        /// Saved, or back to what it was: read again if it is needed, without unsaved changes.
        case settled(reasonForWholeReading: String?)
    }

    private final class Opening {
        /// The file, and what was made of it; `nil` until it is read, or read again.
        var kept: SuspendedDocument<Contents>.Kept?
        /// The changes in the checkpoint.
        var unsaved: UnsavedChanges<Contents.Recorded>?
        /// Changes that are no longer wanted, which are removed as soon as the document is saved.
        var dropped: UnsavedChanges<Contents.Recorded>?
        /// The changes that were made since the last one was recorded.
        var pending: [Contents.Recorded] = []
    }

    /// `nil` while the document is settled.
    private var opening: Opening? { if case .open(let opening) = state { opening } else { nil } }

    /// Opens the document at `path`.
    ///
    /// - Parameters:
    ///   - path: the file, where it is now.
    ///   - intent: what the document is opened for.
    ///   - store: where its unsaved changes are, and the clock; nothing is coordinated here.
    /// - Throws: also ``DocumentError/Situation/unsavedConflict(_:)`` if there are unsaved changes to save, the
    ///   document was changed since they were made, and the intent does not resolve the conflict.
    public init(
        openingFileAt path: FilePath, for intent: DocumentIntent<Contents>, in store: DocumentStore<Contents>
    ) throws(DocumentError) {
        self.path = try translating(of: path) { try path.resolvingLinks() }
        (knownPath, self.intent, self.store) = (path, intent, store)
        let kept = store.suspended?.take(at: self.path, for: intent)
        let file = try find(kept?.file)
        try load(resolveConflict(of: file, intent.saving?.onConflict ?? .merge), kept)
    }

    deinit { suspend() }

    /// The unsaved changes; `nil` if there are none, or if they are ignored.
    package var unsaved: UnsavedChanges<Contents.Recorded>? { opening?.unsaved }

    /// The changes that were made since the last one was recorded.
    package var pending: [Contents.Recorded] { opening?.pending ?? [] }

    /// Opens the file, and finds its unsaved changes.
    private func find(_ kept: Contents.File?) throws(DocumentError) -> Contents.File {
        var kept = kept
        return try settled { () throws(DocumentError) in
            // The checkpoint that an attempt before this one has locked.
            state = .open(Opening())
            let file = if let kept = kept.take() { kept } else { try Contents.open(path, for: intent, store.options) }
            let found: (changes: UnsavedChanges<Contents.Recorded>?, identity: DocumentIdentity) =
                try file.requiringUnchanged { () throws(DocumentError) in
                    try store.checkpointUse(for: intent).map { use throws(DocumentError) in
                        try UnsavedChanges<Contents.Recorded>.found(of: file, at: path, use)
                    } ?? (nil, DocumentIdentity())
                }
            opening?.unsaved = found.changes
            identity = found.identity
            // A save meanwhile may have taken the changes out of the checkpoint, and put them into another file.
            guard try !translating(of: path, { try file.source.isKnownToDiffer(at: path) }) else {
                throw DocumentError(.beingWritten, path)
            }
            return file
        }
    }

    /// Returns the result of `body`, which reads the file; retries while other programs write it, for at least ten
    /// attempts and at least a second.
    private func settled<Result>(_ body: () throws(DocumentError) -> Result) throws(DocumentError) -> Result {
        let end = ContinuousClock.now + .seconds(1)
        var tries = 1
        while true {
            do { return try body() } catch {
                guard case .beingWritten = error.situation, tries < 10 || ContinuousClock.now < end else { throw error }
                tries += 1
            }
        }
    }

    private func load(_ file: Contents.File, _ kept: SuspendedDocument<Contents>.Kept?) throws(DocumentError) {
        do throws(DocumentError) {
            if var kept, kept.file === file, isContinued(kept.changes) {
                try kept.contents.load(unsaved, from: kept.changes.count, for: use(of: file))
                kept.changes = recordedChanges
                opening?.kept = kept
            } else {
                opening?.kept = .init(file: file, contents: try contents(of: file), changes: recordedChanges)
            }
        } catch {
            guard intent.isReading, let reason = error.conflictReason else { throw error }
            identity.conflict = reason
            let contents =
                if let earlier = try earlierFile(before: file) { try contents(of: earlier) } else {
                    try Contents(of: file, store.options)
                }
            opening?.kept = .init(file: file, contents: contents, changes: recordedChanges)
        }
    }

    /// Returns the contents of a file with the unsaved changes.
    private func contents(of file: Contents.File) throws(DocumentError) -> Contents {
        var contents = try Contents(of: file, store.options)
        try contents.load(unsaved, from: 0, for: use(of: file))
        return contents
    }

    private func use(of file: Contents.File) -> ContentsUse {
        let isMerge = !file.isEarlier && !unsavedFitDocument
        return ContentsUse(isMerge: isMerge, isRecording: isRecording, now: store.now)
    }

    /// The number of unsaved changes, and the checksum of the last one.
    private var recordedChanges: (count: Int, checksum: UInt32) {
        let count = unsaved?.counts.applied ?? 0
        return (count, unsaved?.checksum(ofFirst: count) ?? 0)
    }

    /// Whether the unsaved changes begin with those that the contents have.
    private func isContinued(_ changes: (count: Int, checksum: UInt32)) -> Bool {
        guard let unsaved else { return changes.count == 0 }
        return changes.count <= unsaved.counts.applied && unsaved.checksum(ofFirst: changes.count) == changes.checksum
    }

    private var isRecording: Bool { intent.isRecording && store.checkpoints != nil }

    /// Lets the next access to a document that stays open use what was read of the file.
    private func suspend() {
        guard let suspended = store.suspended, identity.conflict == nil, pending.isEmpty,
            var kept = opening?.kept.take()
        else { return }
        // Others may record changes now.
        try? kept.contents.load(nil, from: 0, for: use(of: kept.file))
        suspended.put(kept, for: intent)
    }

    /// The file, if it is open.
    package var openedFile: Contents.File? { opening?.kept?.file }

    /// Returns the file as it was opened, or as the last save left it.
    ///
    /// If another program writes the file in place, what is read of it may be that program's bytes: no edits are made on them.
    package func opened() throws(DocumentError) -> Contents.File {
        let isThere = openedFile != nil
        let file = try kept().file
        if isThere, try translating({ try !file.source.isUntouched() }) {
            throw DocumentError(intent.isReading ? .beingWritten : .conflict, path)
        }
        return file
    }

    /// Returns the file and what was made of it, read now if need be.
    private func kept() throws(DocumentError) -> SuspendedDocument<Contents>.Kept {
        if let kept = opening?.kept { return kept }
        if opening == nil { state = .open(Opening()) }
        let file = try settled { () throws(DocumentError) in try Contents.open(path, for: intent, store.options) }
        try load(file, nil)
        return try kept()
    }

    /// Runs `body` with the contents and their file, which is checked first.
    package func withContents<Result>(
        _ body: (inout Contents, Contents.File) throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        let file = try opened()
        var kept = try kept()
        // Nothing else refers to the contents while they are changed.
        opening?.kept = nil
        defer { opening?.kept = kept }
        return try body(&kept.contents, file)
    }

    /// Why all of the file had to be read although part of it would normally suffice; `nil` if it did not have to.
    public var reasonForWholeReading: String? {
        switch state {
        case .open(let opening): opening.kept?.file.reasonForWholeReading
        case .settled(let reason): reason
        }
    }

    /// Drops what was read, so that a second save works on the file as the first one left it.
    package func settle() { state = .settled(reasonForWholeReading: reasonForWholeReading) }

    /// If the document was changed after its unsaved changes were made, drops the changes or opens the contents that
    /// they were made on, as the user chose.
    ///
    /// - Returns: the file to go on with.
    private func resolveConflict(
        of present: Contents.File, _ choice: ConflictResolution
    ) throws(DocumentError) -> Contents.File {
        guard let unsaved, unsaved.editCount > 0, !unsaved.fitsDocument else { return present }
        // Nothing is merged with what a crash has left of it.
        if !intent.isReading, let original = try store.original(at: path) {
            throw DocumentError(.unsavedConflict(original.reason), path).noting(original)
        }
        guard choice != .merge, try !Contents.merges(unsaved, with: present) else { return present }
        switch choice {
        case .merge: return present
        case .fail: throw DocumentError(.unsavedConflict("it was changed on disk after they were made"), path)
        case .reload:
            identity.droppedCount = unsaved.editCount
            opening?.dropped = intent.writesDocument ? unsaved : nil
            opening?.unsaved = nil
            return present
        case .overwrite, .copy:
            guard let earlier = try earlierFile(before: present) else {
                throw DocumentError(.unsavedConflict("the document that they apply to no longer exists"), path)
            }
            if choice == .overwrite, let reason = try Contents.reasonNotToOverwrite(present, by: earlier) {
                throw DocumentError(.unsavedConflict(reason), path)
            }
            return earlier
        }
    }

    /// Returns the document that the unsaved changes were made on; `nil` where it does not exist any more.
    private func earlierFile(before present: Contents.File) throws(DocumentError) -> Contents.File? {
        guard let unsaved else { return nil }
        let copy = try store.checkpoints.flatMap(unsaved.original)
        return try Contents.earlierFile(unsaved, before: present, copy: copy, for: intent, store.options)
    }

    /// Returns the resolutions that are possible for unsaved changes that do not fit. Dropping them always works; the other ones need
    /// the document that they were made on.
    func possibleResolutions() throws(DocumentError) -> [ConflictResolution] {
        let present = try opened()
        guard let earlier = try earlierFile(before: present) else { return [.reload] }
        return try Contents.reasonNotToOverwrite(present, by: earlier) == nil
            ? [.overwrite, .copy, .reload] : [.copy, .reload]
    }

    /// Returns whether the unsaved changes fit, and edits are possible.
    package func examination() throws(DocumentError) -> DocumentExamination {
        var found = try withContents { contents, _ throws(DocumentError) in try contents.examination() }
        found.conflict = found.conflict ?? identity.conflict
        return found
    }

    /// Removes the checkpoint, whose changes are in the document or no longer wanted.
    package func removeCheckpoint() throws(DocumentError) {
        if let aside = try (unsaved ?? opening?.dropped)?.remove() { identity.checkpointSetAside = aside }
    }

    /// The number of unsaved edits, not counting those that were performed but not recorded.
    public var unsavedCount: Int { unsaved?.editCount ?? 0 }

    /// Whether the document is unchanged since its unsaved changes were made.
    package var unsavedFitDocument: Bool { unsaved?.fitsDocument ?? true }

    // MARK: Editing

    /// Makes a change, which is recorded or saved next.
    ///
    /// - Parameter body: makes it; returns `nil` if nothing had to be done.
    package func change<Result>(
        _ body: (inout Contents) throws(DocumentError) -> (Result, Contents.Recorded?)
    ) throws(DocumentError) -> Result {
        let (result, change) = try withContents { contents, _ throws(DocumentError) in try body(&contents) }
        ignoredRestrictions = opening?.kept?.contents.ignoredRestrictions ?? []
        if let change { opening?.pending.append(change) }
        return result
    }

    /// Records what was changed in the checkpoint: when this returns, it is on disk.
    ///
    /// - Parameter naming: says more about a change.
    /// - Returns: the new number of unsaved edits.
    package func record(naming: (inout Contents.Recorded) -> Void = { _ in }) throws(DocumentError) -> Int {
        guard let unsaved else { return 0 }
        while var change = pending.first {
            naming(&change)
            original = try unsaved.record(change, of: opened(), keepingOriginalUpTo: store.keptOriginal)
            opening?.pending.removeFirst()
        }
        opening?.kept?.contents.didRecord()
        // The change is on the disk: a log that cannot be folded now will be folded another time.
        if let file = openedFile {
            try? unsaved.foldOlder(of: file) { count throws(DocumentError) in
                try Contents.folded(unsaved, upTo: count, on: file)
            }
        }
        opening?.kept?.changes = recordedChanges
        return unsaved.editCount
    }

    /// Drops the edits that were performed and not recorded.
    package func dropEdits() {
        if opening?.kept?.contents.drop() == false { opening?.kept = nil }
        opening?.pending = []
    }

    /// Whether what is written can be taken back later.
    package var keepsHistory: Bool { intent.writesDocument && store.checkpoints != nil && store.keepsHistory }
}
