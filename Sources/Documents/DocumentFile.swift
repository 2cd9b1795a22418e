public import FileDocuments
public import PDFModel

extension DocumentFile {
    /// Why the document cannot be edited without a repair, as far as reading it has shown.
    public var damage: PDFError? { openedFile?.damage }

    /// Returns the unsaved edits, oldest first.
    public func unsavedEdits() throws(DocumentError) -> [Edit] {
        try unsaved?.all().flatMap { $0.edits.map(\.edit) } ?? []
    }

    /// Returns the file with the unsaved changes, assembled in memory.
    func shown() throws(DocumentError) -> PDFFile {
        try withContents { contents, _ throws(DocumentError) in try contents.shown() }
    }

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
}
