internal import Checkpointing
public import FoundationEssentials
internal import LinuxFiles
public import PDFModel
public import SystemPackage

/// One document on disk: opened, edited in memory, and saved safely.
///
/// What was opened stays as it was while the document is open: the bytes are a private mapping of the file that was found
/// at the path. Every call blocks until it is done, fsync included, and a document belongs to one thread at a time.
public final class DocumentFile {
    /// What a document is opened for.
    public enum Purpose: Sendable {
        /// To look at it, as far as a damaged file can be read.
        case reading
        /// To edit it and save by an increment; a file that needs repairing is refused.
        case editing
        /// To edit it and save by an increment, which repairs a damaged file.
        case repairing
        /// To write it anew: of a damaged file, what libqpdf recovers.
        case rewriting
    }

    /// The document's path with symbolic links followed, since it is the file that is saved and not the link.
    public let path: FilePath

    /// How long a save waits for that of another process to be done.
    public var timeout = CommitLock.usualTimeout

    private let password: String?
    private let purpose: Purpose
    let checkpoint: CheckpointOptions?
    let now: () -> Date
    /// `nil` after a save, until somebody asks again.
    private(set) var opened: DocumentContents?
    private var editor: AnnotationEditor?
    /// `nil` where there are none, or they are left aside.
    private(set) var unsaved: UnsavedChanges?
    /// Whether there was a checkpoint whose changes the document had already: a save was interrupted at its very end.
    public var hadSavedCheckpoint: Bool { savedCheckpoint.isFound }
    private var savedCheckpoint = SavedCheckpoint()
    /// How many unsaved edits were dropped when the document was opened, because it was changed since they were made.
    public private(set) var droppedCount = 0
    /// The path of the document when its unsaved changes were recorded, where it was moved since.
    public private(set) var movedFrom: FilePath?
    /// Unsaved changes recorded under other paths that concern this file, or may.
    public private(set) var relatedChanges: [RelatedChanges] = []
    /// Whether another file has come to the path, with the same bytes, since the unsaved changes were made.
    public private(set) var isInAnotherFile = false
    /// How many bytes at the end of the checkpoint could not be read when the document was opened.
    public private(set) var lostCheckpointBytes = 0
    /// Where a checkpoint is kept that served its time and could not be read to its end.
    public var checkpointSetAside: FilePath? { savedCheckpoint.aside }
    /// What was performed since the last that was recorded.
    private var performed: [UnsavedChange.Item] = []
    private var isForced = false
    /// The file with the unsaved changes, once it was asked for.
    private var shownFile: PDFFile?

    /// Why libqpdf had to read the whole file although it is one of which less would do; `nil` where it had not.
    public var reasonForWholeReading: String? { opened?.file.reasonForWholeReading ?? earlierReason }
    private var earlierReason: String?

    /// Why the document cannot be edited without a repair, as far as that was met while it was looked at.
    public var damage: PDFError? { opened?.damage }

    /// Opens the document at `path`.
    ///
    /// - Parameters:
    ///   - password: the user or the owner password of an encrypted document.
    ///   - checkpoint: where its unsaved changes are, and what they are for; `nil` leaves them aside.
    ///   - now: the clock for modification dates.
    /// - Throws: also ``DocumentError/Situation/unsavedConflict(_:)`` where there are unsaved changes to be saved, the document was changed
    ///   since they were made, and the options do not say what is to be done.
    public init(
        openingFileAt path: FilePath, for purpose: Purpose, password: String? = nil,
        checkpoint: CheckpointOptions? = nil, now: @escaping () -> Date = { Date() }
    ) throws(DocumentError) {
        self.path = try translatingSystemCalls(of: path) { () throws(SystemCallError) in try path.resolvingLinks() }
        self.purpose = purpose
        self.password = password
        self.checkpoint = checkpoint
        self.now = now
        let path = self.path
        let (contents, found) = try Self.settled { () throws(DocumentError) in
            let contents = try DocumentContents(path, password: password, for: purpose)
            guard let checkpoint else { return (contents, FoundChanges?.none) }
            let found = try contents.believing { () throws(DocumentError) in
                try UnsavedChanges.search(checkpoint, of: contents, at: path)
            }
            return (contents, found)
        }
        opened = contents
        guard let checkpoint, let search = found else { return }
        (unsaved, savedCheckpoint) = (search.unsaved, search.saved)
        (movedFrom, relatedChanges) = (search.movedFrom, search.related)
        isInAnotherFile = !checkpoint.isOwnerConfirmed && unsaved?.isInAnotherFile == true && unsavedCount > 0
        lostCheckpointBytes = search.lostBytes
        if checkpoint.use != .record { try resolveConflict(checkpoint) }
    }

    /// What `body` reads of the file; read again where others write it meanwhile, ten times at least and for a second.
    private static func settled<Result>(
        _ body: () throws(DocumentError) -> Result
    ) throws(DocumentError) -> Result {
        let end = ContinuousClock.now + .seconds(1)
        var tries = 1
        while true {
            do throws(DocumentError) {
                return try body()
            } catch {
                guard case .beingWritten = error.situation, tries < 10 || ContinuousClock.now < end else { throw error }
                tries += 1
            }
        }
    }

    /// The file as it was opened, or as the last save has left it.
    ///
    /// Written in place by another program, the mapping shows that program's bytes: edits are not made on those.
    func contents() throws(DocumentError) -> DocumentContents {
        if let opened {
            let isWhole = try translatingSystemCalls { () throws(SystemCallError) in
                try opened.base.isStill(opened.source)
            }
            guard isWhole else { throw DocumentError(purpose == .reading ? .beingWritten : .conflict, path) }
            return opened
        }
        let contents = try Self.settled { () throws(DocumentError) in
            try DocumentContents(path, password: password, for: purpose)
        }
        opened = contents
        return contents
    }

    /// A second save works on the file as it is after the first.
    func forget() {
        earlierReason = reasonForWholeReading
        opened = nil
        editor = nil
        unsaved = nil
        performed = []
        isForced = false
        shownFile = nil
    }

    /// Takes, for what the user chose, another beginning or no changes, where the document was changed since they were made.
    private func resolveConflict(_ checkpoint: CheckpointOptions) throws(DocumentError) {
        guard let unsaved, unsaved.editCount > 0, !unsaved.fitsDocument else { return }
        switch checkpoint.onConflict {
        case .merge: return
        case .fail: throw DocumentError(.unsavedConflict("it was changed on disk after they were made"), path)
        case .reload:
            droppedCount = unsaved.editCount
            if checkpoint.use == .save { try removeCheckpoint() }
            self.unsaved = nil
        case .overwrite, .copy:
            guard let opened, let earlier = try earlierContents(unsaved, opened, checkpoint.store) else {
                throw DocumentError(.unsavedConflict("the document that they were made on is not there any more"), path)
            }
            if checkpoint.onConflict == .overwrite, try earlier.signatureCount() < opened.signatureCount() {
                throw DocumentError(
                    .unsavedConflict("it was signed since, and overwriting would take the signature away"), path)
            }
            self.opened = earlier
        }
    }

    /// The document that the unsaved changes were made on: the beginning of the one that is there, or else the private copy; `nil`
    /// where it is neither.
    private func earlierContents(
        _ unsaved: UnsavedChanges, _ present: DocumentContents, _ store: CheckpointStore
    ) throws(DocumentError) -> DocumentContents? {
        if unsaved.base.isBeginning(of: present.wholeBytes) { return try reopened(upTo: unsaved.base.state.bytes) }
        // A crash or a power cut may have left anything in its place.
        guard let copy = try unsaved.privateCopy(in: store), unsaved.base.isBeginning(ofFileAt: copy) else {
            return nil
        }
        let earlier = try DocumentContents(copy, password: password, for: purpose, before: present)
        guard earlier.state == unsaved.base.state else { return nil }
        try unsaved.useKey(of: earlier)
        return earlier
    }

    /// The changes are in the document, or nobody wants them.
    func removeCheckpoint() throws(DocumentError) {
        if let aside = try unsaved?.remove() { savedCheckpoint.aside = aside }
    }

    /// The beginning of the file as a document of its own.
    func reopened(upTo length: Int) throws(DocumentError) -> DocumentContents {
        try DocumentContents(path, password: password, for: purpose, upTo: length)
    }

    /// How many edits are unsaved, those not counted that were performed and not recorded.
    public var unsavedCount: Int { unsaved?.editCount ?? 0 }

    /// Whether the document is as it was when its unsaved changes were made.
    var unsavedFitDocument: Bool { unsaved?.fitsDocument ?? true }

    /// The unsaved edits, oldest first.
    public func unsavedEdits() throws(DocumentError) -> [Edit] {
        try unsaved?.all().flatMap { $0.edits.map(\.edit) } ?? []
    }

    // MARK: Looking

    /// The file with the unsaved changes, put together in memory.
    private func shown() throws(DocumentError) -> PDFFile {
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

    /// What there is to know of the document.
    public func summary() throws(DocumentError) -> DocumentSummary {
        var summary = try contents().look { contents throws(PDFError) in try DocumentSummary(contents) }
        summary.lostCheckpointBytes = lostCheckpointBytes
        if let versions { summary.versions = try FileVersion.otherVersionsOfItem(at: path, in: versions) }
        guard let unsaved, unsaved.editCount > 0 else { return summary }
        summary.checkpoint = unsaved.summary()
        do throws(DocumentError) {
            let file = try shown()
            summary.annotationCount = try contents().reading { () throws(PDFError) in try file.annotationCount() }
        } catch {
            guard case .unsavedConflict(let reason) = error.situation else { throw error }
            summary.unsavedConflict = reason
        }
        return summary
    }

    /// The annotations on the pages chosen, whoever wrote them, with the unsaved changes.
    ///
    /// - Parameter withUnsavedChanges: whether those count.
    /// - Throws: ``DocumentError/Situation/unsavedConflict(_:)`` where they do not fit the document any more.
    public func annotations(
        onPages range: PageRange = .all, withUnsavedChanges: Bool = true
    ) throws(DocumentError) -> [ListedAnnotation] {
        guard withUnsavedChanges, let unsaved, unsaved.editCount > 0 else {
            return try contents().look { contents throws(PDFError) in try contents.file.annotations(onPages: range) }
        }
        let file = try shown()
        return try contents().reading { () throws(PDFError) in try file.annotations(onPages: range) }
    }

    /// The numbers of the pages chosen.
    public func pages(_ range: PageRange) throws(DocumentError) -> [Int] {
        let contents = try contents()
        return try contents.reading { () throws(PDFError) in try range.pages(of: contents.file.pageCount()) }
    }

    // MARK: Editing

    /// Applies edits, all or none.
    ///
    /// In a document that was opened to record, ``record()`` follows before others are applied: of the unsaved changes
    /// only those count that these edits may depend on.
    ///
    /// - Parameter overridingCertification: go on although a certification or a signature's lock forbids it.
    public func perform(_ edits: [Edit], overridingCertification: Bool = false) throws(DocumentError) -> EditReport {
        let contents = try contents()
        let isRecording = checkpoint?.use == .record
        precondition(!isRecording || performed.isEmpty, "The edits before must be recorded first.")
        var working: AnnotationEditor
        if let editor, !isRecording {
            working = editor
        } else {
            let names = isRecording ? edits.flatMap(\.names) : nil
            working = try newEditor(forNames: names, overridingCertification: overridingCertification)
        }
        let time = now()
        let (report, items) = try contents.reading { () throws(PDFError) in
            var report = EditReport()
            var items: [UnsavedChange.Item] = []
            if !overridingCertification { try working.respectCertification() }
            for edit in edits {
                let edit = edit.dated(time)
                let before = isRecording ? try working.fingerprint(before: edit) : nil
                let outcome = try working.perform(edit)
                report.add(outcome)
                if outcome == .applied { items.append(UnsavedChange.Item(edit, before: before)) }
            }
            report.warnings = working.warnings
            return (report, items)
        }
        (editor, shownFile) = (working, nil)
        performed += items
        isForced = isForced || overridingCertification
        return report
    }

    /// Records the edits performed as one change in the checkpoint: when this returns they are on the disk.
    ///
    /// - Returns: how many edits are unsaved then.
    public func record() throws(DocumentError) -> Int {
        guard let unsaved else { return 0 }
        let count = unsaved.editCount
        guard !performed.isEmpty else { return count }
        let contents = try contents()
        let touched = editor?.touchedPages ?? []
        let pages = try contents.reading { () throws(PDFError) in
            var pages: [String: String] = [:]
            for page in touched { pages[String(page)] = try contents.file.pageFingerprint(page) }
            return pages
        }
        let pageCount = try contents.reading { () throws(PDFError) in try contents.file.pageCount() }
        try unsaved.record(
            UnsavedChange(edits: performed, pages: pages, pageCount: pageCount, isForced: isForced ? true : nil),
            of: contents)
        defer { forget() }
        return count + performed.count
    }

    /// Takes back the last changes recorded; returns how many, and how many edits are unsaved then.
    public func undo(_ count: Int = 1) throws(DocumentError) -> (changes: Int, unsaved: Int) {
        let changes = try unsaved?.undo(count) ?? 0
        return (changes, unsaved?.editCount ?? 0)
    }

    /// Makes changes that were taken back again; returns how many, and how many edits are unsaved then.
    public func redo(_ count: Int = 1) throws(DocumentError) -> (changes: Int, unsaved: Int) {
        let changes = try unsaved?.redo(count) ?? 0
        return (changes, unsaved?.editCount ?? 0)
    }

    /// An editor with the unsaved changes made, or with those alone that edits of these names may depend on.
    ///
    /// - Parameter isPreview: whether the changes are only to be looked at, which nothing forbids.
    private func newEditor(
        forNames names: [String]? = nil, overridingCertification: Bool = false, isPreview: Bool = false
    ) throws(DocumentError) -> AnnotationEditor {
        let contents = try contents()
        return try contents.believing { () throws(DocumentError) in
            try newEditor(
                on: contents, forNames: names, overridingCertification: overridingCertification, isPreview: isPreview)
        }
    }

    private func newEditor(
        on contents: DocumentContents, forNames names: [String]?, overridingCertification: Bool, isPreview: Bool
    ) throws(DocumentError) -> AnnotationEditor {
        var changes: [UnsavedChange] = []
        if let unsaved, unsaved.editCount > 0 {
            let relevant = unsaved.isBaseProven ? names : nil
            changes = if let relevant { try unsaved.changes(relevantTo: relevant) } else { try unsaved.all() }
        }
        let isForced = overridingCertification || changes.contains { $0.isForced == true }
        let isMerge = unsaved.map { !$0.isBaseProven && !(contents.isEarlier && $0.base.isProvable) } ?? false
        var editor: AnnotationEditor
        do throws(PDFError) {
            editor = try AnnotationEditor(
                contents.file, now: now(), overridingCertification: isForced, isPreview: isPreview && !isMerge)
        } catch {
            guard isMerge, !changes.isEmpty else { throw contents.failure(error) }
            throw DocumentError(.unsavedConflict(AnnotationEditor.reason(error)), path)
        }
        guard let unsaved, !changes.isEmpty else { return editor }
        try editor.make(
            changes, in: contents, isMerge: isMerge,
            keepsObjects: unsaved.fitsDocument || unsaved.base.isBeginning(of: contents.wholeBytes))
        return editor
    }

    /// What is to be appended to the file.
    func increment(_ contents: DocumentContents) throws(DocumentError) -> Increment {
        if editor == nil, let unsaved, unsaved.editCount > 0 { editor = try newEditor() }
        return try contents.reading { () throws(PDFError) in
            if let editor { return try editor.increment() }
            return contents.isRepaired ? try IncrementalUpdate(of: contents.file).increment() : .none
        }
    }
}
