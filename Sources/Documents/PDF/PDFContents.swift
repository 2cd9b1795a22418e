public import FileDocuments
internal import FoundationEssentials
internal import PDFModel

/// A PDF document during one access: the file as it was opened, and the editor that has made its changes.
public struct PDFContents {
    /// The file as it was opened.
    let opened: OpenedPDF
    /// The changes that are not in the file; `nil` if there are none, or if they are ignored.
    private var unsaved: UnsavedChanges<PDFChange>?
    private(set) var use = ContentsUse()
    /// Whether undo and redo do what a certification, a signature or its lock forbids.
    let ignoresSignatures: Bool
    /// `nil` as long as no changes were made.
    private var editor: AnnotationEditor?
    /// Whether the editor has made an edit that a certification or a signature forbids.
    private var isForced = false
    /// The editor of the changes recorded so far, for the next one.
    private var recording = Recording()
    /// The unsaved changes that the editor has made.
    private var known = KnownChanges(relevant: nil, count: 0)
    /// What takes back changes of a save, by their indices, and the note of that save; kept for the next of them.
    var reversed: (note: String, changes: [Int: [AnnotationReversal]]) = ("", [:])
    /// The file with the unsaved changes, cached by ``shown()``.
    private var shownFile: PDFFile?

    public init(of file: OpenedPDF, _ options: PDFOptions) {
        (opened, ignoresSignatures) = (file, options.ignoresSignatures)
    }

    public mutating func load(_ unsaved: UnsavedChanges<PDFChange>?, from first: Int, for use: ContentsUse) {
        opened.dropFinished()
        (self.unsaved, self.use, known) = (unsaved, use, KnownChanges(relevant: nil, count: 0))
        (editor, shownFile, isForced) = (nil, nil, false)
    }

    public var ignoredRestrictions: [String] { editor?.ignoredRestrictions.map(\.restriction) ?? [] }

    /// Returns the file with the unsaved changes, assembled in memory.
    mutating func shown() throws(DocumentError) -> PDFFile {
        guard let unsaved, unsaved.editCount > 0 else { return opened.file }
        if let shownFile { return shownFile }
        guard opened.damage == nil else { throw opened.error(.unsavedConflict("it is damaged now")) }
        let editor = if let editor { editor } else { try newEditor(isPreview: true) }
        let increment = try opened.reading { () throws(PDFError) in try editor.increment() }
        let file = try opened.finished(with: increment)
        shownFile = file
        return file
    }

    /// Returns the increment that has all changes.
    mutating func increment() throws(DocumentError) -> Increment {
        if editor == nil, let unsaved, unsaved.editCount > 0 { editor = try newEditor() }
        return try opened.reading { () throws(PDFError) in
            if let editor { return try editor.increment() }
            return opened.isRepaired ? try IncrementalUpdate(of: opened.file).increment() : .none
        }
    }

    // MARK: Editing

    /// Applies edits, all or none.
    ///
    /// Where changes are recorded, only those unsaved ones are made that these edits may depend on.
    ///
    /// - Parameters:
    ///   - ignoringSignatures: proceed even if a certification or a signature's lock forbids it.
    ///   - progress: called with the percentage that is done.
    /// - Returns: also the change; `nil` if nothing had to be done.
    mutating func perform(
        _ edits: [Edit], ignoringSignatures: Bool, progress: ((Int) -> Void)?
    ) throws(DocumentError) -> (EditReport, PDFChange?) {
        var working = try workingEditor(for: edits, ignoringSignatures)
        let time = use.now()
        let (report, items) = try opened.reading(much: edits.mayConcernManyPages) { () throws(PDFError) in
            var report = EditReport()
            var items: [PDFChange.Item] = []
            try working.beginEdits(ignoringSignatures: ignoringSignatures)
            for (index, edit) in edits.enumerated() {
                if index % 256 == 0 { progress?(index * 100 / edits.count) }
                for edit in try working.explicit(edit) {
                    let edit = edit.completed(at: time)
                    let before = use.isRecording ? try working.fingerprint(before: edit) : nil
                    working.usedTexts = []
                    let outcome = try working.perform(edit)
                    report.add(outcome, of: edit)
                    if outcome == .applied { items.append(.init(edit, before: before, texts: working.usedTexts)) }
                }
            }
            report.note(working)
            return (report, items)
        }
        return (report, try take(working, items, isForced: ignoringSignatures))
    }

    /// Takes back what a saved change did, as far as nobody has changed it since.
    ///
    /// - Returns: the annotations that stay as they are, with the reasons; and the change, `nil` if nothing had to be done.
    mutating func revert(
        _ reversals: [AnnotationReversal], ignoringSignatures: Bool
    ) throws(DocumentError) -> (left: [(name: String, reason: String)], change: PDFChange?) {
        var working =
            if !ignoringSignatures, let kept = try keptEditor(forNames: nil) { kept } else {
                try newEditor(ignoringSignatures: ignoringSignatures)
            }
        let (items, left) = try opened.reading { () throws(PDFError) in
            try working.beginEdits(ignoringSignatures: ignoringSignatures)
            var items: [PDFChange.Item] = []
            var left: [(name: String, reason: String)] = []
            for reversal in reversals {
                do throws(PDFError) {
                    guard try working.revert(reversal) == .applied else { continue }
                    items.append(.init(.undo(reversal), before: nil))
                } catch {
                    guard case .changedSince(let name, let reason) = error else { throw error }
                    left.append((name, reason))
                }
            }
            return (items, left)
        }
        return (left, try take(working, items, isForced: ignoringSignatures))
    }

    /// Takes over an editor that has made edits, and returns them as a change.
    private mutating func take(
        _ working: AnnotationEditor, _ items: [PDFChange.Item], isForced: Bool
    ) throws(DocumentError) -> PDFChange? {
        (editor, shownFile) = (working, nil)
        self.isForced = self.isForced || isForced
        guard !items.isEmpty else { return nil }
        var change = PDFChange(items, pageCount: working.pageCount)
        guard use.isRecording else { return change }
        change.isForced = self.isForced ? true : nil
        (change.pages, change.pageCount) = try opened.reading { () throws(PDFError) in
            var pages: [String: String] = [:]
            for page in working.touchedPages { pages[String(page)] = try opened.fingerprint(ofPage: page) }
            return (pages, try opened.file.pageCount())
        }
        return change
    }

    public mutating func drop() -> Bool {
        (editor, recording.editor, shownFile) = (nil, nil, nil)
        isForced = false
        return true
    }

    /// Keeps the editor, whose change was recorded, for the next change.
    public mutating func didRecord() {
        recording.editor = isForced ? nil : editor
        recording.known = known
        unsaved?.note(&recording.known)
        (editor, shownFile, isForced) = (nil, nil, false)
    }

    // MARK: Editors

    private mutating func workingEditor(
        for edits: [Edit], _ ignoringSignatures: Bool
    ) throws(DocumentError) -> AnnotationEditor {
        guard use.isRecording else {
            return if let editor { editor } else { try newEditor(ignoringSignatures: ignoringSignatures) }
        }
        let names = edits.flatMap(\.names)
        if !ignoringSignatures, let kept = try keptEditor(forNames: names) { return kept }
        var new = try newEditor(forNames: names, ignoringSignatures: ignoringSignatures)
        // The changes before have noted their pages themselves.
        new.beginNext(now: use.now())
        return new
    }

    /// Returns the editor of the change before, if it has made all changes that edits of these names may depend on; `nil`
    /// stands for any names.
    private mutating func keptEditor(forNames names: [String]?) throws(DocumentError) -> AnnotationEditor? {
        guard var kept = recording.editor.take(), let unsaved, unsaved.isBaseProven,
            try unsaved.isEnough(recording.known, for: names)
        else { return nil }
        known = recording.known
        kept.beginNext(now: use.now())
        return kept
    }

    /// Returns an editor with the unsaved changes applied, or with only those that edits of these names may depend on.
    ///
    /// - Parameter isPreview: whether the changes are only displayed, which nothing forbids.
    private mutating func newEditor(
        forNames names: [String]? = nil, ignoringSignatures: Bool = false, isPreview: Bool = false
    ) throws(DocumentError) -> AnnotationEditor {
        try opened.requiringUnchanged { () throws(DocumentError) in
            try makeEditor(forNames: names, ignoringSignatures, isPreview)
        }
    }

    private mutating func makeEditor(
        forNames names: [String]?, _ ignoringSignatures: Bool, _ isPreview: Bool
    ) throws(DocumentError) -> AnnotationEditor {
        let changes = try changesToMake(forNames: names, isPreview)
        let isForced = ignoringSignatures || changes.contains { $0.isForced == true }
        let isProven = unsaved.map { $0.isBaseProven || opened.isEarlier && $0.base?.isProvable == true } ?? true
        let isMerge = !isProven
        var editor: AnnotationEditor
        do {
            editor = try AnnotationEditor(
                opened.file, now: use.now(), ignoringSignatures: isForced, isPreview: isPreview && !isMerge)
        } catch {
            guard isMerge, !changes.isEmpty else { throw opened.failure(error) }
            throw opened.error(.unsavedConflict(AnnotationEditor.reason(error)))
        }
        editor.typesetter = TypesettingService.shared
        guard let unsaved, !changes.isEmpty else { return editor }
        try editor.make(
            changes, in: opened, isMerge: isMerge,
            keepsObjects: unsaved.fitsDocument || unsaved.base?.isBeginning(of: opened.wholeBytes) == true)
        return editor
    }

    /// Returns the changes that an editor makes again before edits of these names; `nil` stands for any names.
    ///
    /// All are made again once many were, so that scattered edits of a long list take no more than twice its time.
    private mutating func changesToMake(
        forNames names: [String]?, _ isPreview: Bool
    ) throws(DocumentError) -> [PDFChange] {
        guard let unsaved else { return [] }
        var made = KnownChanges(relevant: nil, count: unsaved.counts.applied)
        defer { if !isPreview { known = made } }
        guard let names, unsaved.isBaseProven else { return try unsaved.all() }
        let changes = try unsaved.changes(relevantTo: names, &made)
        recording.replayed += changes.count
        guard recording.replayed > made.count else { return changes }
        (made.relevant, recording.replayed) = (nil, 0)
        return try unsaved.all()
    }
}

/// What the next change to be recorded can be made with.
struct Recording {
    /// The editor of the changes before; `nil` if there is none, or if it has made an edit that was not recorded.
    var editor: AnnotationEditor?
    /// The unsaved changes that it has made.
    var known = KnownChanges(relevant: [], count: 0)
    /// How many changes were made again for editors that know only some.
    var replayed = 0
}
