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
    /// `nil` after a save, until the contents are needed again.
    private(set) var opened: DocumentContents?
    var editor: AnnotationEditor?
    /// `nil` if there are none, or if they are ignored.
    private(set) var unsaved: UnsavedChanges?
    /// What opening it has shown about it and its checkpoint.
    public private(set) var identity = DocumentIdentity()
    /// The edits performed since the last recorded change.
    var performed: [UnsavedChange.Item] = []
    /// What a save writes, with what takes it back.
    var changesToSave: [UnsavedChange] = []
    var isForced = false
    /// What signatures forbid and the last edits, or a save, did all the same, a sentence each.
    public internal(set) var ignoredRestrictions: [String] = []
    /// Whether further changes are recorded in the same access.
    var recordsMore = false
    /// The editor of the changes recorded so far, for the next one.
    var recording = Recording()
    /// The unsaved changes that ``editor`` has made.
    var known = KnownChanges(relevant: nil, count: 0)
    /// The file with the unsaved changes, cached by `shown()`.
    var shownFile: PDFFile?

    /// Why libqpdf had to read the whole file although part of it would normally suffice; `nil` if it did not have to.
    public var reasonForWholeReading: String? { opened?.file.reasonForWholeReading ?? earlierReason }
    private var earlierReason: String?

    /// Why the document cannot be edited without a repair, as far as reading it has shown.
    public var damage: PDFError? { opened?.damage }

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
            let contents: DocumentContents
            if let kept = kept.take() {
                contents = kept
            } else {
                contents = try DocumentContents(path, password: workspace.password, for: intent.mode)
            }
            let found = try contents.requiringUnchanged { () throws(DocumentError) in
                try UnsavedChanges.found(of: contents, at: path, for: intent, in: workspace)
            }
            return (contents, found)
        }
        opened = contents
        if let parked, contents === parked.contents { recording = parked.recording }
        (unsaved, identity) = found
        try resolveConflict(intent.saving?.onConflict ?? .merge)
    }

    deinit { park() }

    /// Lets the next access to a document that stays open use what was read of the file.
    private func park() {
        guard let contents = opened, let parking = workspace.parking else { return }
        (opened, editor, shownFile) = (nil, nil, nil)
        parking.put(contents, recording, for: intent.mode)
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
    func contents() throws(DocumentError) -> DocumentContents {
        if let opened {
            let isWhole = try translating {
                try opened.source.isUntouched()
            }
            guard isWhole else { throw DocumentError(intent.mode == .reading ? .beingWritten : .conflict, path) }
            return opened
        }
        let contents = try Self.settled { () throws(DocumentError) in
            try DocumentContents(path, password: workspace.password, for: intent.mode)
        }
        opened = contents
        return contents
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
        opened = nil
        editor = nil
        unsaved = nil
        (performed, changesToSave) = ([], [])
        isForced = false
        shownFile = nil
        recording = Recording()
    }

    /// If the document was changed after its unsaved changes were made, drops the changes or opens the contents that
    /// they were made on, as the user chose.
    private func resolveConflict(_ choice: ConflictResolution) throws(DocumentError) {
        guard let unsaved, unsaved.editCount > 0, !unsaved.fitsDocument else { return }
        switch choice {
        case .merge: return
        case .fail: throw DocumentError(.unsavedConflict("it was changed on disk after they were made"), path)
        case .reload:
            identity.droppedCount = unsaved.editCount
            if intent.writesDocument { try removeCheckpoint() }
            self.unsaved = nil
        case .overwrite, .copy:
            guard let opened, let earlier = try earlierContents(unsaved, opened) else {
                throw DocumentError(.unsavedConflict("the document that they apply to no longer exists"), path)
            }
            if choice == .overwrite, try earlier.signatureCount() < opened.signatureCount() {
                throw DocumentError(
                    .unsavedConflict("it was signed since, and overwriting would remove the signature"), path)
            }
            self.opened = earlier
        }
    }

    /// Returns the document that the unsaved changes were made on: the beginning of the current file, or else the
    /// private copy; `nil` if it is neither.
    private func earlierContents(
        _ unsaved: UnsavedChanges, _ present: DocumentContents
    ) throws(DocumentError) -> DocumentContents? {
        if unsaved.base.isBeginning(of: present.wholeBytes) { return try reopened(upTo: unsaved.base.state.bytes) }
        // A crash or a power cut may have left anything in its place.
        guard let copy = try workspace.store.flatMap(unsaved.privateCopy), unsaved.base.isBeginning(ofFileAt: copy)
        else {
            return nil
        }
        let earlier = try DocumentContents(copy, password: workspace.password, for: intent.mode, before: present)
        guard earlier.state == unsaved.base.state else { return nil }
        try unsaved.useKey(of: earlier)
        return earlier
    }

    /// Removes the checkpoint, whose changes are in the document or no longer wanted.
    func removeCheckpoint() throws(DocumentError) {
        if let aside = try unsaved?.remove() { identity.checkpointSetAside = aside }
    }

    /// Opens the beginning of the file as a separate document.
    func reopened(upTo length: Int) throws(DocumentError) -> DocumentContents {
        try DocumentContents(path, password: workspace.password, for: intent.mode, upTo: length)
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
        let contents = try contents()
        guard let unsaved, unsaved.editCount > 0 else { return contents.file }
        if let shownFile { return shownFile }
        guard contents.damage == nil else { throw DocumentError(.unsavedConflict("it is damaged now"), path) }
        let editor = if let editor { editor } else { try newEditor(isPreview: true) }
        let increment = try contents.reading { () throws(PDFError) in try editor.increment() }
        let file = try contents.finished(with: increment)
        shownFile = file
        return file
    }

    // MARK: Editing

    /// Applies edits, all or none.
    ///
    /// In a document that was opened to record, call ``record()`` before applying further edits: only those unsaved
    /// changes are applied that these edits may depend on. With `ignoringSignatures`, proceeds even if a
    /// certification or a signature's lock forbids it.
    public func perform(_ edits: [Edit], ignoringSignatures: Bool = false) throws(DocumentError) -> EditReport {
        let contents = try contents()
        let isRecording = intent.isRecording && workspace.store != nil
        precondition(!isRecording || performed.isEmpty, "The edits before must be recorded first.")
        var working: AnnotationEditor
        if let editor, !isRecording {
            working = editor
        } else {
            let names = isRecording ? edits.flatMap(\.names) : nil
            if let names, !ignoringSignatures, let kept = try keptEditor(forNames: names) {
                working = kept
            } else {
                working = try newEditor(forNames: names, ignoringSignatures: ignoringSignatures)
                // The changes before have noted their pages themselves.
                if isRecording { working.beginNext(now: workspace.now()) }
            }
        }
        let time = workspace.now()
        let isNoted = notesChanges && edits.count <= UnsavedChange.reversibleCount
        let readsMuch = edits.mayConcernManyPages
        let (report, items, reversals) = try contents.reading(much: readsMuch) { () throws(PDFError) in
            var report = EditReport()
            var items: [UnsavedChange.Item] = []
            try working.beginEdits(ignoringSignatures: ignoringSignatures)
            if isNoted { working.beginChange() }
            for (index, edit) in edits.enumerated() {
                if index % 256 == 0 { progress?(index * 100 / edits.count) }
                for edit in try working.explicit(edit) {
                    let edit = edit.completed(at: time)
                    let before = isRecording ? try working.fingerprint(before: edit) : nil
                    working.usedTexts = []
                    let outcome = try working.perform(edit)
                    report.add(outcome, of: edit)
                    if outcome == .applied { items.append(.init(edit, before: before, texts: working.usedTexts)) }
                }
            }
            report.note(working)
            return (report, items, isNoted ? try working.endChange() : nil)
        }
        (editor, shownFile) = (working, nil)
        ignoredRestrictions = working.ignoredRestrictions.map(\.restriction)
        if notesChanges, !items.isEmpty {
            changesToSave.append(UnsavedChange(items, pageCount: working.pageCount, reversals: reversals))
        }
        performed += items
        isForced = isForced || ignoringSignatures
        return report
    }

    /// Returns an editor with the unsaved changes applied, or with only those that edits of these names may depend on.
    ///
    /// - Parameter isPreview: whether the changes are only displayed, which nothing forbids.
    func newEditor(
        forNames names: [String]? = nil, ignoringSignatures: Bool = false, isPreview: Bool = false
    ) throws(DocumentError) -> AnnotationEditor {
        let contents = try contents()
        return try contents.requiringUnchanged { () throws(DocumentError) in
            try newEditor(
                on: contents, forNames: names, ignoringSignatures: ignoringSignatures, isPreview: isPreview)
        }
    }

    private func newEditor(
        on contents: DocumentContents, forNames names: [String]?, ignoringSignatures: Bool, isPreview: Bool
    ) throws(DocumentError) -> AnnotationEditor {
        var changes: [UnsavedChange] = []
        if let unsaved {
            var known = KnownChanges(relevant: nil, count: unsaved.counts.applied)
            changes = try changesToMake(forNames: names, of: unsaved, &known)
            if !isPreview { self.known = known }
        }
        let isForced = ignoringSignatures || changes.contains { $0.isForced == true }
        let isMerge = unsaved.map { !$0.isBaseProven && !(contents.isEarlier && $0.base.isProvable) } ?? false
        var editor: AnnotationEditor
        do {
            editor = try AnnotationEditor(
                contents.file, now: workspace.now(), ignoringSignatures: isForced, isPreview: isPreview && !isMerge)
        } catch {
            guard isMerge, !changes.isEmpty else { throw contents.failure(error) }
            throw DocumentError(.unsavedConflict(AnnotationEditor.reason(error)), path)
        }
        editor.typesetter = TypesettingService.shared
        guard let unsaved, !changes.isEmpty else { return editor }
        let noted = try editor.make(
            changes, in: contents, isMerge: isMerge,
            keepsObjects: unsaved.fitsDocument || unsaved.base.isBeginning(of: contents.wholeBytes),
            isSaving: keepsHistory && !isPreview)
        if keepsHistory, !isPreview { changesToSave = noted }
        return editor
    }

    /// Whether what is written can be taken back later.
    var keepsHistory: Bool { intent.writesDocument && workspace.store != nil && workspace.keepsHistory }

    /// Whether it is noted how each change can be taken back: where there are several, their revision does not tell.
    private var notesChanges: Bool { keepsHistory && unsaved != nil }
}
