internal import PDFModel

/// What the next change to be recorded can be made with.
struct Recording {
    /// The editor of the changes before; `nil` if there is none, or if it has made an edit that was not recorded.
    var editor: AnnotationEditor?
    /// The unsaved changes that it has made.
    var known = KnownChanges(relevant: [], count: 0)
    /// How many changes were made again for editors that know only some.
    var replayed = 0
}

extension DocumentFile {
    /// Records the performed edits as one change in the checkpoint: when this returns, they are on disk.
    ///
    /// - Returns: the new number of unsaved edits.
    public func record() throws(DocumentError) -> Int { try record(as: nil) }

    /// - Parameter step: the saved change that they take back or make again.
    func record(as step: UnsavedChange.Step?) throws(DocumentError) -> Int {
        guard let unsaved else { return 0 }
        let count = unsaved.editCount
        guard !performed.isEmpty else {
            if recordsMore { keepEditor(unsaved) }
            return count
        }
        let contents = try contents()
        let touched = editor?.touchedPages ?? []
        let (pages, pageCount) = try contents.reading { () throws(PDFError) in
            var pages: [String: String] = [:]
            for page in touched { pages[String(page)] = try contents.fingerprint(ofPage: page) }
            return (pages, try contents.file.pageCount())
        }
        try unsaved.record(
            UnsavedChange(
                edits: performed, pages: pages, pageCount: pageCount, isForced: isForced ? true : nil, step: step),
            of: contents)
        let total = count + performed.count
        keepEditor(unsaved)
        if !recordsMore { close() }
        return total
    }

    /// Keeps the editor for the next change.
    private func keepEditor(_ unsaved: UnsavedChanges) {
        recording.editor = isForced ? nil : editor
        recording.known = known
        unsaved.note(&recording.known)
        (editor, shownFile) = (nil, nil)
        (performed, isForced) = ([], false)
    }

    /// Returns the editor of the change before, if it has made all changes that edits of these names may depend on.
    func keptEditor(forNames names: [String]) throws(DocumentError) -> AnnotationEditor? {
        guard var kept = recording.editor.take(), let unsaved, unsaved.isBaseProven,
            try unsaved.isEnough(recording.known, for: names)
        else { return nil }
        known = recording.known
        kept.beginNext(now: workspace.now())
        return kept
    }

    /// Returns the changes that an editor makes again before edits of these names; `nil` stands for any names.
    ///
    /// All are made again once many were, so that scattered edits of a long list take no more than twice its time.
    ///
    /// - Parameter known: all of them; receives which ones they are.
    func changesToMake(
        forNames names: [String]?, of unsaved: UnsavedChanges, _ known: inout KnownChanges
    ) throws(DocumentError) -> [UnsavedChange] {
        guard let names, unsaved.isBaseProven else { return try unsaved.all() }
        let changes = try unsaved.changes(relevantTo: names, &known)
        recording.replayed += changes.count
        guard recording.replayed > known.count else { return changes }
        (known.relevant, recording.replayed) = (nil, 0)
        return try unsaved.all()
    }

    /// Drops the edits that were performed and not recorded.
    func dropEdits() {
        (editor, recording.editor, shownFile) = (nil, nil, nil)
        (performed, changesToSave) = ([], [])
        isForced = false
    }
}
