public import FileDocuments
public import PDFModel
internal import SystemPackage

extension Document {
    /// Writes the unsaved changes into the file by a method of choice; returns `nil` if there are none.
    ///
    /// - Throws: `documentClosed`; `unsavedConflict` if others
    ///   changed the document and the changes do not fit; or the reason why it cannot be written. The changes stay in
    ///   the checkpoint then.
    public func save(_ method: SaveMethod) async throws(DocumentError) -> SaveReport? {
        var saving = DocumentSaving<PDFContents>(onConflict: configuration.onConflict)
        saving.method = method
        return try await save(saving)
    }

    /// Saves a damaged document with its unsaved changes, with a complete cross-reference section; `progress` reports the
    /// progress. Returns `nil` if there is nothing to repair or to save.
    public func repair() async throws(DocumentError) -> SaveReport? {
        var saving = DocumentSaving<PDFContents>(onConflict: configuration.onConflict)
        (saving.options.repairs, saving.restores) = (true, true)
        return try await save(saving)
    }

    /// Rewrites the document with its unsaved changes through libqpdf; `progress` reports the progress. With
    /// `ignoringSignatures`, proceeds even if signatures become invalid.
    public func rewrite(
        _ options: RewriteOptions, ignoringSignatures: Bool = false
    ) async throws(DocumentError) -> SaveReport? {
        var saving = DocumentSaving<PDFContents>(onConflict: configuration.onConflict)
        (saving.options.rewriting, saving.options.ignoresSignatures, saving.restores) = (
            options, ignoringSignatures, true
        )
        return try await save(saving)
    }
}
