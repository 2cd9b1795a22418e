public import PDFModel

extension DocumentFile {
    /// Returns a summary of the document.
    public func summary() throws(DocumentError) -> DocumentSummary {
        var summary = try opened().inspect { contents throws(PDFError) in try DocumentSummary(contents) }
        summary.lostCheckpointBytes = identity.lostCheckpointBytes
        if let versions = store.versions {
            summary.versions = try FileVersion.otherVersionsOfItem(at: path, in: versions)
        }
        guard let unsaved, unsaved.editCount > 0 else { return summary }
        summary.checkpoint = unsaved.summary()
        do {
            let file = try shown()
            summary.annotationCount = try opened().reading { () throws(PDFError) in try file.annotationCount() }
        } catch {
            guard case .unsavedConflict(let reason) = error.situation else { throw error }
            summary.unsavedConflict = reason
        }
        return summary
    }

    /// Returns the sizes, positions and labels of the chosen pages.
    public func pageDetails(_ range: PageRange = .all) throws(DocumentError) -> [PageDetails] {
        try opened().inspect { contents throws(PDFError) in try contents.file.pageDetails(range) }
    }

    /// Returns the annotations on the chosen pages, by whatever program.
    ///
    /// - Parameters:
    ///   - range: the pages.
    ///   - withUnsavedChanges: whether to include unsaved changes.
    /// - Throws: `unsavedConflict` if the unsaved changes no longer fit the document.
    public func annotations(
        onPages range: PageRange = .all, withUnsavedChanges: Bool = true
    ) throws(DocumentError) -> [ListedAnnotation] {
        guard withUnsavedChanges, let unsaved, unsaved.editCount > 0 else {
            return try opened().annotations(onPages: range)
        }
        let file = try shown()
        return try opened().reading { () throws(PDFError) in try file.annotations(onPages: range) }
    }

    /// Returns the contents of an attached file; `nil` where there are none, or they cannot be decoded.
    func contents(of file: AttachedFile, withUnsavedChanges: Bool) throws(DocumentError) -> [UInt8]? {
        let shown = withUnsavedChanges ? try shown() : try opened().file
        return try opened().reading { () throws(PDFError) in try shown.contents(of: file) }
    }

    /// Returns the numbers of the chosen pages.
    public func pages(_ range: PageRange) throws(DocumentError) -> [Int] {
        let contents = try opened()
        return try contents.reading { () throws(PDFError) in try range.pages(of: contents.file.pageCount()) }
    }
}
