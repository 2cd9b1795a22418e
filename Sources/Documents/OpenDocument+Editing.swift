public import FileDocuments
public import PDFModel

extension OpenDocument<PDFContents> {
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

    /// Returns a summary of the document.
    public func summary() throws(DocumentError) -> DocumentSummary {
        var summary = try opened().inspect { contents throws(PDFError) in try DocumentSummary(contents) }
        summary.unsaved.lostBytes = identity.lostCheckpointBytes
        if let versions = store.versions {
            summary.versions = try FileVersion.otherVersionsOfItem(at: path, in: versions)
        }
        guard let unsaved, unsaved.editCount > 0 else { return summary }
        summary.unsaved.checkpoint = unsaved.summary()
        do {
            let file = try shown()
            summary.annotationCount = try opened().reading { () throws(PDFError) in try file.annotationCount() }
        } catch {
            guard case .unsavedConflict(let reason) = error.situation else { throw error }
            summary.unsaved.conflict = reason
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

    /// Returns the annotation that a word names as a user types it (its name, a beginning of its name, or its object),
    /// with the identifier by which edits refer to it: its object only if the word is that. `nil` if there is none.
    ///
    /// - Throws: ``PDFError/ambiguousName(_:pages:)`` if there are several. One that several pages show is one.
    func annotation(
        named word: String, onPages range: PageRange = .all, withUnsavedChanges: Bool = true
    ) throws(DocumentError) -> (listed: ListedAnnotation, identifier: String)? {
        let all = try annotations(onPages: range, withUnsavedChanges: withUnsavedChanges)
        let found = all.named(word)
        guard found.dropFirst().allSatisfy({ $0.reference != nil && $0.reference == found.first?.reference }) else {
            let name = found.contains { $0.annotation.name == word } ? word : word + "…"
            throw DocumentError(.pdf(.ambiguousName(name, pages: found.map(\.annotation.page))), path)
        }
        guard let listed = found.first else { return nil }
        let name = listed.annotation.name
        guard let object = listed.reference, name != word, object == IndirectReference(identifier: word) else {
            return (listed, name ?? word)
        }
        return (listed, object.identifier { name in all.contains { $0.annotation.name == name } })
    }

    /// Returns the contents of an attached file; `nil` where there are none, or they cannot be decoded.
    func contents(of file: AttachedFile, withUnsavedChanges: Bool) throws(DocumentError) -> [UInt8]? {
        let shown = withUnsavedChanges ? try shown() : try opened().file
        return try opened().reading { () throws(PDFError) in try shown.contents(of: file) }
    }

    /// Returns a page.
    func page(_ number: Int) throws(DocumentError) -> Page {
        try opened().inspect { contents throws(PDFError) in try contents.file.page(number) }
    }

    /// Returns the numbers of the chosen pages.
    public func pages(_ range: PageRange) throws(DocumentError) -> [Int] {
        let contents = try opened()
        return try contents.reading { () throws(PDFError) in try range.pages(of: contents.file.pageCount()) }
    }
}
