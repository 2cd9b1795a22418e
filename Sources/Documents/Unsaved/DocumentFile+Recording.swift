internal import PDFModel

/// The editor of recorded changes, for the next one in the same access.
struct RecordingEditor {
    var editor: AnnotationEditor
    /// The unsaved changes that it was made with.
    var known: KnownChanges
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
            if recordsMore { keepEditor() }
            return count
        }
        let contents = try contents()
        let touched = editor?.touchedPages ?? []
        let pages = try contents.reading { () throws(PDFError) in
            var pages: [String: String] = [:]
            for page in touched { pages[String(page)] = try contents.fingerprint(ofPage: page) }
            return pages
        }
        let pageCount = try contents.reading { () throws(PDFError) in try contents.file.pageCount() }
        guard let unsavedWriter else { preconditionFailure("The document was not opened to record changes.") }
        try unsavedWriter.record(
            UnsavedChange(
                edits: performed, pages: pages, pageCount: pageCount, isForced: isForced ? true : nil, step: step),
            of: contents)
        let total = count + performed.count
        if recordsMore {
            keepEditor()
        } else {
            close()
        }
        return total
    }

    /// Keeps the editor for the next change, and makes it one that the changes recorded since are known to.
    private func keepEditor() {
        if let editor, !isForced { recording = RecordingEditor(editor: editor, known: known) }
        (editor, shownFile) = (nil, nil)
        (performed, isForced) = ([], false)
    }

    /// Returns the editor of the change before, if it has made all changes that edits of these names may depend on.
    func keptEditor(
        forNames names: [String]?, overridingCertification: Bool
    ) throws(DocumentError) -> AnnotationEditor? {
        guard let kept = recording.take(), let names, let unsaved, !overridingCertification,
            try unsaved.areRelevant(kept.known, to: names)
        else { return nil }
        known = kept.known
        var editor = kept.editor
        editor.beginNext(now: now())
        return editor
    }

    /// Drops the edits that were performed and not recorded.
    func dropEdits() {
        (editor, recording, shownFile) = (nil, nil, nil)
        (performed, changesToSave) = ([], [])
        isForced = false
    }
}
